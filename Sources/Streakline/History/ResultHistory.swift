public import StreaklineCore
internal import StreaklineRules
package import StreaklineStore

/// What everybody has played, and the answers to what people ask about it. The terminal, the pages and `/v1` ask here.
///
/// Results that are suspect do not count, nor those of a day that has not begun anywhere.
///
/// ```swift
/// let store = try RecordStore(path: "results.db")
/// let question = HistoryQuestion(user: "alice")
/// for one in try store.history.streaks(question) {
///   print(try store.history.title(of: one), one.current, one.state.rawValue)
/// }
/// ```
public struct ResultHistory: Sendable {
  let store: Store
  let rules: RuleSet
  /// Folders of files of achievements; a category of a later folder replaces one of the same key.
  let achievementFolders: [String]

  init(_ store: Store, _ rules: RuleSet, achievements folders: [String]) {
    (self.store, self.rules, achievementFolders) = (store, rules, folders)
  }

  /// The ids of everybody who has a result that counts, sorted.
  ///
  /// - Throws: ``LibraryError``.
  public func players(now: Instant = .now) throws -> [String] {
    try reportingLibraryErrors { try store.firstDays(at: now).keys.sorted() }
  }

  /// The ids of everybody who has a result of the question's days that counts, sorted.
  ///
  /// - Throws: ``LibraryError``.
  public func players(_ question: HistoryQuestion) throws -> [String] {
    try reportingLibraryErrors {
      try store.players(question.filter, at: question.now).sorted()
    }
  }

  /// What a user has played on some days, by game and day.
  ///
  /// - Throws: ``LibraryError``.
  public func playedDays(
    of user: String, from: Day, to: Day, now: Instant = .now
  ) throws -> [PlayedDay] {
    try reportingLibraryErrors {
      try store.played(ResultFilter(user: user, from: from, to: to), at: now).map {
        PlayedDay(
          gameId: $0.gameID, day: $0.day, isCompleted: $0.isCompleted,
          score: rules.score(of: $0))
      }
    }
  }

  /// The id that somebody has now who had an id before: after a merge or a renaming, another one.
  ///
  /// - Throws: ``LibraryError``.
  public func currentID(of user: String) throws -> String {
    try reportingLibraryErrors { try store.knownNames().users[user] ?? user }
  }

  /// The slug of a game that is named by its slug or its title. A game without a rule has a slug only.
  public func slug(of game: String) -> String { rules.slug(of: game) }

  /// The groups that are named: those with the id or the title, else those whose id starts like it.
  ///
  /// - Throws: ``LibraryError``.
  package func groups(named text: String) throws -> [Document] {
    try reportingLibraryErrors { try StoredGroups(store: store).named(text) }
  }

  /// The name or the slug in a question that nothing stored has, so that its answer is empty.
  ///
  /// - Returns: `nil` where both are known.
  /// - Throws: ``LibraryError``.
  public func unknownName(in question: HistoryQuestion) throws -> UnknownName? {
    try reportingLibraryErrors {
      let known = try store.streaks()
      if let game = question.game, !known.contains(where: { $0.game == game }),
        rules.rule(of: game) == nil
      {
        return .game(known: Set(known.map(\.game)).union(rules.games))
      }
      guard let user = question.user, !known.contains(where: { $0.userID == user }) else {
        return nil
      }
      if let owner = try store.knownNames().users[user] { return .formerUser(now: owner) }
      return .user(known: Set(known.map(\.userID)))
    }
  }

  /// A game's name for people; `nil` for a slug that no rule has.
  public func name(of game: String) -> String? { rules.rule(of: game)?.name }

  /// A game's name for people, with its mode if it has one: "Wordle", "Quordle (Chill)".
  ///
  /// - Parameters:
  ///   - gameId: The game's id; each mode has its own.
  ///   - game: The game's slug.
  ///   - user: Somebody who has a result of it.
  /// - Throws: ``LibraryError``.
  public func title(gameId: String, game: String, user: String) throws -> String {
    let (name, mode) = try nameAndMode(gameId: gameId, game: game, user: user)
    return name + (mode.map { " (\($0))" } ?? "")
  }

  /// A game's name for people, and its mode; `nil` where it has none.
  func nameAndMode(
    gameId: String, game: String, user: String
  ) throws -> (name: String, mode: String?) {
    let rule = rules.rule(of: game)
    if let rule, rule.id == gameId { return (rule.name, nil) }
    // A habit, or a game that only an app knows, has no rule with a name.
    let (name, mode) = try reportingLibraryErrors {
      try store.gameName(userID: user, gameID: gameId)
    }
    return (rule?.name ?? name ?? game, mode)
  }
}

extension RecordStore {
  /// What everybody has played.
  public var history: ResultHistory {
    ResultHistory(store, rules.ruleSet, achievements: achievementFolders)
  }
}

/// A name that nothing stored has.
public enum UnknownName: Hashable, Sendable {
  /// There is no such game; these are the slugs that exist.
  case game(known: Set<String>)
  /// There is no such user; these are the ids that exist.
  case user(known: Set<String>)
  /// The user has another id now.
  case formerUser(now: String)
}

/// A result of a player, as a list of days shows it.
public struct PlayedDay: Hashable, Sendable {
  /// The game's id; each mode has its own.
  public let gameId: String
  /// The puzzle's day.
  public let day: Day
  /// Whether the puzzle was solved; `false` also where the result does not say.
  public let isCompleted: Bool
  /// The score as the game prints it; `nil` where it has none.
  public let score: String?
}

extension GameRules {
  /// The slug of a game that is named by its slug or its title.
  ///
  /// - Parameter rules: Called only for a title.
  package static func slug(
    of game: String, _ rules: () throws -> GameRules
  ) rethrows -> String {
    isSlug(game) ? game : try rules().ruleSet.slug(of: game)
  }

  /// A result's score as the game prints it, such as "3", "3/6" or "1:42"; `nil` where it has none.
  public func score(of record: Record) -> String? {
    ruleSet.score(of: PlayedResult(record))
  }

  /// A game's name for people; `nil` for a slug that no rule has.
  public func name(of game: String) -> String? { ruleSet.rule(of: game)?.name }
}

extension RuleSet {
  /// The slug of a game that is named by its slug or its title. A game without a rule has a slug only.
  package func slug(of game: String) -> String {
    guard !isSlug(game) else { return game }
    return rules.first { $0.name.lowercased() == game.lowercased() }?.game ?? game
  }

  func score(of result: PlayedResult) -> String? {
    guard let score = result.score else { return nil }
    let scoring = rule(of: result.game)?.scoring
    let most = scoring == .lowerAttempts ? result.maxAttempts.map { "/\($0)" } ?? "" : ""
    return scoreText(score, scoring) + most
  }
}
