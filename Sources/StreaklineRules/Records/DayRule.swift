package import StreaklineCore

/// How the day of a share is found.
package struct DayRule: Sendable {
  /// A puzzle number whose date is known.
  package struct Anchor: Sendable, Hashable {
    package var number: Int
    package var day: Day
  }

  /// The group that captures the puzzle's number.
  package var number: Located<String>?
  /// The anchors in ascending order. Each is valid from its number up to the next anchor's.
  package var anchors: [Anchor] = []
  package var everyDays = 1
  /// Whether Saturdays and Sundays have no puzzle and no number.
  package var skipsWeekends = false
  /// Days between two puzzles, as ``Streak/everyDays`` has them.
  package var streakDays: Int { skipsWeekends ? Streak.weekdays : everyDays }
  /// The group that captures a printed date, and how it is written.
  package var date: Located<String>?
  package var formats: [DateFormat] = []

  /// The day of a puzzle number, or `nil` without anchors or when the day is out of range.
  package func day(ofNumber number: Int) -> Day? {
    guard let anchor = anchors.last(where: { $0.number <= number }) ?? anchors.first else {
      return nil
    }
    let (steps, overflow) = number.subtractingReportingOverflow(anchor.number)
    guard !overflow, abs(steps) < 10_000_000 else { return nil }
    let day =
      skipsWeekends ? anchor.day.adding(weekdays: steps) : anchor.day + steps * everyDays
    return day.isRepresentable ? day : nil
  }

  /// The day of the first puzzle, where the anchors reach back to it (number 0 or 1).
  package var firstDay: Day? {
    anchors.first.flatMap { $0.number <= 1 ? $0.day : nil }
  }
}
