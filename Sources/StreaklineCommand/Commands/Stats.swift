internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore

/// One player's numbers in one game.
struct Stats: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show a player's numbers in a game: how often each score, means, weekdays.",
    discussion: """
      A result that is not counted is left out, as in streaks.

      Examples:
        streakline stats wordle
        streakline stats wordle --user alice --as-of 2026-10-03
        streakline stats "Connections" --output json
      """)

  @Argument(help: "The game: its slug or its name.") var game: String
  @Option(help: "The player; otherwise you.") var user: String?
  @Option(help: "The day on which the latest 7, 30 and 365 days end; otherwise today.")
  var asOf: Day?
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func run() throws {
    let database = try store.openReading()
    let set = try rules.load()
    let selection = SelectionOptions(game: game, user: try user ?? database.ownUser())
    let slug = selection.slug(set)
    let now = currentInstant()
    let day = asOf ?? UserSettings.zone.day(of: now)
    let results = try database.played(
      ResultFilter(user: selection.user, game: slug, to: asOf), at: now)
    let modes = Dictionary(grouping: results, by: \.gameID)
    guard !modes.isEmpty else {
      try selection.refuseUnknownNames(in: database, slug: slug, rules: set)
      throw CommandFailure(
        ExitCodes.nothing, "\(selection.user ?? "") has no results in '\(game)'",
        help: "streakline streaks --game '\(game)'")
    }
    let streaks = try database.streaks(user: selection.user, game: slug, upTo: day)
    let rule = slug.flatMap(set.rule(of:))
    for (gameID, results) in modes.sorted(by: { $0.key < $1.key }) {
      let sheet = StatsSheet(
        user: selection.user ?? "", slug: slug ?? game, gameID: gameID,
        title: try title(gameID, results, set, database, selection.user ?? ""),
        statistics: GameStatistics(
          results, rule?.scoring, everyDays: set.everyDays(of: results[0].game), asOf: day),
        scoring: rule?.scoring,
        streak: streaks.first { $0.gameID == gameID }?.streak, day: day)
      if output.isJSON || tableOptions.csv { Output.json(sheet.json) } else { sheet.print(output) }
    }
  }

  /// The game's name, with its mode if it has one.
  private func title(
    _ gameID: String, _ results: [PlayedResult], _ set: RuleSet, _ database: Store, _ user: String
  ) throws -> String {
    if let rule = set.rule(of: results[0].game), rule.id == gameID { return rule.name }
    let (name, mode) = try database.gameName(userID: user, gameID: gameID)
    return (set.rule(of: results[0].game)?.name ?? name ?? results[0].game)
      + (mode.map { " (\($0))" } ?? "")
  }
}
