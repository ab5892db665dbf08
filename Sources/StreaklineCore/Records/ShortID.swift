/// A short name of a result for people: its day and the first digits of its UUID, `20241104-3f9c2ab`.
///
/// The day is in it so that a result is found among those of one day.
package struct ShortID: Hashable, Sendable, CustomStringConvertible {
  /// Two results of a day have the same digits about once in ten thousand days of 600 people.
  private static let shownDigits = 7
  private static let leastDigits = 4

  package let day: Day
  /// Hexadecimal digits in lower case.
  private let digits: String

  package init(_ record: Record) {
    day = record.day
    digits = String(Self.digits(of: record).prefix(Self.shownDigits))
  }

  /// Reads a day, a hyphen, and at least four digits of the UUID; `nil` for anything else, such as a whole id.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 8, let dateInt = Int(parts[0]),
      let day = Day(dateInt: dateInt)
    else { return nil }
    let digits = parts[1].lowercased().filter { $0 != "-" }
    guard (Self.leastDigits...32).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ hexValue($0) != nil })
    else { return nil }
    (self.day, self.digits) = (day, digits)
  }

  package var description: String {
    String(day.dateInt) + "-" + digits
  }

  /// Whether the result may be the one that is meant.
  package func isOf(_ record: Record) -> Bool {
    record.day == day && Self.digits(of: record).hasPrefix(digits)
  }

  private static func digits(of record: Record) -> String {
    record.uuid.description.filter { $0 != "-" }
  }
}
