/// The streak of one user in one game, with the numbers of days played and completed.
///
/// A streak is always computed from the results, and never stored as the truth.
public struct Streak: Hashable, Sendable {
  /// Days with a result.
  public var totalPlayed = 0
  /// Days with a completed result.
  public var totalCompleted = 0
  /// Length of the longest run of consecutive completed days.
  public var max = 0
  /// The last day with a result.
  public var lastPlayed: Day?
  /// First and last day of the latest run, if no failure has ended it; else `nil`.
  public var run: ClosedRange<Day>?
  /// Days between two puzzles: 1, or 7 for a weekly game; ``weekdays`` where Saturdays and Sundays have
  /// no puzzle.
  public var everyDays = 1

  /// The value of ``everyDays`` for a game with a puzzle on each of five days, from Monday to Friday. It is
  /// no number of days.
  public static let weekdays = -5

  /// The streak that days with results come to.
  ///
  /// - Parameters:
  ///   - days: Days with a result, in ascending order. A day may occur more than once: it is completed
  ///     when any of its results is.
  ///   - everyDays: Days between two puzzles of the game, or ``weekdays``.
  public init(days: some Sequence<(day: Day, completed: Bool)>, everyDays: Int = 1) {
    self.everyDays = everyDays
    var open: (day: Day, completed: Bool)?
    for next in days {
      if let current = open, current.day == next.day {
        open = (next.day, current.completed || next.completed)
      } else {
        if let current = open {
          close(current)
        }
        open = next
      }
    }
    if let current = open {
      close(current)
    }
  }

  /// A streak that a store has kept.
  package init(
    totalPlayed: Int, totalCompleted: Int, max: Int, lastPlayed: Day?, run: ClosedRange<Day>?,
    everyDays: Int
  ) {
    self.totalPlayed = totalPlayed
    self.totalCompleted = totalCompleted
    self.max = max
    self.lastPlayed = lastPlayed
    self.run = run
    self.everyDays = everyDays
  }

  /// First and last day of the longest run; of several as long, of the latest one. `nil` where no day is
  /// completed.
  ///
  /// - Parameters:
  ///   - days: Days with a result, in ascending order. A day may occur more than once, as in
  ///     ``init(days:everyDays:)``.
  package static func longestRun(
    _ days: some Sequence<(day: Day, completed: Bool)>, everyDays: Int = 1
  ) -> ClosedRange<Day>? {
    var merged: [(day: Day, completed: Bool)] = []
    for next in days {
      if let last = merged.last, last.day == next.day {
        merged[merged.count - 1].completed = last.completed || next.completed
      } else {
        merged.append(next)
      }
    }
    var streak = Streak(days: merged.prefix(0), everyDays: everyDays)
    var longest: ClosedRange<Day>?
    for (day, completed) in merged {
      streak.append(day, completed: completed)
      if let run = streak.run, streak.openRun == streak.max { longest = run }
    }
    return longest
  }

  /// Adds a day that is later than all others. The streak is then the same as if it were computed
  /// from all days.
  package mutating func append(_ day: Day, completed: Bool) {
    precondition(lastPlayed.map { $0 < day } ?? true, "days are appended in ascending order")
    close((day, completed))
  }

  /// Adds some days in a row that are all later than the others.
  package mutating func append(_ first: Day, count: Int, completed: Bool) {
    guard completed, everyDays == 1 else {
      for offset in 0..<count { append(first + offset, completed: completed) }
      return
    }
    append(first, completed: true)
    guard let start = run?.lowerBound, count > 1 else { return }
    totalPlayed += count - 1
    totalCompleted += count - 1
    lastPlayed = first + (count - 1)
    run = start...(first + (count - 1))
    max = Swift.max(max, openRun)
  }

  /// The length of the run that ends on `day`, on the puzzle day before it, or later: east of Greenwich
  /// tomorrow's puzzle may be played already. A puzzle that is not played yet does not end the run.
  public func current(asOf day: Day) -> Int {
    runAlive(asOf: day).map(length) ?? 0
  }

  /// How a streak stands on a day.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It goes on, and no puzzle of the day is left to play.
    case alive
    /// It ends if the day's puzzle is not solved.
    case open
    /// It has ended, or has never begun.
    case broken
  }

  /// How the streak stands on `day`.
  public func state(asOf day: Day) -> State {
    guard let run = runAlive(asOf: day) else { return .broken }
    return day == puzzleDay(after: run.upperBound) ? .open : .alive
  }

  /// The length of the latest run, if no failure has ended it, on whatever day it ended; else 0.
  package var openRun: Int { run.map(length) ?? 0 }

  /// The first day of the current run, or `nil` when there is none.
  public func start(asOf day: Day) -> Day? {
    runAlive(asOf: day)?.lowerBound
  }

  private func runAlive(asOf day: Day) -> ClosedRange<Day>? {
    run.flatMap { day <= puzzleDay(after: $0.upperBound) ? $0 : nil }
  }

  private func puzzleDay(after day: Day) -> Day {
    everyDays == Self.weekdays ? day.adding(weekdays: 1) : day + everyDays
  }

  private func length(of run: ClosedRange<Day>) -> Int {
    let steps =
      everyDays == Self.weekdays
      ? run.upperBound.weekdays(since: run.lowerBound)
      : (run.upperBound - run.lowerBound) / everyDays
    return steps + 1
  }

  private mutating func close(_ played: (day: Day, completed: Bool)) {
    totalPlayed += 1
    lastPlayed = played.day
    guard played.completed else {
      run = nil
      return
    }
    totalCompleted += 1
    if let current = run, played.day == puzzleDay(after: current.upperBound) {
      run = current.lowerBound...played.day
    } else {
      run = played.day...played.day
    }
    if let current = run {
      max = Swift.max(max, length(of: current))
    }
  }
}
