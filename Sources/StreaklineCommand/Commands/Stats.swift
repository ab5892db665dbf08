internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

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

  @Argument(help: "The game: its slug or its name.", completion: NameCompletion.games) var game:
    String
  @Option(help: "The player; otherwise you.", completion: NameCompletion.users) var user: String?
  @Option(help: "The day on which the latest 7, 30 and 365 days end; otherwise today.")
  var asOf: Day?
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func run() throws {
    let history = try store.openHistory(rules)
    let selection = SelectionOptions(game: game, user: try user ?? history.ownUser())
    let question = selection.question(history, asOf: asOf)
    let games = try history.games(question).sorted { $0.gameId < $1.gameId }
    guard !games.isEmpty else {
      try selection.refuseUnknownNames(in: history, question)
      throw CommandFailure(
        ExitCodes.nothing, "\(question.user ?? "") has no results in '\(game)'",
        help: "streakline streaks --game '\(game)'")
    }
    for one in games {
      if output.isJSON || tableOptions.csv {
        Output.json(one.json)
      } else {
        StatsSheet(game: one).print(output)
      }
    }
  }
}
