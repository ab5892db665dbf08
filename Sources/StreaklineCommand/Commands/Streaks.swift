internal import ArgumentParser
internal import Foundation
internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore

/// Streaks of every user and game.
struct Streaks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "streaks", abstract: "Show the streaks.",
    discussion: """
      Examples:
        streakline streaks
        streakline streaks --as-of 2026-10-03 --output json
      """)

  @Option(help: "The day for which to count; otherwise today.") var asOf: Day?
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let database = try store.openReading()
    let slug = try selection.slug(try rules.load())
    let now = currentInstant()
    let streaks =
      if let asOf {
        try database.streaks(user: selection.user, game: slug, upTo: asOf)
      } else {
        try database.streaks(user: selection.user, game: slug, at: now)
      }
    if streaks.isEmpty {
      try selection.refuseUnknownNames(in: database, slug: slug, rules: try rules.load())
    }
    let day = asOf ?? NamedTimeZone.machine.day(of: now)
    if output.isJSON {
      streaks.forEach { Output.json(json($0, day)) }
    } else {
      try printTable(streaks, database, day)
    }
  }

  private func printTable(_ streaks: [StoredStreak], _ database: Store, _ day: Day) throws {
    let set = try rules.load()
    var table = Table(header: ["USER", "GAME", "CURRENT", "BEST", "PLAYED", "SOLVED", "LAST"])
    for one in streaks where one.streak.totalPlayed > 0 {
      let rule = set.rule(of: one.game)
      let mode = rule.map { $0.id == one.gameID ? "" : " (mode)" } ?? ""
      // A habit, or a game that only an app knows, has no rule with a name.
      let name =
        try rule?.name ?? database.gameName(userID: one.userID, gameID: one.gameID) ?? one.game
      table.add([
        one.userID, name + mode, String(one.streak.current(asOf: day)),
        String(one.streak.max), String(one.streak.totalPlayed), String(one.streak.totalCompleted),
        one.streak.lastPlayed?.iso ?? "–",
      ])
    }
    table.print()
  }

  private func json(_ one: StoredStreak, _ day: Day) -> Value {
    .object([
      "userId": .string(one.userID), "game": .string(one.game), "gameId": .string(one.gameID),
      "current": .int(one.streak.current(asOf: day)), "max": .int(one.streak.max),
      "totalPlayed": .int(one.streak.totalPlayed),
      "totalCompleted": .int(one.streak.totalCompleted),
      "lastPlayed": one.streak.lastPlayed.map { .int($0.dateInt) } ?? .null,
      "start": one.streak.start(asOf: day).map { .int($0.dateInt) } ?? .null,
    ])
  }
}
