internal import StreaklineCore
internal import StreaklineStore

// What few histories meet by chance: a device deletes what one of two people has played, and has not heard that another
// device has merged them.

extension Simulation {
  /// Ends some of the histories over a folder with such a deletion. What was deleted is no dispute of both anywhere.
  /// Nothing here draws from ``random``.
  mutating func deleteMergedLate() async throws {
    guard isFolder, Int.random(in: 0..<3, using: &lateRandom) == 0,
      let first = devices.randomElement(using: &lateRandom),
      let second = devices.filter({ $0 !== first }).randomElement(using: &lateRandom),
      let (own, other) = sharesOfOnePuzzle(day: Self.days + 11)
    else { return }
    try importShares(first, [own, other], replaces: false, isMended: false)
    try await settle()
    decisions.end()
    clock += 60_000
    try change(first, .merge, other.sender, own.sender)
    guard try newest(.merged, on: first) != nil,
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
}
