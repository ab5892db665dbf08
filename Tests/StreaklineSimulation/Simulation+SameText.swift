internal import StreaklineCore
internal import StreaklineStore

// What few histories meet by chance: two people have the same text, one device decides something about what one of them
// has, and another device merges the two before or after it hears of that.

extension Simulation {
  /// Ends some of the histories over a folder with two people who have the same text. What is decided about one of them
  /// leaves the other's as it is, but for what was deleted under the name that both have then. Nothing here draws from ``random``.
  mutating func sameTextLate() async throws {
    guard isFolder, Bool.random(using: &lateRandom),
      let first = devices.randomElement(using: &lateRandom),
      let second = devices.filter({ $0 !== first }).randomElement(using: &lateRandom),
      let share = lateShare(day: Self.days + 8), share.sender != "me",
      let other = anotherSender(than: share.sender)
    else { return }
    decisions.shares.append(share)
    decisions.unclear.insert(share.number)
    let pair = [share, share.sent(by: other)]
    for one in pair {
      let reader = devices.randomElement(using: &lateRandom) ?? first
      let outcomes = try decideImport(reader, [one], replaces: false, isMended: false)
      note("\(reader.name) imports \(one.brief): \(outcomes.first??.name ?? "")")
    }
    try await settle()
    decisions.end()
    clock += 60_000
    let isOfFirst = Bool.random(using: &lateRandom)
    let (decided, left) = isOfFirst ? (pair[0], pair[1]) : (pair[1], pair[0])
    let edits = Bool.random(using: &lateRandom)
    let isEarly = Bool.random(using: &lateRandom)
    if isEarly {
      guard try decideOne(decided, on: first, edits: edits) else { return }
      for device in [first, second] where Bool.random(using: &lateRandom) {
        _ = try await settle(device)
      }
    }
    clock += 60_000
    let into = Bool.random(using: &lateRandom) ? (decided, left) : (left, decided)
    try change(second, .merge, into.0.sender, into.1.sender)
    guard let merge = try newest(.merged, on: second) else { return }
    clock += 60_000
    if !isEarly { guard try decideOne(decided, on: first, edits: edits) else { return } }
    let isTakenBack = try await takeBackMerge(merge, of: into.0, on: second)
    countPair(
      "two people, one text",
      (edits ? "edit" : "delete") + (isTakenBack ? ", merge taken back" : ""))
    try await endLate()
    // The same text does not come back under a name under which it was deleted.
    if !isTakenBack, !edits, into.1.sender == decided.sender { return }
    try judgeSameText(decided, left, edits: edits, isMerged: !isTakenBack)
  }

  /// A person about whom nothing was decided.
  private mutating func anotherSender(than sender: String) -> String? {
    Self.people.filter { name in
      name != "me" && name != sender && decisions.travels(name)
        && !decisions.users.contains { $0.names.contains(name) || $0.new == name }
    }.randomElement(using: &lateRandom)
  }

  /// - Returns: Whether the device had the result.
  private mutating func decideOne(
    _ share: ChatShare, on device: SimulatedDevice, edits: Bool
  ) throws -> Bool {
    let record = try results(of: share, on: device).first { $0.userId == share.sender }
    guard let record else { return false }
    if edits {
      try decideEdit(device, record.id, score: share.score % 6 + 1)
    } else {
      _ = try device.store.delete(id: record.id, now: now(device))
    }
    note("\(device.name) \(edits ? "edits" : "deletes") \(share.brief)")
    return true
  }

  /// Takes the merge back in some of the histories, when some devices have heard of it.
  private mutating func takeBackMerge(
    _ merge: Action, of share: ChatShare, on device: SimulatedDevice
  ) async throws -> Bool {
    for other in devices where Bool.random(using: &lateRandom) { _ = try await settle(other) }
    guard Bool.random(using: &lateRandom) else { return false }
    if Bool.random(using: &lateRandom) { try await settle() }
    clock += 60_000
    let outcome = try decideUndo(device, merge)
    note("\(device.name) takes the merge of \(share.sender) back: \(outcome)")
    guard case .undone = outcome else { return false }
    noteUndone(merge, on: device)
    return true
  }

  private mutating func judgeSameText(
    _ decided: ChatShare, _ left: ChatShare, edits: Bool, isMerged: Bool
  ) throws {
    for device in devices {
      let records = try results(of: left, on: device)
      let place = "\(left.brief) and \(decided.sender) on \(device.name)"
      if isMerged {
        if records.isEmpty { verdict.lost.append("one text of two: \(place)") }
        if records.count > 1 { verdict.doubled.append("one text of two: \(place)") }
        continue
      }
      let scores = Dictionary(
        records.map { ($0.userId, $0.fields["score"]?.int) },
        uniquingKeysWith: { first, _ in first })
      if scores[left.sender] != left.score {
        verdict.lost.append("one text of two, merged and parted: \(place)")
      }
      if edits, scores[decided.sender] != decided.score % 6 + 1 {
        verdict.lost.append("the correction of one text of two: \(place)")
      }
      if !edits, scores[decided.sender] != nil {
        verdict.resurrected.append("one text of two, deleted: \(place)")
      }
    }
  }
}

extension ChatShare {
  /// The same text of somebody else.
  fileprivate func sent(by sender: String) -> ChatShare {
    ChatShare(
      number: number, sender: sender, game: game, day: day, score: score, sentAt: sentAt,
      isSuspect: isSuspect, isMiss: isMiss)
  }
}
