internal import StreaklineCore

/// Finds the order of day, month and year in the dates of a chat.
struct DateEvidence {
  enum Verdict: Equatable {
    case decided(DateOrder)
    /// Day first and month first both occur; this one is the more frequent.
    case mixed(DateOrder)
    case undecided
  }

  /// The dates, read in one order.
  private struct Reading {
    /// How many dates do not exist in this order.
    var impossible = 0
    /// How many dates are before WhatsApp existed.
    var tooEarly = 0
    /// How many dates are earlier than the previous one; those of a chat only rise.
    var descents = 0
    private var last = Int.min
    private static let first = Day(daysSinceEpoch: 14_245)  // 2009-01-01

    mutating func add(_ day: Day?) {
      guard let day else {
        impossible += 1
        return
      }
      tooEarly += day < Self.first ? 1 : 0
      descents += day.daysSinceEpoch < last ? 1 : 0
      last = day.daysSinceEpoch
    }

    var errors: Int { impossible + tooEarly }
  }

  private var dayFirst = Reading()
  private var monthFirst = Reading()
  private var yearFirst = Reading()
  private var last = (0, 0, 0)
  /// The first date that is also a date with the month first; `nil` when there is none.
  private(set) var example: String?

  /// Adds the date of the next line, unless it is a date in no order.
  mutating func add(_ stamp: WhatsAppStamp) {
    let date = (stamp.first, stamp.second, stamp.third)
    if date == last { return }
    last = date
    let days = [DateOrder.dayFirst, .monthFirst, .yearFirst].map(stamp.day)
    guard days.contains(where: { $0 != nil }) else { return }
    dayFirst.add(days[0])
    monthFirst.add(days[1])
    if stamp.shape.year == .short { yearFirst.add(days[2]) }
    example = example ?? stamp.openDate
  }

  /// The order, judged by all dates that were added.
  func verdict(_ shape: WhatsAppStampFormat) -> Verdict {
    switch shape.year {
    case .first, .none: return .decided(.yearFirst)
    case .short where isYearFirst(shape): return .decided(.yearFirst)
    case .short, .last: break
    }
    if dayFirst.impossible != monthFirst.impossible {
      let order =
        dayFirst.impossible < monthFirst.impossible ? DateOrder.dayFirst : .monthFirst
      return min(dayFirst.impossible, monthFirst.impossible) == 0 ? .decided(order) : .mixed(order)
    }
    if dayFirst.descents != monthFirst.descents {
      let order = dayFirst.descents < monthFirst.descents ? DateOrder.dayFirst : .monthFirst
      return dayFirst.impossible == 0 ? .decided(order) : .mixed(order)
    }
    // No locale of the Unicode data has the month first between dots.
    return example == nil || shape.separator == UInt8(ascii: ".")
      ? .decided(.dayFirst) : .undecided
  }

  /// Whether further dates could hardly change the verdict.
  func isClear(_ shape: WhatsAppStampFormat) -> Bool {
    switch shape.year {
    case .first, .none: true
    case .last: isOneImpossible
    case .short: isOneImpossible && yearFirst.errors > 0
    }
  }

  private var isOneImpossible: Bool {
    (dayFirst.impossible == 0) != (monthFirst.impossible == 0)
  }

  /// Whether a year of two digits comes first: 18/6/13.
  private func isYearFirst(_ shape: WhatsAppStampFormat) -> Bool {
    let errors = min(dayFirst.errors, monthFirst.errors)
    guard yearFirst.errors == errors else { return yearFirst.errors < errors }
    let descents = [dayFirst, monthFirst].filter { $0.errors == errors }.map(\.descents).min()
    if let descents, yearFirst.descents < descents { return true }
    // Korean: `18. 6. 13. 오후 9:25`.
    return errors == 0 && shape.isSpaced && shape.separator == UInt8(ascii: ".")
      && shape.dayPeriod == .before
  }
}

extension WhatsAppStamp {
  /// The date as it is written, if it is another one with the month first.
  var openDate: String? {
    guard first != second, first <= 12, second <= 12 else { return nil }
    let separator = Character(Unicode.Scalar(shape.separator))
    return "\(first)\(separator)\(second)\(separator)\(third)"
  }

  /// The day of the date in an order; `nil` if it does not exist or is before 2000.
  func day(_ order: DateOrder) -> Day? {
    guard let date = date(order), (2000...2199).contains(date.year) else { return nil }
    return Day(year: date.year, month: date.month, day: date.day)
  }

  /// The numbers of the date in an order; `nil` if the year cannot be in that position.
  ///
  /// A year of the Buddhist era, as Thai phones write it, is converted: 2567 or 67 is 2024.
  func date(_ order: DateOrder) -> (year: Int, month: Int, day: Int)? {
    switch (shape.year, order) {
    case (.first, _), (.short, .yearFirst):
      firstDigits == 1 ? nil : (Self.year(first), second, third)
    case (.none, _), (.last, .yearFirst): nil
    case (_, .dayFirst): thirdDigits == 1 ? nil : (Self.year(third), second, first)
    case (_, .monthFirst): thirdDigits == 1 ? nil : (Self.year(third), first, second)
    }
  }

  private static func year(_ number: Int) -> Int {
    switch number {
    // WhatsApp started in 2009, which is 2552 in the Buddhist calendar.
    case ..<52: 2000 + number
    case ..<100: 1957 + number
    case 2500...: number - 543
    default: number
    }
  }
}
