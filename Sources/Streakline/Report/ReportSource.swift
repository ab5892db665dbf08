package import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore

/// Where a report has its numbers from: the results up to the end of a year, a person or a day at a time.
package struct ReportSource {
  /// The year without results.
  package let year: YearCalendar
  /// The last day of the year, or today.
  package let day: Day
  private let history: ResultHistory
  private let rules: PersonYear.Rules
  /// The first day of everybody, in any year.
  private let firstDays: [String: Day]
  private let now: Instant

  /// - Parameters:
  ///   - question: The day is today; whose report it is, is asked later.
  ///   - year: A year that a day can have.
  /// - Throws: ``LibraryError``.
  package init(_ history: ResultHistory, _ question: HistoryQuestion, year: YearCalendar) throws {
    (self.history, self.year, now) = (history, year, question.now)
    day = max(year.days.lowerBound, min(year.days.upperBound, question.today))
    let set = history.rules
    (firstDays, rules) = try reportingLibraryErrors {
      // Each rule is asked once: a report compares thousands of scores.
      let scorings = set.scorings(of: try history.store.games())
      let rules = PersonYear.Rules(
        scoring: { scorings[$0] },
        achievements: AchievementFiles(history.achievementFolders).categories,
        games: set.achievementGames)
      return (try history.store.firstDays(at: question.now), rules)
    }
  }

  package func scoring(_ game: String) -> Scoring? { rules.scoring(game) }

  /// A person's results up to the last day of the year, those that count.
  ///
  /// - Throws: ``LibraryError``.
  package func results(_ user: String, from: Day? = nil) throws -> [PlayedResult] {
    try reportingLibraryErrors {
      try history.store.played(
        ResultFilter(user: user, from: from, to: year.days.upperBound), at: now)
    }
  }

  /// - Throws: ``LibraryError``.
  package func person(_ user: String) throws -> PersonYear {
    let results = try results(user)
    return PersonYear(
      user: user, year: year, results: results, rules: rules,
      titles: try titles(of: results, user),
      others: firstDays.filter { $0.key != user }.map(\.value), asOf: day)
  }

  /// The names of the games of results, with their modes, by gameId.
  private func titles(of results: [PlayedResult], _ user: String) throws -> [String: String] {
    var titles: [String: String] = [:]
    for result in results where titles[result.gameID] == nil {
      titles[result.gameID] = try history.title(
        gameId: result.gameID, game: result.game, user: user)
    }
    return titles
  }

  /// The points of the year and its days, of everybody.
  ///
  /// - Throws: ``LibraryError``.
  package func totals() throws -> (Leaderboard, YearCalendar) {
    var sums: [(row: Leaderboard.Row, scoring: Scoring?)] = []
    var calendar = year
    try reportingLibraryErrors {
      try history.store.forEachPlayed(year.days, at: now) { all in
        sums = all.map { (Leaderboard.Row(user: $0), rules.scoring($1)) }
      } _: { place, day, score in
        sums[place].row.add(score, sums[place].scoring)
        calendar.add(day, isCompleted: score.isCompleted)
      }
    }
    return (Leaderboard(sums.map(\.row)), calendar)
  }
}
