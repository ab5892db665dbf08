internal import Foundation
internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync
internal import Synchronization

/// One history of several devices, made from a seed: what users do, what goes wrong between the devices,
/// and in the end whether all hold what they must. The engine and the store are the real ones; clock and
/// remote are simulated. The same seed gives the same history.
package struct Simulation {
  /// What went wrong in a history, by kind.
  package struct Verdict: Hashable, Sendable {
    package var lost: [String] = []
    package var doubled: [String] = []
    package var diverged: [String] = []
    package var resurrected: [String] = []
    package var leaked: [String] = []
    /// The rare states that were reached.
    package var states: Set<String> = []
    /// A hash of all that happened.
    package var trace: UInt64 = 0xCBF2_9CE4_8422_2325

    package var isGood: Bool {
      lost.isEmpty && doubled.isEmpty && diverged.isEmpty && resurrected.isEmpty && leaked.isEmpty
    }
  }

  /// What happened to a result on all devices together.
  private struct Fate {
    var isAdded = false
    var isDeleted = false
    /// Whether it was made again where it was known to be deleted, or an action was undone.
    var isRemade = false
  }

  private let isTold: Bool
  private let folder: String
  private var random: SimulationRandom
  private var verdict = Verdict()
  private var fates: [String: Fate] = [:]
  private var devices: [SimulatedDevice] = []
  private var clock: Int64 = 1_790_000_000_000
  private let server = HeldServer()
  private let shared = HeldFolder()
  private let isFolder: Bool
  private let pipeline: Pipeline
  private var noteCount = 0

  /// - Parameters:
  ///   - folder: An empty folder for the stores.
  ///   - isTold: Whether to print what happens.
  package init(seed: UInt64, folder: String, isTold: Bool = false) {
    self.isTold = isTold
    self.folder = folder
    random = SimulationRandom(seed: seed)
    isFolder = Bool.random(using: &random)
    let policies: [MergePolicy?] = [
      nil, .clientWins, .lastWriterWins(field: "count"), .progress, .ask,
      .fields(["count": .max, "tags": .union]),
    ]
    let policy = policies.randomElement(using: &random) ?? nil
    if isTold { print(policy.map { "\($0)" } ?? "no policy", isFolder ? "folder" : "server") }
    pipeline = SimulatedRecords.pipeline(notes: policy)
  }

  package mutating func run() async throws -> Verdict {
    for number in 0..<Int.random(in: 2...5, using: &random) {
      let skews: [Int64] = [0, 0, 600_000, -600_000, 31_536_000_000, -31_536_000_000]
      devices.append(
        try SimulatedDevice(
          "device\(number)", path: "\(folder)/\(number).db",
          skew: skews.randomElement(using: &random) ?? 0))
    }
    for _ in 0..<Int.random(in: 10...60, using: &random) {
      clock += Int64.random(in: 0...200_000, using: &random)
      let device = devices[Int.random(in: 0..<devices.count, using: &random)]
      try await step(device)
      if isTold, let id = ProcessInfo.processInfo.environment["WATCH"] {
        let held = try devices.map { try $0.results()[id] ?? $0.documents()[id] ?? "-" }
        print("   ", held.joined(separator: " "))
      }
    }
    try await settle()
    try judge()
    for device in devices { try device.store.close() }
    return verdict
  }

  // MARK: - What happens

  private mutating func step(_ device: SimulatedDevice) async throws {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<30: try ingest(device)
    case ..<38: try delete(device)
    case ..<44: try edit(device)
    case ..<48: try settleDispute(device)
    case ..<51: try undo(device)
    case ..<60: try changeNote(device)
    case ..<63: changeServer()
    case ..<65: device.skew += Int64.random(in: -400_000...400_000, using: &random)
    case ..<72: try await sync(device, faults: 20, crashes: true)
    default: try await sync(device, faults: 15, crashes: false)
    }
  }

  private func now(_ device: SimulatedDevice) -> Instant {
    Instant(milliseconds: clock + device.skew)
  }

  private mutating func note(_ event: String) {
    if isTold { print(event) }
    for byte in event.utf8 { verdict.trace = (verdict.trace ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  private mutating func ingest(_ device: SimulatedDevice) throws {
    var records: [Record] = []
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let (game, day) = (
        Int.random(in: 0..<3, using: &random), Int.random(in: 0..<6, using: &random)
      )
      let isUsual = Int.random(in: 0..<10, using: &random) < 7
      records.append(
        SimulatedRecords.result(
          user: ["me", "me", "alice", "carol"].randomElement(using: &random) ?? "me", game: game,
          day: day, score: isUsual ? (game + day) % 7 : Int.random(in: 0...6, using: &random)))
    }
    var batch = Batch(ParsedChunk(records: records), now: now(device))
    batch.replaces = Int.random(in: 0..<10, using: &random) == 0
    var action: NewAction? = NewAction(.imported)
    let before = try records.map { try device.store.record(id: $0.id) == nil }
    let outcomes = try device.store.ingest(batch, as: &action)
    for (index, outcome) in outcomes.enumerated() {
      let id = records[index].id
      switch outcome {
      case .added, .replaced:
        if fates[id]?.isDeleted == true, before[index] { fates[id]?.isRemade = true }
        fates[id, default: Fate()].isAdded = true
      default: break
      }
      note("\(device.name) \(id) \(outcome.name)")
    }
  }

  private mutating func anyResult(_ device: SimulatedDevice) throws -> Record? {
    try device.store.results().randomElement(using: &random)
  }

  private mutating func delete(_ device: SimulatedDevice) throws {
    guard let record = try anyResult(device) else { return }
    if try device.store.delete(id: record.id, now: now(device)) {
      fates[record.id, default: Fate()].isDeleted = true
      note("\(device.name) deletes \(record.id)")
    }
  }

  private mutating func edit(_ device: SimulatedDevice) throws {
    guard let record = try anyResult(device) else { return }
    let score = Int.random(in: 1...6, using: &random)
    _ = try device.store.edit(id: record.id, now: now(device)) { record, _ in
      var fields = record.fields
      fields["score"] = .int(score)
      fields["completed"] = .bool(true)
      return fields
    }
    note("\(device.name) edits \(record.id) \(score)")
  }

  private mutating func settleDispute(_ device: SimulatedDevice) throws {
    guard let dispute = try device.store.disputes().randomElement(using: &random) else { return }
    verdict.states.insert("dispute")
    let id = dispute.other.id
    if Bool.random(using: &random) {
      let isDeleted = try device.store.record(id: id) == nil
      if try device.store.accept(dispute: dispute.key, now: now(device)) != nil, isDeleted {
        fates[id, default: Fate()].isRemade = true
      }
    } else {
      _ = try device.store.reject(dispute: dispute.key, now: now(device))
    }
    note("\(device.name) settles \(id)")
  }

  private mutating func undo(_ device: SimulatedDevice) throws {
    let actions = try device.store.actions().filter { $0.undoneAt == nil && $0.kind != .synced }
    guard let action = actions.randomElement(using: &random) else { return }
    let former = try device.results()
    _ = try device.store.undo(action.number, now: now(device))
    let current = try device.results()
    let (before, after) = (Set(former.keys), Set(current.keys))
    for id in before.subtracting(after) { fates[id, default: Fate()].isDeleted = true }
    for id in after.subtracting(before) {
      fates[id, default: Fate()].isAdded = true
      fates[id]?.isRemade = true
    }
    // What others have of it is deleted, too, and may be made again by them: nothing can be said of it.
    for id in before.union(after) where former[id] != current[id] { fates[id]?.isRemade = true }
    note("\(device.name) undoes \(action.kind.rawValue)")
  }

  private mutating func changeNote(_ device: SimulatedDevice) throws {
    let name = ["a", "b"].randomElement(using: &random) ?? "a"
    if Int.random(in: 0..<6, using: &random) == 0 {
      _ = try device.store.deleteDocument(
        type: SimulatedRecords.note.name, name: name, now: now(device))
    } else {
      noteCount += 1
      let tag = ["x", "y", "z"].randomElement(using: &random) ?? "x"
      let document = Document(
        type: SimulatedRecords.note.name, name: name,
        fields: [
          "text": .string("\(device.name) \(noteCount)"), "count": .int(noteCount % 7),
          "tags": .list([.string(tag)]),
        ])
      _ = try device.store.put(document, now: now(device))
    }
    note("\(device.name) note \(name) \(now(device).milliseconds)")
  }

  /// What other clients do at the server.
  private mutating func changeServer() {
    guard !isFolder else { return }
    server.set(
      now: Instant(milliseconds: clock), pageSize: Int.random(in: 1...20, using: &random))
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      server.expireTokens()
      verdict.states.insert("token expired")
    case 1:
      let stranger = SimulatedRecords.result(
        user: "stranger", game: 0, day: Int.random(in: 0..<6, using: &random), score: 2)
      server.save(remote(stranger, name: "stranger\(Int.random(in: 0..<3, using: &random))"))
      verdict.states.insert("stranger")
    default:
      // The app has saved the same result under a name of its own.
      let (game, day) = (
        Int.random(in: 0..<3, using: &random), Int.random(in: 0..<6, using: &random)
      )
      let record = SimulatedRecords.result(game: game, day: day, score: (game + day) % 7)
      guard fates[record.id] == nil else { return }
      fates[record.id] = Fate(isAdded: true)
      server.save(remote(record, name: record.uuid.description.uppercased()))
      verdict.states.insert("foreign name")
    }
    note("server")
  }

  private func remote(_ record: Record, name: String) -> RemoteRecord {
    var fields: Fields = ["userId": .string(record.userId), "game": .string(record.game)]
    for (name, value) in record.fields where name != "source" { fields.append(name, value) }
    fields.append("appVersion", .string("7"))
    return RemoteRecord(
      zone: "results", recordName: name, type: record.type, fields: fields)
  }

  // MARK: - Sync

  private mutating func sync(_ device: SimulatedDevice, faults: Int, crashes: Bool) async throws {
    server.set(
      now: Instant(milliseconds: clock), pageSize: Int.random(in: 1...30, using: &random))
    if isFolder, faults > 0 {
      var random = random
      shared.arrive(at: device.name) { Int.random(in: 0...max(0, $0), using: &random) }
      self.random = random
    }
    let faulty = Faults(seed: random.next(), percent: faults)
    let crashAt = crashes ? Int.random(in: 0..<6, using: &random) : -1
    let store = device.store
    let fault: @Sendable () -> HeldRemote.Fault? = {
      let (number, fault) = faulty.next()
      if number == crashAt { try? store.close() }
      return fault
    }
    let remote: any Remote =
      isFolder
      ? HeldFolderRemote(
        shared, device: device.name, pageSize: Int.random(in: 1...40, using: &random), fault: fault)
      : HeldRemote(server, fault: fault)
    let moment = now(device)
    let jitter = Double.random(in: 0...1, using: &random)
    var run = SyncRun(
      store, pipeline, to: remote, now: { moment }, jitter: { jitter })
    do {
      let report = try await run.run()
      count(report, faulty.met)
      note("\(device.name) \(report.json)")
    } catch StoreError.closed {
      verdict.states.insert("crash in sync")
      note("\(device.name) crashes")
      try device.reopen()
    }
  }

  private mutating func count(_ report: SyncReport, _ faults: Set<HeldRemote.Fault>) {
    if report.conflicts > 0 { verdict.states.insert("conflict") }
    if report.merged > 0 { verdict.states.insert("merge") }
    if report.foreign > 0 { verdict.states.insert("foreign record") }
    if faults.contains(.lostAnswer) { verdict.states.insert("lost answer") }
    if faults.contains(.throttled) { verdict.states.insert("throttled") }
    if faults.contains(.doubled) { verdict.states.insert("doubled request") }
    if report.pulled > 0 { verdict.states.insert("pulled") }
    if report.deleted > 0 { verdict.states.insert("deletion sent") }
  }

  /// Lets all devices sync without faults until nothing moves any more.
  private mutating func settle() async throws {
    shared.arriveWhole()
    server.set(now: Instant(milliseconds: clock), pageSize: 50)
    for round in 0..<40 {
      clock += 7_200_000
      var isQuiet = true
      for device in devices {
        let moment = now(device)
        let remote: any Remote =
          isFolder
          ? HeldFolderRemote(shared, device: device.name, pageSize: 50) : HeldRemote(server)
        for state in [Delivery.State.retry, .outcomeUnknown] {
          _ = try device.store.requeue(pipeline.name, state)
        }
        var run = SyncRun(
          device.store, pipeline, to: remote, now: { moment }, jitter: { 0 })
        let report = try await run.run()
        if report.batches > 0 || report.pending > 0 || report.pulled > 0 || report.merged > 0 {
          isQuiet = false
        }
        note("\(device.name) \(report.json)")
      }
      if isQuiet, round > 0 { return }
    }
    verdict.diverged.append("the devices are not quiet after 40 rounds")
  }

  // MARK: - Judgement

  private mutating func judge() throws {
    let all = try devices.map { try $0.results() }
    let notes = try devices.map { try $0.documents() }
    for (index, device) in devices.enumerated() {
      for finding in try device.store.verify() {
        verdict.diverged.append("\(device.name) verify: \(finding)")
      }
      // Results of users who are not in the pipeline stay on their device.
      func shared(_ results: [String: String]) -> [String: String] {
        results.filter { !$0.key.hasPrefix("carol|") }
      }
      if shared(all[index]) != shared(all[0]) {
        let (mine, theirs) = (shared(all[index]), shared(all[0]))
        let different = Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }
        verdict.diverged.append("\(device.name): \(different.sorted().prefix(3))")
        for id in different.sorted() {
          note(
            "END \(id) \(device.name) \(mine[id] ?? "-"), \(devices[0].name) \(theirs[id] ?? "-")")
        }
      }
      if notes[index] != notes[0] {
        verdict.diverged.append("\(device.name) notes: \(notes[index]) \(notes[0])")
      }
      for id in all[index].keys where id.hasPrefix("stranger|") { verdict.leaked.append(id) }
      for (id, fate) in fates where !id.hasPrefix("carol|") {
        if fate.isAdded, !fate.isDeleted, all[index][id] == nil {
          verdict.lost.append("\(device.name) \(id)")
        }
        if fate.isDeleted, !fate.isRemade, all[index][id] != nil {
          verdict.resurrected.append("\(device.name) \(id)")
        }
      }
    }
    judgeServer(Set(all.first.map { Array($0.keys) } ?? []))
  }

  private mutating func judgeServer(_ known: Set<String>) {
    guard !isFolder else { return }
    var seen: [String: Int] = [:]
    for record in server.records where record.type == "GameResult" {
      note(
        "SERVER \(record.recordName) \(record.fields["userId"] ?? .null) \(record.fields["dateInt"] ?? .null) \(record.fields["gameId"] ?? .null) \(record.fields["score"] ?? .null)"
      )
      guard let user = record.fields["userId"]?.string, let game = record.fields["gameId"]?.string,
        let day = record.fields["dateInt"]?.int.flatMap(Day.init(dateInt:))
      else { continue }
      if user == "carol" { verdict.leaked.append("\(record.recordName) of carol") }
      let id = CompositeID(userId: user, day: day, gameId: game).encoded
      // A name of the app, in upper case, may be beside ours.
      if user != "stranger", record.recordName == record.recordName.lowercased() {
        seen[id, default: 0] += 1
      }
    }
    for (id, count) in seen where count > 1 { verdict.doubled.append("\(id) \(count) times") }
  }
}

