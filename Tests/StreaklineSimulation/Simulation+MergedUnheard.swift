internal import StreaklineCore
internal import StreaklineStore

// What few histories meet by chance: a device deletes what one of two people has played, and has not heard that another
// device has merged them; and a deletion and a new name of the person are taken back one after the other.

extension Simulation {
  /// Ends some of the histories over a folder with such a deletion. What was deleted is no dispute of both anywhere.
  /// Nothing here draws from ``random``.
  mutating func deleteMergedLate() async throws {
    guard isFolder,
      let (_, second, own, other, _) = try await mergeTwoPeople(day: Self.days + 11),
      let deleted = try results(of: other, on: second).first
    else { return }
    clock += 60_000
    for device in devices where device !== second && Bool.random(using: &lateRandom) {
      _ = try await settle(device)
    }
    _ = try second.store.delete(id: deleted.id, now: now(second))
    note("\(second.name) deletes \(other.brief)")
    decisions.unclear.insert(other.number)
    countPair("merge not heard of", "delete")
    try await endLate()
    for device in devices {
      let disputed = try device.store.disputes().contains {
        ChatShare.number(in: $0.other.encodedFields) == other.number
      }
      let isStored = try !results(of: other, on: device).isEmpty
      if disputed || isStored {
        verdict.resurrected.append(
          "deleted, not knowing of a merge\(disputed ? ", disputed" : ""), on \(device.name): "
            + other.brief)
      }
      if try results(of: own, on: device).isEmpty {
        verdict.lost.append(
          "merged with somebody whose result was deleted: \(own.brief) on \(device.name)")
      }
    }
  }

  /// Ends some of the histories over a folder with a deletion and a new name of the person, which are taken back one
  /// after the other, each heard by the other device. The result is there again, under its first name.
  mutating func takeBackInTurnLate() async throws {
    guard isFolder, let first = devices.randomElement(using: &lateRandom),
      let second = devices.randomElement(using: &lateRandom),
      let (own, other) = sharesOfOnePuzzle(day: Self.days + 12)
    else { return }
    // Each has a result of another puzzle, too: only who has one can be merged or get a new name.
    let kept = [other, own].enumerated().map { index, share in
      ChatShare(
        number: decisions.shares.count + index, sender: share.sender, game: share.game,
        day: Self.days + 14 + index, score: share.score, sentAt: clock, isSuspect: false,
        isMiss: false)
    }
    decisions.shares += kept
    decisions.unclear.formUnion(([own, other] + kept).map(\.number))
    let unused = Self.newNames.first { name in
      !decisions.users.contains { $0.names.contains(name) || $0.new == name }
    }
    let isMerge = unused == nil || Bool.random(using: &lateRandom)
    try importShares(
      first, [other] + kept.prefix(isMerge ? 2 : 1), replaces: false, isMended: false)
    try await settle()
    guard let record = try results(of: other, on: second).first else { return }
    _ = try second.store.delete(id: record.id, now: now(second))
    note("\(second.name) deletes \(other.brief)")
    for device in [second, first] { _ = try await settle(device) }
    clock += 60_000
    let new = isMerge ? own.sender : unused ?? own.sender
    try change(first, isMerge ? .merge : .rename, other.sender, new)
    guard let naming = try newest(isMerge ? .merged : .renamed, on: first) else { return }
    for device in [first, second] { _ = try await settle(device) }
    clock += 60_000
    guard try takeBack(.deleted, on: second) else { return }
    for device in [second, first] { _ = try await settle(device) }
    clock += 60_000
    let outcome = try decideUndo(first, naming)
    note("\(first.name) takes the name back: \(outcome)")
    guard case .undone = outcome else { return }
    noteUndone(naming, on: first)
    countPair("delete taken back", isMerge ? "merge taken back" : "rename taken back")
    try await endLate()
    for device in devices {
      let users = try results(of: other, on: device).map(\.userId)
      if users != [other.sender] {
        verdict.lost.append("taken back in turn: \(other.brief) on \(device.name) is \(users)")
      }
    }
  }

  /// Takes back what a device has done last, of a kind.
  ///
  /// - Returns: Whether it did.
  private mutating func takeBack(_ kind: Action.Kind, on device: SimulatedDevice) throws -> Bool {
    guard let action = try newest(kind, on: device) else { return false }
    let outcome = try decideUndo(device, action)
    note("\(device.name) takes that back: \(outcome)")
    guard case .undone = outcome else { return false }
    return true
  }
}
