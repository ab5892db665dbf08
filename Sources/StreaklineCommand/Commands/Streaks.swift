internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Streaks of every user and game.
struct Streaks: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "streaks", abstract: "Show the streaks.",
    discussion: """
      A streak is alive, open today (it ends unless its next puzzle is solved today), or broken.

      Examples:
        streakline streaks
        streakline streaks --as-of 2026-10-03 --output json
      """)

  @Option(help: "The day for which to count; otherwise today.") var asOf: Day?
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func run() throws {
    let history = try store.openHistory(rules)
    let question = selection.question(history, asOf: asOf)
    let streaks = try history.streaks(question)
    if streaks.isEmpty { try selection.refuseUnknownNames(in: history, question) }
    if output.isJSON || tableOptions.csv {
      for one in streaks { Output.json(try history.json(of: one)) }
    } else {
      try printTable(streaks, history, question)
    }
  }

  private func printTable(
    _ streaks: [UserStreak], _ history: ResultHistory, _ question: HistoryQuestion
  ) throws {
    guard !streaks.isEmpty else {
      if !output.quiet { Output.note("there are no streaks yet; paste a result to start one") }
      return
    }
    var table = Table(
      header: [
        "USER", "GAME", "CURRENT", "BEST", "PLAYED", "SOLVED", "LAST", "STATE",
      ], names: [0, 1])
    for one in streaks {
      table.add(
        [
          one.userId, try history.title(of: one), String(one.current), String(one.streak.max),
          String(one.streak.totalPlayed), String(one.streak.totalCompleted),
          one.streak.lastPlayed?.iso ?? "–", one.stateInWords(isOfPast: question.isOfPast),
        ], colored: (7, one.state.color))
    }
    table.print(isColored: output.isColored)
  }
}

extension Streak.State {
  fileprivate var color: Sign.Color {
    switch self {
    case .alive: .green
    case .open: .yellow
    case .broken: .faint
    }
  }
}
