internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore

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

  /// A game that was not played for longer is nobody's habit, in days.
  private static let recentDays = 14

  @Option(help: "The day; otherwise today.") var asOf: Day?
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func run() throws {
    let now = currentInstant()
    let day = asOf ?? UserSettings.zone.day(of: now)
    guard let database = try store.openReadingIfPresent() else {
      guard !output.isJSON, !tableOptions.csv else { return }
      return Output.note(
        "nothing is stored yet; paste a share into `streakline ingest`, and end with Ctrl-D")
    }
    let set = try rules.load()
    let slug = selection.slug(set)
    let streaks =
      if let asOf {
        try database.streaks(user: selection.user, game: slug, upTo: asOf)
      } else {
        try database.streaks(user: selection.user, game: slug, at: now)
      }
    if streaks.isEmpty { try selection.refuseUnknownNames(in: database, slug: slug, rules: set) }
    let lines = try streaks.compactMap { try line($0, day, set, database) }.sorted()
    if output.isJSON || tableOptions.csv {
      for line in lines { Output.json(line.json) }
    } else {
      show(lines, day)
    }
  }

  private func line(
    _ one: StoredStreak, _ day: Day, _ set: RuleSet, _ database: Store
  ) throws -> Line? {
    guard let last = one.streak.lastPlayed, day - last <= Self.recentDays else { return nil }
    let (name, mode) = try one.title(set, database)
    let standing: Line.Standing =
      switch one.streak.state(asOf: day) {
      case .broken where last >= day: .notSolved
      case _ where last >= day: .played
      case .open: .atRisk
      case .alive: .noPuzzle
      case .broken: .open
      }
    return Line(
      user: one.userID, game: name + (mode.map { " (\($0))" } ?? ""), slug: one.game,
      streak: one.streak.current(asOf: day), best: one.streak.max, standing: standing,
      lastPlayed: last)
  }

  private func show(_ lines: [Line], _ day: Day) {
    guard !lines.isEmpty else {
      return Output.note("nobody has played in the \(Self.recentDays) days to \(day.iso)")
    }
    let played = lines.count { $0.standing == .played || $0.standing == .notSolved }
    let atRisk = lines.count { $0.standing == .atRisk }
    var parts = ["\(day.iso)", "\(played) of \(lines.count) played"]
    if atRisk > 0 { parts.append("\(pluralized(atRisk, "streak")) at risk") }
    Output.line(parts.joined(separator: " · "))
    Output.line("")
    var table = Table(header: ["USER", "GAME", "TODAY", "STREAK", "BEST", "LAST"], names: [0, 1])
    for line in lines {
      table.add(
        [
          line.user, line.game, line.standing.words, String(line.streak), String(line.best),
          line.lastPlayed.iso,
        ], colored: (2, line.standing.color))
    }
    table.print(isColored: output.isColored)
  }

  /// How a player stands in a game on the day.
  private struct Line: Comparable {
    /// In the order in which they are listed: what is to be done comes first.
    enum Standing: Int {
      case atRisk, open, noPuzzle, notSolved, played

      var words: String {
        switch self {
        case .atRisk: "open, streak at risk"
        case .open: "open"
        case .noPuzzle: "no puzzle today"
        case .notSolved: "played, not solved"
        case .played: "played"
        }
      }

      var name: String {
        switch self {
        case .atRisk: "atRisk"
        case .open: "open"
        case .noPuzzle: "noPuzzle"
        case .notSolved: "notSolved"
        case .played: "played"
        }
      }

      var color: Sign.Color {
        switch self {
        case .atRisk: .yellow
        case .open, .noPuzzle: .faint
        case .notSolved: .red
        case .played: .green
        }
      }
    }

    let user: String
    let game: String
    let slug: String
    let streak: Int
    let best: Int
    let standing: Standing
    let lastPlayed: Day

    static func < (one: Line, other: Line) -> Bool {
      (one.user, one.standing.rawValue, -one.streak, one.game)
        < (other.user, other.standing.rawValue, -other.streak, other.game)
    }

    var json: Value {
      .object([
        "userId": .string(user), "game": .string(slug), "name": .string(game),
        "state": .string(standing.name), "current": .int(streak), "max": .int(best),
        "lastPlayed": .int(lastPlayed.dateInt),
      ])
    }
  }
}
