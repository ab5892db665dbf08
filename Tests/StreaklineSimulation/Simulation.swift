internal import Foundation
internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

/// One history of several devices, made from a seed: what users do, what goes wrong between the devices,
/// and in the end whether all hold what they must. The engine, the store and the folder remote are the real
/// ones; clock, server and network are simulated. The same seed gives the same history.
package struct Simulation {
  /// What went wrong in a history, by kind.
  package struct Verdict: Hashable, Sendable {
    package var lost: [String] = []
    package var doubled: [String] = []
    package var diverged: [String] = []
    package var resurrected: [String] = []
    package var leaked: [String] = []
    /// One person under two names, or under another one than was said.
    package var renamed: [String] = []
    /// The rare states that were reached.
    package var states: Set<String> = []
    /// How often a decision has met something, by both.
    package var pairs: [String: Int] = [:]
    /// A hash of all that happened.
    package var trace: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package var isGood: Bool {
      kinds.allSatisfy(\.found.isEmpty)
    }

    /// Adds what another history of the same seed came to.
    package mutating func add(_ other: Verdict) {
      lost += other.lost
      doubled += other.doubled
      diverged += other.diverged
      resurrected += other.resurrected
      leaked += other.leaked
      renamed += other.renamed
      states.formUnion(other.states)
      pairs.merge(other.pairs, uniquingKeysWith: +)
      trace = trace &* 31 &+ other.trace
    }

    /// What went wrong, by kind, in the order of the closing line.
    package var kinds: [(kind: String, found: [String])] {
      [
        ("lost", lost), ("doubled", doubled), ("diverged", diverged), ("resurrected", resurrected),
        ("leaked", leaked), ("renamed", renamed),
      ]
    }
  }

  /// What happened to a result on all devices together.
  struct Fate {
    var isAdded = false
    var isDeleted = false
    /// Whether it was made again where it was known to be deleted, or an action was undone.
    var isRemade = false
    /// The contents that were stored anywhere, but for those that a user has replaced.
    private(set) var contents: Set<Int64> = []
    /// The contents that a device has deleted of which nobody else may have known. Such a deletion does
    /// not concern other contents.
    var deletedUnsent: Set<Int64> = []
    /// Those of ``deletedUnsent`` of which a store still knows, by device.
    private var knownDeletions: [String: Set<Int64>] = [:]
    /// The contents that a user has replaced after others may have heard of them. Who deletes what replaced one of them
    /// and has not heard of it has not deleted it, and gets it with its replacement (Documentation/sync.md).
    private var replacedSent: Set<Int64> = []
    /// Whether a device that had changed it lost its store before anybody heard of that.
    var isLostUnsent = false
    /// Whether somebody may have known one of these.
    var isPerhapsSent = false
    /// Whether all that was stored anywhere was deleted so.
    var isWhollyDeletedUnsent: Bool {
      !deletedUnsent.isEmpty && deletedUnsent.isSuperset(of: contents)
    }

    /// Whether it must not be there in the end: of all that was stored anywhere, a store knows that it was deleted.
    var mustBeGone: Bool {
      let known = knownDeletions.values.reduce(into: Set()) { $0.formUnion($1) }
      return isDeleted
        || isWhollyDeletedUnsent && known.isSuperset(of: contents.union(replacedSent))
    }

    /// Notes that a device has deleted contents of which nobody else may have known.
    mutating func deleteUnsent(_ contents: Set<Int64>, on device: String) {
      deletedUnsent.formUnion(contents)
      knownDeletions[device, default: []].formUnion(contents)
    }

    /// Notes that the store of a device, which had deleted it, was replaced by an older copy. What the device has not
    /// sent nobody knows then, and nobody can: the copy has the result, and sends it as what it is there, a new one.
    mutating func forgetDeletions(of device: String) {
      knownDeletions[device] = nil
    }

    mutating func replaceSent(_ old: Record?) {
      if let old { replacedSent.insert(old.contentHash) }
    }

    mutating func replace(_ old: Record?, with new: Record?) {
      replace(old?.contentHash, with: new?.contentHash)
    }

    mutating func replace(_ old: Int64?, with new: Int64?) {
      if let old { contents.remove(old) }
      guard let new else { return }
      contents.insert(new)
      // A user has put it where he saw another content.
      if old != nil, deletedUnsent.contains(new) { isRemade = true }
    }
  }

  /// The rare states that histories must reach.
  package static let states =
    commonStates + (restoresBackups ? ["restored", "restored elsewhere"] : [])

  private static let commonStates = [
    "busy", "busy remote", "changed while sending", "compacted", "conflict", "crash in sync",
    "deleted unsent", "deletion sent",
    "dispute", "doubled", "doubled name", "foreign name", "foreign record", "ids with separators",
    "lostAnswer", "lostRequest", "many devices", "merge", "names by device", "old program",
    "other account", "poisoned", "refused", "stranger",
    "throttled", "token expired", "torn",
    "unknown type", "unmentioned", "weeks offline",
  ]

  /// The most devices of a history.
  package static let mostDevices = 8

  /// What the devices of a history do.
  package enum Kind: Sendable {
    /// They import and correct results, notes change, and other clients change the server.
    case results
    /// People are erased, forgotten, merged and renamed, and the same chat is imported everywhere.
    case people
    /// People are merged, renamed and forgotten on several devices at once, and each is taken back.
    case names
    /// Accounts play in groups of each other: see ``GroupHistory``.
    case groups
  }

  let kind: Kind
  let isTold: Bool
  let folder: String
  let templates: String?
  var random: SimulationRandom
  /// For what is added to a history after its steps (``joinLate()``).
  var lateRandom: SimulationRandom
  /// For backups that are restored (``restoreBackup()``).
  var backupRandom: SimulationRandom
  var verdict = Verdict()
  var fates: [String: Fate] = [:]
  var devices: [SimulatedDevice] = []
  var clock: Int64 = 1_790_000_000_000
  let server: any SimulatedServer
  /// The server of another account, which must never get anything.
  let otherServer: any SimulatedServer
  let shared: SharedFolder
  package let isFolder: Bool
  let pipeline: Pipeline
  let oldPipeline: Pipeline
  /// The names at the server that other clients have given.
  var foreignNames: Set<String> = []
  var strange: [String: RemoteRecord] = [:]
  var noteCount = 0
  var decisions = DecisionLedger()
  var names = NameLedger()
  /// Few people in a history, so that decisions meet.
  var people = ["me"]
  var copies: [SimulatedDevice.Copy] = []
  /// The result that a user has edited while the device has synced.
  var edited: Record?
  /// Whether the remote has time for few records.
  let isBusy: Bool

  /// - Parameters:
  ///   - folder: An empty folder for the stores.
  ///   - templates: A folder that ``prepare(templates:)`` has filled.
  ///   - process: The real server, for a history without a shared folder; `nil` for one in memory.
  ///   - isTold: Whether to print what happens.
  package init(
    seed: UInt64, folder: String, templates: String? = nil, process: ServerProcess? = nil,
    kind: Kind = .results, isTold: Bool = false
  ) {
    self.kind = kind
    server = process.map { ProcessServer($0, account: "held") } ?? HeldServer()
    otherServer =
      process.map { ProcessServer($0, account: "other") } ?? HeldServer(account: "_other")
    self.isTold = isTold
    self.folder = folder
    self.templates = templates
    shared = SharedFolder(root: folder)
    let isOfPeople = [.people, .names].contains(kind)
    random = SimulationRandom(seed: kind == .people ? ~seed : kind == .names ? ~seed &* 5 : seed)
    lateRandom = SimulationRandom(seed: ~seed &* 3)
    backupRandom = SimulationRandom(seed: ~seed &* 7)
    isFolder = Bool.random(using: &random) && process == nil
    let policies: [MergePolicy?] = [
      nil, .clientWins, .lastWriterWins(field: "count"), .progress, .ask,
      .fields(["count": .max, "tags": .union]),
    ]
    let policy = policies.randomElement(using: &random) ?? nil
    let names = ["{uuid}", "{uuid}", "{UUID}", "{userId}_{dateInt}_{gameId}_{deviceId}"]
    let name = isFolder ? "{uuid}" : names.randomElement(using: &random) ?? "{uuid}"
    isBusy = Int.random(in: 0..<10, using: &random) == 0
    if isBusy { verdict.states.insert("busy remote") }
    if name.contains("deviceId") { verdict.states.insert("names by device") }
    var pipeline = SimulatedRecords.pipeline(
      notes: policy, users: ["me", "alice", "me|20241105|x"],
      results: isOfPeople ? "{uuid}" : name)
    if isOfPeople {
      let isForAll = kind == .names || Int.random(in: 0..<5, using: &random) > 0
      pipeline.users = isForAll ? nil : ["me", "znanna", "znbert", "znemil"]
      pipeline.carryPeople(isFolder: isFolder)
    }
    self.pipeline = pipeline
    pipeline.types = [SimulatedRecords.oldNote]
    oldPipeline = pipeline
    if isTold {
      print(policy.map { "\($0)" } ?? "no policy", isFolder ? "folder" : "server", name)
    }
  }

  /// Creates an empty store for each device, so that each history can start with copies.
  package static func prepare(templates: String) throws {
    try FileManager.default.createDirectory(
      atPath: templates, withIntermediateDirectories: true)
    for number in 0..<mostDevices {
      let name = "device\(number)"
      try Store.open(path: "\(templates)/\(name).db", deviceID: name).close()
    }
  }

  package mutating func run() async throws -> Verdict {
    if [.people, .names].contains(kind) {
      if kind == .people { try await runPeople() } else { try await runNames() }
      for device in devices { try device.store.close() }
      return verdict
    }
    try makeDevices()
    for _ in 0..<Int.random(in: 8...40, using: &random) {
      clock += Int64.random(in: 0...200_000, using: &random)
      let device = devices[Int.random(in: 0..<devices.count, using: &random)]
      try await step(device)
      try tellWatchedResult()
    }
    try await restoreBackup()
    try await settle()
    try judge()
    for device in devices { try device.store.close() }
    return verdict
  }

  /// Prints what each device has under the id that `WATCH` names.
  func tellWatchedResult() throws {
    guard isTold, let id = ProcessInfo.processInfo.environment["WATCH"] else { return }
    let held = try devices.map {
      try $0.results()[id] ?? $0.documents(shared: false)[id] ?? "-"
    }
    print("   ", held.joined(separator: " "))
  }

  /// - Parameter number: The most devices; `nil` for usually four.
  mutating func makeDevices(most number: Int? = nil) throws {
    let most = number ?? (Int.random(in: 0..<8, using: &random) == 0 ? Self.mostDevices : 4)
    let hasOld = number == nil && Int.random(in: 0..<5, using: &random) == 0
    if hasOld { verdict.states.insert("old program") }
    for number in 0..<Int.random(in: 2...most, using: &random) {
      var skews: [Int64] = [0, 0, 600_000, -600_000, 31_536_000_000, -31_536_000_000]
      // A decision about all that was sent before is made by a clock that is nearly right.
      if kind != .results { skews.removeLast(2) }
      let name = "device\(number)"
      devices.append(
        try SimulatedDevice(
          name, folder: folder, templates: templates,
          skew: skews.randomElement(using: &random) ?? 0, isOld: hasOld && number == 0))
      if isFolder { try shared.create(for: name) }
    }
    if devices.count > 5 { verdict.states.insert("many devices") }
  }

  func now(_ device: SimulatedDevice) -> Instant {
    Instant(milliseconds: clock + device.skew)
  }

  mutating func note(_ event: String) {
    if isTold { print(event) }
    for byte in event.utf8 { verdict.trace = (verdict.trace ^ UInt64(byte)) &* 0x100_0000_01B3 }
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
