/// A message's text as rules see it, and the way back to the bytes that were received.
///
/// Chats add and change things around a share; this undoes them (RULES §3, FORMATS §1.8): line
/// breaks become LF, odd spaces a space; variation selectors, zero-width marks and bidi controls
/// go; so do trailing blanks, quote marks and bullets before a line, code fences and spoiler bars.
/// Slack's short names become emoji, HTML escapes their character. Bytes that are not UTF-8
/// become U+FFFD, so the result is always valid.
package struct ShareText: Sendable {
  /// The normalised text, valid UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Length of the text that was received, in bytes.
  private let rawCount: Int
  /// Where the distance between the two texts changes.
  private var seams: [OffsetSegment] = []
  /// End, in the received bytes, of what has been written last.
  private var writtenEnd = 0

  /// From `at` on, byte n of the text is byte n + (raw - at) of what was received; what stands
  /// before `at` ended at `before` there.
  private struct OffsetSegment {
    let at: Int
    let before: Int
    let raw: Int
  }

  package init(_ raw: ArraySlice<UInt8>) {
    rawCount = raw.count
    bytes.reserveCapacity(raw.count)
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
        write(reader.raw[plain], from: plain.lowerBound - raw.startIndex)
        writtenEnd = reader.position
        continue
      }
      isLineStart = step(&reader)
    }
    dropTrailingBlanks()
  }

  /// Where byte `offset` of the text began in the received bytes.
  package func rawStart(_ offset: Int) -> Int {
    guard let index = seamIndex(atOrBefore: offset) else {
      return min(offset, seams.first?.raw ?? rawCount)
    }
    // A character that was replaced may be longer than what it replaced.
    let next = index + 1 < seams.count ? seams[index + 1].raw : rawCount
    return min(next, seams[index].raw + offset - seams[index].at)
  }

  /// Where the text up to `offset` ended in the received bytes, with the variation selectors that
  /// belonged to it and without what was dropped after it.
  package func rawEnd(_ offset: Int) -> Int {
    if offset == bytes.count { return writtenEnd }
    guard let index = seamIndex(atOrBefore: offset) else { return rawStart(offset) }
    return seams[index].at == offset ? seams[index].before : rawStart(offset)
  }

  /// Reads one character and writes what it becomes.
  ///
  /// - Returns: Whether a line begins after it.
  private mutating func step(_ reader: inout RawReader) -> Bool {
    let start = reader.position
    switch reader.next() {
    case .plain(let range):
      write(reader.raw[range], from: start)
      writtenEnd = reader.position
    case .replaced(let replacement):
      write(replacement, from: start)
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
    let expected = seams.last.map { $0.raw + bytes.count - $0.at } ?? bytes.count
    if raw != expected {
      seams.append(OffsetSegment(at: bytes.count, before: writtenEnd, raw: raw))
    }
    bytes.append(contentsOf: text)
  }

  private mutating func dropTrailingBlanks() {
    let kept = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
    guard kept < bytes.count else { return }
    writtenEnd = rawEnd(kept)
    bytes.removeLast(bytes.count - kept)
    while let last = seams.last, last.at > kept {
      seams.removeLast()
    }
  }

  private func seamIndex(atOrBefore offset: Int) -> Int? {
    var low = 0
    var high = seams.count
    while low < high {
      let middle = (low + high) / 2
      if seams[middle].at <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low == 0 ? nil : low - 1
  }
}

/// What a character of the received text becomes.
private enum NormalizedElement {
  /// Kept as it is; a range of the received bytes.
  case plain(Range<Int>)
  case replaced([UInt8])
  case lineBreak
  case variationSelector
  case dropped
}

/// Takes received bytes apart into characters and the marks that chats add.
private struct RawReader {
  let raw: ArraySlice<UInt8>
  private var index: Int

  init(_ raw: ArraySlice<UInt8>) {
    self.raw = raw
    index = raw.startIndex
  }

  var isAtEnd: Bool { index == raw.endIndex }
  /// Offset from the begin of the received bytes.
  var position: Int { index - raw.startIndex }

  /// Goes over what is kept as it is and can be told by its first bytes: most letters and emoji.
  ///
  /// - Returns: What was gone over, as indices of the received bytes.
  mutating func skipPlain() -> Range<Int> {
    let start = index
    index += unsafe raw[start...].withUnsafeBufferPointer { rest in unsafe Self.plainCount(rest) }
    return start..<index
  }

  private static func plainCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var index = 0
    while index < text.count {
      let byte = unsafe text[index]
      if byte < 0x80 {
        if isSpecial(byte) { break }
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

  /// ASCII that may be dropped or replaced.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "`"), UInt8(ascii: "|"),
      UInt8(ascii: ":"), UInt8(ascii: "&"):
      true
    default: false
    }
  }

  mutating func next() -> NormalizedElement {
    let start = index
    let byte = raw[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\n"):
      return .lineBreak
    case UInt8(ascii: "\r"):
      return peek() == UInt8(ascii: "\n") ? .dropped : .lineBreak
    case UInt8(ascii: "`"):
      skipFenceLanguage(from: start)
      return .dropped
    case UInt8(ascii: "|") where peek() == UInt8(ascii: "|"):
      index += 1
      return .dropped
    case UInt8(ascii: ":"):
      return shortName() ?? .plain(start..<index)
    case UInt8(ascii: "&"):
      return htmlEscape() ?? .plain(start..<index)
    case 0..<0x80:
      return .plain(start..<index)
    default:
      return nonASCII(from: start)
    }
  }

  /// Skips blanks, `>` marks and one bullet at the begin of a line, if a mark stands there at all.
  mutating func skipQuoteMarks() {
    var end = index
    var isMarked = false
    while end < raw.endIndex {
      let rest = raw[end...]
      if rest.first == UInt8(ascii: ">") {
        end += 1
        isMarked = true
      } else if rest.starts(with: "&gt;".utf8) {
        end += 4
        isMarked = true
      } else if isBlank(rest.first) {
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
      index = end
    }
  }

  private static let bullets = ["- ", "* ", "• "].map { Array($0.utf8) }

  private func peek() -> UInt8? {
    index < raw.endIndex ? raw[index] : nil
  }

  private func isBlank(_ byte: UInt8?) -> Bool {
    byte == 0x20 || byte == 0x09
  }

  /// A fence's language (```` ```text ````) stands alone after three back-ticks.
  private mutating func skipFenceLanguage(from start: Int) {
    guard start - raw.startIndex >= 2,
      raw[start - 2..<start].allSatisfy({ $0 == UInt8(ascii: "`") })
    else { return }
    let word = raw[index...].prefix { (0x61...0x7A).contains($0) }
    if word.endIndex < raw.endIndex, raw[word.endIndex] == UInt8(ascii: "\n") {
      index = word.endIndex
    }
  }

  private mutating func shortName() -> NormalizedElement? {
    let name = raw[index...].prefix(32).prefix { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2B
        || byte == 0x2D
    }
    guard name.count >= 2, name.endIndex < raw.endIndex, raw[name.endIndex] == UInt8(ascii: ":"),
      let emoji = slackShortNames[String(decoding: name, as: UTF8.self)]
    else { return nil }
    index = name.endIndex + 1
    return .replaced(Array(emoji.utf8))
  }

  private mutating func htmlEscape() -> NormalizedElement? {
    for (name, character) in [
      ("amp;", "&"), ("lt;", "<"), ("gt;", ">"), ("#39;", "'"), ("quot;", "\""),
    ]
    where raw[index...].starts(with: name.utf8) {
      index += name.utf8.count
      return .replaced(Array(character.utf8))
    }
    return nil
  }

  private mutating func nonASCII(from start: Int) -> NormalizedElement {
    guard let (scalar, length) = decode(at: start) else { return .replaced([0xEF, 0xBF, 0xBD]) }
    index = start + length
    switch scalar {
    case 0xFE0E, 0xFE0F: return .variationSelector
    case 0x200B, 0x2060, 0xFEFF, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C:
      return .dropped
    case 0x00A0, 0x2007, 0x2009, 0x202F: return .replaced([0x20])
    case 0x0085, 0x2028, 0x2029: return .lineBreak
    default: return .plain(start..<index)
    }
  }

  /// The scalar that begins at `start` and its length, or `nil` when the bytes there are no
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
    guard start + length <= raw.endIndex else { return nil }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = raw[start + offset]
      guard byte & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    let least: [UInt32] = [0, 0, 0x80, 0x800, 0x10000]
    guard scalar >= least[length], Unicode.Scalar(scalar) != nil else { return nil }
    return (scalar, length)
  }
}
