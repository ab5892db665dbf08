internal import StreaklineCore
package import StreaklineSync
internal import Synchronization

/// The logs of several devices in memory, as a shared folder has them: each device writes its own log and
/// reads the others as far as they have arrived.
package final class HeldFolder: Sendable {
  private struct State {
    /// What each device has written, by device.
    var logs: [String: [OutgoingRecord]] = [:]
    /// How much of a log has arrived, by reader and writer.
    var arrived: [String: [String: Int]] = [:]
    var isWhole = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Lets parts of the logs arrive.
  ///
  /// - Parameter part: Gets how many entries are missing and returns how many of them arrive.
  package func arrive(at reader: String, _ part: (Int) -> Int) {
    state.withLock { state in
      for (writer, log) in state.logs.sorted(by: { $0.key < $1.key }) where writer != reader {
        let known = state.arrived[reader]?[writer] ?? 0
        state.arrived[reader, default: [:]][writer] = known + part(log.count - known)
      }
    }
  }

  /// Lets everything arrive everywhere from now on.
  package func arriveWhole() {
    state.withLock { $0.isWhole = true }
  }

  /// What all logs say, the newest of each name in each log.
  package var entries: Int { state.withLock { $0.logs.values.reduce(0) { $0 + $1.count } } }

  func append(_ batch: [OutgoingRecord], by device: String) {
    state.withLock { $0.logs[device, default: []] += batch }
  }

  func page(_ zone: ZoneName, for reader: String, after token: [UInt8]?, size: Int)
    -> RemoteChanges
  {
    state.withLock { state in
      var positions = token.flatMap { try? readJSON($0).object } ?? [:]
      var changes = RemoteChanges(token: token ?? [])
      var left = size
      for (writer, log) in state.logs.sorted(by: { $0.key < $1.key }) {
        let start = positions[writer]?.int ?? 0
        let known =
          writer == reader || state.isWhole
          ? log.count : min(log.count, state.arrived[reader]?[writer] ?? 0)
        let end = min(known, start + left)
        guard end > start else { continue }
        left -= end - start
        for record in log[start..<end] where record.zone == zone {
          if record.isDeleted {
            changes.deleted.append(
              RemoteDeletion(
                zone: zone, recordName: record.recordName, type: record.type, stamp: record.stamp))
          } else {
            changes.records.append(
              RemoteRecord(
                zone: zone, recordName: record.recordName, type: record.type, stamp: record.stamp,
                fields: record.fields))
          }
        }
        positions[writer] = .int(end)
        if end < known { changes.hasMore = true }
      }
      changes.token = JSONWriter.encoded(positions)
      return changes
    }
  }
}

/// A device's view of a held folder.
package struct HeldFolderRemote: Remote {
  let folder: HeldFolder
  let device: String
  let pageSize: Int
  let fault: @Sendable () -> HeldRemote.Fault?

  package init(
    _ folder: HeldFolder, device: String, pageSize: Int,
    fault: @escaping @Sendable () -> HeldRemote.Fault? = { nil }
  ) {
    self.folder = folder
    self.device = device
    self.pageSize = pageSize
    self.fault = fault
  }

  package func open() async throws(RemoteError) -> RemoteDescription {
    RemoteDescription(abilities: [.push, .pull, .stamps], maxRecords: 1_000)
  }

  package func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError)
    -> [PushResult]
  {
    switch fault() {
    case .lostRequest, .throttled: throw RemoteError(.offline, "the folder is not there")
    case .lostAnswer:
      folder.append(batch, by: device)
      throw RemoteError(.offline, "the folder has gone")
    case .doubled:
      folder.append(batch, by: device)
      folder.append(batch, by: device)
    case nil: folder.append(batch, by: device)
    }
    return batch.map { PushResult($0, .saved()) }
  }

  package func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError)
    -> PulledPage
  {
    if fault() != nil { throw RemoteError(.offline, "the folder is not there") }
    return .changes(folder.page(zone, for: device, after: token, size: pageSize))
  }
}
