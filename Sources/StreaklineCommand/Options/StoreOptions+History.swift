internal import Streakline
internal import StreaklineCore

extension StoreOptions {
  /// What was played, of a store that must exist, with the user's rules and achievements.
  func openHistory(_ rules: RuleOptions) throws -> ResultHistory {
    try openReading().with(try rules.load(), achievements: Self.achievementFolders).history
  }

  /// What was played, or `nil` where nothing is stored yet.
  func openHistoryIfPresent(_ rules: RuleOptions) throws -> ResultHistory? {
    try openReadingIfPresent().map {
      $0.with(try rules.load(), achievements: Self.achievementFolders).history
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
  func slug(_ rules: @autoclosure () throws -> GameRules) rethrows -> String? {
    try game.map { try GameRules.slug(of: $0, rules) }
  }

  /// Call this when nothing was found: refuses a user or a game that does not exist.
  func refuseUnknownNames(in store: RecordStore, rules: GameRules) throws {
    let history = store.with(rules).history
    try refuseUnknownNames(in: history, question(history))
  }
}
