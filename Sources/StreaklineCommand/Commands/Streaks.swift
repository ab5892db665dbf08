internal import ArgumentParser
internal import Foundation
internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore

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
    if output.isJSON || tableOptions.csv {
      let set = try rules.load()
      for one in streaks { Output.json(json(one, day, mode: try one.title(set, database).mode)) }
    } else {
      try printTable(streaks, database, day)
    }
  }

  private func printTable(_ streaks: [StoredStreak], _ database: Store, _ day: Day) throws {
    let set = try rules.load()
    var table = Table(
      header: [
        "USER", "GAME", "CURRENT", "BEST", "PLAYED", "SOLVED", "LAST", "STATE",
      ], names: [0, 1])
    let played = streaks.filter { $0.streak.totalPlayed > 0 }
    guard !played.isEmpty else {
      if !output.quiet { Output.note("there are no streaks yet; paste a result to start one") }
      return
    }
    for one in played {
      let (name, mode) = try one.title(set, database)
      let state = one.streak.state(asOf: day)
      table.add(
        [
          one.userID, name + (mode.map { " (\($0))" } ?? ""), String(one.streak.current(asOf: day)),
          String(one.streak.max), String(one.streak.totalPlayed), String(one.streak.totalCompleted),
          one.streak.lastPlayed?.iso ?? "–", state.words,
        ], colored: (7, state.color))
    }
    table.print(isColored: output.isColored)
  }

  private func json(_ one: StoredStreak, _ day: Day, mode: String?) -> Value {
    .object([
      "userId": .string(one.userID), "game": .string(one.game), "gameId": .string(one.gameID),
      "mode": mode.map(Value.string) ?? .null,
      "current": .int(one.streak.current(asOf: day)), "max": .int(one.streak.max),
      "totalPlayed": .int(one.streak.totalPlayed),
      "totalCompleted": .int(one.streak.totalCompleted),
      "lastPlayed": one.streak.lastPlayed.map { .int($0.dateInt) } ?? .null,
      "state": .string(one.streak.state(asOf: day).rawValue),
      "start": one.streak.start(asOf: day).map { .int($0.dateInt) } ?? .null,
    ])
  }
}

extension StoredStreak {
  /// The name of the game, and its mode, if it has one.
  func title(_ set: RuleSet, _ database: Store) throws -> (name: String, mode: String?) {
    let rule = set.rule(of: game)
    if let rule, rule.id == gameID { return (rule.name, nil) }
    // A habit, or a game that only an app knows, has no rule with a name.
    let (name, mode) = try database.gameName(userID: userID, gameID: gameID)
    return (rule?.name ?? name ?? game, mode)
  }
}

extension Streak.State {
  var words: String {
    switch self {
    case .alive: "alive"
    case .open: "open today"
    case .broken: "broken"
    }
  }

  var color: Sign.Color {
    switch self {
    case .alive: .green
    case .open: .yellow
    case .broken: .faint
    }
  }
}
