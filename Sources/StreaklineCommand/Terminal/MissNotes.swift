internal import Streakline
internal import StreaklineCore

/// One line for each near miss of an import: its number, its place and the reason.
struct MissNotes {
  let rules: GameRules
  /// `nil` when nothing was stored: then there are no numbers.
  let store: RecordStore?

  func lines(_ misses: [NearMiss]) throws -> [String] {
    let reader = rules.missReader
    let numbers = try store?.misses.numbers() ?? [:]
    return misses.map { miss in
      let number = numbers[miss.id].map { "near miss \($0), " } ?? ""
      let reason = reader.reason(of: miss) ?? "no variant of its rule fits"
      return "  \(number)\(miss.source.name):\(miss.source.line): \(miss.game): \(reason)"
    }
  }
}
