internal import StreaklineCore

/// The key of a result: the decimal digits of its day, its pair and its type in one number.
///
/// `202411040000012301` is 2024-11-04, pair 123, type 1. SQLite finds one number faster than three
/// columns, the results of a day are neighbours, and people can still read it. Only this file knows
/// how the parts are packed.
struct ResultKey: Hashable, Comparable {
  /// The number of keys of a pair on one day: one for each type.
  static let perPair: Int64 = 100
  private static let perDay: Int64 = 10_000_000_000

  /// SQL for a part of the keys in a column.
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
  /// The day as yyyymmdd. In a damaged store it may not be a date.
  var dateInt: Int { Int(value / Self.perDay) }
  /// The key of the type.
  var type: Int64 { value % Self.perPair }

  /// Whether both are results of one pair on one day.
  func isBeside(_ other: ResultKey) -> Bool {
    value / Self.perPair == other.value / Self.perPair
  }

  /// All keys of a day.
  static func all(on dateInt: Int) -> Range<Int64> {
    range(from: Int64(dateInt).multipliedReportingOverflow(by: perDay), perDay)
  }

  /// All keys of a pair on a day.
  static func all(on dateInt: Int, of pair: Int64) -> Range<Int64> {
    let start = all(on: dateInt).lowerBound
    return range(from: start.addingReportingOverflow(pair &* perPair), perPair)
  }

  /// An empty range where the keys would overflow, as in a damaged store.
  private static func range(
    from start: (partialValue: Int64, overflow: Bool), _ count: Int64
  ) -> Range<Int64> {
    let (end, overflow) = start.partialValue.addingReportingOverflow(count)
    return start.overflow || overflow ? .max..<(.max) : start.partialValue..<end
  }

  static func < (left: ResultKey, right: ResultKey) -> Bool { left.value < right.value }
}

/// How a result counts.
enum ResultState: Int64 {
  case played = 0
  case completed = 1
  /// Stored but not counted.
  case suspect = 2
  /// Deleted by the user: the record is a tombstone.
  case deleted = 3
  /// Taken back, as if it had never been there: the record is a tombstone.
  case withdrawn = 4

  static func of(_ record: Record) -> ResultState {
    if record.isSuspect { return .suspect }
    return record.completed == true ? .completed : .played
  }

  /// Whether there is a result, and not only a tombstone.
  var isResult: Bool { self != .deleted && self != .withdrawn }

  var isCounted: Bool { self == .played || self == .completed }

  /// Whether a result that has this state from now on is deleted for everybody else, who gets no suspect results:
  /// it takes the place of one that counted, or of one that was deleted.
  ///
  /// - Parameters:
  ///   - before: Its state until now.
  ///   - life: Its life until now.
  func isDeletion(after before: ResultState, life: Int) -> Bool {
    switch self {
    case .deleted, .withdrawn: true
    case .played, .completed: false
    case .suspect: before == .suspect ? life % 2 != 0 : true
    }
  }
}
