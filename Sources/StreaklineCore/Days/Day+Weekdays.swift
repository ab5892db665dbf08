/// Days from Monday to Friday, for games without a puzzle at weekends.
extension Day {
  /// 0 for a Monday, 6 for a Sunday.
  package var weekday: Int { Self.modulo(daysSinceEpoch + 3, 7) }

  /// The Monday of this day's week.
  package var monday: Day { self + -weekday }

  /// How many days from Monday to Friday lie between Monday, 1970-01-05, and this day. A Saturday or a
  /// Sunday counts as the Friday before.
  private var weekdaysSinceEpoch: Int {
    let sinceMonday = daysSinceEpoch - 4
    let week = Self.floor(sinceMonday, 7)
    return week * 5 + min(sinceMonday - week * 7, 4)
  }

  /// The day that lies so many days from Monday to Friday after this one, or before it.
  package func adding(weekdays steps: Int) -> Day {
    let weekday = weekdaysSinceEpoch + steps
    let week = Self.floor(weekday, 5)
    return Day(daysSinceEpoch: 4 + week * 7 + weekday - week * 5)
  }

  /// How many steps from Monday to Friday lead from another day to this one.
  func weekdays(since day: Day) -> Int {
    weekdaysSinceEpoch - day.weekdaysSinceEpoch
  }

  private static func modulo(_ number: Int, _ divisor: Int) -> Int {
    (number % divisor + divisor) % divisor
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    (number - modulo(number, divisor)) / divisor
  }
}
