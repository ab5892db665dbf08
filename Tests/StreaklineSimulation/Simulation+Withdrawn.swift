internal import StreaklineCore
internal import StreaklineStore

// What few histories meet by chance: a merge of two people who have played one puzzle is taken back after another device has
// settled the dispute between them; and an import is taken back beside a deletion or a forgetting that is taken back.

extension Simulation {
  /// Ends some of the histories over a folder with a merge that is taken back, of which another device has settled the
  /// dispute. Each of the two has his own result again. Nothing here draws from ``random``.
  mutating func settleMergedLate() async throws {
    guard isFolder, Bool.random(using: &lateRandom),
      let (first, second, own, other, merge) = try await mergeTwoPeople(day: Self.days + 5)
    else { return }
    try await settle()
    decisions.end()
    clock += 60_000
    let accepts = Int.random(in: 0..<3, using: &lateRandom) > 0
    guard try settleDispute(of: [own, other], on: second, accepts: accepts) else { return }
    for device in [second, first] where Bool.random(using: &lateRandom) {
      _ = try await settle(device)
    }
    clock += 60_000
    let outcome = try decideUndo(first, merge)
    note("\(first.name) takes the merge of \(other.sender) back: \(outcome)")
    guard case .undone = outcome else { return }
    noteUndone(merge, on: first)
    countPair("merge taken back", accepts ? "accept" : "reject")
    try await endLate()
    for share in [own, other] {
      for device in devices {
        let users = try results(of: share, on: device).map(\.userId)
        let place = "\(share.brief) on \(device.name)"
        if users.isEmpty { verdict.lost.append("merged and settled: \(place)") }
        if users.count > 1 { verdict.doubled.append("merged and settled: \(place)") }
        if users.contains(where: { $0 != share.sender }) {
          verdict.renamed.append("merged and settled: \(place) is \(users)")
        }
      }
    }
  }

  /// Lets all devices have the shares of two people who have played the same puzzle, and one of them merge the two.
  ///
  /// - Returns: That device, another one, the shares, and the merge; `nil` where there is no such device or person.
  mutating func mergeTwoPeople(day: Int) async throws -> (
    first: SimulatedDevice, second: SimulatedDevice, own: ChatShare, other: ChatShare, Action
  )? {
    guard let first = devices.randomElement(using: &lateRandom),
      let second = devices.filter({ $0 !== first }).randomElement(using: &lateRandom),
      let (own, other) = sharesOfOnePuzzle(day: day)
    else { return nil }
    try importShares(first, [own, other], replaces: false, isMended: false)
    try await settle()
    decisions.end()
    clock += 60_000
    try change(first, .merge, other.sender, own.sender)
    guard let merge = try newest(.merged, on: first) else { return nil }
    return (first, second, own, other, merge)
  }

  /// Shares of two people who have played the same puzzle.
  mutating func sharesOfOnePuzzle(day: Int) -> (ChatShare, ChatShare)? {
    guard let own = lateShare(day: day), own.sender != "me" else { return nil }
    let senders = Self.people.filter { name in
      name != "me" && name != own.sender && decisions.travels(name)
        && !decisions.users.contains { $0.names.contains(name) || $0.new == name }
    }
    guard let sender = senders.randomElement(using: &lateRandom) else { return nil }
    decisions.shares.append(own)
    let other = ChatShare(
      number: decisions.shares.count, sender: sender, game: own.game, day: own.day,
      score: own.score % 6 + 1, sentAt: clock, isSuspect: false, isMiss: false)
    decisions.shares.append(other)
    return (own, other)
  }

