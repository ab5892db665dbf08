public import StreaklineCore
internal import StreaklineReaders
internal import StreaklineStore

/// Whose and which results a question is about, and the day for which it is asked. What is `nil` does not restrict
/// the results.
///
/// ```swift
/// let store = try RecordStore(path: "results.db")
/// let lastDay = Day(year: 2026, month: 10, day: 3)
/// let question = HistoryQuestion(user: "alice", game: "wordle", asOf: lastDay)
/// print(try store.history.streaks(question).first?.current ?? 0)
/// print(try store.history.streaks(question.asked(about: "bob")).first?.current ?? 0)
/// ```
public struct HistoryQuestion: Hashable, Sendable {
  /// A user id.
  public var user: String?
  /// A game's slug.
  public var game: String?
  /// The first day whose results count.
  public var from: Day?
  /// The last day whose results count. `nil` is today: then everything counts whose day has begun somewhere, so that
  /// tomorrow's puzzle may be among it.
  public let asOf: Day?
  /// The day that it is for whoever asks.
  public let today: Day
  /// The present.
  public let now: Instant

  /// A question about everybody's results in all games up to today, as far as nothing restricts them.
  ///
  /// - Parameters:
  ///   - asOf: The last day whose results count. Today is the same as no day.
  ///   - today: The day that it is for whoever asks; otherwise that of this machine's time zone.
  public init(
    user: String? = nil, game: String? = nil, from: Day? = nil, asOf: Day? = nil, today: Day? = nil,
    now: Instant = .now
  ) {
    (self.user, self.game, self.from, self.now) = (user, game, from, now)
    self.today = today ?? .local(at: now)
    self.asOf = asOf == self.today ? nil : asOf
  }

  /// The day for which the question is asked.
  public var day: Day { asOf ?? today }

  /// Whether the day is over, so that nothing of it is open.
  public var isOfPast: Bool { day < today }

  /// The last day whose results count. What is of a later day has not begun anywhere.
  var lastDay: Day { min(asOf ?? now.latestDay, now.latestDay) }

  var filter: ResultFilter { ResultFilter(user: user, game: game, from: from, to: lastDay) }

  /// The same question about another user.
  public func asked(about user: String) -> HistoryQuestion {
    var question = self
    question.user = user
    return question
  }
}

extension Day {
  /// The day that a moment is in, in the machine's time zone.
  public static func local(at moment: Instant = .now) -> Day {
    NamedTimeZone.machine.day(of: moment)
  }
}
