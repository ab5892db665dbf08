import Foundation
import Streakline
import StreaklineCore
import Testing

@Suite struct RecordFieldsTests {
  @Test(arguments: [
    ("Wordle 1,234 3/6", "GameResult"),
    (
      """
      Daily Tandem #239
      🔍 Theme Discovered!
      ⭐ Difficulty: Medium-Hard
      ⏱ 1:42 | ❌ 0/4

      🔷💡🔷🔷

      tandemdaily.com
      """, "PuzzleResult"
    ),
  ])
  func `a parsed record has the fields of its type, as one out of an export has`(
    text: String, type: String
  ) throws {
    let parser = GameRules(folders: [Tool.root.appending(path: "Parsers").path])
    let now = Instant(Day(daysSinceEpoch: 20_800))
    let record = try #require(parser.records(in: text, user: "me", now: now).first)
    let declared = try #require(RecordSchema.standard[type])
    #expect(record.type == type)
    #expect(record.fields.map(\.name) == declared.fieldNames)
  }
}
