public import StreaklineCore
internal import StreaklineStore

extension ResultHistory {
  /// The days before the day asked for in which a game was played, so that it is somebody's habit.
  public static let habitDays = 14

  /// The streaks by user and game, of those with a result that counts.
  ///
  /// - Throws: ``LibraryError``.
  public func streaks(_ question: HistoryQuestion) throws -> [UserStreak] {
    try reportingLibraryErrors {
      try store.streaks(user: question.user, game: question.game, upTo: question.lastDay).map {
        UserStreak(
          userId: $0.userID, game: $0.game, gameId: $0.gameID, streak: $0.streak, day: question.day)
      }
    }
  }

  /// How everybody stands on the day in each game that is a habit: what is to be done comes first.
  ///
  /// - Throws: ``LibraryError``.
  public func standings(_ question: HistoryQuestion) throws -> [Standing] {
    try streaks(question).compactMap { one in
      guard let last = one.streak.lastPlayed, question.day - last <= Self.habitDays else {
        return nil
      }
      let (name, mode) = try nameAndMode(gameId: one.gameId, game: one.game, user: one.userId)
      return Standing(
        streak: one, gameName: name, mode: mode,
        state: try state(of: one, lastPlayed: last, question), lastPlayed: last)
    }
    .sorted()
  }

  private func state(
    of one: UserStreak, lastPlayed last: Day, _ question: HistoryQuestion
  ) throws -> Standing.State {
    if last == question.day { return one.current > 0 ? .played : .notSolved }
    if last > question.day {
      // Tomorrow's puzzle has begun somewhere, and was played before today's or after it.
      let filter = ResultFilter(
        user: one.userId, game: one.game, from: question.day, to: question.day)
      let results = try reportingLibraryErrors { try store.played(filter, at: question.now) }
      guard let result = results.first(where: { $0.gameID == one.gameId }) else { return .open }
      return result.isCompleted ? .played : .notSolved
    }
    return switch one.state {
    case .alive: .noPuzzle
    case _ where question.isOfPast: .notPlayed
    case .open: .atRisk
    case .broken: .open
    }
  }

  /// The name of a streak's game for people, with its mode if it has one.
  ///
  /// - Throws: ``LibraryError``.
  public func title(of streak: UserStreak) throws -> String {
    try title(gameId: streak.gameId, game: streak.game, user: streak.userId)
  }

  /// A streak as programs read it.
  ///
  /// - Throws: ``LibraryError``.
  public func json(of one: UserStreak) throws -> Value {
    let (name, mode) = try nameAndMode(gameId: one.gameId, game: one.game, user: one.userId)
    return .object([
      "userId": .string(one.userId), "game": .string(one.game), "gameId": .string(one.gameId),
      "gameName": .string(name), "mode": mode.map(Value.string) ?? .null,
      "current": .int(one.current), "max": .int(one.streak.max),
      "totalPlayed": .int(one.streak.totalPlayed),
      "totalCompleted": .int(one.streak.totalCompleted),
      "lastPlayed": one.streak.lastPlayed.map { .int($0.dateInt) } ?? .null,
      "state": .string(one.state.rawValue),
      "start": one.streak.start(asOf: one.day).map { .int($0.dateInt) } ?? .null,
    ])
  }
}

/// A streak, whose it is, and the day for which it was asked.
public struct UserStreak: Hashable, Sendable {
  /// The player's user id.
  public let userId: String
  /// The game's slug.
  public let game: String
  /// The game's id; each mode of a game has an id of its own.
  public let gameId: String
  /// The counted days, with the longest and the latest run; ``current`` and ``state`` are derived from it.
  public let streak: Streak
  /// The day for which ``current`` and ``state`` are.
  public let day: Day

  /// The length of the run that goes on.
  public var current: Int { streak.current(asOf: day) }

  /// Whether the streak goes on, is open or is broken on ``day``.
  public var state: Streak.State { streak.state(asOf: day) }

  /// The state as people read it, such as `open today`.
  ///
  /// - Parameter isOfPast: Whether the day is over.
  public func stateInWords(isOfPast: Bool) -> String {
    switch state {
    case .alive: "alive"
    case .open: isOfPast ? "open that day" : "open today"
    case .broken: "broken"
    }
  }
}

/// How a player stands in a game on a day.
public struct Standing: Hashable, Comparable, Sendable {
  /// In the order in which they are listed: what is to be done comes first.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The streak ends unless the day's puzzle is solved.
    case atRisk
    /// The day's puzzle is not played yet.
    case open
    /// The game has no puzzle on the day that is left to play.
    case noPuzzle
    /// The day is over, and its puzzle was not played.
    case notPlayed
    /// The day's puzzle was played, and not solved.
    case notSolved
    /// The day's puzzle was solved.
    case played

    /// The state in English, such as `open, streak at risk`, without a full stop.
    public var words: String {
      switch self {
      case .atRisk: "open, streak at risk"
      case .open: "open"
      case .noPuzzle: "no puzzle"
      case .notPlayed: "not played"
      case .notSolved: "played, not solved"
      case .played: "played"
      }
    }

    /// Whether the day's puzzle was played.
    public var isPlayed: Bool { self == .played || self == .notSolved }

    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The player's streak in the game, for the day of the question.
  public let streak: UserStreak
  /// The game's name for people, such as "Quordle".
  public let gameName: String
  /// `nil` where the game has none.
  public let mode: String?
  /// Whether the puzzle of the question's day is played, and what happens to the streak if it is not.
  public let state: State
  /// The last day with a result, at most ``ResultHistory/habitDays`` days before the day of the question. It may be
  /// the day after, when tomorrow's puzzle is played already.
  public let lastPlayed: Day

  /// The name with the mode: "Quordle (Chill)".
  public var title: String { gameName + (mode.map { " (\($0))" } ?? "") }

  /// Orders by user id, then by what is to be done first, then by the longer current streak, then by title.
  public static func < (one: Standing, other: Standing) -> Bool {
    (one.streak.userId, one.state.rank, -one.streak.current, one.title)
      < (other.streak.userId, other.state.rank, -other.streak.current, other.title)
  }

  /// The standing as programs read it.
  public var json: Value {
    .object([
      "userId": .string(streak.userId), "game": .string(streak.game),
      "gameId": .string(streak.gameId), "gameName": .string(gameName),
      "mode": mode.map(Value.string) ?? .null, "state": .string(state.rawValue),
      "current": .int(streak.current),
      "max": .int(streak.streak.max), "lastPlayed": .int(lastPlayed.dateInt),
    ])
  }
}
