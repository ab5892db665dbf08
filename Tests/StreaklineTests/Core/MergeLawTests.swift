import StreaklineCore
import StreaklineSimulation
import Testing

/// How versions are merged; `make merge-laws` tries the laws on a million triples.
@Suite struct MergeLawTests {
  @Test(arguments: MergeLaws.policies)
  func `merging has no order, merging again changes nothing, and the greater life wins`(
    policy: MergePolicy
  ) {
    var laws = MergeLaws(policy, seed: 11)
    #expect(laws.violation(triples: LongRun.rounds(2_000, long: 20_000)) == nil)
  }

  @Test func `of two first results the one with the smaller stamp stays, a correction excepted`() {
    let early = Self.result(score: 3, at: 10, "b")
    let late = Self.result(score: 4, at: 20, "a")
    let corrected = Self.result(score: 5, at: 30, "a", revision: 1)
    #expect(MergePolicy.serverWins.merged(late, early) == early)
    #expect(MergePolicy.serverWins.merged(early, corrected) == corrected)
  }

  @Test func `achievements keep the higher progress, all unlocks and the earliest date`() {
    func payload(_ progress: Int, _ tier: Int, _ date: String, _ unlocks: [String]) -> Fields {
      [
        "payload": .list([
          .object([
            "id": .string("streaks"), "progress": .int(progress), "tier": .int(tier),
            "unlockDate": .string(date), "unlocks": .list(unlocks.map(Value.string)),
          ])
        ])
      ]
    }
    let five = RecordVersion(
      fields: payload(5, 1, "2026-01-02", ["bronze"]), stamp: Self.stamp(10, "a"))
    let seven = RecordVersion(
      fields: payload(7, 2, "2026-02-01", ["silver"]), stamp: Self.stamp(9, "b"))
    let merged = MergePolicy.achievements.merged(five, seven)
    #expect(
      merged.fields?.says(payload(7, 2, "2026-01-02", ["bronze", "silver"])) == true, "\(merged)")
  }

  private static func stamp(_ time: Int64, _ device: String, life: Int = 0, revision: Int = 0)
    -> Stamp
  {
    Stamp(
      time: Instant(milliseconds: time), device: device, life: life, revision: revision)
  }

  private static func result(score: Int, at time: Int64, _ device: String, revision: Int = 0)
    -> RecordVersion
  {
    RecordVersion(
      fields: ["score": .int(score)], stamp: stamp(time, device, revision: revision))
  }
}
