internal import StreaklineCore

/// The part of a rule that is needed before its literal is found: enough to find candidates without
/// reading the file's YAML.
package struct RuleSummary: Hashable, Sendable {
  package let game: String
  package let id: String
  let literals: [RuleLiteral]
  package let searches: Bool
  package let everyDays: Int
  let isHigherBetter: Bool
  /// Whether a score is a number of tries.
  let countsTries: Bool

  init(_ rule: RuleDefinition) {
    game = rule.game
    id = rule.id
    literals = rule.literals.map { RuleLiteral($0.value, isGlued: rule.isGlued) }
    searches = rule.searches
    everyDays = rule.day.streakDays
    isHigherBetter = rule.scoring == .higherIsBetter
    countsTries = rule.scoring == .lowerAttempts || rule.scoring == .lowerGuesses
  }

  init(from reader: inout BinaryReader) throws(BinaryError) {
    game = try reader.string()
    id = try reader.string()
    literals = try reader.list { reader throws(BinaryError) in try RuleLiteral(from: &reader) }
    searches = try reader.bool()
    everyDays = try reader.integer()
    isHigherBetter = try reader.bool()
    countsTries = try reader.bool()
  }

  func write(to writer: inout BinaryWriter) {
    writer.write(game)
    writer.write(id)
    writer.write(literals) { $1.write(to: &$0) }
    writer.write(searches)
    writer.write(everyDays)
    writer.write(isHigherBetter)
    writer.write(countsTries)
  }
}
