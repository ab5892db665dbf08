public import StreaklineCore
internal import StreaklineGames
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore

/// What people look at. Results that are suspect, or whose day has not started anywhere, do not count.
extension RecordStore {
  /// The ids of everybody who has a result that counts, sorted.
  ///
  /// - Throws: ``LibraryError``.
  public func players(now: Instant = .now) throws -> [String] {
    try reportingLibraryErrors {
      try store.firstDays(at: now).keys.sorted()
    }
  }

  /// The ids of everybody who has a result of some days that counts, sorted.
  ///
  /// - Throws: ``LibraryError``.
  public func players(from: Day, to: Day, now: Instant = .now) throws -> [String] {
    try reportingLibraryErrors {
      try store.players(ResultFilter(from: from, to: to), at: now).sorted()
    }
  }

  /// What a user has played on some days, of what counts, by game and day.
  ///
  /// - Throws: ``LibraryError``.
  public func playedDays(
    of user: String, from: Day, to: Day, now: Instant = .now
  ) throws -> [PlayedDay] {
    try reportingLibraryErrors {
      try store.played(ResultFilter(user: user, from: from, to: to), at: now).map {
        PlayedDay(
          gameId: $0.gameID, day: $0.day, isCompleted: $0.isCompleted,
          score: rules.score(of: $0))
      }
    }
  }

  /// The streaks as they were at the end of a day, by user and game.
  ///
  /// - Throws: ``LibraryError``.
  public func streaks(user: String? = nil, game: String? = nil, upTo day: Day) throws
    -> [UserStreak]
  {
    try reportingLibraryErrors {
      try store.streaks(user: user, game: game, upTo: day).map {
        UserStreak(userId: $0.userID, game: $0.game, gameId: $0.gameID, streak: $0.streak)
      }
    }
  }

  /// A game's name as people know it, with its mode if it has one: "Wordle", "Quordle (Chill)".
  ///
  /// - Parameters:
  ///   - gameId: The game's id; each mode has its own.
  ///   - game: The game's slug.
  ///   - user: Somebody who has a result of it.
  /// - Throws: ``LibraryError``.
  public func title(gameId: String, game: String, user: String) throws -> String {
    let rule = rules.ruleSet.rule(of: game)
    if let rule, rule.id == gameId { return rule.name }
    let (name, mode) = try reportingLibraryErrors {
      try store.gameName(userID: user, gameID: gameId)
    }
    return (rule?.name ?? name ?? game) + (mode.map { " (\($0))" } ?? "")
  }

  /// Players by their points in the days of a period, with the ranks of the period before.
  ///
  /// - Parameters:
  ///   - game: A game's slug, or `nil` for all games.
  ///   - day: A day of the period.
  /// - Throws: ``LibraryError``.
  public func leaderboard(
    _ period: Leaderboard.Period, around day: Day, game: String? = nil, now: Instant = .now
  ) throws -> Leaderboard {
    let days = period.days(around: day)
    let before = days.flatMap { period.days(around: $0.lowerBound + -1) }
    return try reportingLibraryErrors {
      let former = try before.map { try points($0, game, now) } ?? []
      return Leaderboard(try points(days, game, now), former: former)
    }
  }

  private func points(
    _ days: ClosedRange<Day>?, _ game: String?, _ now: Instant
  ) throws -> [Leaderboard.Row] {
    let filter = ResultFilter(game: game, from: days?.lowerBound, to: days?.upperBound)
    let scores = try store.scores(filter, at: now)
    let scorings = rules.ruleSet.scorings(of: scores.map(\.game))
    return scores.map { Leaderboard.Row(user: $0.userID, $0.scores, scorings[$0.game]) }
  }

  /// Two players against each other, on the puzzles that both have played.
  ///
  /// - Throws: ``LibraryError``.
  public func headToHead(
    _ first: String, _ second: String, game: String? = nil, now: Instant = .now
  ) throws -> HeadToHead {
    try reportingLibraryErrors {
      HeadToHead(
        try store.played(ResultFilter(user: first, game: game), at: now),
        try store.played(ResultFilter(user: second, game: game), at: now)
      ) {
        rules.ruleSet.rule(of: $0)?.scoring
      }
    }
  }

