import Foundation
import Streakline
import StreaklineRules
import Testing

@Suite struct LongLineTests {
  /// The time once grew with the square of the line's length: each start was searched for the line's ends.
  @Test(.timeLimit(.minutes(10)), arguments: ["Wordle 1,234 ", "Daily Tandem #415 🔍 "])
  func `a line of a megabyte that starts like a share again and again holds nobody up`(
    start: String
  ) throws {
    let text = String(repeating: start, count: (1 << 20) / start.utf8.count)
    let share = ShareText(Array(text.utf8))
    let rules = RuleFolders([Tool.root.appending(path: "Parsers").path]).ruleSet()
    let reader = ShareReader(rules: rules)
    var scan = reader.read(share)
    _ = reader.readAgain(share, after: &scan)
    #expect(scan.shares.isEmpty)
  }
}
