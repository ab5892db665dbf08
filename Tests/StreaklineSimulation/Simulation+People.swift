internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

// Histories of what people decide: erasing, forgetting, merging, renaming, correcting, and importing the
// same chat again on another device.

extension Simulation {
  /// The names in the chat. `me` is who owns the devices.
  static let people = ["me", "znanna", "znbert", "zncarl", "zndora"]
  /// Names that only renaming gives.
  static let newNames = ["znemil", "znfrida"]
  static let names = people + newNames
  /// The days of the chat's puzzles.
  static let days = 6

  mutating func runPeople() async throws {
    try makeDevices(most: 3)
    for device in devices { note("\(device.name) is \(device.skew / 1_000) s ahead") }
    decisions.carried = pipeline.users
    if let users = pipeline.users { note("the pipeline carries \(users.sorted())") }
    decisions.isFolder = isFolder
    let number = Int.random(in: 0..<3, using: &random) == 0 ? 3 : 2
    people = Array(Self.people.shuffled(using: &random).prefix(number))
    for round in 0..<(Int.random(in: 0..<3, using: &random) == 0 ? 3 : 2) {
      if round > 0 { try bringBackCopies() }
      for _ in 0..<Int.random(in: 9...17, using: &random) {
        clock += Int64.random(in: 0...200_000, using: &random)
        let device = devices[Int.random(in: 0..<devices.count, using: &random)]
        try await peopleStep(device)
      }
      try await settle()
      decisions.end()
      note("all devices are quiet")
      try judgePeople()
      try keepCopies()
    }
    try await joinLate()
    try await reparseLate()
    try await takeBackLate()
    try await shareRoleLate()
    try await settleMergedLate()
    try await withdrawLate()
    try await bringBackLate()
    try await sameTextLate()
    try await rejectErasedLate()
    // Each needs two people of whom nothing was decided yet.
    switch Int.random(in: 0..<3, using: &lateRandom) {
    case 0: try await deleteMergedLate()
    case 1: try await takeBackInTurnLate()
    default: try await eraseTakenBackLate()
    }
    try await restoreAfterDecisions()
    try judgeBytes()
  }