  /// A player's numbers in each game and mode, by name.
  ///
  /// - Parameter day: The last of the latest 7, 30 and 365 days.
  /// - Throws: ``LibraryError``.
  public func games(of user: String, asOf day: Day, now: Instant = .now) throws -> [PlayerGame] {
    let results = try reportingLibraryErrors { try store.played(ResultFilter(user: user), at: now) }
    return try Dictionary(grouping: results, by: \.gameID).map { id, results in
      let game = results[0].game
      let scoring = rules.ruleSet.rule(of: game)?.scoring
      let statistics = GameStatistics(
        results, scoring, everyDays: rules.ruleSet.everyDays(of: game), asOf: day)
      let title = try title(gameId: id, game: game, user: user)
      return PlayerGame(
        game: game, gameId: id, title: title, statistics: statistics,
        distribution: DistributionChart(
          title: "\(user), \(title)",
          bars: statistics.distribution.map {
            .init(label: $0.label(scoring), count: $0.count, isFailure: !$0.isCompleted)
          }),
        best: statistics.best.map { scoreText($0.score, scoring) })
    }
    .sorted { ($0.title, $0.gameId) < ($1.title, $1.gameId) }
  }

  /// A year of a player's results as a chart; `nil` for a year that no day can have.
  ///
  /// - Throws: ``LibraryError``.
  public func calendar(
    user: String, game: String? = nil, year: Int, title: String, now: Instant = .now
  ) throws -> CalendarChart? {
    guard var chart = CalendarChart(year: year, title: title),
      let first = Day(year: year, month: 1, day: 1), let last = Day(year: year, month: 12, day: 31)
    else { return nil }
    try reportingLibraryErrors {
      let filter = ResultFilter(user: user, game: game, from: first, to: last)
      for result in try store.played(filter, at: now) {
        chart.add(result.day, isCompleted: result.isCompleted)
      }
    }
    return chart
  }

  /// How far a player is in each category of the built-in achievements.
  ///
  /// - Throws: ``LibraryError``.
  public func achievements(user: String, now: Instant = .now) throws -> [AchievementProgress] {
    let files = AchievementFiles([BuiltInFiles.folder("Achievements")])
    let set = rules.ruleSet
    return try reportingLibraryErrors {
      let others = try store.firstDays(at: now).filter { $0.key != user }
      return AchievementCount(
        files.categories, of: try store.played(ResultFilter(user: user), at: now),
        .init(
          everyDays: set.everyDays, higherIsBetter: set.higherIsBetter,
          withoutTries: set.withoutTries), others: Array(others.values)
      ).progress
    }
  }
}

/// A result of a player, as views show it.
public struct PlayedDay: Hashable, Sendable {
  /// The game's id; each mode has its own.
  public let gameId: String
  public let day: Day
  public let isCompleted: Bool
  /// The score as the game prints it; `nil` where it has none.
  public let score: String?
}

/// What a player has done in a game, or in a mode of one.
public struct PlayerGame: Hashable, Sendable {
  /// The game's slug.
  public let game: String
  /// The game's id; each mode has its own.
  public let gameId: String
  /// The name for people, with the mode.
  public let title: String
  public let statistics: GameStatistics
  public let distribution: DistributionChart
  /// The best score as the game prints it; `nil` where a game has none.
  public let best: String?
}

extension GameRules {
  /// A result's score as the game prints it, such as "3", "3/6" or "1:42"; `nil` where it has none.
  public func score(of record: Record) -> String? {
    score(of: PlayedResult(record))
  }

  fileprivate func score(of result: PlayedResult) -> String? {
    guard let score = result.score else { return nil }
    let scoring = ruleSet.rule(of: result.game)?.scoring
    let most = scoring == .lowerAttempts ? result.maxAttempts.map { "/\($0)" } ?? "" : ""
    return scoreText(score, scoring) + most
  }

  /// A game's name for people; `nil` for a slug that no rule has.
  public func name(of game: String) -> String? { ruleSet.rule(of: game)?.name }
}

extension Day {
  /// The day that a moment is in, in the machine's time zone.
  public static func local(at moment: Instant = .now) -> Day {
    NamedTimeZone.machine.day(of: moment)
  }
}
