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
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.bodyOffset + body.count)
    bytes += Self.start
    bytes += hexadecimal(sum).utf8
    bytes += Self.end
    bytes += body
    self.bytes = bytes
  }

  /// How long the line of a body is, without its newline.
  static func sizeBytes(body: [UInt8]) -> Int { bodyOffset + body.count }

  /// Checks a line that was read.
  ///
  /// - Returns: `nil` when the line is damaged or does not follow a line with this checksum.
  init?(_ bytes: [UInt8], after previous: UInt64) {
    guard bytes.count > Self.bodyOffset else { return nil }
    let body = bytes[Self.bodyOffset...]
    let sum = Self.sum(body, after: previous)
    guard bytes.starts(with: Self.start), Self.statedSum(bytes) == sum,
      bytes[..<Self.bodyOffset].suffix(Self.end.count) == Self.end[...]
    else { return nil }
    self.bytes = bytes
    self.sum = sum
  }

  /// The checksum that a line states, be it right or wrong; `nil` when it states none.
  static func statedSum(_ line: [UInt8]) -> UInt64? {
    guard line.count > bodyOffset, line.starts(with: start) else { return nil }
    return checksum(line[start.count..<start.count + 16])
  }

  /// The body of a line with the given members.
  static func body(_ members: Fields) -> [UInt8] {
    Array(JSONWriter.encoded(members).dropFirst())
  }

  private static func sum(_ body: some Collection<UInt8>, after previous: UInt64) -> UInt64 {
    var hash = XXHash64()
    unsafe withUnsafeBytes(of: previous.bigEndian) { unsafe hash.add($0) }
    hash.add(body)
    return hash.digest
  }
}

/// A checksum as 16 digits.
func hexadecimal(_ sum: UInt64) -> String {
  unsafe String(unsafeUninitializedCapacity: 16) { digits in
    for position in 0..<16 {
      let nibble = UInt8(truncatingIfNeeded: sum >> (60 - 4 * position)) & 15
      unsafe digits[position] =
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
    }
    return 16
  }
}

/// Reads what ``hexadecimal(_:)`` returns; `nil` for anything else.
func checksum(_ text: String) -> UInt64? {
  checksum(text.utf8)
}

private func checksum(_ digits: some Collection<UInt8>) -> UInt64? {
  guard digits.count == 16 else { return nil }
  var sum: UInt64 = 0
  for digit in digits {
    switch digit {
    case 0x30...0x39: sum = sum << 4 | UInt64(digit - 0x30)
    case 0x61...0x66: sum = sum << 4 | UInt64(digit - 0x61 + 10)
    default: return nil
    }
  }
  return sum
}
