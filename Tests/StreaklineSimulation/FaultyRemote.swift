internal import StreaklineCore
internal import StreaklineSync
internal import Synchronization

/// What goes wrong with a request of a simulation.
enum RequestFault: String, CaseIterable {
  /// The remote never gets it.
  case lostRequest
  /// The remote has done it, and the answer does not arrive.
  case lostAnswer
  /// The remote asks to wait.
  case throttled
  /// The remote gets it twice.
  case doubled
  /// The remote has no time for some of the records.
  case busy
  /// The remote does not take some of the records.
  case refused
  /// The answer leaves out some of the records.
  case unmentioned
  /// The whole request fails because of one record.
  case poisoned
  /// The remote is not there for a part of its answer, and a crash tears what was written.
  case torn
}

/// A remote with faults, and what else happens while it is asked.
struct FaultyRemote: Remote {
  /// What a run meets, from a seed.
  final class Schedule: Sendable {
    private struct State {
      var random: SimulationRandom
      var requests = 0
      var met: Set<RequestFault> = []
      var isDead = false
      var sizes: [Int] = []
      var poison: String?
    }

    private let state: Mutex<State>
    private let percent: Int
    /// Whether the remote answers, but has time for few records.
    private let isBusy: Bool

    init(seed: UInt64, percent: Int, isBusy: Bool = false) {
      state = Mutex(State(random: SimulationRandom(seed: seed)))
      self.percent = percent
      self.isBusy = isBusy
    }

    var met: Set<RequestFault> { state.withLock { $0.met } }
    var requests: Int { state.withLock { $0.requests } }
    /// How many records each push had.
    var sizes: [Int] { state.withLock { $0.sizes } }
    /// Whether the device has crashed, so that nothing it does reaches the remote any more.
    var isDead: Bool { state.withLock { $0.isDead } }

    func die() { state.withLock { $0.isDead = true } }

    fileprivate func next(_ faults: [RequestFault]) -> (number: Int, RequestFault?) {
      state.withLock { state in
        state.requests += 1
        let faults = isBusy ? faults.filter { $0 == .busy || $0 == .unmentioned } : faults
        let percent = isBusy ? 80 : percent
        guard percent > 0, Int.random(in: 0..<100, using: &state.random) < percent,
          let fault = faults.randomElement(using: &state.random)
        else { return (state.requests, nil) }
        state.met.insert(fault)
        return (state.requests, fault)
      }
    }

    fileprivate func note(size: Int) { state.withLock { $0.sizes.append(size) } }

    /// A record that makes each request fail; the same one in the whole run.
    fileprivate func poison(of batch: [OutgoingRecord]) -> String? {
      state.withLock { state in
        if state.poison == nil {
          state.poison = batch.randomElement(using: &state.random)?.recordName
        }
        return state.poison
      }
    }

    fileprivate var knownPoison: String? { state.withLock { $0.poison } }

    fileprivate func coin() -> Bool { state.withLock { Bool.random(using: &$0.random) } }
  }

  let inner: any Remote
  let schedule: Schedule
  /// Called with the number of each request before the remote gets it.
  let before: @Sendable (Int) -> Void
  /// Whether to print what is asked and answered.
  var isTold = false
  /// The folder in which what is written may be torn; `nil` for a server.
  var torn: TornFolder?

  /// Where a crash may tear what a device writes.
  struct TornFolder {
    let folder: SharedFolder
    let device: String
    /// The id under which it writes.
    let id: String
    /// How much of it stays, in hundredths.
    let hundredths: Int
  }

