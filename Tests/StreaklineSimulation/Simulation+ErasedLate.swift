internal import StreaklineCore
internal import StreaklineStore

// What few histories meet by chance: a device that has erased somebody gets an undated text of his over a remote without
// stamps, from a device that has not heard of it; and settles a dispute about that text once the other device has
// deleted it.

extension Simulation {
  /// Ends some of the histories over a server with such a dispute. Nothing of the text is left. Nothing here draws from
  /// ``random``.
  mutating func rejectErasedLate() async throws {
    guard !isFolder, Int.random(in: 0..<3, using: &lateRandom) == 0,
      let eraser = devices.randomElement(using: &lateRandom),
      let writer = devices.filter({ $0 !== eraser }).randomElement(using: &lateRandom),
      let known = lateShare(day: Self.days + 8), known.sender != "me"
    else { return }
    decisions.shares.append(known)
    try importShares(eraser, [known], replaces: false, isMended: false)
    try await settle()
    decisions.end()
    var undated = share(like: known, sentAt: clock)
    undated.isUndated = true
    decisions.shares.append(undated)
    try importShares(writer, [undated], replaces: false, isMended: false)
    clock += 2 * DecisionLedger.margin
    try await erase(known.sender, on: eraser, reachesRemote: false)
    clock += 2 * DecisionLedger.margin
    server.set(now: Instant(milliseconds: clock), pageSize: 50)
    _ = try await settle(writer)
    _ = try await settle(eraser)
    clock += 2 * DecisionLedger.margin
    let newer = share(like: undated, sentAt: clock)
    decisions.shares.append(newer)
    try importShares(eraser, [newer], replaces: false, isMended: false)
    for device in [writer, eraser] { _ = try await settle(device) }
    let dispute = try eraser.store.disputes().first {
      ChatShare.number(in: $0.other.encodedFields) == newer.number
    }
    if let dispute {
      clock += 60_000
      try settle(dispute, with: newer.number, isAccepted: false, on: eraser)
      countPair("erase", "reject of an undated text")
    }
    decisions.unclear.insert(newer.number)
    try await endLate()
  }

  /// Another text of the same person and game. All of these are about one puzzle, that of the day after ``lateShare(day:)``'s.
  private func share(like other: ChatShare, sentAt: Int64) -> ChatShare {
    ChatShare(
      number: decisions.shares.count, sender: other.sender, game: other.game, day: Self.days + 9,
      score: other.score % 6 + 1, sentAt: sentAt, isSuspect: false, isMiss: false)
  }
}
