internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Who has played what today, what is open, and which streaks are at risk.
struct Today: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Show who has played what today, and what is still open.",
    discussion: """
      Lists the games that a player has played in the last two weeks. `streakline` alone, on a terminal,
      shows the same.

      Examples:
        streakline today
        streakline today --user alice --output json
      """)

  @Option(help: "The day; otherwise today.") var asOf: Day?
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func run() throws {
    guard let history = try store.openHistoryIfPresent(rules) else {
      guard !output.isJSON, !tableOptions.csv else { return }
      return Output.note(
        "nothing is stored yet; paste a share into `streakline ingest`, and end with Ctrl-D")
    }
    let question = selection.question(history, asOf: asOf)
    let standings = try history.standings(question)
    if standings.isEmpty { try selection.refuseUnknownNames(in: history, question) }
    if output.isJSON || tableOptions.csv {
      for one in standings { Output.json(one.json) }
    } else {
      show(standings, question.day)
    }
  }

  private func show(_ standings: [Standing], _ day: Day) {
    guard !standings.isEmpty else {
      return Output.note("nobody has played in the \(ResultHistory.habitDays) days to \(day.iso)")
    }
    let played = standings.count(where: \.state.isPlayed)
    let atRisk = standings.count { $0.state == .atRisk }
    var parts = ["\(day.iso)", "\(played) of \(standings.count) played"]
    if atRisk > 0 { parts.append("\(pluralized(atRisk, "streak")) at risk") }
    Output.line(parts.joined(separator: " · "))
    Output.line("")
    var table = Table(header: ["USER", "GAME", "TODAY", "STREAK", "BEST", "LAST"], names: [0, 1])
    for one in standings {
      table.add(
        [
          one.streak.userId, one.title, one.state.words, String(one.streak.current),
          String(one.streak.streak.max), one.lastPlayed.iso,
        ], colored: (2, one.state.color))
    }
    table.print(isColored: output.isColored)
  }
}

extension Standing.State {
  fileprivate var color: Sign.Color {
    switch self {
    case .atRisk: .yellow
    case .open, .noPuzzle, .notPlayed: .faint
    case .notSolved: .red
    case .played: .green
    }
  }
}
