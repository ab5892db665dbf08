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
    let day = asOf ?? UserSettings.zone.day(of: now)
    if output.isJSON {
      let set = try rules.load()
      for one in streaks { Output.json(json(one, day, mode: try title(one, set, database).mode)) }
    } else {
      try printTable(streaks, database, day)
    }
  }

  private func printTable(_ streaks: [StoredStreak], _ database: Store, _ day: Day) throws {
    let set = try rules.load()
    var table = Table(header: ["USER", "GAME", "CURRENT", "BEST", "PLAYED", "SOLVED", "LAST"])
    for one in streaks where one.streak.totalPlayed > 0 {
      let (name, mode) = try title(one, set, database)
      table.add([
        one.userID, name + (mode.map { " (\($0))" } ?? ""), String(one.streak.current(asOf: day)),
        String(one.streak.max), String(one.streak.totalPlayed), String(one.streak.totalCompleted),
        one.streak.lastPlayed?.iso ?? "–",
      ])
    }
    table.print()
  }

  /// The name of the game, and its mode, if it has one.
  private func title(_ one: StoredStreak, _ set: RuleSet, _ database: Store) throws
    -> (name: String, mode: String?)
  {
    let rule = set.rule(of: one.game)
    if let rule, rule.id == one.gameID { return (rule.name, nil) }
    // A habit, or a game that only an app knows, has no rule with a name.
    let (name, mode) = try database.gameName(userID: one.userID, gameID: one.gameID)
    return (rule?.name ?? name ?? one.game, mode)
  }

  private func json(_ one: StoredStreak, _ day: Day, mode: String?) -> Value {
    .object([
      "userId": .string(one.userID), "game": .string(one.game), "gameId": .string(one.gameID),
      "mode": mode.map(Value.string) ?? .null,
      "current": .int(one.streak.current(asOf: day)), "max": .int(one.streak.max),
      "totalPlayed": .int(one.streak.totalPlayed),
      "totalCompleted": .int(one.streak.totalCompleted),
      "lastPlayed": one.streak.lastPlayed.map { .int($0.dateInt) } ?? .null,
      "start": one.streak.start(asOf: day).map { .int($0.dateInt) } ?? .null,
    ])
  }
}
