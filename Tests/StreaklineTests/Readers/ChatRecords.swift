import Foundation
import StreaklineCore
import StreaklineReaders
import StreaklineRules
import Testing

@testable import Streakline

/// What the program makes of an input, in short lines.
struct ChatRecords: Equatable {
  /// `Ann wordle 20241104 3 2024-11-04T07:58:00Z`: user, game, day, score and time of a result.
  var results: [String] = []
  /// `Ann wordle: it is quoted, and nothing says whose it is`.
  var misses: [String] = []
  var issues: [String] = []

  static let rules: RuleSet = RuleFolders([Tool.root.appending(path: "Parsers").path]).ruleSet()
  static let now = Instant(Day(dateInt: 20_261_122) ?? Day(daysSinceEpoch: 20_779))

  init(results: [String] = [], misses: [String] = [], issues: [String] = []) {
    self.results = results
    self.misses = misses
    self.issues = issues
  }

  init(
    _ bytes: [UInt8], format: InputFormat? = nil, zone: String = "UTC", order: DateOrder? = nil,
    forwards: ForwardPolicy = .origin, name: String = "f"
  ) throws {
    let rules = Self.rules
    let builder = RecordBuilder(user: "me", fallbackDay: Self.now.day, now: Self.now)
    let parser = InputParser(rules: rules, builder: builder, forwards: forwards)
    let zone = try #require(NamedTimeZone(zone))
    let input = try Input(
      memorySource(bytes, name: name),
      opening: { () throws(InputError) in memorySource(bytes, name: name) }, format: format,
      options: ReaderOptions(zone: zone, dateOrder: order),
      scan: CandidateScan(rules))
    try parser.parse(input.reader) { chunk in
      results += chunk.records.map(Self.line)
      misses += chunk.nearMisses.map { "\($0.userId) \($0.game): \($0.reason ?? "-")" }
      issues += chunk.issues.map(\.description)
    }
  }

  init(
    _ text: String, format: InputFormat? = nil, zone: String = "UTC", order: DateOrder? = nil,
    forwards: ForwardPolicy = .origin
  ) throws {
    try self.init(Array(text.utf8), format: format, zone: zone, order: order, forwards: forwards)
  }

  private static func line(_ record: Record) -> String {
    let fields = record.fields
    let score = fields["score"]?.int.map(String.init) ?? (record.completed == false ? "X" : "-")
    let time = fields["playedAt"]?.string ?? "-"
    return "\(record.userId) \(record.game) \(record.day.dateInt) \(score) \(time)"
      + (record.suspect.map { " (\($0))" } ?? "")
  }
}
