internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// A year of a player, day by day.
struct CalendarCommand: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar", abstract: "Show a year as a calendar of played days.",
    discussion: """
      Each column is a week from Monday on. A day without a puzzle is a dot, one on which none was solved an
      x. Of the others, the fuller one has more solved puzzles; in colour, the brighter one.

      Examples:
        streakline calendar
        streakline calendar wordle --year 2025 --user alice
        streakline calendar --output json
      """)

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let shades = ["░", "▒", "▓", "█"]

  @Argument(
    help: "The game: its slug or its name; otherwise all games.", completion: NameCompletion.games)
  var game: String?
  @Flag(help: "All games, as without a game.") var all = false
  @Option(help: "The year; otherwise this one.") var year: Int?
  @Option(help: "The player; otherwise you.", completion: NameCompletion.users) var user: String?
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func validate() throws {
    guard year.map((1...9_999).contains) ?? true else {
      throw ValidationError("a year is a number from 1 to 9999")
    }
    guard !all || game == nil else { throw ValidationError("name a game, or all of them") }
  }

  func run() throws {
    let history = try store.openHistory(rules)
    let selection = SelectionOptions(game: game, user: try user ?? history.ownUser())
    let question = selection.question(history)
    guard let calendar = try history.calendar(question, year: year ?? question.day.civil.year)
    else { throw ValidationError("a year is a number from 1 to 9999") }
    let player = question.user ?? ""
    guard calendar.cells.contains(where: { $0.played > 0 }) else {
      try selection.refuseUnknownNames(in: history, question)
      if !output.quiet { Output.note("\(player) has played nothing in \(calendar.year)") }
      return
    }
    if output.isJSON || tableOptions.csv {
      printJSON(calendar, player)
    } else {
      print(calendar, player, question.game.flatMap(history.name(of:)) ?? game)
    }
  }

  private func print(_ calendar: YearCalendar, _ player: String, _ title: String?) {
    let cells = calendar.cells
    let (days, solved) = (cells.count { $0.played > 0 }, cells.reduce(0) { $0 + $1.completed })
    Output.line(
      "\(Columns.name(title ?? "All games")) · \(Columns.name(player)) · \(calendar.year)")
    Output.line("played on \(pluralized(days, "day")), \(pluralized(solved, "puzzle")) solved")
    Output.line("")
    Output.line("     \(monthLine(calendar))")
    if output.isColored { return HeatMap(calendar).print() }
    let weeks = calendar.weeks
    for (weekday, name) in Self.weekdays.enumerated() {
      let line = weeks.map { sign($0[weekday], most: calendar.most) }.joined()
      Output.line("\(name)  \(line)")
    }
  }

  /// The names of the months above their first weeks.
  private func monthLine(_ calendar: YearCalendar) -> String {
    var line = ""
    for (name, week) in zip(Self.months, calendar.weeksOfMonths) {
      line += String(repeating: " ", count: max(0, week - line.count)) + name
    }
    return line
  }

  private func sign(_ cell: YearCalendar.Cell?, most: Int) -> String {
    guard let cell else { return " " }
    guard cell.completed > 0 else { return cell.played > 0 ? "x" : "·" }
    return Self.shades[(cell.completed * Self.shades.count - 1) / max(1, most)]
  }

  /// Prints the days on which something was played.
  private func printJSON(_ calendar: YearCalendar, _ player: String) {
    for (index, cell) in calendar.cells.enumerated() where cell.played > 0 {
      Output.json(
        .object([
          "userId": .string(player), "dateInt": .int((calendar.days.lowerBound + index).dateInt),
          "played": .int(cell.played), "completed": .int(cell.completed),
        ]))
    }
  }
}
