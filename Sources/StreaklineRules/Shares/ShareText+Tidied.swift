/// What the second reading takes out of a text, because people and programs have put it there.
extension ShareText {
  /// The text with one line for each that says something: without empty lines and markup around lines,
  /// with ASCII digits, single blanks and the characters that were meant.
  ///
  /// - Parameters:
  ///   - parts: The parts of the text that are wanted; each has whole lines.
  ///   - isGrid: Whether words beside the rows of a grid and lines of words between them go too.
  func tidied(_ parts: [Range<Int>], isGrid: Bool) -> ShareText {
    var tidy = LineTidier(self, isGrid: isGrid)
    for part in parts {
      tidy.startPart(at: part.lowerBound)
      var start = part.lowerBound
      while start < part.upperBound {
        let end = bytes[start..<part.upperBound].firstIndex(of: 0x0A) ?? part.upperBound
        tidy.add(start..<end)
        start = end + 1
      }
    }
    return tidy.finish()
  }
}

/// Writes the lines of a text that are worth reading.
private struct LineTidier {
  private let source: ShareText
  private let text: [UInt8]
  private let isGrid: Bool
  private var result: ShareText
  /// Marks of bold or italic text that were opened at the start of a line and not closed yet.
  private var open: [UInt8] = []
  /// Lines of words after the last row, kept unless another row follows.
  private var waiting: [Range<Int>] = []
  private var lastIsRow = false

  /// At least as many tiles are a row.
  private static let leastTiles = 3
  private static let longestWords = 60
  private static let mostWaiting = 2
  private static let marks: Set<UInt8> = [
    UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"),
  ]

  init(_ source: ShareText, isGrid: Bool) {
    self.source = source
    self.isGrid = isGrid
    text = source.bytes
    result = ShareText(rewriting: source)
  }

  mutating func finish() -> ShareText {
    flush()
    return result
  }

  /// Keeps a part apart from the one before it: no share has a line like this.
  mutating func startPart(at position: Int) {
    flush()
    lastIsRow = false
    guard !result.bytes.isEmpty else { return }
    result.append(Array("\n=0=".utf8), inPlaceOf: position..<position, of: source)
  }

  mutating func add(_ line: Range<Int>) {
    let line = trimmed(withoutMarks(trimmed(line)))
    guard !line.isEmpty else { return }
    let row = isGrid ? row(in: line) : nil
    if let row {
      // Words between two rows are nobody's; before a first row they may be the share's.
      if lastIsRow { waiting.removeAll() }
      flush()
      write(row)
    } else if lastIsRow, waiting.count < Self.mostWaiting, !holdsDigit(line) {
      waiting.append(line)
      return
    } else {
      flush()
      write(line)
    }
    lastIsRow = row != nil
  }

  private mutating func flush() {
    for line in waiting {
      write(line)
    }
    waiting.removeAll()
  }

  private mutating func write(_ line: Range<Int>) {
    if !result.bytes.isEmpty {
      result.append([0x0A], inPlaceOf: line.lowerBound..<line.lowerBound, of: source)
    }
    var index = line.lowerBound
    while index < line.upperBound {
      let end = characterEnd(index)
      if isBlank(text[index]), isBlank(text[end]) {
        index = end
        continue
      }
      if let (meant, end) = Mojibake.character(in: text, at: index) {
        let written = meant.properties.isWhitespace ? " " : String(meant)
        result.append(Array(written.utf8), inPlaceOf: index..<end, of: source)
        index = end
        continue
      }
      if digitLength(text, index) > 0 {
        result.append([asciiDigit(index)], inPlaceOf: index..<end, of: source)
      } else if let mark = asciiSeparator(index) {
        result.append([mark], inPlaceOf: index..<end, of: source)
      } else if text[index] == 0x09 {
        result.append([0x20], inPlaceOf: index..<end, of: source)
      } else {
        result.append(text[index..<end], inPlaceOf: index..<end, of: source)
      }
      index = end
    }
  }

  private func asciiDigit(_ index: Int) -> UInt8 {
    let scalar = String(decoding: text[index..<characterEnd(index)], as: UTF8.self).unicodeScalars
    let value = scalar.first?.properties.numericValue ?? 0
    return 0x30 + UInt8(value)
  }

  /// What Arabic numbers have in place of the comma and of the point.
  private func asciiSeparator(_ index: Int) -> UInt8? {
    guard text[index] == 0xD9, index + 1 < text.count else { return nil }
    return switch text[index + 1] {
    case 0xAC: UInt8(ascii: ",")
    case 0xAB: UInt8(ascii: ".")
    default: nil
    }
  }

  // MARK: - Rows

  /// The tiles of a line that is a row of a grid with words before or after it at the most.
  private func row(in line: Range<Int>) -> Range<Int>? {
    guard let start = tilesStart(in: line) else { return nil }
    var end = start
    var count = 0
    var index = start
    while index < line.upperBound {
      if text[index] == 0x20 {
        index += 1
      } else if text[index] >= 0x80, !isLetter(index) {
        // What is not a tile belongs to the row only where it follows at once: 🟩🟩🟩🎉.
        guard tileLength(text, index) > 0 || index == end else { break }
        count += tileLength(text, index) > 0 ? 1 : 0
        index = characterEnd(index)
        end = index
      } else {
        break
      }
    }
    guard count >= Self.leastTiles else { return nil }
    let rest = trimmed(end..<line.upperBound)
    if rest.isEmpty { return start..<end }
    // Words may also follow without a blank: 🟩🟩🟩yay.
    let areWords = text[end] == 0x20 || isASCIIWordCharacter(text[end]) || isLetter(end)
    guard rest.count <= Self.longestWords, areWords, !holdsDigit(rest),
      !holdsTile(rest)
    else { return start == line.lowerBound ? line : nil }
    return start..<end
  }

