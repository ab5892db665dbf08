internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Options that choose a user and a game.
struct SelectionOptions: ParsableArguments {
  @Option(help: "Only this game: its slug or its name.", completion: NameCompletion.games)
  var game: String?
  @Option(help: "Only this user.", completion: NameCompletion.users) var user: String?

  init() {}

  /// What a command has chosen itself.
  init(game: String?, user: String? = nil) {
    (self.game, self.user) = (game, user)
  }

  /// What is asked of the history about the chosen user and game.
  func question(
    _ history: ResultHistory, from: Day? = nil, asOf: Day? = nil
  ) -> HistoryQuestion {
    let now = Instant.now
    return HistoryQuestion(
      user: user, game: game.map(history.slug), from: from, asOf: asOf,
      today: UserSettings.day(of: now), now: now)
  }

  /// Call this when nothing was found: refuses a user or a game that does not exist.
  ///
  /// - Throws: ``CommandFailure`` with the names that exist.
  func refuseUnknownNames(in history: ResultHistory, _ question: HistoryQuestion) throws {
    switch try history.unknownName(in: question) {
    case .game(let known): try refuse("game", game ?? "", known: known)
    case .user(let known): try refuse("user", question.user ?? "", known: known)
    case .formerUser(let owner):
      throw CommandFailure(
        ExitCodes.nothing, "the results of '\(question.user ?? "")' are those of '\(owner)'",
        help: "--user '\(owner)'")
    case nil: return
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
