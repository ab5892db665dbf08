public import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore

extension ResultHistory {
  /// A player's numbers in each game and mode, by name.
  ///
  /// - Parameter question: Its user is the player; nobody else's results are looked at.
  /// - Throws: ``LibraryError``.
  public func games(_ question: HistoryQuestion) throws -> [PlayerGame] {
    guard let user = question.user else { return [] }
    let results = try reportingLibraryErrors {
      try store.played(question.filter, at: question.now)
    }
    let streaks = Dictionary(try streaks(question).map { ($0.gameId, $0) }) { first, _ in first }
    return try Dictionary(grouping: results, by: \.gameID).map { id, results in
      let game = results[0].game
      let scoring = rules.rule(of: game)?.scoring
      let (name, mode) = try nameAndMode(gameId: id, game: game, user: user)
      return PlayerGame(
        userId: user, game: game, gameId: id, gameName: name, mode: mode,
        statistics: GameStatistics(
          results, scoring, everyDays: rules.everyDays(of: game), asOf: question.day),
        streak: streaks[id], scoring: scoring)
    }
    .sorted { ($0.title, $0.gameId) < ($1.title, $1.gameId) }
  }

  /// A year of a player's results; `nil` for a year that no day can have.
  ///
  /// - Parameter question: Its user is the player; what is after its last day does not count.
  /// - Throws: ``LibraryError``.
  public func calendar(_ question: HistoryQuestion, year: Int) throws -> YearCalendar? {
    guard var calendar = YearCalendar(year: year) else { return nil }
    let filter = ResultFilter(
      user: question.user, game: question.game, from: calendar.days.lowerBound,
      to: min(calendar.days.upperBound, question.lastDay))
    try reportingLibraryErrors {
      for result in try store.played(filter, at: question.now) {
        calendar.add(result.day, isCompleted: result.isCompleted)
      }
    }
    return calendar
  }
}

/// What a player has done in a game, or in a mode of one.
public struct PlayerGame: Hashable, Sendable {
  /// The player's user id.
  public let userId: String
  /// The game's slug.
  public let game: String
  /// The game's id; each mode has its own.
  public let gameId: String
  /// The name for people, such as "Quordle".
  public let gameName: String
  /// `nil` where the game has none.
  public let mode: String?
  /// What the results of the question's days come to: counts, means, distribution and best score.
  public let statistics: GameStatistics
  /// `nil` where none is stored.
  public let streak: UserStreak?
  package let scoring: Scoring?

  /// The name with the mode: "Quordle (Chill)".
  public var title: String { gameName + (mode.map { " (\($0))" } ?? "") }

  /// The best score as the game prints it; `nil` where a game has none.
  public var best: String? { statistics.best.map { scoreText($0.score, scoring) } }

  /// How often each score was reached.
  public var distribution: DistributionChart {
    DistributionChart(
      title: "\(userId), \(title)",
      bars: statistics.distribution.map {
        .init(label: $0.label(scoring), count: $0.count, isFailure: !$0.isCompleted)
      })
  }

  /// The numbers as programs read them.
  public var json: Value {
    let bars = statistics.distribution.map { bar in
      Value.object([
        "label": .string(bar.label(scoring)),
        "from": bar.scores.map { .int($0.lowerBound) } ?? .null,
        "to": bar.scores.map { .int($0.upperBound) } ?? .null,
        "completed": .bool(bar.isCompleted), "count": .int(bar.count),
      ])
    }
    var periods: Fields = [:]
    for days in GameStatistics.periods {
      if let summary = statistics.recent[days] { periods.append("\(days)", json(summary)) }
    }
    return .object([
      "userId": .string(userId), "game": .string(game), "gameId": .string(gameId),
      "gameName": .string(gameName), "mode": mode.map(Value.string) ?? .null,
      "all": json(statistics.all), "lastDays": .object(periods),
      "weekdays": .list(statistics.weekdays.map(json)), "distribution": .list(bars),
      "first": statistics.first.map { .int($0.dateInt) } ?? .null,
      "last": statistics.last.map { .int($0.dateInt) } ?? .null,
      "best": statistics.best.map { .int($0.score) } ?? .null,
      "bestDay": statistics.best.map { .int($0.day.dateInt) } ?? .null,
      "current": .int(streak?.current ?? 0), "max": .int(streak?.streak.max ?? 0),
      "maxFrom": statistics.longestRun.map { .int($0.lowerBound.dateInt) } ?? .null,
      "maxTo": statistics.longestRun.map { .int($0.upperBound.dateInt) } ?? .null,
    ])
  }

  private func json(_ summary: GameStatistics.Summary) -> Value {
    .object([
      "played": .int(summary.played), "completed": .int(summary.completed),
      "mean": summary.mean.map(Value.double) ?? .null,
      "median": summary.median.map(Value.double) ?? .null,
    ])
  }
}
