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
      skipsWeekends ? anchor.day.adding(workdays: steps) : anchor.day + steps * everyDays
    return day.isRepresentable ? day : nil
  }

  /// The day of the first puzzle, where the anchors reach back to it (number 0 or 1).
  package var firstDay: Day? {
    anchors.first.flatMap { $0.number <= 1 ? $0.day : nil }
  }
}

extension Day {
  /// The day that lies so many days from Monday to Friday after this one, or before it. A Saturday or
  /// a Sunday counts as the Friday before.
  fileprivate func adding(workdays steps: Int) -> Day {
    // 1970-01-05 was a Monday.
    let sinceMonday = daysSinceEpoch - 4
    let week = Int((Double(sinceMonday) / 7).rounded(.down))
    let workday = week * 5 + min(sinceMonday - week * 7, 4) + steps
    let newWeek = Int((Double(workday) / 5).rounded(.down))
    return Day(daysSinceEpoch: 4 + newWeek * 7 + workday - newWeek * 5)
  }
}
