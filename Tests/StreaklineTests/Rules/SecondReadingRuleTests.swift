import Foundation
import Streakline
import StreaklineCore
import Testing

@testable import StreaklineRules

/// The second reading uses each rule with line breaks that skip words. Where such a rule does not compile it
/// falls back to the rule as written, which nobody would notice.
@Suite struct SecondReadingRuleTests {
  @Test func `every shipped rule compiles with line breaks that skip words`() {
    let rules = RuleFolders([Tool.root.appending(path: "Parsers").path]).ruleSet().rules
    #expect(rules.count > 100)
    for rule in rules {
      #expect(throws: Never.self, "\(rule.game)") {
        _ = try CompiledRule(rule, jit: false, isTolerant: true)
      }
    }
  }
}