/// The faults of one run, from a seed.
private final class Faults: Sendable {
  private struct State {
    var random: SimulationRandom
    var count = 0
    var met: Set<HeldRemote.Fault> = []
  }

  private let state: Mutex<State>
  private let percent: Int

  init(seed: UInt64, percent: Int) {
    state = Mutex(State(random: SimulationRandom(seed: seed)))
    self.percent = percent
  }

  var met: Set<HeldRemote.Fault> { state.withLock { $0.met } }

  func next() -> (number: Int, HeldRemote.Fault?) {
    state.withLock { state in
      defer { state.count += 1 }
      guard Int.random(in: 0..<100, using: &state.random) < percent else {
        return (state.count, nil)
      }
      let faults: [HeldRemote.Fault] = [.lostRequest, .lostAnswer, .throttled, .doubled]
      let fault = faults.randomElement(using: &state.random)
      if let fault { state.met.insert(fault) }
      return (state.count, fault)
    }
  }
}

extension Outcome {
  fileprivate var name: String {
    switch self {
    case .added: "added"
    case .duplicate: "duplicate"
    case .disputed: "disputed"
    case .replaced: "replaced"
    case .settled: "settled"
    case .deleted: "deleted"
    }
  }
}

/// SplitMix64: the same numbers for the same seed on every machine.
package struct SimulationRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
