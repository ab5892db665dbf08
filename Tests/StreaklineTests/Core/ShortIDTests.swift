import StreaklineCore
import Testing

@Suite struct ShortIDTests {
  private func record(_ user: String, _ day: Int) throws -> Record {
    Record(
      type: .gameResult, userId: user, game: "wordle",
      gameId: "550e8400-e29b-41d4-a716-446655440000", day: try #require(Day(dateInt: day)),
      values: [:])
  }

  @Test func `is the day and the first seven digits of the UUID`() throws {
    let record = try record("me", 20_241_104)
    let uuid = record.uuid.description
    #expect(ShortID(record).description == "20241104-\(uuid.prefix(7))")
    let texts = [
      ShortID(record).description, "20241104-\(uuid)", "20241104-\(uuid.prefix(4).uppercased())",
    ]
    for text in texts { #expect(ShortID(text)?.isOf(record) == true, "\(text)") }
  }

  @Test func `is not of another user or day`() throws {
    let short = ShortID(try record("me", 20_241_104))
    #expect(!short.isOf(try record("you", 20_241_104)))
    #expect(!short.isOf(try record("me", 20_241_105)))
  }

  @Test(arguments: [
    "", "-", "20241104", "20241104-", "20241104-abc", "20241131-abcdef", "2024110-abcdef",
    "20241104-abcdefg", "20241104-ａｂｃｄ", "20241104-\(String(repeating: "a", count: 33))",
    "me|20241104|550e8400-e29b-41d4-a716-446655440000", "+2024110-abcd",
  ])
  func `anything else is no short id`(text: String) {
    #expect(ShortID(text) == nil)
  }
}
