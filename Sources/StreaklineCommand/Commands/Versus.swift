internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Two players against each other.
struct Versus: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "versus", abstract: "Compare two players on the puzzles that both have played.",
    discussion: """
      Who has solved a puzzle wins against who has not; of two who have, the better score wins. Where a game
      has no score, it is a tie.

      Examples:
        streakline versus alice bob
        streakline versus alice bob wordle --from 2026-10-01
        streakline versus alice bob --output json
      """)

  @Argument(help: "The first player.", completion: NameCompletion.users) var first: String
  @Argument(help: "The second player.", completion: NameCompletion.users) var second: String
  @Argument(help: "Only this game: its slug or its name.", completion: NameCompletion.games)
  var game: String?
  @Option(help: "The first day that counts.") var from: Day?
  @Option(help: "The last day that counts.") var to: Day?
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func validate() throws {
    guard first != second else { throw ValidationError("name two different players") }
  }

  func run() throws {
    let history = try store.openHistory(rules)
    let selection = SelectionOptions(game: game)
    let question = selection.question(history, from: from, asOf: to)
    let match = try history.headToHead(first, second, question)
    if match.days == nil {
      for user in [first, second] {
        let one = SelectionOptions(game: game, user: user)
        try one.refuseUnknownNames(in: history, one.question(history))
      }
    }
    if output.isJSON || tableOptions.csv {
      for row in match.rows { Output.json(try history.json(of: row, first, second)) }
      return
    }
    guard let days = match.days else {
      if !output.quiet { Output.note("\(first) and \(second) have played no puzzle both") }
      return
    }
    Output.line(
      "\(Columns.name(first)) against \(Columns.name(second)) · \(days.lowerBound.iso) to \(days.upperBound.iso)"
    )
    Output.line("")
    var table = Table(header: ["GAME", first, second, "TIES", "PUZZLES"], names: [0, 1, 2])
    for row in match.rows {
      let title = try history.title(gameId: row.gameID, game: row.game, user: first)
      table.add([title] + numbers(row.wins, row.losses, row.ties))
    }
    if match.rows.count > 1 { table.add(["all"] + numbers(match.wins, match.losses, match.ties)) }
    table.print()
  }

  private func numbers(_ wins: Int, _ losses: Int, _ ties: Int) -> [String] {
    [wins, losses, ties, wins + losses + ties].map(withThousandsSeparators)
  }
}
