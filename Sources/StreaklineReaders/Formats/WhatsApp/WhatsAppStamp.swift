/// Date and time at the start of a line, in any of the formats that WhatsApp has written.
struct WhatsAppStamp: Equatable {
  /// The numbers of the date in the order of the line; `third` is 0 when there is no year.
  var first = 0
  var second = 0
  var third = 0
  /// How many digits `first` and `third` have.
  var firstDigits = 0
  var thirdDigits = 0
  /// On the 24-hour clock.
  var hour = 0
  var minute = 0
  var clockSecond = 0
  /// The part of the day, such as PM; `nil` on the 24-hour clock.
  var period: DayPeriod?
  var shape = WhatsAppStampFormat()
  /// Where the date ends: after its last digit, or after the separator if there is no year.
  var dateEnd = 0
  /// Where the name, or the line by the program, starts.
  var end = 0

  /// - Parameter line: The line without its line feed.
  /// - Returns: `nil` when the line does not start with a complete stamp.
  init?(_ text: [UInt8], _ line: Range<Int>) {
    // The first byte excludes most lines that start no message.
    guard let first = line.first, Self.mayBegin(text[first]) else { return nil }
    var cursor = WhatsAppCursor(text, line)
    guard read(&cursor) else { return nil }
    end = cursor.index
  }

  /// Whether the byte can be the first of a stamp: a digit, a bracket, or the first byte of a mark
  /// or of a digit of another script.
  static func mayBegin(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte == UInt8(ascii: "[") || (0xD8...0xEF).contains(byte)
  }

  private mutating func read(_ cursor: inout WhatsAppCursor) -> Bool {
    cursor.skipMarks()
    let isBracketed = cursor.skip(UInt8(ascii: "["))
    if isBracketed { cursor.skipMarks() }
    shape.isTimeFirst = cursor.isAtClock
    if shape.isTimeFirst {
      guard readClock(&cursor) else { return false }
      shape.hasComma = cursor.skipComma()
      guard cursor.skipBlanks(), readDate(&cursor) else { return false }
    } else {
      guard readDate(&cursor), readGap(&cursor) else { return false }
    }
    return readClosing(&cursor, isBracketed: isBracketed)
      && (shape.year != .none || isBracketed)
  }

  private mutating func readDate(_ cursor: inout WhatsAppCursor) -> Bool {
    (first, firstDigits) = cursor.number(4)
    guard firstDigits > 0, readSeparator(&cursor) else { return false }
    let secondDigits: Int
    (second, secondDigits) = cursor.number(2)
    guard secondDigits > 0 else { return false }
    if readSeparator(&cursor) {
      (third, thirdDigits) = cursor.number(4)
    }
    dateEnd = cursor.index
    return readYear()
  }

  /// Reads the separator, which is the same at both positions, and a blank that may follow it.
  private mutating func readSeparator(_ cursor: inout WhatsAppCursor) -> Bool {
    cursor.skipMarks()
    let byte = cursor.byte
    let isKnown =
      shape.separator == 0
      ? byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      : byte == shape.separator
    guard isKnown else { return false }
    shape.separator = byte
    cursor.index += 1
    cursor.skipMarks()
    if cursor.byte == UInt8(ascii: " "), cursor.isDigit(1) {
      cursor.index += 1
      shape.isSpaced = true
    }
    return true
  }

  /// Finds out which number is the year.
  private mutating func readYear() -> Bool {
    switch (firstDigits, thirdDigits) {
    case (4, 1...2): shape.year = .first
    case (1...2, 4): shape.year = .last
    case (1...2, 2), (2, 1): shape.year = .short
    case (1...2, 0): shape.year = .none
    default: return false
    }
    return true
  }

  /// Reads the separator between date and time, and the time.
  private mutating func readGap(_ cursor: inout WhatsAppCursor) -> Bool {
    cursor.skip(UInt8(ascii: "."))
    shape.hasComma = cursor.skipComma()
    guard cursor.skipBlanks() || shape.hasComma else { return false }
    if cursor.isDigit(0) { return readClock(&cursor) }
    guard let word = cursor.wordBeforeDigit() else { return false }
    shape.hasComma = shape.hasComma || word.hasComma
    if let period = DayPeriod(word.hash) {
      shape.dayPeriod = .before
      return readClock(&cursor, period)
    }
    return WhatsAppWords.linking.contains(word.hash) && readClock(&cursor)
  }

