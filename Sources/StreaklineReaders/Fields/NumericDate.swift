internal import StreaklineCore

/// A day of three numbers with the year last, such as `09.10.2026`, `10/25/2026` and `25-10-26`.
struct NumericDate {
  private let first: Int
  private let second: Int
  private let year: Int
  private let separator: UInt8

  /// - Parameter text: Nothing but the day.
  init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard let mark = bytes.first(where: { !JSONByte.isDigit($0) }), Self.separators.contains(mark)
    else { return nil }
    let parts = bytes.split(separator: mark, omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy(JSONByte.isDigit) }),
      (1...2).contains(parts[0].count), (1...2).contains(parts[1].count),
      parts[2].count == 4 || parts[2].count == 2
    else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 & 0x0F) } }
    (first, second, separator) = (numbers[0], numbers[1], mark)
    year = numbers[2] < 100 ? 2000 + numbers[2] : numbers[2]
    guard day(.dayFirst) ?? day(.monthFirst) != nil else { return nil }
  }

  private static let separators = [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-")]

  /// The day in one order; `nil` where there is none.
  func day(_ order: DateOrder) -> Day? {
    switch order {
    case .dayFirst: Day(year: year, month: second, day: first)
    case .monthFirst: Day(year: year, month: first, day: second)
    case .yearFirst: nil
    }
  }

  /// The day that it is in every order that is possible, or in the one that is known. With full stops the day is first.
  func day(inKnown order: DateOrder?) -> Day? {
    if separator == UInt8(ascii: ".") { return day(.dayFirst) }
    let days = (day(.dayFirst), day(.monthFirst))
    switch (days.0, days.1) {
    case (let day?, nil): return day
    case (nil, let day?): return day
    default: return days.0 == days.1 ? days.0 : order.flatMap(day)
    }
  }

  /// What it is in each order, where these are two different days.
  var readings: [Day]? {
    let days = [day(.dayFirst), day(.monthFirst)].compactMap { $0 }
    return day(inKnown: nil) == nil && days.count == 2 ? days : nil
  }
}

/// Which order the dates of a field have: numbers above 12 show it.
struct FieldDateOrder {
  private var hasDayFirst = false
  private var hasMonthFirst = false

  mutating func add(_ date: NumericDate) {
    guard date.readings == nil else { return }
    if date.day(.monthFirst) == nil { hasDayFirst = true }
    if date.day(.dayFirst) == nil { hasMonthFirst = true }
  }

  /// `nil` where no date shows it, or two contradict each other.
  var decided: DateOrder? {
    hasDayFirst == hasMonthFirst ? nil : hasDayFirst ? .dayFirst : .monthFirst
  }
}
