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

  @Test func `a stamp says at most 64 contents that it has replaced`() throws {
    let all = (0..<80).map { Int64.min + Int64($0) }
    let one = Stamp(time: Instant(milliseconds: 1), device: "a", replaced: all)
    #expect(one.replaced == Array(all.prefix(64)))
    #expect(Stamp(json: one.json) == one)
    #expect(one.replaces(all[63]) && !one.replaces(all[64]))
  }

  @Test func `a stamp that names no content replaces all`() throws {
    #expect(try #require(stamp()).replaces(7))
  }

  @Test func `what is no content in a stamp is left out`() throws {
    let json = Value.object([
      "time": .int(1), "device": .string("a"), "life": .int(0), "revision": .int(1),
      "replaced": .list([.int(4), .string("x"), .string("1f"), .null]),
    ])
    #expect(try #require(Stamp(json: json)).replaced == [31])
  }

  @Test func `a stamp of any year that there is comes back as it was`() throws {
    for time in [-62_135_596_800_000, -1, 0, 1_790_000_000_000, 253_402_300_799_999] {
      let one = try #require(stamp(time: time, life: 3, revision: 7))
      #expect(one.time.milliseconds == Int64(time))
      #expect(Stamp(json: one.json) == one)
    }
  }
}
