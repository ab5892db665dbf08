public import StreaklineCore
internal import StreaklineRules
package import StreaklineStore

extension ResultHistory {
  /// Players by their points in the days of a period, with the ranks of the period before.
  ///
  /// - Parameter question: Its day is one of the period's; what is of the period and after that day counts, too.
  /// - Throws: ``LibraryError``.
  public func leaderboard(
    _ question: HistoryQuestion, _ period: Leaderboard.Period
  ) throws -> Leaderboard {
    try leaderboard(question, period, group: nil)
  }

  /// The same of a group, by the scores that its members share.
  ///
  /// - Parameter group: The group's document; `nil` for the players of the store.
  package func leaderboard(
    _ question: HistoryQuestion, _ period: Leaderboard.Period, group: Document?
  ) throws -> Leaderboard {
    let days = period.days(around: question.day)
    let before = days.flatMap { period.days(around: $0.lowerBound + -1) }
    return try reportingLibraryErrors {
      let scores = try group.map { try GroupScores($0, store, rules) }
      func points(_ days: ClosedRange<Day>?) throws -> [Leaderboard.Row] {
        try scores?.points(days, question) ?? self.points(days, question)
      }
      return Leaderboard(try points(days), former: try before.map { try points($0) } ?? [])
    }
  }

  private func points(
    _ days: ClosedRange<Day>?, _ question: HistoryQuestion
  ) throws -> [Leaderboard.Row] {
    let filter = ResultFilter(game: question.game, from: days?.lowerBound, to: days?.upperBound)
    let scores = try store.scores(filter, at: question.now)
    let scorings = rules.scorings(of: scores.map(\.game))
    return scores.map { Leaderboard.Row(user: $0.userID, $0.scores, scorings[$0.game]) }
  }

  /// Two players against each other, on the puzzles that both have played.
  ///
  /// - Parameter question: The game and the days; its user is of no account.
  /// - Throws: ``LibraryError``.
  public func headToHead(
    _ first: String, _ second: String, _ question: HistoryQuestion
  ) throws -> HeadToHead {
    try reportingLibraryErrors {
      func results(_ user: String) throws -> [PlayedResult] {
        try store.played(question.asked(about: user).filter, at: question.now)
      }
      return HeadToHead(try results(first), try results(second)) { rules.rule(of: $0)?.scoring }
    }
  }
}

extension ResultHistory {
  /// What the shared puzzles of a game come to, as programs read it.
  ///
  /// - Throws: ``LibraryError``.
  public func json(
    of row: HeadToHead.Row, _ first: String, _ second: String
  ) throws -> Value {
    let (name, mode) = try nameAndMode(gameId: row.gameID, game: row.game, user: first)
    return .object([
      "game": .string(row.game), "gameId": .string(row.gameID), "gameName": .string(name),
      "mode": mode.map(Value.string) ?? .null, "first": .string(first),
      "second": .string(second), "firstWins": .int(row.wins), "secondWins": .int(row.losses),
      "ties": .int(row.ties), "puzzles": .int(row.played),
    ])
  }
}

extension Leaderboard.Row {
  /// The row as programs read it.
  ///
  /// - Parameter days: The days that count; `nil` for all.
  public func json(_ days: ClosedRange<Day>?) -> Value {
    .object([
      "rank": .int(rank), "formerRank": formerRank.map(Value.int) ?? .null,
      "userId": .string(user), "points": .int(points), "played": .int(played),
      "completed": .int(completed),
      "from": days.map { .int($0.lowerBound.dateInt) } ?? .null,
      "to": days.map { .int($0.upperBound.dateInt) } ?? .null,
    ])
  }
}

/// The scores that the members of a group share.
private struct GroupScores {
  private let group: Document
  private let store: Store
  private let rules: RuleSet
  private let own: Set<String>
  private let names: GroupNames

  init(_ group: Document, _ store: Store, _ rules: RuleSet) throws {
    (self.group, self.store, self.rules) = (group, store, rules)
    own = Set(try store.ownAccounts())
    names = try GroupNames(store)
  }

  func points(
    _ days: ClosedRange<Day>?, _ question: HistoryQuestion
  ) throws -> [Leaderboard.Row] {
    let slugs = rules.slugs
    return try store.documents(type: RecordType.dailyScore.name).compactMap { score in
      guard let name = DailyScoreName(score.name), name.group == DailyScoreName.group(group.name),
        days?.contains(name.day) ?? true, name.day <= question.now.latestDay
      else { return nil }
      let game = slugs[name.gameID]
      guard question.game == nil || question.game == game else { return nil }
      var tally = ScoreTally()
      tally.add(
        PlayedScore(
          isCompleted: score.fields["completed"]?.bool ?? false,
          score: score.fields["score"]?.int, maxAttempts: score.fields["maxAttempts"]?.int))
      return Leaderboard.Row(
        user: own.contains(name.account) ? "you" : names[name.account], tally,
        game.flatMap { rules.rule(of: $0)?.scoring })
    }
  }
}

/// What the members of groups are called.
package struct GroupNames {
  private let names: [String: String]

  package init(_ store: Store) throws {
    let known = try store.documents(type: RecordType.groupMember.name).compactMap { document in
      document.fields["displayName"]?.string.map { (document.name, $0) }
    }
    names = Dictionary(known, uniquingKeysWith: { first, _ in first })
  }

  /// A member's name, or `Unknown` and the start of the account where none is known.
  package subscript(account: String) -> String { names[account] ?? "Unknown \(account.prefix(9))" }
}
