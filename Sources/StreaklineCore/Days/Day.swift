/// A calendar day, counted from 1970-01-01, without zone or time.
///
/// Arithmetic on days is arithmetic on integers; a `Date` minus 86,400 seconds is not a day.
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, negative before it.
  public var daysSinceEpoch: Int

  /// The day that is so many days after 1970-01-01, or before it where the number is negative. The year may have more
  /// than four digits: see ``isRepresentable``.
  public init(daysSinceEpoch: Int) {
    self.daysSinceEpoch = daysSinceEpoch
  }

  /// The day of a proleptic Gregorian date, or `nil` when there is no such date or the year is
  /// not in 1...9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    // Howard Hinnant's days_from_civil: years start in March, so the leap day comes last.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    daysSinceEpoch = era * 146_097 + dayOfEra - 719_468
  }

  /// The day written as yyyymmdd, such as 20241104; `nil` when that is not a date.
  public init?(dateInt: Int) {
    guard dateInt > 0 else { return nil }
    self.init(year: dateInt / 10_000, month: dateInt / 100 % 100, day: dateInt % 100)
  }

  /// Reads `2024-11-04`, `20241104` or `2024/11/04`.
  public init?(iso text: some StringProtocol) {
    let digits = String(text.filter { ("0"..."9").contains($0) })
    let shape = text.map { ("0"..."9").contains($0) ? "9" : String($0) }.joined()
    guard ["9999-99-99", "99999999", "9999/99/99"].contains(shape), let dateInt = Int(digits)
    else { return nil }
    self.init(dateInt: dateInt)
  }

  /// Year, month and day of the proleptic Gregorian calendar.
  public var civil: (year: Int, month: Int, day: Int) {
    let shifted = daysSinceEpoch + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The day as yyyymmdd, such as 20241104.
  public var dateInt: Int {
    let (year, month, day) = civil
    return year * 10_000 + month * 100 + day
  }

  /// The day as `2024-11-04`.
  public var iso: String {
    var buffer = ByteBuffer(capacity: 24)
    buffer.append(iso: self)
    return buffer.text
  }

  /// Whether the day can be written with a four-digit year.
  public var isRepresentable: Bool {
    (Self.first...Self.last).contains(daysSinceEpoch)
  }

  /// 0001-01-01.
  package static let earliest = Day(daysSinceEpoch: first)

  /// The first day of this day's month.
  package var firstOfMonth: Day { self + (1 - civil.day) }

  /// The last day of this day's month.
  package var lastOfMonth: Day {
    firstOfMonth + (Self.length(ofMonth: civil.month, year: civil.year) - 1)
  }

  /// Whether the left day is earlier.
  public static func < (left: Day, right: Day) -> Bool {
    left.daysSinceEpoch < right.daysSinceEpoch
  }

  /// The day that is `days` days after this one.
  public static func + (day: Day, days: Int) -> Day {
    Day(daysSinceEpoch: day.daysSinceEpoch + days)
  }

  /// How many days `left` is after `right`.
  public static func - (left: Day, right: Day) -> Int {
    left.daysSinceEpoch - right.daysSinceEpoch
  }

  private static let first = -719_162  // 0001-01-01
  private static let last = 2_932_896  // 9999-12-31

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

extension ClosedRange<Day> {
  /// All days up to one.
  package static func through(_ last: Day) -> ClosedRange<Day> { Swift.min(.earliest, last)...last }
}

extension ByteBuffer {
  /// Appends a day as `2024-11-04`.
  package mutating func append(iso day: Day) {
    let (year, month, dayOfMonth) = day.civil
    if year < 0 {
      append(UInt8(ascii: "-"))
    }
    if year.magnitude < 10_000 {
      append(year, digits: 4)
    } else {
      append(decimal: abs(year))
    }
    append(UInt8(ascii: "-"))
    append(month, digits: 2)
    append(UInt8(ascii: "-"))
    append(dayOfMonth, digits: 2)
  }
}

/// `number` in decimal, with zeros in front up to `width` digits.
package func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Day: CustomStringConvertible {
  /// `2026-10-03`.
  public var description: String { iso }
}
