/// The text below date and name in a chat of Messages, without the lines that the exporter adds to
/// it.
///
/// A text that was edited is there in all its versions: the first after a date, the others after
/// `Edited 12 seconds later: `. The last one counts. Where the first has no date, it is all that is before.
struct MessagesBody {
  private(set) var text: [UInt8] = []
  private(set) var isEdited = false
  /// Where the version starts that the next edit replaces.
  private var edited: Int?

  /// - Parameters:
  ///   - lines: Without their line breaks.
  ///   - indent: Blanks that a reply's lines start with. Older exporters put them only before the
  ///     first line of a text.
  init(_ bytes: [UInt8], _ lines: ArraySlice<Range<Int>>, indent: Int) {
    var isAmongTapbacks = false
    for (index, whole) in zip(lines.indices, lines) {
      let blanks = bytes[whole].prefix(indent).prefix { $0 == 0x20 }.count
      let line = whole.dropFirst(blanks == indent ? indent : 0)
      isAmongTapbacks = isAmongTapbacks && Self.isTapback(bytes[line])
      if isAmongTapbacks || Self.isRemark(bytes[line]) { continue }
      if Self.isTapbackTitle(bytes[line]), index + 1 < lines.endIndex,
        Self.isTapback(bytes[lines[index + 1]])
      {
        isAmongTapbacks = true
        continue
      }
      add(bytes, line)
    }
    while let last = text.last, last == 0x0A || last == 0x20 {
      text.removeLast()
    }
  }

  private mutating func add(_ bytes: [UInt8], _ line: Range<Int>) {
    if let start = Self.edit(bytes, line), let first = edited ?? (text[...].isBlank ? nil : 0) {
      edited = first
      text.removeSubrange(first...)
      isEdited = true
      text += bytes[start..<line.upperBound]
    } else {
      // The date of the text's first version, if an edit follows.
      if MessagesStamp(bytes, line) != nil { edited = text.count }
      text += bytes[line]
    }
    text.append(0x0A)
  }

  /// Where the text after `Edited 1 hour, 2 seconds later: ` starts; `nil` for any other line.
  static func edit(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var cursor = ByteCursor(bytes, line)
    cursor.skip { $0 == 0x20 }
    guard cursor.skip(word: "Edited "), let first = cursor.next, isDigit(first) else { return nil }
    let start = cursor.index
    cursor.skip { isDigit($0) || (0x61...0x7A).contains($0) || $0 == 0x20 || $0 == 0x2C }
    guard bytes[start..<cursor.index].suffix(6).elementsEqual(" later".utf8),
      cursor.skip(ascii: ":")
    else { return nil }
    _ = cursor.skip(ascii: " ")
    return cursor.index
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isRemark(_ line: ArraySlice<UInt8>) -> Bool {
    line.elementsEqual("This message responded to an earlier message.".utf8)
  }

  private static func isTapbackTitle(_ line: ArraySlice<UInt8>) -> Bool {
    line.elementsEqual("Tapbacks:".utf8) || line.elementsEqual("Reactions:".utf8)
  }

  /// Whether a line is a reaction: `Loved by Alice`, `☕️ by Alice`, `Sticker from Alice: path`.
  private static func isTapback(_ line: ArraySlice<UInt8>) -> Bool {
    let line = line.drop { $0 == 0x20 }
    if line.starts(with: "Sticker from ".utf8) { return true }
    let word = line.prefix { $0 != 0x20 }
    return !word.isEmpty && line.dropFirst(word.count).starts(with: " by ".utf8)
  }
}
