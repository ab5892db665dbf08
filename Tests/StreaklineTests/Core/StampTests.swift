import StreaklineCore
import Testing

@Suite struct StampTests {
  private func stamp(time: Int = 0, life: Int = 0, revision: Int = 0) -> Stamp? {
    Stamp(
      json: .object([
        "time": .int(time), "device": .string("a"), "life": .int(life), "revision": .int(revision),
      ]))
  }

  @Test(arguments: [
    (Int.max, 0, 0), (Int.min, 0, 0), (253_402_300_800_000, 0, 0), (0, Int.max, 0), (0, -1, 0),
    (0, 0, Int.max), (0, 0, -1),
  ])
  func `a stamp with which nobody could go on counting is none`(time: Int, life: Int, revision: Int)
  {
    #expect(stamp(time: time, life: life, revision: revision) == nil)
  }

  @Test func `a stamp of any year that there is comes back as it was`() throws {
    for time in [-62_135_596_800_000, -1, 0, 1_790_000_000_000, 253_402_300_799_999] {
      let one = try #require(stamp(time: time, life: 3, revision: 7))
      #expect(one.time.milliseconds == Int64(time))
      #expect(Stamp(json: one.json) == one)
    }
  }
}
