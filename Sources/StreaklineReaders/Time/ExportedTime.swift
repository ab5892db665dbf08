internal import StreaklineCore

/// When a message was sent, as an export writes it: a moment, or a local time without its zone.
enum ExportedTime {
  /// - Parameter offsetMinutes: How far the clock that wrote it was ahead of UTC; 0 also where the
  ///   export has all times in UTC.
  case moment(Instant, offsetMinutes: Int)
  case local(LocalTime)

  /// - Parameter zone: The zone of a time that is written without one.
  func instant(in zone: NamedTimeZone) -> Instant {
    switch self {
    case .moment(let instant, _): instant
    case .local(let time): zone.instant(of: time)
    }
  }

  /// The calendar day where it was written: by the written clock, or in the zone for a time in UTC.
  func day(in zone: NamedTimeZone) -> Day {
    switch self {
    case .moment(let instant, offsetMinutes: 0): zone.day(of: instant)
    case .moment(let instant, let offset):
      Instant(milliseconds: instant.milliseconds + Int64(offset) * 60_000).day
    case .local(let time): time.day
    }
  }

  /// - Parameter clock: Converts a time that is written without a zone.
  func instant(by clock: ZoneOffsetCache) -> Instant {
    switch self {
    case .moment(let instant, _): instant
    case .local(let time): clock.instant(of: time)
    }
  }

  /// Reads `2022-03-08T13:07:42`, also with a blank for the `T`, with a fraction of a second, and
  /// with an offset such as `Z`, `+02:00` or `-0330`.
  ///
  /// - Returns: `nil` for any other shape, and for a time that does not exist.
  init?(iso bytes: [UInt8]) {
    guard bytes.count >= 19, bytes.count <= 40, [0x54, 0x74, 0x20].contains(bytes[10]),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let dayOfMonth = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      let day = Day(year: year, month: month, day: dayOfMonth),
      let time = LocalTime(day, hour: hour, minute: minute, second: second)
    else { return nil }
    var rest = bytes[19...]
    var milliseconds = 0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: JSONByte.isDigit)
      guard let fraction = thousandths(digits) else { return nil }
      milliseconds = fraction
      rest = rest[digits.endIndex...]
    }
    if rest.isEmpty {
      self = .local(time)
      return
    }
    guard let offset = Instant.offsetMinutes(rest) else { return nil }
    self = .moment(
      Instant(milliseconds: time.inUTC.milliseconds + Int64(milliseconds - offset * 60_000)),
      offsetMinutes: offset)
  }

  /// Reads seconds since 1970, also with a fraction: `1646745462`, `1355517523.000005`.
  init?(unixSeconds bytes: [UInt8]) {
    let whole = bytes.prefix(while: JSONByte.isDigit)
    var milliseconds = 0
    if whole.endIndex < bytes.count {
      guard bytes[whole.endIndex] == UInt8(ascii: "."),
        let fraction = thousandths(bytes[(whole.endIndex + 1)...])
      else { return nil }
      milliseconds = fraction
    }
    guard whole.count <= 11, let seconds = number(whole) else { return nil }
    self.init(milliseconds: seconds * 1_000 + milliseconds)
  }

  /// Reads milliseconds since 1970.
  init?(unixMilliseconds bytes: [UInt8]) {
    guard bytes.count <= 14, let milliseconds = number(bytes[...]) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// - Returns: `nil` after the year 9999.
  private init?(milliseconds: Int) {
    let instant = Instant(milliseconds: Int64(milliseconds))
    guard instant.day.isRepresentable else { return nil }
    self = .moment(instant, offsetMinutes: 0)
  }
}

/// The value of at most 15 decimal digits; `nil` for anything else.
private func number(_ digits: ArraySlice<UInt8>) -> Int? {
  guard !digits.isEmpty, digits.count <= 15, digits.allSatisfy(JSONByte.isDigit) else { return nil }
  return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
}

/// The digits after a decimal point as thousandths; further digits are dropped.
private func thousandths(_ digits: ArraySlice<UInt8>) -> Int? {
  guard !digits.isEmpty, digits.allSatisfy(JSONByte.isDigit),
    let value = number(digits.prefix(3))
  else { return nil }
  return value * [1, 100, 10, 1][min(digits.count, 3)]
}
