/// Players by their points in some days.
package struct Leaderboard: Hashable, Sendable {
  /// The days that a leaderboard covers.
  package enum Period: String, CaseIterable, Sendable {
    case day, week, month, all

    /// The period's days around a day, a week from Monday on; `nil` for all days.
    package func days(around day: Day) -> ClosedRange<Day>? {
      switch self {
      case .day: day...day
      case .week: day.monday...day.monday + 6
      case .month: day.firstOfMonth...day.lastOfMonth
      case .all: nil
      }
    }
  }

  /// What a player has reached.
  package struct Row: Hashable, Sendable {
    package let user: String
    package fileprivate(set) var points = 0
    package fileprivate(set) var played = 0
    package fileprivate(set) var completed = 0
    /// 1 for the most points. Players with equal points share a rank, and the ranks after them are
    /// left out.
    package fileprivate(set) var rank = 0
    /// The rank in the period before; `nil` for somebody who did not play then.
    package fileprivate(set) var formerRank: Int?
  }

  /// By rank, then by name.
  package let rows: [Row]

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

  private static func ranked(_ results: some Sequence<PlayerPoints>) -> [Row] {
    var byUser: [String: Row] = [:]
    for result in results {
      byUser[result.user, default: Row(user: result.user)].points += result.points
      byUser[result.user]?.played += 1
      byUser[result.user]?.completed += result.isCompleted ? 1 : 0
    }
    var rows = byUser.values.sorted { ($1.points, $0.user) < ($0.points, $1.user) }
    for index in rows.indices {
      let isTied = index > 0 && rows[index - 1].points == rows[index].points
      rows[index].rank = isTied ? rows[index - 1].rank : index + 1
    }
    return rows
  }
}

/// The points of one result.
package struct PlayerPoints: Hashable, Sendable {
  package let user: String
  package let points: Int
  package let isCompleted: Bool

  package init(user: String, points: Int, isCompleted: Bool) {
    self.user = user
    self.points = points
    self.isCompleted = isCompleted
  }
}
