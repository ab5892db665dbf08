internal import ArgumentParser
internal import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore

/// Options that choose a user and a game.
struct SelectionOptions: ParsableArguments {
  @Option(help: "Only this game: its slug or its name.") var game: String?
  @Option(help: "Only this user.") var user: String?

  init() {}

  /// What a command has chosen itself.
  init(game: String?, user: String? = nil) {
    (self.game, self.user) = (game, user)
  }

  /// The slug of the chosen game.
  ///
  /// - Parameter rules: The rules in use, which know the names. A game without a rule has a slug only.
  func slug(_ rules: @autoclosure () throws -> RuleSet) rethrows -> String? {
    guard let game, !isSlug(game) else { return game }
    let named = try rules().rules.first { $0.name.lowercased() == game.lowercased() }
    return named?.game ?? game
  }

  /// Call this when nothing was found: refuses a user or a game that does not exist.
  ///
  /// - Throws: ``CommandFailure`` with the names that exist.
  func refuseUnknownNames(
    in store: Store, slug: String?, rules: @autoclosure () throws -> RuleSet
  ) throws {
    let known = try store.streaks()
    if let slug, !known.contains(where: { $0.game == slug }) {
      let rules = try rules()
      if rules.rule(of: slug) == nil {
        try refuse("game", game ?? slug, known: Set(known.map(\.game)).union(rules.games))
      }
    }
    if let user, !known.contains(where: { $0.userID == user }) {
      let names = try store.knownNames()
      if let owner = names.users[user] {
        throw CommandFailure(
          ExitCodes.nothing, "the results of '\(user)' are those of '\(owner)'",
          help: "--user '\(owner)'")
      }
      try refuse("user", user, known: Set(known.map(\.userID)))
    }
  }

  private func refuse(_ noun: String, _ name: String, known: Set<String>) throws {
    let maximumNames = 10
    let names = known.sorted()
    let list = names.prefix(maximumNames).joined(separator: ", ")
    let more = names.count > maximumNames ? ", …" : ""
    throw CommandFailure(
      ExitCodes.nothing, "there is no \(noun) '\(name)' in the store",
      help: suggestion(for: name, among: names) ?? suggestion(for: name.lowercased(), among: names)
        ?? (names.isEmpty ? nil : "there are \(list)\(more)"))
  }
}
