/// Two players against each other: the puzzles that both have played.
public struct HeadToHead: Hashable, Sendable {
  /// What the shared puzzles of a game come to.
  public struct Row: Hashable, Sendable {
    /// The game's UUID; a mode has its own.
    public let gameID: String
    /// The game's slug.
    public let game: String
    /// How often the first player was better.
    public fileprivate(set) var wins = 0
    /// How often the second player was better.
    public fileprivate(set) var losses = 0
    public fileprivate(set) var ties = 0

    public var played: Int { wins + losses + ties }
  }

  /// By slug and game, with at least one puzzle each.
  public let rows: [Row]
  /// The first and the last day that both have played.
  public let days: ClosedRange<Day>?

  public var wins: Int { rows.reduce(0) { $0 + $1.wins } }
  public var losses: Int { rows.reduce(0) { $0 + $1.losses } }
  public var ties: Int { rows.reduce(0) { $0 + $1.ties } }

  /// - Parameters:
  ///   - one: The first player's results, each game and day once.
  ///   - other: The second player's.
  ///   - scoring: How scores compare, by a game's slug; `nil` where no rule says it.
  package init(
    _ one: [PlayedResult], _ other: [PlayedResult], scoring: (String) -> Scoring?
  ) {
    struct Puzzle: Hashable {
      let gameID: String
      let day: Day
    }
    var theirs: [Puzzle: PlayedResult] = [:]
    for result in other { theirs[Puzzle(gameID: result.gameID, day: result.day)] = result }
    var rows: [String: Row] = [:]
    var first: Day?
    var last: Day?
    for mine in one {
      guard let result = theirs[Puzzle(gameID: mine.gameID, day: mine.day)] else { continue }
      first = min(first ?? mine.day, mine.day)
      last = max(last ?? mine.day, mine.day)
      var row = rows[mine.gameID] ?? Row(gameID: mine.gameID, game: mine.game)
      switch Self.winner(mine, result, scoring(mine.game)) {
      case .first: row.wins += 1
      case .second: row.losses += 1
      case nil: row.ties += 1
      }
      rows[mine.gameID] = row
    }
    self.rows = rows.values.sorted { ($0.game, $0.gameID) < ($1.game, $1.gameID) }
    days = if let first, let last { first...last } else { nil }
  }

  private enum Player { case first, second }

  /// Who was better at a puzzle: who has solved it, and of two who have, the one with the better score.
  private static func winner(
    _ mine: PlayedResult, _ theirs: PlayedResult, _ scoring: Scoring?
  ) -> Player? {
    guard mine.isCompleted == theirs.isCompleted else {
      return mine.isCompleted ? .first : .second
    }
    guard mine.isCompleted, let scoring, let score = mine.score, let other = theirs.score,
      score != other
    else { return nil }
    return scoring.isBetter(score, than: other) ? .first : .second
  }
}
