/// A message's text as rules see it, with the way back to the bytes that were received. An object
/// that is used again for the next text keeps its memory.
///
/// Chats add and change characters around a share; this undoes it (RULES §3, FORMATS §1.8). Line
/// breaks become LF, and unusual spaces become a space. Variation selectors, zero-width marks and
/// bidi controls are dropped. So are blanks at the end of a line, quote marks and bullets at its
/// start, code fences and spoiler bars. Slack's short names become emoji, and HTML escapes become
/// their characters. Bytes that are not UTF-8 become U+FFFD, so the result is always valid.
package struct ShareText: Sendable {
  /// The normalised text, valid UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Whether everything that was received is valid UTF-8.
  private(set) var isWellFormed = true
  /// Length of the text that was received, in bytes.
  private var rawCount = 0
  /// The points from which on the distance between the two texts is different.
  private var segments: [OffsetSegment] = []
  /// The end, in the received bytes, of what was written last.
  private var writtenEnd = 0

  /// From `start` on, byte n of the text is byte n + (rawStart - start) of what was received. The
  /// received bytes of the text before `start` end at `previousRawEnd`.
  private struct OffsetSegment {
    let start: Int
    let previousRawEnd: Int
    let rawStart: Int
  }

  /// Where the last look-up ended, from which the next one starts: most go forward by little.
  package struct Place {
    fileprivate var segment = 0
    package init() {}
  }

  package init() {}

  package init(_ raw: [UInt8]) {
    read(raw)
  }

  /// Normalises other received bytes, in place of those that were read before.
  package mutating func read(_ raw: [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(raw.count)
    isWellFormed = true
    rawCount = raw.count
    writtenEnd = 0
    var reader = RawReader(raw)
    var isLineStart = true
    while !reader.isAtEnd {
      if isLineStart {
        reader.skipQuoteMarks()
        isLineStart = false
        continue
      }
      let plain = reader.skipPlain()
      if !plain.isEmpty {
        addSegment(at: plain.lowerBound)
        bytes.append(contentsOf: raw[plain])
        writtenEnd = plain.upperBound
        continue
      }
      isLineStart = step(&reader)
    }
    dropTrailingBlanks()
  }

  /// The offset in the received bytes at which byte `offset` of the text starts.
  package func rawStart(_ offset: Int) -> Int {
    var place = Place()
    return rawStart(offset, &place)
  }

  /// The offset in the received bytes at which the text before `offset` ends. Variation selectors
  /// of its last character are included; what was dropped after it is not.
  package func rawEnd(_ offset: Int) -> Int {
    var place = Place()
    return rawEnd(offset, &place)
  }

  package func rawStart(_ offset: Int, _ place: inout Place) -> Int {
    guard let index = segmentIndex(atOrBefore: offset, &place) else {
      return min(offset, segments.first?.rawStart ?? rawCount)
    }
    // A replacement may be longer than the received character; no offset goes past that character.
    let next = index + 1 < segments.count ? segments[index + 1].rawStart : rawCount
    return min(next, segments[index].rawStart + offset - segments[index].start)
  }

  package func rawEnd(_ offset: Int, _ place: inout Place) -> Int {
    if offset == bytes.count { return writtenEnd }
    guard let index = segmentIndex(atOrBefore: offset, &place), segments[index].start == offset
    else { return rawStart(offset, &place) }
    return segments[index].previousRawEnd
  }

  /// Reads one character and writes what it becomes.
  ///
  /// - Returns: Whether a line starts after it.
  private mutating func step(_ reader: inout RawReader) -> Bool {
    let start = reader.position
    switch reader.next() {
    case .plain(let range):
      write(reader.raw[range], from: start)
      writtenEnd = reader.position
    case .replaced(let replacement):
      write(replacement, from: start)
      writtenEnd = reader.position
    case .malformed:
      isWellFormed = false
      write([0xEF, 0xBF, 0xBD], from: start)
      writtenEnd = reader.position
    case .lineBreak:
      dropTrailingBlanks()
      write(CollectionOfOne(UInt8(ascii: "\n")), from: start)
      writtenEnd = reader.position
      return true
    case .variationSelector:
      if writtenEnd == start {
        writtenEnd = reader.position
      }
    case .dropped:
      break
    }
    return false
  }

  private mutating func write(_ text: some Collection<UInt8>, from raw: Int) {
    addSegment(at: raw)
    bytes.append(contentsOf: text)
  }

  /// Records where the next byte of the text comes from, unless it directly follows the previous
  /// one there.
  @inline(__always)
  private mutating func addSegment(at raw: Int) {
    let expected = segments.last.map { $0.rawStart + bytes.count - $0.start } ?? bytes.count
    if raw != expected {
      segments.append(
        OffsetSegment(start: bytes.count, previousRawEnd: writtenEnd, rawStart: raw))
    }
  }

  private mutating func dropTrailingBlanks() {
    let kept = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
    guard kept < bytes.count else { return }
    writtenEnd = rawEnd(kept)
    bytes.removeLast(bytes.count - kept)
    while let last = segments.last, last.start > kept {
      segments.removeLast()
    }
  }

  private func segmentIndex(atOrBefore offset: Int, _ place: inout Place) -> Int? {
    // All segments below `low` start at or before the offset, all from `high` on after it.
    var low = place.segment
    if low > 0, low > segments.count || segments[low - 1].start > offset { low = 0 }
    var step = 1
    while low + step <= segments.count, segments[low + step - 1].start <= offset {
      low += step
      step *= 2
    }
    var high = min(low + step - 1, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].start <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    place.segment = low
    return low == 0 ? nil : low - 1
  }
}

/// What a character of the received text becomes.
private enum NormalizedElement {
  /// Kept as it is; a range of the received bytes.
  case plain(Range<Int>)
  case replaced([UInt8])
  /// A byte that is not UTF-8.
  case malformed
  case lineBreak
  case variationSelector
  case dropped
}

/// Splits received bytes into characters and the marks that chats add.
private struct RawReader {
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
      UInt8(ascii: ":"), UInt8(ascii: "&"):
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
    guard name.count >= 2, name.endIndex < raw.count, raw[name.endIndex] == UInt8(ascii: ":"),
      let emoji = slackShortNames[String(decoding: name, as: UTF8.self)]
    else { return nil }
    position = name.endIndex + 1
    return .replaced(Array(emoji.utf8))
  }

  private mutating func htmlEscape() -> NormalizedElement? {
    for (name, character) in [
      ("amp;", "&"), ("lt;", "<"), ("gt;", ">"), ("#39;", "'"), ("quot;", "\""),
    ]
    where raw[position...].starts(with: name.utf8) {
      position += name.utf8.count
      return .replaced(Array(character.utf8))
    }
    return nil
  }

  private mutating func nonASCII(from start: Int) -> NormalizedElement {
    guard let (scalar, length) = decode(at: start) else { return .malformed }
    position = start + length
    switch scalar {
    case 0xFE0E, 0xFE0F: return .variationSelector
    case 0x200B, 0x2060, 0xFEFF, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C:
      return .dropped
    case 0x00A0, 0x2007, 0x2009, 0x202F: return .replaced([0x20])
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