  func open() async throws(RemoteError) -> RemoteDescription { try await inner.open() }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    let results = try await send(batch, atomic: atomic)
    if isTold {
      for record in batch {
        let outcome = results.first { $0.recordName == record.recordName }?.outcome
        let verb = record.isDeleted ? "delete" : "save"
        print("  \(verb) \(record.recordName) tag \(record.tag ?? "-"): \(outcome.brief)")
      }
    }
    return results
  }

  private func send(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError)
    -> [PushResult]
  {
    schedule.note(size: batch.count)
    let fault = try begin(
      // A folder says of each record whether it is written.
      RequestFault.allCases.filter { $0 != (torn == nil ? .torn : .unmentioned) })
    if let poison = schedule.knownPoison, batch.contains(where: { $0.recordName == poison }) {
      throw RemoteError(.failed, "the server stumbles over a record")
    }
    switch fault {
    case nil: return try await inner.push(batch, atomic: atomic)
    case .lostRequest: throw RemoteError(.offline, "the request was lost")
    case .throttled: throw RemoteError(.throttled, "slow down", retryAfterSeconds: 5)
    case .lostAnswer:
      _ = try await inner.push(batch, atomic: atomic)
      throw RemoteError(.offline, "the answer was lost")
    case .doubled:
      _ = try await inner.push(batch, atomic: atomic)
      return try await inner.push(batch, atomic: atomic)
    case .busy:
      return try await pushSome(batch, atomic, .retry())
    case .refused:
      return try await pushSome(batch, atomic, .rejected(reason: "not this one"))
    case .unmentioned:
      let results = try await inner.push(batch, atomic: atomic)
      return results.filter { _ in schedule.coin() }
    case .poisoned:
      _ = schedule.poison(of: batch)
      throw RemoteError(.failed, "the server stumbles over a record")
    case .torn:
      guard let torn else { throw RemoteError(.offline, "the request was lost") }
      let before = (try? torn.folder.sizes(of: torn.device, id: torn.id)) ?? [:]
      _ = try await inner.push(batch, atomic: atomic)
      try? torn.folder.tear(torn.device, id: torn.id, before: before) { $0 * torn.hundredths / 100 }
      throw RemoteError(.offline, "the folder has gone")
    }
  }

  func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage {
    let page = try await fetch(zone, after: token)
    if isTold {
      print("  after \(token.map { String(decoding: $0, as: UTF8.self) } ?? "-"):", page.brief)
    }
    return page
  }

  private func fetch(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError)
    -> PulledPage
  {
    switch try begin([.lostRequest, .lostAnswer, .throttled, .doubled]) {
    case .lostRequest: throw RemoteError(.offline, "the request was lost")
    case .lostAnswer: throw RemoteError(.offline, "the answer was lost")
    case .throttled: throw RemoteError(.throttled, "slow down", retryAfterSeconds: 5)
    case .doubled:
      _ = try await inner.pull(zone, after: token)
      return try await inner.pull(zone, after: token)
    default: return try await inner.pull(zone, after: token)
    }
  }

  func lookup(_ names: [String], in zone: ZoneName) async throws(RemoteError) -> LookedUp {
    switch try begin([.lostRequest, .lostAnswer, .throttled]) {
    case .throttled: throw RemoteError(.throttled, "slow down", retryAfterSeconds: 5)
    case .lostRequest, .lostAnswer: throw RemoteError(.offline, "the answer was lost")
    default: return try await inner.lookup(names, in: zone)
    }
  }

  func begin(_ faults: [RequestFault]) throws(RemoteError) -> RequestFault? {
    let (number, fault) = schedule.next(faults)
    before(number)
    if schedule.isDead { throw RemoteError(.offline, "the device is dead") }
    return fault
  }

  /// Pushes some of the records; the others get another answer.
  private func pushSome(_ batch: [OutgoingRecord], _ atomic: Bool, _ answer: PushResult.Outcome)
    async throws(RemoteError) -> [PushResult]
  {
    var (passed, held): ([OutgoingRecord], [OutgoingRecord]) = ([], [])
    for record in batch {
      if schedule.coin() { passed.append(record) } else { held.append(record) }
    }
    let results = passed.isEmpty ? [] : try await inner.push(passed, atomic: atomic)
    return results + held.map { PushResult($0, answer) }
  }
}

extension PushResult.Outcome? {
  fileprivate var brief: String {
    switch self {
    case .saved(let tag, _): "saved \(tag ?? "")"
    case .conflict(let held): "conflict \(held?.tag ?? "gone")"
    case .retry: "retry"
    case .rejected: "rejected"
    case nil: "not mentioned"
    }
  }
}

extension PulledPage {
  fileprivate var brief: String {
    guard case .changes(let changes) = self else { return self == .gone ? "gone" : "expired" }
    let records = changes.records.map { "\($0.recordName) \($0.tag ?? "")" }
    let deleted = changes.deleted.map { "-\($0.recordName)" }
    return (records + deleted).joined(separator: ", ") + (changes.hasMore ? ", more" : "")
  }
}
