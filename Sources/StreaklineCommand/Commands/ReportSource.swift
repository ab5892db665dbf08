internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineFiles
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore

/// Where a report has its numbers from: the results up to the end of a year, a person or a day at a time.
struct ReportSource {
  /// The year without results.
  let year: YearCalendar
  /// The last day of the year, or today.
  let day: Day
  private let database: Store
  private let set: RuleSet
  private let rules: PersonYear.Rules
  /// The first day of everybody, in any year.
  private let firstDays: [String: Day]
  private let now: Instant

  /// - Parameter year: `nil` for this year.
  init(_ store: StoreOptions, _ ruleOptions: RuleOptions, year number: Int?) throws {
    now = currentInstant()
    let today = UserSettings.zone.day(of: now)
    guard let year = YearCalendar(year: number ?? today.civil.year) else {
      throw ValidationError("a year is a number from 1 to 9999")
    }
    self.year = year
    day = max(year.days.lowerBound, min(year.days.upperBound, today))
    let set = try ruleOptions.load()
    self.set = set
    let files = AchievementFiles(currentLocations().folders("Achievements"))
    files.problems.forEach(Output.problem)
    guard files.problems.isEmpty else {
      throw CommandFailure(
        ExitCodes.configuration, "the files of achievements have mistakes; no report was made")
    }
    let database = try store.openReading()
    self.database = database
    firstDays = try database.firstDays(at: now)
    // Each rule is asked once: a report compares thousands of scores.
    let scorings = set.scorings(of: try database.games())
    rules = PersonYear.Rules(
      scoring: { scorings[$0] }, achievements: files.categories,
      games: .init(
        everyDays: set.everyDays, higherIsBetter: set.higherIsBetter, withoutTries: set.withoutTries
      ))
  }

  func scoring(_ game: String) -> Scoring? { rules.scoring(game) }

  /// The user whom the report is about where none is named.
  func ownUser() throws -> String { try database.ownUser() }

  /// A person's results up to the last day of the year, those that count.
  func results(_ user: String, from: Day? = nil) throws -> [PlayedResult] {
    try Interruption.stopIfRequested()
    return try database.played(
      ResultFilter(user: user, from: from, to: year.days.upperBound), at: now)
  }

  func person(_ user: String) throws -> PersonYear {
    let results = try results(user)
    return PersonYear(
      user: user, year: year, results: results, rules: rules,
      titles: try titles(of: results, user),
      others: firstDays.filter { $0.key != user }.map(\.value), asOf: day)
  }

  /// The names of the games of results, with their modes, by gameId.
  private func titles(of results: [PlayedResult], _ user: String) throws -> [String: String] {
    var titles: [String: String] = [:]
    var last: String?
    for result in results where result.gameID != last {
      last = result.gameID
      let rule = set.rule(of: result.game)
      if let rule, rule.id == result.gameID {
        titles[result.gameID] = rule.name
      } else {
        let (name, mode) = try database.gameName(userID: user, gameID: result.gameID)
        titles[result.gameID] =
          (rule?.name ?? name ?? result.game) + (mode.map { " (\($0))" } ?? "")
      }
    }
    return titles
  }

  /// The points of the year and its days, of everybody.
  func totals() throws -> (Leaderboard, YearCalendar) {
    var sums: [(row: Leaderboard.Row, scoring: Scoring?)] = []
    var calendar = year
    try database.forEachPlayed(year.days, at: now) { all in
      sums = all.map { (Leaderboard.Row(user: $0), rules.scoring($1)) }
    } _: { place, day, score in
      sums[place].row.add(score, sums[place].scoring)
      calendar.add(day, isCompleted: score.isCompleted)
    }
    return (Leaderboard(sums.map(\.row)), calendar)
  }

  func slug(of game: String) -> String? { SelectionOptions(game: game).slug(set) }

  /// Why there is nothing to report.
  func nothing(of user: String?, game: String? = nil) throws -> CommandFailure {
    try SelectionOptions(game: game, user: user)
      .refuseUnknownNames(in: database, slug: game.flatMap(slug), rules: set)
    guard let user else {
      return CommandFailure(ExitCodes.nothing, "nobody has played anything in \(year.year)")
    }
    let what = game.map { "not played '\($0)'" } ?? "played nothing"
    return CommandFailure(ExitCodes.nothing, "\(user) has \(what) in \(year.year)")
  }
}
