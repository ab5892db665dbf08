package import StreaklineCore

/// What a report says of one person's year.
package struct PersonYear: Hashable, Sendable {
  /// A game, or a mode of one, that was played in the year.
  package struct Game: Hashable, Sendable {
    package let slug: String
    package let title: String
    package let scoring: Scoring?
    /// Of the results of the year.
    package let statistics: GameStatistics
    /// The streak on the day of the report.
    package let currentStreak: Int
    /// The longest run of days in the year.
    package let longestStreak: Int
    /// The mean score of each month in which a puzzle with a score was solved.
    package let means: [MeanChart.Point]
    /// The days of this game alone.
    package let calendar: YearCalendar
  }

  /// A tier of an achievement that was reached in the year.
  package struct Unlock: Hashable, Sendable {
    package let name: String
    package let tier: String
    package let day: Day
  }

  /// What is known of games besides their results, by slug: a mode has what its game has.
  package struct Rules: Sendable {
    package var scoring: @Sendable (String) -> Scoring?
    package var achievements: [AchievementCategory]
    package var games: AchievementCount.Games

    package init(
      scoring: @escaping @Sendable (String) -> Scoring?,
      achievements: [AchievementCategory] = [], games: AchievementCount.Games = .init()
    ) {
      (self.scoring, self.achievements, self.games) = (scoring, achievements, games)
    }
  }

  package let user: String
  package let calendar: YearCalendar
  /// The most played first.
  package let games: [Game]
  /// By day.
  package let unlocks: [Unlock]

  /// - Parameters:
  ///   - year: The empty year.
  ///   - results: All results of the person up to the day, also those of other years: they say how long a
  ///     streak is and since when an achievement is unlocked.
  ///   - titles: The games' names, by gameId, with their modes.
  ///   - others: The first day of each other person.
  ///   - day: The day of the report: the last one of the year, or today.
  package init(
    user: String, year: YearCalendar, results: [PlayedResult], rules: Rules,
    titles: [String: String] = [:], others: [Day] = [], asOf day: Day
  ) {
    self.user = user
    var calendar = year
    for result in results { calendar.add(result.day, isCompleted: result.isCompleted) }
    self.calendar = calendar
    let byGame = results.byGame
    games =
      byGame
      .compactMap { Game($0, year, rules, titles, asOf: day) }
      .sorted {
        ($1.statistics.all.played, $0.title) < ($0.statistics.all.played, $1.title)
      }
    let count = AchievementCount(
      rules.achievements, of: byGame, rules.games, others: others.filter { $0 <= day })
    unlocks = count.progress.flatMap { progress in
      progress.unlocks.filter { year.days.contains($0.value) }.map { tier, day in
        Unlock(name: progress.category.name, tier: Self.name(ofTier: tier), day: day)
      }
    }
    .sorted { ($0.day, $0.name, $0.tier) < ($1.day, $1.name, $1.tier) }
  }

  private static func name(ofTier tier: Int) -> String {
    let names = AchievementCategory.tiers
    return names.indices.contains(tier - 1) ? names[tier - 1] : String(tier)
  }

  package var played: Int { calendar.cells.reduce(0) { $0 + $1.played } }
  package var completed: Int { calendar.cells.reduce(0) { $0 + $1.completed } }
  package var days: Int { calendar.cells.count { $0.played > 0 } }
}

extension PersonYear.Game {
  /// - Parameter results: By day.
  /// - Returns: `nil` when the game was not played in the year.
  fileprivate init?(
    _ results: ArraySlice<PlayedResult>, _ year: YearCalendar, _ rules: PersonYear.Rules,
    _ titles: [String: String], asOf day: Day
  ) {
    let days = year.days
    let ofYear = results.drop { $0.day < days.lowerBound }.prefix { $0.day <= days.upperBound }
    guard let (slug, gameID) = ofYear.first.map({ ($0.game, $0.gameID) }) else { return nil }
    self.slug = slug
    title = titles[gameID] ?? slug
    scoring = rules.scoring(slug)
    let everyDays = rules.games.everyDays[slug] ?? 1
    statistics = GameStatistics(Array(ofYear), scoring, everyDays: everyDays, asOf: day)
    currentStreak = Streak(of: results, everyDays: everyDays).current(asOf: day)
    longestStreak = Streak(of: ofYear, everyDays: everyDays).max
    let scored = ofYear.filter { $0.isCompleted && $0.score != nil }
    means = Dictionary(grouping: scored, by: \.day.firstOfMonth)
      .map { month, results in
        let count = Double(results.count)
        // Each share first: the sum of great numbers would not be exact.
        let mean = results.reduce(0.0) { $0 + Double($1.score ?? 0) / count }
        return MeanChart.Point(day: month, mean: mean, count: results.count)
      }
      .sorted { $0.day < $1.day }
    var calendar = year
    for result in ofYear { calendar.add(result.day, isCompleted: result.isCompleted) }
    self.calendar = calendar
  }

  /// The chart of the game's scores.
  package func distribution(of user: String) -> DistributionChart {
    DistributionChart(
      title: "\(title), how often each score: \(user)",
      bars: statistics.distribution.map {
        .init(label: $0.label(scoring), count: $0.count, isFailure: !$0.isCompleted)
      })
  }

  /// The chart of the game's monthly means.
  package func mean(of user: String) -> MeanChart {
    MeanChart(
      title: "\(title), mean of each month: \(user)", points: means,
      unit: scoring == .lowerTimeSeconds ? .seconds : .number)
  }
}