  private mutating func peopleStep(_ device: SimulatedDevice) async throws {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<27: try importChat(device)
    case ..<32: try deleteShare(device)
    case ..<38: try editShare(device)
    case ..<55: try settleShares(device)
    case ..<62: try await erase(device)
    case ..<66: try forget(device)
    case ..<77: try merge(device)
    case ..<82: try rename(device)
    case ..<88: try undoAny(device)
    case ..<90: try putPage(device)
    case ..<93: try reparse(device)
    case ..<94: clock += 40 * 86_400_000
    default: try await sync(device, faults: 15, crashes: Int.random(in: 0..<4, using: &random) == 0)
    }
  }

  // MARK: - Importing

  private mutating func newShare(isSentNow: Bool = false) -> ChatShare {
    let number = decisions.shares.count
    let usual = isSentNow || Bool.random(using: &random)
    let last = decisions.shares.last
    let repeats = last != nil && Int.random(in: 0..<3, using: &random) > 0
    let share = ChatShare(
      number: number,
      sender: repeats ? last?.sender ?? "me" : people.randomElement(using: &random) ?? "me",
      game: repeats ? last?.game ?? 0 : Int.random(in: 0..<3, using: &random),
      day: repeats ? last?.day ?? 0 : Int.random(in: 0..<Self.days, using: &random),
      score: number % 6 + 1,
      sentAt: clock - (usual ? 0 : Int64.random(in: 0...4, using: &random) * 86_400_000),
      isSuspect: Int.random(in: 0..<6, using: &random) == 0,
      isMiss: Int.random(in: 0..<9, using: &random) == 0)
    decisions.shares.append(share)
    return share
  }

  private mutating func importChat(_ device: SimulatedDevice) throws {
    var shares: [ChatShare] = []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      // What was decided about is imported again more often than the rest.
      let decided = decisions.contents.keys.sorted().randomElement(using: &random)
      let known = decisions.shares.randomElement(using: &random)
      let isNew = decisions.shares.count < 12
      switch Int.random(in: 0..<10, using: &random) {
      case ..<3: if let decided { shares.append(decisions.shares[decided]) }
      case ..<6: if let known { shares.append(known) }
      default: if isNew { shares.append(newShare()) }
      }
    }
    var seen: Set<Int> = []
    shares = shares.filter { seen.insert($0.number).inserted }
    let replaces = Int.random(in: 0..<8, using: &random) == 0
    let isMended = Int.random(in: 0..<8, using: &random) == 0
    try importShares(device, shares, replaces: replaces, isMended: isMended)
  }

  mutating func importShares(
    _ device: SimulatedDevice, _ shares: [ChatShare], replaces: Bool, isMended: Bool
  ) throws {
    let outcomes = try decideImport(device, shares, replaces: replaces, isMended: isMended)
    for (share, outcome) in zip(shares, outcomes) {
      meet(share, on: device, replaces: replaces, isMended: isMended)
      decisions.met[share.number] = decisions.epoch
      let name = outcome.map(\.name) ?? (share.isMiss ? "near miss" : "left out")
      let how = (replaces ? " --replace" : "") + (isMended ? " by a mended rule" : "")
      note("\(device.name) imports \(share.brief)\(how): \(name)")
      guard let outcome else { continue }
      let isWritten = outcome.isStored
      if replaces, isWritten {
        if share.isSuspect { countPair("replace by a suspect", "another device") }
        decisions.disturb(share.slot)
        decisions.broughtBack[share.number] = DecisionLedger.OfContent(
          kind: "replace", epoch: decisions.epoch, device: device.name, user: share.sender,
          order: decisions.users.count)
      } else {
        judgeImport(share, outcome, on: device, isMended ? " by a mended rule" : "")
      }
      if isWritten, decisions.stored[share.number] == nil {
        decisions.stored[share.number] = decisions.epoch
      }
      // Of two readings of a text, or of two texts in one place, either may stay.
      let others = decisions.stored.keys.contains {
        $0 != share.number && decisions.shares[$0].slot == share.slot
      }
      if isMended || others || decisions.restless.contains(share.slot) {
        decisions.loseSight(of: share.slot)
      }
    }
  }

  /// A content about which something was decided, or that must not be stored any more, was imported again.
  private mutating func judgeImport(
    _ share: ChatShare, _ outcome: Outcome, on device: SimulatedDevice, _ how: String
  ) {
    let isNews: Bool =
      switch outcome {
      case .added, .replaced, .disputed: true
      default: false
      }
    guard isNews, !decisions.restored.contains(device.name) else { return }
    let current = decisions.epoch
    func isKnown(_ epoch: Int, _ name: String) -> Bool { epoch < current || name == device.name }
    let isCarried = isFolder || Self.remoteCarriesReplaced
    if let decision = decisions.contents[share.number], isKnown(decision.epoch, decision.device),
      isCarried || decision.device == device.name, !decisions.restless.contains(share.slot)
    {
      verdict.resurrected.append(
        "imported again\(how) on \(device.name) after \(decision.kind) on \(decision.device): "
          + "\(share.brief) \(outcome.name)")
    }
    let erasure = decisions.decisions(on: share).last { $0.isErasure && !$0.isUnclear }
    if let erasure, decisions.isErased(share), isKnown(erasure.epoch, erasure.device) {
      verdict.resurrected.append(
        "imported again\(how) on \(device.name) after \(erasure.kind.rawValue) on \(erasure.device): "
          + "\(share.brief) \(outcome.name)")
    }
    let end = decisions.endedNames[share.sender]
    if let end, end.kind == .forget, isKnown(end.epoch, end.device), share.sender != "me" {
      verdict.resurrected.append(
        "forgotten on \(end.device) and imported on \(device.name): \(share.brief)")
    }
  }

  mutating func reparse(_ device: SimulatedDevice) throws {
    for (number, isStored) in try decideReparse(device) {
      let share = decisions.shares[number]
      note("\(device.name) reparses \(share.brief): \(isStored ? "stored" : "left out")")
      meetDecisions(share, "reparse")
      guard isStored else { continue }
      if decisions.stored[number] == nil { decisions.stored[number] = decisions.epoch }
      decisions.loseSight(of: share.slot)
    }
  }

  // MARK: - Correcting

  /// A stored result with the number of its share.
  private mutating func anyShare(_ device: SimulatedDevice) throws -> (record: Record, share: Int)?
  {
    guard let record = try device.store.results().randomElement(using: &random),
      let number = ChatShare.number(in: record.encodedFields)
    else { return nil }
    return (record, number)
  }

  private mutating func deleteShare(_ device: SimulatedDevice) throws {
    guard let (record, number) = try anyShare(device) else { return }
    let share = decisions.shares[number]
    meetOthers(share, "delete")
    guard try device.store.delete(id: record.id, now: now(device)) else { return }
    note("\(device.name) deletes \(share.brief)")
    try decide(number, "delete", of: record.userId, on: device)
    let wasEverywhere = decisions.stored[number].map { $0 < decisions.epoch } ?? false
    if wasEverywhere, decisions.travels(share.sender), decisions.travels(record.userId),
      !decisions.isOfGivenRole(share), !decisions.wasGivenToRole(share),
      !decisions.restless.contains(share.slot),
      !decisions.isAccepted(number, besides: device.name)
    {
      decisions.deleted.insert(number)
    }
  }

  private mutating func editShare(_ device: SimulatedDevice) throws {
    guard let (record, number) = try anyShare(device) else { return }
    let share = decisions.shares[number]
    meetOthers(share, "edit")
    // More than a change says of what it has replaced.
    let times = Int.random(in: 0..<4, using: &random) == 0 ? 10 : 1
    if times > 1 { countPair("edit", "ten times") }
    for _ in 0..<times {
      let scores = (1...6).filter { .int($0) != record.fields["score"] && $0 != share.score }
      try decideEdit(device, record.id, score: scores.randomElement(using: &random) ?? 1)
      clock += 1
    }
    note("\(device.name) edits \(share.brief) \(times) times")
    try decide(number, "edit", of: record.userId, on: device)
  }

  private mutating func settleShares(_ device: SimulatedDevice) throws {
    guard let dispute = try device.store.disputes().randomElement(using: &random),
      let number = ChatShare.number(in: dispute.other.encodedFields)
    else { return }
    try settle(dispute, with: number, isAccepted: Bool.random(using: &random), on: device)
  }

  /// - Parameter number: That of the share in the dispute.
  mutating func settle(
    _ dispute: Dispute, with number: Int, isAccepted: Bool, on device: SimulatedDevice
  ) throws {
    let share = decisions.shares[number]
    meetOthers(share, isAccepted ? "accept" : "reject")
    guard try decideDispute(device, dispute, isAccepted: isAccepted) else { return }
    note("\(device.name) \(isAccepted ? "accepts" : "rejects") \(share.brief)")
    let user = dispute.other.userId
    let isOriginal = dispute.other.contentHash == share.record(of: user).contentHash
    decisions.loseSight(of: share.slot)
    if isAccepted {
      let before = dispute.first.flatMap { ChatShare.number(in: $0.encodedFields) }
      decisions.drop(number)
      decisions.accepted[number] = DecisionLedger.OfContent(
        kind: "accept", epoch: decisions.epoch, device: device.name, user: user)
      if let before, before != number { try decide(before, "accept", of: user, on: device) }
    } else if isOriginal {
      try decide(number, "reject", of: user, on: device)
      // Somebody who takes back the same rejection at the same time may be the last to say something of it.
      if decisions.travels(share.sender), decisions.travels(user),
        isFolder || Self.remoteCarriesReplaced, !decisions.restless.contains(share.slot)
      {
        decisions.settled.insert(number)
      }
    }
  }

  mutating func decide(
    _ number: Int, _ kind: String, of user: String, on device: SimulatedDevice
  ) throws {
    decisions.unclear.insert(number)
    let sender = decisions.shares[number].sender
    // What is decided under a name that the pipeline does not carry stays on this device.
    guard decisions.travels(sender), decisions.travels(user) else { return }
    // What stays under a name that was taken back is not the sender's any more, and neither is its correction.
    guard try device.store.knownNames().users[sender] ?? sender == user else { return }
    decisions.contents[number] = DecisionLedger.OfContent(
      kind: kind, epoch: decisions.epoch, device: device.name, user: user)
  }

  /// Notes that a decision about a user is taken back.
  mutating func noteUndone(_ action: Action, on device: SimulatedDevice) {
    let origins = decisions.origins(of: device.name)
    for index in decisions.users.indices
    where origins.contains(decisions.users[index].device)
      && decisions.users[index].action == action.number
    {
      decisions.users[index].isUndone = true
      decisions.users[index].isUnclear = true
    }
  }

  private mutating func undoAny(_ device: SimulatedDevice) throws {
    let actions = try device.store.actions().filter { $0.undoneAt == nil && $0.kind != .synced }
    let settled = actions.filter { [.accepted, .rejected].contains($0.kind) }
    let isSettled = Int.random(in: 0..<4, using: &random) == 0
    guard
      let action = (isSettled && !settled.isEmpty ? settled : actions)
        .randomElement(using: &random)
    else { return }
    let before = try device.results()
    let outcome = try decideUndo(device, action)
    let user = action.detail["old"]?.string ?? ""
    note("\(device.name) undoes \(action.kind.rawValue) \(user): \(outcome)")
    guard case .undone = outcome else { return }
    let after = try device.results()
    countPair("undo", action.kind.rawValue)
    noteUndone(action, on: device)
    for share in decisions.shares {
      let day = SimulatedRecords.first + share.day
      let isChanged = Set(before.keys).union(after.keys).contains { id in
        before[id] != after[id] && CompositeID(encoded: id)?.day == day
      }
      if isChanged || action.kind != .imported { decisions.disturb(share.slot) }
      // What comes again is not everywhere before the others have heard of it.
      if isChanged, action.kind == .imported { decisions.stored[share.number] = nil }
    }
    if action.kind == .imported { decisions.unclear.formUnion(decisions.shares.indices) }
  }

  private mutating func putPage(_ device: SimulatedDevice) throws {
    let share = newShare(isSentNow: true)
    // Pages have no users in a pipeline.
    guard pipeline.users?.contains(share.sender) ?? true else { return }
    let page = Document(
      type: SimulatedRecords.page.name, name: "page\(Int.random(in: 0..<3, using: &random))",
      fields: ["userId": .string(share.sender), "text": .string(share.text)])
    _ = try device.store.put(page, now: now(device))
    note("\(device.name) puts page \(page.name) of \(share.brief)")
    decisions.unclear.insert(share.number)
  }
}

extension ChatShare {
  var brief: String {
    "\(number) of \(sender) game \(game) day \(day)\(isSuspect ? " suspect" : "")"
  }
}

extension Outcome {
  var isStored: Bool {
    switch self {
    case .added, .replaced: true
    default: false
    }
  }
}
