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
    /// How often neither was better: neither has solved the puzzle, or both have, with scores that are equal, missing
    /// or not comparable by any rule.
    public fileprivate(set) var ties = 0

    /// Puzzles of the game that both have played.
    public var played: Int { wins + losses + ties }
  }

  /// By slug and game, with at least one puzzle each.
  public let rows: [Row]
  /// The first and the last day that both have played.
  public let days: ClosedRange<Day>?

  /// How often the first player was better, over all games.
  public var wins: Int { rows.reduce(0) { $0 + $1.wins } }
  /// How often the second player was better, over all games.
  public var losses: Int { rows.reduce(0) { $0 + $1.losses } }
  /// How often neither was better, over all games.
  public var ties: Int { rows.reduce(0) { $0 + $1.ties } }

  /// - Parameters:
  ///   - one: The first player's results, each game and day once.
  ///   - other: The second player's.
  ///   - scoring: How scores compare, by a game's slug; `nil` where no rule says it.
  package init(
    _ one: [PlayedResult], _ other: [PlayedResult], scoring: (String) -> Scoring?
  ) {
    self.init(Games(one), Games(other), scoring: scoring)
  }

  /// A player's results of each game, by day.
  package struct Games {
    fileprivate let all: [ArraySlice<PlayedResult>]

    package init(_ results: [PlayedResult]) {
      all = results.byGame
    }
  }

  package init(_ one: Games, _ other: Games, scoring: (String) -> Scoring?) {
    let theirs = Dictionary(uniqueKeysWithValues: other.all.map { ($0[$0.startIndex].gameID, $0) })
    var (rows, days): ([Row], [Day]) = ([], [])
    for mine in one.all {
      let first = mine[mine.startIndex]
      guard let theirs = theirs[first.gameID] else { continue }
      let scoring = scoring(first.game)
      var row = Row(gameID: first.gameID, game: first.game)
      var next = theirs.startIndex
      for result in mine {
        while next < theirs.endIndex, theirs[next].day < result.day { next += 1 }
        guard next < theirs.endIndex, theirs[next].day == result.day else { continue }
        switch Self.winner(result, theirs[next], scoring) {
        case .first: row.wins += 1
        case .second: row.losses += 1
        case nil: row.ties += 1
        }
        days.append(result.day)
      }
      if row.played > 0 { rows.append(row) }
    }
    self.rows = rows.sorted { ($0.game, $0.gameID) < ($1.game, $1.gameID) }
    self.days = if let first = days.min(), let last = days.max() { first...last } else { nil }
  }

  /// The same from the other player's side.
  package var swapped: HeadToHead {
    let rows = rows.map { row in
      var other = row
      (other.wins, other.losses) = (row.losses, row.wins)
      return other
    }
    return HeadToHead(rows: rows, days: days)
  }

  private init(rows: [Row], days: ClosedRange<Day>?) {
    (self.rows, self.days) = (rows, days)
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
