internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// A year in puzzles, as one page to keep or to send.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write a year in puzzles as one web page to keep or send.",
    discussion: """
      Without a user, the page is about everybody: a leaderboard, head to head, and a part for each person;
      where more than 50 people have played, for the one with the most points. It needs no other file and asks
      no host for anything.
      With --card, it is a picture instead: a card of one game of one player, 1200 × 630, as SVG.
      A file that is no report is not replaced without --force.

      Examples:
        streakline report
        streakline report --user alice --year 2025 --out alice.html
        streakline report --people 10
        streakline report --card wordle --out wordle.svg
        streakline report --out - > report.html
      """)

  /// Where more people than these have played, only the one ahead has a part: a page to send around has no
  /// room for hundreds.
  private static let mostPeople = 50
  /// People who are compared with each other.
  private static let duellists = 3...8

  @Option(help: "Only this player.", completion: NameCompletion.users) var user: String?
  @Option(
    help: ArgumentHelp(
      "A card of this game, of you or the player: its slug or its name.", valueName: "game"))
  var card: String?
  @Option(help: "The year; otherwise this one.") var year: Int?
  @Option(
    help: ArgumentHelp(
      "How many people have a part of their own, those with the most points first.",
      valueName: "number"))
  var people: Int?
  @Option(
    help: ArgumentHelp(
      "The file to write, or - for standard output; otherwise streakline-YEAR.html in this folder, or .svg.",
      valueName: "path"))
  var out: String?
  @Flag(help: "Replace the file also if it is no report.") var force = false
  @Flag(name: .shortAndLong, help: "Report only what went wrong.") var quiet = false
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard year.map((1...9_999).contains) ?? true else {
      throw ValidationError("a year is a number from 1 to 9999")
    }
    guard people.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("--people takes a number, 0 or more")
    }
    guard people == nil || user == nil && card == nil else {
      throw ValidationError("--people is for the report of everybody, without --user and --card")
    }
  }

  func run() throws {
    let history = try store.openHistory(rules)
    let mistakes = history.achievementMistakes
    mistakes.forEach(Output.problem)
    guard mistakes.isEmpty else {
      throw CommandFailure(
        ExitCodes.configuration, "the files of achievements have mistakes; no report was made")
    }
    let question = SelectionOptions(game: card, user: user).question(history)
    guard let year = YearCalendar(year: year ?? question.today.civil.year) else {
      throw ValidationError("a year is a number from 1 to 9999")
    }
    let source = try ReportSource(history, question, year: year)
    let path = out ?? "streakline-\(source.year.year).\(card == nil ? "html" : "svg")"
    if path == "-" {
      return try write(source, history, question) { Output.write(Array($0.utf8)) }
    }
    try refuseOther(path)
    try writeWhole(path, beside: store, orElse: "write --out -") { append in
      try write(source, history, question) { try append(Array($0.utf8)) }
    }
    if !quiet { Output.note("\(path) is written; open it in a browser") }
  }

  /// Refuses to replace a file that this command has not written.
  private func refuseOther(_ path: String) throws {
    guard force || ReportPage.mayReplace(path) else {
      throw CommandFailure(
        ExitCodes.cannotWrite, "\(path) is no report and stays as it is",
        help: "name another file with --out, or replace it with --force")
    }
  }

  // MARK: - The page

  private func write(
    _ source: ReportSource, _ history: ResultHistory, _ question: HistoryQuestion,
    to target: (String) throws -> Void
  ) throws {
    if let card { return try writeCard(card, source, history, question, to: target) }
    guard let user else { return try writeGroup(source, history, question, to: target) }
    let person = try source.person(user)
    guard !person.games.isEmpty else { throw try nothing(source, history, question) }
    let page = ReportPage(
      year: source.year.year, people: [person.user], players: 1, asOf: source.day)
    try target(page.start + page.person(person) + page.end)
  }

  /// The card of a game; of several modes, the one that is named, or that was played most.
  private func writeCard(
    _ game: String, _ source: ReportSource, _ history: ResultHistory, _ question: HistoryQuestion,
    to target: (String) throws -> Void
  ) throws {
    let person = try source.person(user ?? history.ownUser())
    let found =
      person.games.first { $0.title.lowercased() == game.lowercased() }
      ?? person.games.first { $0.slug == question.game }
    guard let found else {
      throw try nothing(source, history, question.asked(about: person.user))
    }
    let card = GameCard(user: person.user, year: source.year.year, game: found)
    try target(card.svg)
  }

  private func writeGroup(
    _ source: ReportSource, _ history: ResultHistory, _ question: HistoryQuestion,
    to target: (String) throws -> Void
  ) throws {
    let (leaderboard, calendar) = try source.totals()
    let players = leaderboard.rows.map(\.user)
    guard !players.isEmpty else { throw try nothing(source, history, question) }
    let most = players.count > Self.mostPeople ? 1 : Self.mostPeople
    let people = Array(players.prefix(self.people ?? most))
    let count = min(max(people.count, Self.duellists.lowerBound), Self.duellists.upperBound)
    let duellists = try players.prefix(count).map { user in
      (user: user, results: try source.results(user, from: source.year.days.lowerBound))
    }
    let group = GroupYear(
      calendar: calendar, leaderboard: leaderboard,
      duels: GroupYear.Duels(duellists, scoring: source.scoring))
    let page = ReportPage(
      year: source.year.year, people: people, players: players.count, asOf: source.day)
    try target(page.start)
    if players.count > 1 || people.isEmpty { try target(page.group(group)) }
    for user in people {
      try Interruption.stopIfRequested()
      try target(page.person(try source.person(user)))
    }
    try target(page.end)
  }

  /// Why there is nothing to report.
  private func nothing(
    _ source: ReportSource, _ history: ResultHistory, _ question: HistoryQuestion
  ) throws -> CommandFailure {
    try SelectionOptions(game: card, user: question.user)
      .refuseUnknownNames(in: history, question)
    guard let user = question.user else {
      return CommandFailure(
        ExitCodes.nothing, "nobody has played anything in \(source.year.year)")
    }
    let what = card.map { "not played '\($0)'" } ?? "played nothing"
    return CommandFailure(ExitCodes.nothing, "\(user) has \(what) in \(source.year.year)")
  }
}
