/// A moment in UTC, in milliseconds since 1970-01-01T00:00:00Z.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  /// The moment that is so many milliseconds after 1970-01-01T00:00:00Z, or before it where the number is negative.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// A moment that comes from elsewhere.
  ///
  /// - Returns: `nil` when its year is not in 1...9999, so that sums with moments never overflow.
  package init?(receivedMilliseconds: Int) {
    guard (-62_135_596_800_000...253_402_300_799_999).contains(receivedMilliseconds) else {
      return nil
    }
    milliseconds = Int64(receivedMilliseconds)
  }

  /// A moment given as day and time of day in UTC.
  public init(_ day: Day, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    let seconds = day.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second
    milliseconds = Int64(seconds) * 1_000
  }

  /// Reads ISO 8601 (RFC 3339) with an offset: `2026-10-03T23:59:00+02:00`, `…T21:59:00.123Z`.
  ///
  /// - Returns: `nil` for any other shape, including a time without offset, whose zone is not
  ///   known.
  public init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"),
      let day = Day(iso: String(decoding: bytes[..<10], as: UTF8.self)),
      let clock = Self.clock(bytes[11..<19]), clock.hour < 24, clock.minute < 60, clock.second <= 60
    else { return nil }
    var rest = bytes[19...]
    var fraction: Int64 = 0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      fraction = (Array(digits.prefix(3)) + [0x30, 0x30]).prefix(3).reduce(0) {
        $0 * 10 + Int64($1 - 0x30)
      }
      rest = rest[digits.endIndex...]
    }
    guard let offset = Self.offsetMinutes(rest) else { return nil }
    self.init(day, hour: clock.hour, minute: clock.minute, second: clock.second)
    milliseconds += fraction - Int64(offset) * 60_000
  }

  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  package var secondsSinceEpoch: Int64 { floorDivide(milliseconds, 1_000) }

  /// The moment at which a day starts in UTC.
  package init(startOf day: Day) {
    milliseconds = Int64(day.daysSinceEpoch) * 86_400_000
  }

  /// The day of the moment in UTC.
  public var day: Day {
    Day(daysSinceEpoch: Int(floorDivide(milliseconds, 86_400_000)))
  }

  /// The last day that has started anywhere on earth at the moment: in Kiribati a day starts 14 hours
  /// before it does in UTC.
  public var latestDay: Day {
    let hours: Int64 = 14
    return Instant(milliseconds: min(milliseconds, .max - hours * 3_600_000))
      .adding(hours: Int(hours)).day
  }

  /// ISO 8601 in UTC, to the second: `2026-04-10T07:05:09Z`.
  public var iso: String {
    var buffer = ByteBuffer(capacity: 32)
    buffer.append(iso: self)
    return buffer.text
  }

  /// Whether the left moment is earlier.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment `hours` later; the last moment that can be counted where that would be later still.
  public func adding(hours: Int) -> Instant {
    let (sum, isTooLate) = milliseconds.addingReportingOverflow(Int64(hours) * 3_600_000)
    return Instant(milliseconds: isTooLate ? .max : sum)
  }

  /// `23:59:01`.
  private static func clock(_ text: ArraySlice<UInt8>) -> (hour: Int, minute: Int, second: Int)? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.count == 2 && part.allSatisfy { (0x30...0x39).contains($0) }
        ? part.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
    }
    return parts.count == 3 && numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
  }

  /// Minutes that an offset such as `Z`, `+02:00`, `-0330` or `+01` is ahead of UTC.
  ///
  /// - Returns: `nil` for any other shape, and for more than 18 hours, which no zone ever had.
  package static func offsetMinutes(_ text: ArraySlice<UInt8>) -> Int? {
    guard let sign = text.first else { return nil }
    if sign | 0x20 == UInt8(ascii: "z") { return text.count == 1 ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    var digits = Array(text.dropFirst())
    if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return nil
    }
    let numbers = digits.map { Int($0) - 0x30 } + [0, 0]
    let minutes = numbers[2] * 10 + numbers[3]
    let offset = (numbers[0] * 10 + numbers[1]) * 60 + minutes
    guard minutes < 60, offset <= 18 * 60 else { return nil }
    return sign == UInt8(ascii: "-") ? -offset : offset
  }

  private func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}

extension ByteBuffer {
  /// Appends a moment in the form of `Instant.iso`.
  package mutating func append(iso moment: Instant) {
    let day = moment.day
    // Wraps for the first moment that can be counted, whose day starts before that moment.
    let time = Int((moment.milliseconds &- Int64(day.daysSinceEpoch) &* 86_400_000) / 1_000)
    append(iso: day)
    append(UInt8(ascii: "T"))
    append(time / 3_600, digits: 2)
    append(UInt8(ascii: ":"))
    append(time / 60 % 60, digits: 2)
    append(UInt8(ascii: ":"))
    append(time % 60, digits: 2)
    append(UInt8(ascii: "Z"))
  }
}
