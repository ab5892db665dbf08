internal import Streakline
internal import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore

/// One line for each near miss of an import: its number, its place and the reason.
struct MissNotes {
  let rules: RuleSet
  /// `nil` when nothing was stored: then there are no numbers.
  let store: Store?

  func lines(_ misses: [NearMiss]) throws -> [String] {
    let reader = MissReader(rules: rules)
    let numbers = try store?.missNumbers() ?? [:]
    return misses.map { miss in
      let number = numbers[miss.id].map { "near miss \($0), " } ?? ""
      let reason = reader.reason(of: miss) ?? "no variant of its rule fits"
      return "  \(number)\(miss.source.name):\(miss.source.line): \(miss.game): \(reason)"
    }
  }
}

extension Store {
  /// The numbers of the near misses that are not dropped.
  fileprivate func missNumbers() throws -> [UniqueID: Int64] {
    Dictionary(try misses().map { ($0.id, $0.number) }) { first, _ in first }
  }

  /// The ids of the near misses that the user has dropped.
  func droppedMisses() throws -> Set<UniqueID> {
    Set(try allMisses().filter(\.isDropped).map(\.id))
  }
}
