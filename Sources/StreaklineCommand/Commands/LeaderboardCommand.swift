internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Players by points.
struct LeaderboardCommand: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "leaderboard", abstract: "Show who has how many points.",
    discussion: """
      A puzzle that was solved in 2 of 6 tries gives 5 points, in 6 of 6 tries one. Times give 7 points below
      30 seconds and one less for each 30 seconds, at least one. Where more is better, the score counts, up to
      7. Hints count as tries that begin with none, so Strands gives 11 points without one. A game without a
      score gives one for a solved puzzle. What was not solved gives none. Players with equal points share a rank.

      Examples:
        streakline leaderboard
        streakline leaderboard --game wordle --period week
        streakline leaderboard --period all --output json
        streakline leaderboard --group 'The family'
      """)

  @Option(help: "Only this game: its slug or its name.", completion: NameCompletion.games) var game:
    String?
  @Option(help: "The days that count: day, week (from Monday), month or all.")
  var period = Leaderboard.Period.month
  @Option(help: "A day of the period; otherwise today.") var asOf: Day?
  @Option(help: "The members of this group, by the scores that they share: its title or id.")
  var group: String?
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func run() throws {
    let history = try store.openHistory(rules)
    let selection = SelectionOptions(game: game)
    let question = selection.question(history, asOf: asOf)
    let members = try group.map { try GroupOptions.chosen(history.groups(named: $0), $0) }
    let board = try history.leaderboard(question, period, group: members)
    let days = period.days(around: question.day)
    guard !board.rows.isEmpty else {
      try selection.refuseUnknownNames(in: history, question)
      if !output.quiet { Output.note("nobody has played \(inWords(days))") }
      return
    }
    if output.isJSON || tableOptions.csv {
      for row in board.rows { Output.json(row.json(days)) }
    } else {
      if !output.quiet { Output.note("points \(inWords(days))") }
      print(board, hasFormer: days != nil)
      if let group, !output.quiet, board.rows.contains(where: { $0.user.hasPrefix("Unknown ") }) {
        Output.note("streakline group members '\(group)' asks for the names")
      }
    }
  }

  private func print(_ board: Leaderboard, hasFormer: Bool) {
    var table = Table(
      header: ["RANK"] + (hasFormer ? ["CHANGE"] : []) + ["USER", "POINTS", "PLAYED", "SOLVED"],
      names: [hasFormer ? 2 : 1])
    for row in board.rows {
      table.add(
        [String(row.rank)] + (hasFormer ? [change(row)] : []) + [
          row.user, withThousandsSeparators(row.points), withThousandsSeparators(row.played),
          withThousandsSeparators(row.completed),
        ])
    }
    table.print()
  }

  private func change(_ row: Leaderboard.Row) -> String {
    guard let former = row.formerRank else { return "new" }
    if former == row.rank { return "=" }
    return former > row.rank ? "▲ \(former - row.rank)" : "▼ \(row.rank - former)"
  }

  private func inWords(_ days: ClosedRange<Day>?) -> String {
    guard let days else { return "of all days" }
    return days.lowerBound == days.upperBound
      ? "of \(days.lowerBound.iso)" : "from \(days.lowerBound.iso) to \(days.upperBound.iso)"
  }
}