  /// Settles the dispute between two shares.
  ///
  /// - Returns: Whether the device had it.
  private mutating func settleDispute(
    of shares: [ChatShare], on device: SimulatedDevice, accepts: Bool
  ) throws -> Bool {
    let numbers = shares.map(\.number)
    let dispute = try device.store.disputes().first {
      ChatShare.number(in: $0.other.encodedFields).map(numbers.contains) ?? false
    }
    guard let dispute, try decideDispute(device, dispute, isAccepted: accepts) else { return false }
    note("\(device.name) \(accepts ? "accepts" : "rejects") what \(shares[1].sender) has played")
    return true
  }

  /// Ends some of the histories over a folder with an import that is taken back while another device takes back that it
  /// has deleted the result or forgotten its person. The result stays away. Nothing here draws from ``random``.
  mutating func withdrawLate() async throws {
    guard isFolder, Int.random(in: 0..<3, using: &lateRandom) == 0,
      let first = devices.randomElement(using: &lateRandom),
      let second = devices.filter({ $0 !== first }).randomElement(using: &lateRandom),
      let share = lateShare(day: Self.days + 6), share.sender != "me"
    else { return }
    decisions.shares.append(share)
    try importShares(first, [share], replaces: false, isMended: false)
    guard let importing = try newest(.imported, on: first) else { return }
    try await settle()
    decisions.end()
    decisions.unclear.insert(share.number)
    clock += 60_000
    let isFirstEarly = Bool.random(using: &lateRandom)
    if isFirstEarly { guard try withdraw(importing, share, first) else { return } }
    let kind = try await decideAndTakeBack(
      share, on: second, heardBy: isFirstEarly ? [first, second] : [])
    if Bool.random(using: &lateRandom) { _ = try await settle(second) }
    if !isFirstEarly { guard try withdraw(importing, share, first) else { return } }
    guard let kind else { return try await endLate() }
    countPair("import taken back", kind)
    try await endLate()
    for device in devices where try !results(of: share, on: device).isEmpty {
      verdict.resurrected.append("import taken back, on \(device.name): \(share.brief)")
    }
  }

  /// - Returns: Whether the import was taken back.
  private mutating func withdraw(
    _ importing: Action, _ share: ChatShare, _ device: SimulatedDevice
  ) throws -> Bool {
    let outcome = try decideUndo(device, importing)
    note("\(device.name) takes the import of \(share.brief) back: \(outcome)")
    guard case .undone = outcome else { return false }
    return true
  }

  /// Deletes a result, or forgets its person, and takes that back.
  ///
  /// - Parameter others: Devices of which some sync in between, in any order.
  /// - Returns: What was taken back; `nil` where nothing was.
  private mutating func decideAndTakeBack(
    _ share: ChatShare, on device: SimulatedDevice, heardBy others: [SimulatedDevice]
  ) async throws -> String? {
    guard let record = try results(of: share, on: device).first else { return nil }
    let deletes = Bool.random(using: &lateRandom)
    if deletes {
      _ = try device.store.delete(id: record.id, now: now(device))
      note("\(device.name) deletes \(share.brief)")
    } else {
      try forget(record.userId, isForGood: false, on: device)
    }
    clock += 60_000
    for other in others.shuffled(using: &lateRandom) where Bool.random(using: &lateRandom) {
      _ = try await settle(other)
    }
    guard let action = try newest(deletes ? .deleted : .forgotten, on: device) else { return nil }
    let outcome = try decideUndo(device, action)
    note("\(device.name) takes that back: \(outcome)")
    guard case .undone = outcome else { return nil }
    noteUndone(action, on: device)
    return deletes ? "delete taken back" : "forget taken back"
  }

  /// What a device has decided or imported last, of a kind.
  func newest(_ kind: Action.Kind, on device: SimulatedDevice) throws -> Action? {
    try device.store.actions()
      .filter { $0.kind == kind && $0.undoneAt == nil && !$0.follows }
      .max { $0.number < $1.number }
  }

  func results(of share: ChatShare, on device: SimulatedDevice) throws -> [Record] {
    try device.store.results().filter { ChatShare.number(in: $0.encodedFields) == share.number }
  }
}
