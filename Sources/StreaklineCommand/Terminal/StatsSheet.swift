internal import Streakline
internal import StreaklineCore

/// What `stats` shows of one game or mode.
struct StatsSheet {
  /// The cells of the longest bar in a pipe, and at most of a line of a terminal.
  private static let (widestBar, widestLine) = (40, 160)
  /// The longest number of results, with the spaces around a bar.
  private static let besideBar = 13
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  let game: PlayerGame

  private var statistics: GameStatistics { game.statistics }
  private var scoring: Scoring? { game.scoring }

  func print(_ output: OutputOptions) {
    let (all, first, last) = (statistics.all, statistics.first, statistics.last)
    let days = first.map { " · \($0.iso) to \((last ?? $0).iso)" } ?? ""
    Output.line("\(Columns.name(game.title)) · \(Columns.name(game.userId))\(days)")
    var facts = [
      "\(pluralized(all.played, "puzzle")) played", "\(percent(all)) solved",
      "streak \(game.streak?.current ?? 0)",
    ]
    if let best = game.best, let day = statistics.best?.day {
      facts.append("best \(best) on \(day.iso)")
    }
    Output.line(facts.joined(separator: ", "))
    if let run = statistics.longestRun {
      Output.line(
        "longest streak \(game.streak?.streak.max ?? 0), \(run.lowerBound.iso) to \(run.upperBound.iso)"
      )
    }
    Output.line("")
    printDistribution(output)
    Output.line("")
    printPeriods()
    Output.line("")
    printWeekdays()
  }

  private func printDistribution(_ output: OutputOptions) {
    let bars = statistics.distribution
    let labels = bars.map { $0.label(scoring) }
    let width = labels.map(cellCount(of:)).max() ?? 0
    let most = bars.map(\.count).max() ?? 1
    let widest =
      Columns.limit.map { max(10, min($0, Self.widestLine) - width - Self.besideBar) }
      ?? Self.widestBar
    for (bar, label) in zip(bars, labels) {
      let padding = String(repeating: " ", count: width - cellCount(of: label))
      let drawn = barText(bar.count, of: most, cells: widest)
      Output.line(
        "\(padding)\(label)  \(drawn)\(drawn.isEmpty ? "" : " ")\(withThousandsSeparators(bar.count))"
      )
    }
  }

  /// A bar in eighths of a cell. What is not nothing has at least one.
  private func barText(_ count: Int, of most: Int, cells: Int) -> String {
    guard count > 0 else { return "" }
    let eighths = max(1, count * cells * 8 / max(1, most))
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  private func shown(_ number: Double?) -> String {
    scoreText(number, scoring)
  }

  private func percent(_ summary: GameStatistics.Summary) -> String {
    percentText(summary.completed, of: summary.played)
  }

  private func printPeriods() {
    var table = Table(header: ["", "PLAYED", "SOLVED", "MEAN", "MEDIAN"])
    func add(_ name: String, _ summary: GameStatistics.Summary) {
      table.add([
        name, withThousandsSeparators(summary.played), percent(summary), shown(summary.mean),
        shown(summary.median),
      ])
    }
    for days in GameStatistics.periods {
      if let summary = statistics.recent[days] { add("last \(days) days", summary) }
    }
    add("all", statistics.all)
    table.print()
  }

  private func printWeekdays() {
    var table = Table(header: [""] + Self.weekdays)
    table.add(["played"] + statistics.weekdays.map { withThousandsSeparators($0.played) })
    table.add(["solved"] + statistics.weekdays.map(percent))
    table.add(["mean"] + statistics.weekdays.map { shown($0.mean) })
    table.print()
  }
}
