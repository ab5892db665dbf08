/// Players by their points in some days.
public struct Leaderboard: Hashable, Sendable {
  /// The days that a leaderboard covers.
  public enum Period: String, CaseIterable, Sendable {
    case day, week, month, all

    /// The period's days around a day, a week from Monday on; `nil` for all days.
    public func days(around day: Day) -> ClosedRange<Day>? {
      switch self {
      case .day: day...day
      case .week: day.monday...day.monday + 6
      case .month: day.firstOfMonth...day.lastOfMonth
      case .all: nil
      }
    }
  }

  /// What a player has reached.
  public struct Row: Hashable, Sendable {
    public let user: String
    public fileprivate(set) var points = 0
    public fileprivate(set) var played = 0
    public fileprivate(set) var completed = 0
    /// 1 for the most points. Players with equal points share a rank, and the ranks after them are
    /// left out.
    public fileprivate(set) var rank = 0
    /// The rank in the period before; `nil` for somebody who did not play then.
    public fileprivate(set) var formerRank: Int?
  }

  /// By rank, then by name.
  public let rows: [Row]

  /// - Parameters:
  ///   - results: Each with its player and points.
  ///   - former: Those of the period before.
  package init(
    _ results: some Sequence<PlayerPoints>, former: some Sequence<PlayerPoints> = [PlayerPoints]()
  ) {
    let ranks = Dictionary(
      uniqueKeysWithValues: Self.ranked(former).map { ($0.user, $0.rank) })
    rows = Self.ranked(results).map { row in
      var row = row
      row.formerRank = ranks[row.user]
      return row
    }
  }

  /// - Parameter tally: The results of each player, added up.
  package init(_ tally: Tally) {
    rows = Self.ranked(tally)
  }

  private static func ranked(_ results: some Sequence<PlayerPoints>) -> [Row] {
    var tally = Tally()
    for result in results { tally.add(result) }
    return ranked(tally)
  }

  private static func ranked(_ tally: Tally) -> [Row] {
    var rows = tally.byUser.values.sorted { ($1.points, $0.user) < ($0.points, $1.user) }
    for index in rows.indices {
      let isTied = index > 0 && rows[index - 1].points == rows[index].points
      rows[index].rank = isTied ? rows[index - 1].rank : index + 1
    }
    return rows
  }
}

extension Leaderboard {
  /// Adds up results one after the other, so that any number of them takes as much memory as the players.
  package struct Tally: Hashable, Sendable {
    fileprivate var byUser: [String: Row] = [:]

    package init() {}

    package mutating func add(_ result: PlayerPoints) {
      var row = byUser.removeValue(forKey: result.user) ?? Row(user: result.user)
      row.points += result.points * result.count
      row.played += result.count
      row.completed += result.isCompleted ? result.count : 0
      byUser[result.user] = row
    }
  }
}

/// The points of a result, or of several that are alike.
package struct PlayerPoints: Hashable, Sendable {
  package let user: String
  package let points: Int
  package let isCompleted: Bool
  package let count: Int

  package init(user: String, points: Int, isCompleted: Bool, count: Int = 1) {
    self.user = user
    self.points = points
    self.isCompleted = isCompleted
    self.count = count
  }
}
