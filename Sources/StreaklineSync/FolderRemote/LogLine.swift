internal import StreaklineCore

/// A line of a log: a JSON object that starts with a checksum, such as
/// `{"sum":"9c1d6a2f00e4b873","record":{…}}`.
///
/// The checksum is the xxHash64 of the previous line's checksum and of the line after `"sum":"…",`.
/// So it covers all lines of the segment up to this one: a line that is torn, changed, left out or
/// in the wrong place does not fit.
struct LogLine {
  /// The longest line that is written and read, without its newline.
  static let maximumBytes = 8 * 1_024 * 1_024
  /// The checksum before the first line of a segment.
  static let firstSum: UInt64 = 0

  private static let start = Array(#"{"sum":""#.utf8)
  private static let end = Array(#"","#.utf8)
  private static let bodyOffset = start.count + 16 + end.count

  /// The line without its newline.
  let bytes: [UInt8]
  let sum: UInt64

  /// The line after its checksum, such as `"record":{…}}`.
  var body: ArraySlice<UInt8> { bytes[Self.bodyOffset...] }

  /// - Parameters:
  ///   - body: What follows the checksum, up to and with the last brace.
  ///   - previous: The checksum of the line before.
  init(body: some Collection<UInt8>, after previous: UInt64) {
    sum = Self.sum(body, after: previous)
    bytes = Self.start + Array(hexadecimal(sum).utf8) + Self.end + body
  }

  /// Checks a line that was read.
  ///
  /// - Returns: `nil` when the line is damaged or does not follow a line with this checksum.
  init?(_ bytes: [UInt8], after previous: UInt64) {
    guard bytes.count > Self.bodyOffset else { return nil }
    let body = bytes[Self.bodyOffset...]
    let sum = Self.sum(body, after: previous)
    let head = Self.start + Array(hexadecimal(sum).utf8) + Self.end
    guard bytes.starts(with: head) else { return nil }
    self.bytes = bytes
    self.sum = sum
  }

  /// The checksum that a line states, be it right or wrong; `nil` when it states none.
  static func statedSum(_ line: [UInt8]) -> UInt64? {
    guard line.count > bodyOffset, line.starts(with: start) else { return nil }
    return checksum(String(decoding: line[start.count..<start.count + 16], as: UTF8.self))
  }

  /// The body of a line with the given members.
  static func body(_ members: Fields) -> [UInt8] {
    Array(JSONWriter.encoded(members).dropFirst())
  }

  private static func sum(_ body: some Collection<UInt8>, after previous: UInt64) -> UInt64 {
    var hash = XXHash64()
    hash.add((0..<8).map { UInt8(truncatingIfNeeded: previous >> (56 - 8 * $0)) })
    hash.add(body)
    return hash.digest
  }
}

/// A checksum as 16 digits.
func hexadecimal(_ sum: UInt64) -> String {
  let digits = String(sum, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

/// Reads what ``hexadecimal(_:)`` returns; `nil` for anything else.
func checksum(_ text: String) -> UInt64? {
  guard text.utf8.count == 16, let sum = UInt64(text, radix: 16), hexadecimal(sum) == text else {
    return nil
  }
  return sum
}
