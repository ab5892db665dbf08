internal import StreaklineCore
internal import StreaklineStore

/// What `stats` shows of one game or mode.
struct StatsSheet {
  /// The cells of the longest bar in a pipe, and at most of a line of a terminal.
  private static let (widestBar, widestLine) = (40, 160)
  /// The longest number of results, with the spaces around a bar.
  private static let besideBar = 13
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  let user: String
  let slug: String
  let gameID: String
  let title: String
  let statistics: GameStatistics
  let scoring: Scoring?
  /// `nil` where none is stored.
  let streak: Streak?
  let day: Day

  // MARK: - For people

  func print(_ output: OutputOptions) {
    let (all, first, last) = (statistics.all, statistics.first, statistics.last)
    let days = first.map { " · \($0.iso) to \((last ?? $0).iso)" } ?? ""
    Output.line("\(Columns.name(title)) · \(Columns.name(user))\(days)")
    var facts = [
      "\(pluralized(all.played, "puzzle")) played", "\(percent(all)) solved",
      "streak \(streak?.current(asOf: day) ?? 0)",
    ]
    if let best = statistics.best {
      facts.append("best \(scoreText(best.score, scoring)) on \(best.day.iso)")
    }
    Output.line(facts.joined(separator: ", "))
    if let run = statistics.longestRun {
      Output.line(
        "longest streak \(streak?.max ?? 0), \(run.lowerBound.iso) to \(run.upperBound.iso)")
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

  // MARK: - JSON

  var json: Value {
    let bars = statistics.distribution.map { bar in
      Value.object([
        "from": bar.scores.map { .int($0.lowerBound) } ?? .null,
        "to": bar.scores.map { .int($0.upperBound) } ?? .null,
        "completed": .bool(bar.isCompleted), "count": .int(bar.count),
      ])
    }
    var periods: Fields = [:]
    for days in GameStatistics.periods {
      if let summary = statistics.recent[days] { periods.append("\(days)", json(summary)) }
    }
    return .object([
      "userId": .string(user), "game": .string(slug), "gameId": .string(gameID),
      "all": json(statistics.all), "lastDays": .object(periods),
      "weekdays": .list(statistics.weekdays.map(json)), "distribution": .list(bars),
      "first": statistics.first.map { .int($0.dateInt) } ?? .null,
      "last": statistics.last.map { .int($0.dateInt) } ?? .null,
      "best": statistics.best.map { .int($0.score) } ?? .null,
      "bestDay": statistics.best.map { .int($0.day.dateInt) } ?? .null,
      "currentStreak": .int(streak?.current(asOf: day) ?? 0),
      "longestStreak": .int(streak?.max ?? 0),
      "longestStreakFrom": statistics.longestRun.map { .int($0.lowerBound.dateInt) } ?? .null,
      "longestStreakTo": statistics.longestRun.map { .int($0.upperBound.dateInt) } ?? .null,
    ])
  }

  private func json(_ summary: GameStatistics.Summary) -> Value {
    .object([
      "played": .int(summary.played), "completed": .int(summary.completed),
      "mean": summary.mean.map(Value.double) ?? .null,
      "median": summary.median.map(Value.double) ?? .null,
    ])
  }
}
