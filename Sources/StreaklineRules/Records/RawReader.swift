/// What a character of the received text becomes.
enum NormalizedElement {
  /// Kept as it is; a range of the received bytes.
  case plain(Range<Int>)
  case replaced([UInt8])
  /// A byte that is not UTF-8.
  case malformed
  case lineBreak
  case variationSelector
  case dropped
}

/// Takes received bytes apart into characters and the marks that chats add.
struct RawReader {
  let raw: [UInt8]
  /// Offset of the next byte.
  private(set) var position = 0

  init(_ raw: [UInt8]) {
    self.raw = raw
  }

  var isAtEnd: Bool { position == raw.count }

  /// Skips characters that stay as they are and are recognised by their first bytes: most letters
  /// and emoji, and line breaks with nothing to drop around them.
  ///
  /// - Returns: The skipped range.
  mutating func skipPlain() -> Range<Int> {
    let start = position
    position = unsafe raw.withUnsafeBufferPointer { raw in unsafe Self.plainEnd(raw, start) }
    return start..<position
  }

  private static func plainEnd(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < text.count {
      let byte = unsafe text[index]
      if byte < 0x80 {
        if isSpecial(byte) {
          guard byte == 0x0A, index > start, unsafe !isBlank(text[index - 1]),
            index + 2 < text.count,
            unsafe !mayBeMark(text[index + 1], text[index + 2])
          else { break }
        }
        index += 1
      } else if byte == 0xF0, index + 4 <= text.count {
        // U+10000 to U+3FFFF: emoji and rare letters; nothing among them is changed.
        let second = unsafe text[index + 1]
        guard second >= 0x90, second < 0xC0, unsafe text[index + 2] & 0xC0 == 0x80,
          unsafe text[index + 3] & 0xC0 == 0x80
        else { break }
        index += 4
      } else if byte == 0xE2, index + 3 <= text.count {
        // U+2080 to U+2FFF: squares, stars, keycaps, arrows.
        let second = unsafe text[index + 1]
        guard second >= 0x82, second < 0xC0, unsafe text[index + 2] & 0xC0 == 0x80 else { break }
        index += 3
      } else {
        break
      }
    }
    return index
  }

  /// Whether a line that starts with these bytes may start with a quote mark, a bullet or a blank.
  @inline(__always)
  private static func mayBeMark(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case 0x20, 0x09, UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "-"), UInt8(ascii: "*"):
      true
    // The bullet • is E2 80 A2.
    case 0xE2: second == 0x80
    default: false
    }
  }

  /// ASCII that may be dropped or replaced.
  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "`"), UInt8(ascii: "|"),
      UInt8(ascii: ":"), UInt8(ascii: "&"), UInt8(ascii: "<"):
      true
    default: false
    }
  }

  mutating func next() -> NormalizedElement {
    let start = position
    let byte = raw[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\n"):
      return .lineBreak
    case UInt8(ascii: "\r"):
      return peek() == UInt8(ascii: "\n") ? .dropped : .lineBreak
    case UInt8(ascii: "`"):
      skipFenceLanguage(from: start)
      return .dropped
    case UInt8(ascii: "|") where peek() == UInt8(ascii: "|"):
      position += 1
      return .dropped
    case UInt8(ascii: ":"):
      return shortName() ?? .plain(start..<position)
    case UInt8(ascii: "&"):
      return htmlEscape() ?? .plain(start..<position)
    case UInt8(ascii: "<"):
      guard let end = htmlLineBreakEnd(raw, after: position) else {
        return .plain(start..<position)
      }
      position = end
      return .lineBreak
    case 0..<0x80:
      return .plain(start..<position)
    default:
      return nonASCII(from: start)
    }
  }

  /// Skips blanks, `>` marks and one bullet at the start of a line, if a mark is there at all.
  mutating func skipQuoteMarks() {
    let second = position + 1 < raw.count ? raw[position + 1] : 0
    guard Self.mayBeMark(raw[position], second) else { return }
    var end = position
    var isMarked = false
    while end < raw.count {
      if raw[end] == UInt8(ascii: ">") {
        end += 1
        isMarked = true
      } else if raw[end] == UInt8(ascii: "&"), raw[end...].starts(with: "&gt;".utf8) {
        end += 4
        isMarked = true
      } else if Self.isBlank(raw[end]) {
        end += 1
      } else {
        break
      }
    }
    if let bullet = Self.bullets.first(where: { raw[end...].starts(with: $0) }) {
      end += bullet.count
      isMarked = true
    }
    if isMarked {
      position = end
    }
  }

  private static let bullets = ["- ", "* ", "• "].map { Array($0.utf8) }

  private func peek() -> UInt8? {
    position < raw.count ? raw[position] : nil
  }

  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09
  }

  /// A fence's language (```` ```text ````) stands alone after three back-ticks.
  private mutating func skipFenceLanguage(from start: Int) {
    guard start >= 2,
      raw[start - 2..<start].allSatisfy({ $0 == UInt8(ascii: "`") })
    else { return }
    let word = raw[position...].prefix { (0x61...0x7A).contains($0) }
    if word.endIndex < raw.count, raw[word.endIndex] == UInt8(ascii: "\n") {
      position = word.endIndex
    }
  }

  private mutating func shortName() -> NormalizedElement? {
    let name = raw[position...].prefix(32).prefix { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2B
        || byte == 0x2D
    }
    guard !name.isEmpty, name.endIndex < raw.count, raw[name.endIndex] == UInt8(ascii: ":"),
      let emoji = slackShortNames[String(decoding: name, as: UTF8.self)]
    else { return nil }
    position = name.endIndex + 1
    return .replaced(Array(emoji.utf8))
  }

  private mutating func htmlEscape() -> NormalizedElement? {
    guard let (character, end) = htmlCharacter(raw, after: position) else { return nil }
    position = end
    return .replaced(character)
  }

  private mutating func nonASCII(from start: Int) -> NormalizedElement {
    guard let (scalar, length) = decode(at: start) else { return .malformed }
    position = start + length
    switch scalar {
    case 0xFE0E, 0xFE0F: return .variationSelector
    case 0x200B, 0x2060, 0xFEFF, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C:
      return .dropped
    // A joiner joins two emoji; at the end of a line it is a leftover.
    case 0x200D where peek() ?? 0x0A <= 0x20: return .dropped
    case 0x00A0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return .replaced([0x20])
    case 0x0085, 0x2028, 0x2029: return .lineBreak
    default: return .plain(start..<position)
    }
  }

  /// The scalar that starts at `start` and its length, or `nil` when the bytes there are not
  /// well-formed UTF-8 (Unicode 16, table 3-7).
  private func decode(at start: Int) -> (scalar: UInt32, length: Int)? {
    let lead = raw[start]
    let length: Int
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return nil
    }
    guard start + length <= raw.count else { return nil }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = raw[start + offset]
      guard byte & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    let minimum: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard scalar >= minimum, Unicode.Scalar(scalar) != nil else { return nil }
    return (scalar, length)
  }
}
