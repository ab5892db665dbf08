internal import StreaklineCore

/// The number of a result in the tables: its day, its pair and its type, side by side in decimal.
///
/// `202411040000012301` is 2024-11-04, pair 123, type 1. One number is looked up faster than three
/// columns, results of one day are neighbours, and people can still read it. Only this file knows
/// how the parts are packed.
struct ResultKey: Hashable, Comparable {
  /// How many types a pair can have results of on one day.
  static let perPair: Int64 = 100
  private static let perDay: Int64 = 10_000_000_000

  /// SQL that takes a part out of a column of numbers.
  static func day(in column: String) -> String { "\(column) / \(perDay)" }
  static func pair(in column: String) -> String { "\(column) / \(perPair) % \(perDay / perPair)" }
  static func type(in column: String) -> String { "\(column) % \(perPair)" }

  let value: Int64

  init(_ value: Int64) {
    self.value = value
  }

  /// `nil` when the day has no four-digit year, or a key is too great.
  init?(_ day: Day, pair: Int64, type: Int64) {
    guard day.isRepresentable, (1..<Self.perDay / Self.perPair).contains(pair),
      (0..<Self.perPair).contains(type)
    else { return nil }
    value = Int64(day.dateInt) * Self.perDay + pair * Self.perPair + type
  }

  var pair: Int64 { value / Self.perPair % (Self.perDay / Self.perPair) }
  /// The day as yyyymmdd; nothing says that it is a date.
  var dateInt: Int { Int(value / Self.perDay) }
  /// The key of the type.
  var type: Int64 { value % Self.perPair }

  /// Whether both are results of one pair on one day.
  func isBeside(_ other: ResultKey) -> Bool {
    value / Self.perPair == other.value / Self.perPair
  }

  /// The numbers of all results of a day.
  static func all(on dateInt: Int) -> Range<Int64> {
    range(from: Int64(dateInt).multipliedReportingOverflow(by: perDay), perDay)
  }

  /// The numbers of a pair's results of a day.
  static func all(on dateInt: Int, of pair: Int64) -> Range<Int64> {
    let start = all(on: dateInt).lowerBound
    return range(from: start.addingReportingOverflow(pair &* perPair), perPair)
  }

  /// Empty where there are no such numbers: those that others have made may be any.
  private static func range(
    from start: (partialValue: Int64, overflow: Bool), _ count: Int64
  ) -> Range<Int64> {
    let (end, overflow) = start.partialValue.addingReportingOverflow(count)
    return start.overflow || overflow ? .max..<(.max) : start.partialValue..<end
  }

  static func < (left: ResultKey, right: ResultKey) -> Bool { left.value < right.value }
}

/// What a result counts for.
enum ResultState: Int64 {
  case played = 0
  case completed = 1
  /// Kept, not counted.
  case suspect = 2
  /// A tombstone.
  case deleted = 3

  static func of(_ record: Record) -> ResultState {
    if record.isSuspect { return .suspect }
    return record.completed == true ? .completed : .played
  }

  var isCounted: Bool { self == .played || self == .completed }
}
