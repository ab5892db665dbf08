package import StreaklineCore
package import StreaklineSync
internal import Synchronization

/// A server in memory that keeps CloudKit's rules: a change tag for each record, a log of changes for each
/// zone with tokens that expire, at most 200 records in a request, and names that are unique in a zone
/// whatever the type.
package final class HeldServer: SimulatedServer {
  package static let mostRecords = 200

  private struct Stored {
    var record: RemoteRecord
    var position: Int
  }

  private struct Zone {
    var records: [String: Stored] = [:]
    /// The positions of deletions, by name.
    var deletions: [String: (position: Int, type: String)] = [:]
    /// Tokens before this position have expired.
    var oldest = 0
  }

  private struct State {
    var zones: [String: Zone] = [:]
    var position = 0
    var tags = 0
    var now = Instant(milliseconds: 0)
    var pageSize = 100
  }

  private let state = Mutex(State())

  let account: String

  package init(account: String = "_held") {
    self.account = account
  }

  package func set(now: Instant) { set(now: now, pageSize: 100) }

  package func set(now: Instant, pageSize: Int) {
    state.withLock {
      $0.now = now
      $0.pageSize = pageSize
    }
  }

  /// The records that the server holds, by zone and name.
  package var records: [RemoteRecord] {
    state.withLock { state in
      state.zones.sorted { $0.key < $1.key }.flatMap { zone in
        zone.value.records.sorted { $0.key < $1.key }.map(\.value.record)
      }
    }
  }

  /// Saves a record as another client would.
  ///
  /// - Returns: The record with its new tag.
  @discardableResult
  package func save(_ record: RemoteRecord) -> RemoteRecord {
    state.withLock { state in Self.save(record, &state) }
  }

  /// Deletes a record as another client would.
  package func delete(_ name: String, in zone: String) {
    state.withLock { state in
      guard let record = state.zones[zone]?.records[name]?.record else { return }
      Self.delete(record, &state)
    }
  }

  /// Lets all tokens of all zones expire, and forgets what was deleted.
  package func expireTokens() {
    state.withLock { state in
      for name in state.zones.keys {
        state.position += 1
        state.zones[name]?.oldest = state.position
        state.zones[name]?.deletions = [:]
      }
    }
  }

  func push(_ batch: [OutgoingRecord], atomic: Bool) throws(RemoteError) -> [PushResult] {
    guard batch.count <= Self.mostRecords else {
      throw RemoteError(.failed, "a request has at most \(Self.mostRecords) records")
    }
    return state.withLock { state in
      let before = state
      let results = batch.map { PushResult($0, Self.take($0, &state)) }
      guard atomic, results.contains(where: { !$0.isSaved }) else { return results }
      state = before
      return results.map {
        $0.isSaved ? PushResult(zone: $0.zone, recordName: $0.recordName, .retry()) : $0
      }
    }
  }

  private static func take(_ record: OutgoingRecord, _ state: inout State) -> PushResult.Outcome {
    let held = state.zones[record.zone.name]?.records[record.recordName]?.record
    guard !record.recordName.hasPrefix("_"), record.recordName.utf8.count <= 255 else {
      return .rejected(reason: "the name is not allowed")
    }
    if let held, held.tag != record.tag { return .conflict(held) }
    if record.isDeleted {
      if let held { delete(held, &state) }
      return .saved()
    }
    if held == nil, record.tag != nil { return .conflict(nil) }
    let saved = save(
      RemoteRecord(
        zone: record.zone, recordName: record.recordName, type: record.type, fields: record.fields),
      &state)
    return .saved(tag: saved.tag, modifiedAt: saved.modifiedAt)
  }

  private static func save(_ record: RemoteRecord, _ state: inout State) -> RemoteRecord {
    var record = record
    state.position += 1
    state.tags += 1
    record.tag = String(state.tags)
    record.modifiedAt = state.now
    var zone = state.zones[record.zone.name] ?? Zone()
    zone.records[record.recordName] = Stored(record: record, position: state.position)
    zone.deletions[record.recordName] = nil
    state.zones[record.zone.name] = zone
    return record
  }

  private static func delete(_ record: RemoteRecord, _ state: inout State) {
    state.position += 1
    var zone = state.zones[record.zone.name] ?? Zone()
    zone.records[record.recordName] = nil
    zone.deletions[record.recordName] = (state.position, record.type)
    state.zones[record.zone.name] = zone
  }

  func pull(_ name: ZoneName, after token: [UInt8]?) -> PulledPage {
    state.withLock { state in
      let zone = state.zones[name.name] ?? Zone()
      let start = token.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
      if token != nil, start < zone.oldest { return .expired }
      var changes: [(position: Int, record: RemoteRecord?, name: String, type: String)] = []
      for (name, stored) in zone.records where stored.position > start {
        changes.append((stored.position, stored.record, name, stored.record.type))
      }
      for (name, deletion) in zone.deletions where deletion.position > start && token != nil {
        changes.append((deletion.position, nil, name, deletion.type))
      }
      changes.sort { $0.position < $1.position }
      let page = changes.prefix(state.pageSize)
      let hasMore = changes.count > page.count
      let end = hasMore ? page.last?.position ?? start : max(start, state.position)
      return .changes(
        RemoteChanges(
          records: page.compactMap(\.record),
          deleted: page.filter { $0.record == nil }.map {
            RemoteDeletion(zone: name, recordName: $0.name, type: $0.type)
          },
          token: Array(String(end).utf8), hasMore: hasMore))
    }
  }
}

extension PushResult {
  var isSaved: Bool {
    if case .saved = outcome { true } else { false }
  }
}

/// A device's connection to a held server.
package struct HeldRemote: Remote {
  /// What goes wrong with a request.
  package enum Fault: Sendable {
    /// The server never gets it.
    case lostRequest
    /// The server has done it, and the answer does not arrive.
    case lostAnswer
    /// The server asks to wait.
    case throttled
    /// The server gets it twice.
    case doubled
  }

  let server: HeldServer
  let account: String?
  /// Called before each request.
  let fault: @Sendable () -> Fault?

  package init(
    _ server: HeldServer, account: String? = "_held",
    fault: @escaping @Sendable () -> Fault? = { nil }
  ) {
    self.server = server
    self.account = account
    self.fault = fault
  }

  package func open() async throws(RemoteError) -> RemoteDescription {
    RemoteDescription(
      account: account, abilities: [.push, .pull, .atomic], maxRecords: HeldServer.mostRecords)
  }

  package func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError)
    -> [PushResult]
  {
    try answer { () throws(RemoteError) in try server.push(batch, atomic: atomic) }
  }

  package func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError)
    -> PulledPage
  {
    try answer { () throws(RemoteError) in server.pull(zone, after: token) }
  }

  private func answer<Answer>(_ body: () throws(RemoteError) -> Answer) throws(RemoteError)
    -> Answer
  {
    switch fault() {
    case nil: return try body()
    case .doubled:
      _ = try body()
      return try body()
    case .throttled: throw RemoteError(.throttled, "slow down", retryAfterSeconds: 5)
    case .lostRequest: throw RemoteError(.offline, "the request was lost")
    case .lostAnswer:
      _ = try body()
      throw RemoteError(.offline, "the answer was lost")
    }
  }
}
