package import StreaklineReaders
package import StreaklineRules

/// What a part of an input yields.
package struct ParsedChunk: Sendable {
  package var yield = RecordBuilder.Yield()
  package var messages = MessageStatistics()
  /// What could not be read, and where.
  package var problems: [ReadIssue] = []
  /// Streaks that the input claims.
  package var claims: [ExportedStreak] = []
  /// Games whose rule hit a limit here.
  package var limited: [String] = []
  /// Where in the input this part ends; everything before it has been handed on.
  package var end = 0

  /// Adds the part that follows.
  package mutating func append(_ next: ParsedChunk) {
    yield.records += next.yield.records
    yield.misses += next.yield.misses
    yield.leftOut.formUnion(next.yield.leftOut)
    messages += next.messages
    problems += next.problems
    claims += next.claims
    limited += next.limited
    end = next.end
  }
}
