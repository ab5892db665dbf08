/// How many puzzles a player has played and solved on each day of a year.
public struct YearCalendar: Hashable, Sendable {
  /// What was played on a day.
  public struct Cell: Hashable, Sendable {
    /// Results, solved or not.
    public fileprivate(set) var played = 0
    /// Results of solved puzzles, at most ``played``.
    public fileprivate(set) var completed = 0
  }

  /// The year of the proleptic Gregorian calendar, in 1...9999.
  public let year: Int
  /// From the first of January on.
  public private(set) var cells: [Cell]
  private let first: Day

  /// - Returns: `nil` for a year that no day can have.
  package init?(year: Int) {
    guard let first = Day(year: year, month: 1, day: 1),
      let last = Day(year: year, month: 12, day: 31)
    else { return nil }
    self.year = year
    self.first = first
    cells = Array(repeating: Cell(), count: last - first + 1)
  }

  /// The days of the year.
  public var days: ClosedRange<Day> { first...first + (cells.count - 1) }

  /// Counts a result. One of another year is passed over.
  package mutating func add(_ day: Day, isCompleted: Bool) {
    let index = day - first
    guard cells.indices.contains(index) else { return }
    cells[index].played += 1
    if isCompleted { cells[index].completed += 1 }
  }

  /// The weeks that the year touches, each from Monday on; `nil` for days of other years.
  package var weeks: [[Cell?]] {
    let start = first.monday
    let count = (days.upperBound.monday - start) / 7 + 1
    return (0..<count).map { week in
      (0..<7).map { weekday in
        let day = start + (week * 7 + weekday)
        return days.contains(day) ? cells[day - first] : nil
      }
    }
  }

  /// The numbers, from 0 on, of the weeks that have the first day of each month, January first.
  package var weeksOfMonths: [Int] {
    (1...12).compactMap { month in
      Day(year: year, month: month, day: 1).map { ($0 - first.monday) / 7 }
    }
  }

  /// The most puzzles that were solved on one day.
  package var most: Int { cells.map(\.completed).max() ?? 0 }
}