  /// Where the tiles start: at the line's start, or after words.
  private func tilesStart(in line: Range<Int>) -> Int? {
    guard let first = line.first(where: { tileLength(text, $0) > 0 }) else { return nil }
    let before = line.lowerBound..<first
    if before.isEmpty { return first }
    guard before.count <= Self.longestWords, text[first - 1] == 0x20, !holdsDigit(before),
      text[before].contains(where: { (0x61...0x7A).contains($0 | 0x20) }),
      !text[before].contains(where: { $0 >= 0xE2 })
    else { return nil }
    return first
  }

  private func holdsTile(_ range: Range<Int>) -> Bool {
    range.contains { tileLength(text, $0) > 0 }
  }

  private func holdsDigit(_ range: Range<Int>) -> Bool {
    range.contains { index in
      (0x30...0x39).contains(text[index]) || digitLength(text, index) > 0
    }
  }

  private func isLetter(_ index: Int) -> Bool {
    let scalar = String(decoding: text[index..<characterEnd(index)], as: UTF8.self).unicodeScalars
    return scalar.first.map { $0.properties.isAlphabetic } ?? false
  }

  // MARK: - Marks

  private func trimmed(_ line: Range<Int>) -> Range<Int> {
    var start = line.lowerBound
    var end = line.upperBound
    while start < end, isBlank(text[start]) { start += 1 }
    while start < end, isBlank(text[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The line without a heading's or a quote's mark, and without those of bold and italic text.
  private mutating func withoutMarks(_ line: Range<Int>) -> Range<Int> {
    var start = line.lowerBound
    var end = line.upperBound
    while start < end, text[start] == UInt8(ascii: "#") { start += 1 }
    if start > line.lowerBound, start == end || text[start] != 0x20 { start = line.lowerBound }
    if start < end, text[start] == UInt8(ascii: "|"), start + 1 == end || text[start + 1] == 0x20 {
      start += 1
    }
    while start < end, text[start] == 0x20 { start += 1 }
    let run = text[start..<end].prefix { Self.marks.contains($0) }
    if !run.isEmpty, run.count <= 3 {
      start = run.endIndex
      open = run.reversed()
    }
    if !open.isEmpty, end - start > open.count, text[(end - open.count)..<end].elementsEqual(open) {
      end -= open.count
      open = []
    }
    return start..<end
  }

  private func characterEnd(_ index: Int) -> Int {
    var end = index + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}

/// The length of the tile at an index, 0 where there is none: the squares, circles, arrows and marks
/// of which grids are made.
func tileLength(_ text: [UInt8], _ index: Int) -> Int {
  guard text[index] == 0xE2 || text[index] == 0xF0 else { return 0 }
  let length = text[index] == 0xE2 ? 3 : 4
  guard index + length <= text.count else { return 0 }
  var value: UInt32 = text[index] == 0xE2 ? 2 : 0
  for byte in text[(index + 1)..<(index + length)] {
    value = value << 6 | UInt32(byte & 0x3F)
  }
  return isTile(value) ? length : 0
}

private func isTile(_ value: UInt32) -> Bool {
  switch value {
  // ⬛⬜ ⬅⬆⬇ ➡ ↖↗↘↙ ⏫⏬ ✅❌ ⭐ ⚪⚫
  case 0x2B1B, 0x2B1C, 0x2B05...0x2B07, 0x27A1, 0x2196...0x2199, 0x23EB, 0x23EC, 0x2705, 0x274C,
    0x2B50, 0x26AA, 0x26AB:
    true
  // 🔴🔵 🟠…🟫 🔲🔳 🔼🔽 🌌🌑…🌘 💡🦄
  case 0x1F534, 0x1F535, 0x1F7E0...0x1F7EB, 0x1F532, 0x1F533, 0x1F53C, 0x1F53D, 0x1F30C,
    0x1F311...0x1F318, 0x1F4A1, 0x1F984:
    true
  default: false
  }
}

/// The length of the digit of another script at an index, 0 where there is none: Arabic, Persian,
/// Devanagari and full-width digits.
func digitLength(_ text: [UInt8], _ index: Int) -> Int {
  let length: Int
  switch text[index] {
  case 0xD9, 0xDB: length = 2
  case 0xE0, 0xEF: length = 3
  default: return 0
  }
  guard index + length <= text.count else { return 0 }
  let zero: UInt8? =
    switch (text[index], text[index + 1]) {
    case (0xD9, _): 0xA0
    case (0xDB, _): 0xB0
    case (0xE0, 0xA5): 0xA6
    case (0xEF, 0xBC): 0x90
    default: nil
    }
  guard let zero else { return 0 }
  return (zero..<zero + 10).contains(text[index + length - 1]) ? length : 0
}
