internal import StreaklineCore
internal import StreaklineStore

// What few histories meet by chance: two people are merged, which is taken back, and one of them is erased by a device that
// has heard of neither, while a third device has heard of the merge alone.

extension Simulation {
  /// Ends some of the histories of three devices over a folder so. The other person keeps his result everywhere. Nothing
  /// here draws from ``random``.
  mutating func eraseTakenBackLate() async throws {
    guard isFolder, devices.count > 2,
      let (first, eraser, own, other, merge) = try await mergeTwoPeople(day: Self.days + 13)
    else { return }
    decisions.unclear.formUnion([own.number, other.number])
    _ = try await settle(first)
    let others = devices.filter { $0 !== first && $0 !== eraser }
    if Bool.random(using: &lateRandom) { for device in others { _ = try await settle(device) } }
    clock += 60_000
    guard case .undone = try decideUndo(first, merge) else { return }
    note("\(first.name) takes the merge back")
    noteUndone(merge, on: first)
    clock += 2 * DecisionLedger.margin
    try await erase(
      other.sender, on: eraser, reachesRemote: Bool.random(using: &lateRandom))
    countPair("merge taken back", "erase")
    for device in devices.shuffled(using: &lateRandom) { _ = try await settle(device) }
    try await endLate()
    for device in devices {
      if try results(of: own, on: device).isEmpty {
        verdict.lost.append(
          "was merged with somebody who is erased: \(own.brief) on \(device.name)")
      }
      if try !results(of: other, on: device).isEmpty {
        verdict.resurrected.append(
          "erased, was merged with somebody: \(other.brief) on \(device.name)")
      }
    }
  }
}
