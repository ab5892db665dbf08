internal import Streakline
internal import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore

extension StoreOptions {
  /// What was played, of a store that must exist, with the user's rules and achievements.
  func openHistory(_ rules: RuleOptions) throws -> ResultHistory {
    ResultHistory(try openReading(), try rules.load(), achievements: Self.achievementFolders)
  }

  /// What was played, or `nil` where nothing is stored yet.
  func openHistoryIfPresent(_ rules: RuleOptions) throws -> ResultHistory? {
    try openReadingIfPresent().map {
      ResultHistory($0, try rules.load(), achievements: Self.achievementFolders)
    }
  }

  private static var achievementFolders: [String] { currentLocations().folders("Achievements") }
}

extension ResultHistory {
  /// The user whom a command is about where none is named: the one of the settings, under the name that he has now.
  func ownUser() throws -> String { try currentID(of: UserSettings.current.user ?? "me") }
}

extension SelectionOptions {
  /// The slug of the chosen game.
  ///
  /// - Parameter rules: The rules in use, which know the names.
  func slug(_ rules: @autoclosure () throws -> RuleSet) rethrows -> String? {
    guard let game, !isSlug(game) else { return game }
    return try rules().slug(of: game)
  }

  /// Call this when nothing was found: refuses a user or a game that does not exist.
  func refuseUnknownNames(in store: Store, rules: RuleSet) throws {
    let history = ResultHistory(store, rules)
    try refuseUnknownNames(in: history, question(history))
  }
}
