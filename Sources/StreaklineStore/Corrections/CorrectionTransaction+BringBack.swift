internal import StreaklineCore

extension CorrectionTransaction {
  /// Keeps a result that another device wants gone: it begins a later life, which the deletions there do not concern, and
  /// says that somebody who knew of the decision has brought it back.
  mutating func bringBack(
    _ number: ResultKey, inSpiteOf decision: Decision, _ cache: inout StreakCache
  ) throws {
    guard let found = try find(number), found.row.state.isResult else { return }
    var lineage = try records.lineage(found.row.version)
    lineage.life += 2
    lineage.revision = 0
    lineage.device = nil
    // The clock of this device may be behind that of the other one.
    lineage.time = Instant(milliseconds: max(now.milliseconds, decision.at.milliseconds + 1))
    lineage.add(replaced: [decision.mark])
    try write(.result(found.record), at: number, for: nil, from: lineage, &cache)
  }
}
