package import ServerJSON

/// The pause that a receiver asks for with the header `Retry-After` (RFC 9110, section 10.2.3).
package enum RetryAfter {
  private static let range = 1...3_600

  /// - Parameters:
  ///   - value: The header; `nil` when it is missing.
  ///   - date: The header `Date` of the same answer. The receiver's own clock is better than ours, which
  ///     may be wrong.
  ///   - now: Our clock, in seconds since 1970.
  /// - Returns: Seconds, at least 1 and at most 3,600; `nil` when the header says nothing that can be
  ///   understood.
  package static func seconds(_ value: String?, date: String?, now: Int) -> Int? {
    guard let text = value.map(trimmed), !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // Too many digits for a number are more than an hour, too.
      return clamped(Int(text) ?? range.upperBound)
    }
    guard let end = HTTPDate.seconds(text) else { return nil }
    return clamped(end - (date.map(trimmed).flatMap(HTTPDate.seconds) ?? now))
  }

  /// The pause that a receiver asks for in its answer about a record.
  package static func seconds(_ value: JSON?) -> Int? {
    guard let seconds = value?.double, seconds >= 0 else { return nil }
    return clamped(Int(min(seconds, Double(range.upperBound)).rounded(.up)))
  }

  package static func clamped(_ seconds: Int) -> Int {
    min(range.upperBound, max(range.lowerBound, seconds))
  }

  private static func trimmed(_ text: String) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    return String(String(text.drop(while: isBlank).reversed()).drop(while: isBlank).reversed())
  }
}