  /// Reads the time, with a word such as `PM`. The word may have been read before the time.
  private mutating func readClock(_ cursor: inout WhatsAppCursor, _ before: DayPeriod? = nil)
    -> Bool
  {
    let hourDigits: Int
    (hour, hourDigits) = cursor.number(2)
    guard hourDigits > 0, readMinute(&cursor) else { return false }
    if cursor.byte == shape.timeSeparator, cursor.isDigit(1) {
      cursor.index += 1
      let digits: Int
      (clockSecond, digits) = cursor.number(2)
      guard digits == 2 else { return false }
      shape.hasSeconds = true
    }
    if shape.timeSeparator == UInt8(ascii: "h"), !readUnits(&cursor) { return false }
    period = before ?? readPeriod(&cursor)
    hour = period?.hour(hour) ?? hour
    return true
  }

  /// `:25`, `.25` or ` h 25`.
  private mutating func readMinute(_ cursor: inout WhatsAppCursor) -> Bool {
    switch cursor.byte {
    case UInt8(ascii: ":"), UInt8(ascii: "."):
      shape.timeSeparator = cursor.byte
      cursor.index += 1
    default:
      cursor.skipBlanks()
      guard cursor.skip(UInt8(ascii: "h")) else { return false }
      cursor.skipBlanks()
      shape.timeSeparator = UInt8(ascii: "h")
    }
    let digits: Int
    (minute, digits) = cursor.number(2)
    return digits == 2
  }

  /// Reads ` min 09 s` after hours and minutes, as in `15 h 04 min 09 s`, if it is there.
  private mutating func readUnits(_ cursor: inout WhatsAppCursor) -> Bool {
    let start = cursor.index
    cursor.skipBlanks()
    guard cursor.skip(UInt8(ascii: "m")), cursor.skip(UInt8(ascii: "i")),
      cursor.skip(UInt8(ascii: "n"))
    else {
      cursor.index = start
      return true
    }
    let end = cursor.index
    guard cursor.skipBlanks(), cursor.isDigit(0) else {
      cursor.index = end
      return true
    }
    clockSecond = cursor.number(2).value
    shape.hasSeconds = true
    cursor.skipBlanks()
    return cursor.skip(UInt8(ascii: "s"))
  }

  /// Reads a word such as `PM` after the time. Skips other words that can follow a time.
  private mutating func readPeriod(_ cursor: inout WhatsAppCursor) -> DayPeriod? {
    if cursor.isAtClosing { return nil }
    if let period = cursor.latinPeriod() {
      shape.dayPeriod = .after
      return period
    }
    let start = cursor.index
    guard let word = cursor.wordBeforeClosing() else { return nil }
    if let period = DayPeriod(word.hash) {
      shape.dayPeriod = .after
      return period
    }
    if !WhatsAppWords.trailing.contains(word.hash) { cursor.index = start }
    return nil
  }

  private mutating func readClosing(_ cursor: inout WhatsAppCursor, isBracketed: Bool) -> Bool {
    cursor.skipMarks()
    if isBracketed {
      shape.closing = .bracket
      return cursor.skip(UInt8(ascii: "]")) && cursor.skipBlanks()
    }
    if cursor.skip(UInt8(ascii: ":")) {
      shape.closing = .colon
      return cursor.skipBlanks()
    }
    guard cursor.skipBlanks() else { return false }
    shape.closing = cursor.skipDash() ? .dash : .blank
    return true
  }
}

extension WhatsAppStamp {
  /// Whether the numbers can be a date, in any order, and a time of day.
  var isPossible: Bool {
    guard hour < 24, minute < 60, clockSecond <= 60 else { return false }
    let isYearFirst = Self.isDay(third) && Self.isMonth(second)
    switch shape.year {
    case .first: return isYearFirst
    case .short where isYearFirst: return true
    case .short, .last, .none:
      return Self.isDay(first) && Self.isMonth(second) || Self.isMonth(first) && Self.isDay(second)
    }
  }

  private static func isDay(_ number: Int) -> Bool { (1...31).contains(number) }

  private static func isMonth(_ number: Int) -> Bool { (1...12).contains(number) }
}
