/// An index in a line, with the parts of a stamp that can be read there.
struct WhatsAppCursor {
  var index: Int
  private let text: [UInt8]
  private let end: Int

  init(_ text: [UInt8], _ line: Range<Int>) {
    self.text = text
    index = line.lowerBound
    end = line.upperBound
  }

  /// The byte at the index; a line feed at the end.
  var byte: UInt8 { byte(at: index) }

  private func byte(at position: Int) -> UInt8 {
    position < end ? text[position] : 0x0A
  }

  /// Skips a byte if it is the next one.
  @discardableResult
  mutating func skip(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    index += 1
    return true
  }

  /// Skips a comma, Latin or Arabic, and marks around it.
  mutating func skipComma() -> Bool {
    skipMarks()
    if byte == UInt8(ascii: ",") {
      index += 1
    } else if byte == 0xD8, byte(at: index + 1) == 0x8C {
      index += 2
    } else {
      return false
    }
    skipMarks()
    return true
  }

  /// Skips blanks of any width, and marks.
  ///
  /// - Returns: Whether there was a blank.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = index
    while byte == UInt8(ascii: " ") { index += 1 }
    return byte < 0x80 ? index > start : skipWideBlanks() || index > start
  }

  /// Skips blanks and marks from a byte on that is not ASCII.
  ///
  /// - Returns: Whether there was a blank.
  private mutating func skipWideBlanks() -> Bool {
    var isSkipped = false
    while true {
      let length = blankLength(at: index)
      if length > 0 {
        index += length
        isSkipped = true
      } else if byte < 0x80 || !skipMark() {
        return isSkipped
      }
    }
  }

  /// Skips a hyphen or an en dash with a blank after it.
  mutating func skipDash() -> Bool {
    let start = index
    if byte == UInt8(ascii: "-") {
      index += 1
    } else if byte == 0xE2, byte(at: index + 1) == 0x80, byte(at: index + 2) == 0x93 {
      index += 3
    } else {
      return false
    }
    if blankLength(at: index) > 0 {
      index += blankLength(at: index)
      return true
    }
    index = start
    return false
  }

  /// Skips invisible marks of writing direction and byte order.
  mutating func skipMarks() {
    while byte >= 0x80, skipMark() {}
  }

  private mutating func skipMark() -> Bool {
    let length = DirectionMark.length(in: text, at: index, end: end)
    index += length
    return length > 0
  }

  private func blankLength(at position: Int) -> Int {
    let byte = byte(at: position)
    if byte == UInt8(ascii: " ") { return 1 }
    return byte < 0x80 ? 0 : WideBlank.length(in: text, at: position, end: end)
  }
}

extension WhatsAppCursor {
  /// Reads a number of at most `maxDigits` digits. `digits` is 0 when there is not a number or a
  /// longer one.
  mutating func number(_ maxDigits: Int) -> (value: Int, digits: Int) {
    var value = 0
    var digits = 0
    var position = index
    while position < end {
      let byte = text[position]
      if byte &- 0x30 < 10 {
        value = value * 10 + Int(byte &- 0x30)
        position += 1
      } else if byte >= 0xD9, let digit = wideDigit(at: position) {
        value = value * 10 + digit.value
        position += digit.length
      } else {
        break
      }
      digits += 1
      guard digits <= maxDigits else { return (0, 0) }
    }
    index = position
    return (value, digits)
  }

  /// Whether there is a digit `distance` bytes after the index.
  func isDigit(_ distance: Int) -> Bool { isDigit(at: index + distance) }

  private func isDigit(at position: Int) -> Bool {
    let byte = byte(at: position)
    return byte &- 0x30 < 10 || byte >= 0xD9 && wideDigit(at: position) != nil
  }

  /// Whether digits and a colon follow.
  var isAtClock: Bool {
    isDigit(0)
      && (byte(at: index + 1) == UInt8(ascii: ":")
        || isDigit(1) && byte(at: index + 2) == UInt8(ascii: ":"))
  }

  /// A digit of another script that WhatsApp writes dates in, and its length in bytes.
  private func wideDigit(at position: Int) -> (value: Int, length: Int)? {
    let first = byte(at: position)
    let second = byte(at: position + 1)
    let last: UInt8
    let zero: UInt8
    switch (first, second) {
    case (0xD9, _): (last, zero) = (second, 0xA0)  // Arabic
    case (0xDB, _): (last, zero) = (second, 0xB0)  // Persian, Urdu
    case (0xE0, 0xA5), (0xE0, 0xA7), (0xE0, 0xA9), (0xE0, 0xAB), (0xE0, 0xAD), (0xE0, 0xAF),
      (0xE0, 0xB1), (0xE0, 0xB3), (0xE0, 0xB5):
      (last, zero) = (byte(at: position + 2), 0xA6)  // India's, from Devanagari to Malayalam
    case (0xE0, 0xB9), (0xE0, 0xBB): (last, zero) = (byte(at: position + 2), 0x90)  // Thai, Lao
    case (0xE1, 0x81): (last, zero) = (byte(at: position + 2), 0x80)  // Burmese
    case (0xE1, 0x9F): (last, zero) = (byte(at: position + 2), 0xA0)  // Khmer
    default: return nil
    }
    guard last &- zero < 10 else { return nil }
    return (Int(last - zero), first < 0xE0 ? 2 : 3)
  }
}

extension WhatsAppCursor {
  /// The longest word or group of words that is looked up, in bytes.
  private static var maxWordLength: Int { 40 }

  /// Whether the next bytes can follow a time: a bracket, a dash, a colon or a comma.
  var isAtClosing: Bool {
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: ","): true
    case UInt8(ascii: " "): byte(at: index + 1) == UInt8(ascii: "-")
    default: false
    }
  }

  /// `AM`, `pm`, `a. m.`, `p.m.`, with any blank before it.
  mutating func latinPeriod() -> DayPeriod? {
    let start = index
    skipBlanks()
    let letter = byte | 0x20
    if letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") {
      index += 1
      if skip(UInt8(ascii: ".")) { skipBlanks() }
      if byte | 0x20 == UInt8(ascii: "m") {
        index += 1
        skip(UInt8(ascii: "."))
        if blankLength(at: index) > 0 || isAtClosing { return letter == 0x61 ? .am : .pm }
      }
    }
    index = start
    return nil
  }

  /// Reads words up to a digit.
  mutating func wordBeforeDigit() -> WhatsAppWords.Word? {
    var word = WhatsAppWords.Word()
    var position = index
    while position < min(end, index + Self.maxWordLength) {
      if isDigit(at: position) {
        index = position
        return word
      }
      guard add(at: &position, to: &word) else { return nil }
    }
    return nil
  }

  /// Reads words up to the sign that follows a time.
  mutating func wordBeforeClosing() -> WhatsAppWords.Word? {
    var word = WhatsAppWords.Word()
    let start = index
    let limit = min(end, index + Self.maxWordLength)
    while index < limit {
      if isAtClosing { return word }
      guard !isDigit(at: index), add(at: &index, to: &word) else { break }
    }
    index = start
    return nil
  }

  /// Adds the character at an index to a word and moves past it; `false` for a character that is in
  /// no word.
  private func add(at position: inout Int, to word: inout WhatsAppWords.Word) -> Bool {
    let byte = text[position]
    if byte < 0x80 {
      position += 1
      return word.add(byte)
    }
    let skipped =
      DirectionMark.length(in: text, at: position, end: end)
      + WideBlank.length(in: text, at: position, end: end)
    if skipped == 0 {
      word.append(byte)
    }
    position += max(1, skipped)
    return true
  }
}
