/// Players by their points in some days.
public struct Leaderboard: Hashable, Sendable {
  /// The days that a leaderboard covers.
  public enum Period: String, CaseIterable, Sendable {
    /// One day (`day`), its week from Monday on (`week`), its calendar month (`month`), or all days (`all`).
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
    /// The player's user id. In the leaderboard of a group, `you` or the name of the member.
    public let user: String
    /// The sum of the points of all results: 0 for a puzzle that was not solved, else 1 or more; a better score in the
    /// game has more.
    public fileprivate(set) var points = 0
    /// Results, solved or not; at least 1.
    public fileprivate(set) var played = 0
    /// Results of solved puzzles.
    public fileprivate(set) var completed = 0
    /// 1 for the most points. Players with equal points share a rank, and the ranks after them are
    /// left out.
    public fileprivate(set) var rank = 0
    /// The rank in the period before; `nil` for somebody who did not play then.
    public fileprivate(set) var formerRank: Int?

    /// The sums of a user's scores in a game.
    package init(user: String, _ scores: ScoreTally = ScoreTally(), _ scoring: Scoring? = nil) {
      self.user = user
      for (score, count) in scores.counts { add(score, scoring, count: count) }
    }

    /// Adds a result, or several that are alike.
    package mutating func add(_ score: PlayedScore, _ scoring: Scoring?, count: Int = 1) {
      points += scoring.points(of: score) * count
      played += count
      completed += score.isCompleted ? count : 0
    }

    fileprivate mutating func add(_ other: Row) {
      points += other.points
      played += other.played
      completed += other.completed
    }
  }

  /// By rank, then by name.
  public let rows: [Row]

  /// - Parameters:
  ///   - sums: What each player has reached, in any number of parts.
  ///   - former: The same of the period before.
  package init(_ sums: [Row], former: [Row] = []) {
    let ranks = Dictionary(
      uniqueKeysWithValues: Self.ranked(former).map { ($0.user, $0.rank) })
    rows = Self.ranked(sums).map { row in
      var row = row
      row.formerRank = ranks[row.user]
      return row
    }
  }

  private static func ranked(_ sums: [Row]) -> [Row] {
    var byUser: [String: Row] = [:]
    for sum in sums where sum.played > 0 { byUser[sum.user, default: Row(user: sum.user)].add(sum) }
    var rows = byUser.values.sorted { ($1.points, $0.user) < ($0.points, $1.user) }
    for index in rows.indices {
      let isTied = index > 0 && rows[index - 1].points == rows[index].points
      rows[index].rank = isTied ? rows[index - 1].rank : index + 1
    }
    return rows
  }
}
