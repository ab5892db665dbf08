/// Tells a chat that no reader knows from an ordinary text, so that the results of others do not
/// become those of whoever imports it.
///
/// Stamps are `[04/11/2024 07:58] Ann: …`, `07:58 <Ann> …`, `Ann, 7:58 AM` on a line of its own, and a
/// name above a line with the time. A time alone is no stamp: many games print how long it took.
struct ForeignChat {
  /// The line with the second sender's stamp, counted from 1.
  let line: Int

  private static let maxLines = 5_000
  private static let maxLine = 200
  private static let maxName = 40
  /// Words before a time that are nobody's name.
  private static let words: Set = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "today",
    "yesterday", "time", "date", "at", "by", "from", "until", "till", "around", "um", "ab", "bis",
    "gegen", "à", "a", "http", "https",
  ]

  /// - Parameter head: The start of a text that no reader recognises.
  /// - Returns: `nil` unless at least two senders have a stamp.
  init?(_ head: [UInt8], _ scan: CandidateScan) {
    var senders: Set<String> = []
    var before: Range<Int>?
    for (number, line) in lineRanges(of: head, in: 0..<head.count).prefix(Self.maxLines)
      .enumerated()
    {
      if let name = Self.sender(head, line, before), CopiedStamp(head, line) == nil,
        !Self.isGame(name, scan)
      {
        senders.insert(name)
        if senders.count == 2 {
          self.line = number + 1
          return
        }
      }
      before = line
    }
    return nil
  }

  /// Whether a share starts in what is in the place of a name: `[10:05] Connections`.
  private static func isGame(_ name: String, _ scan: CandidateScan) -> Bool {
    let name = Array(name.utf8)
    return scan.isPresent(in: name, 0..<name.count)
  }

  private static func sender(
    _ text: [UInt8], _ line: Range<Int>, _ before: Range<Int>?
  ) -> String? {
    guard line.count >= 4, line.count <= 4_096 else { return nil }
    // Slack writes the time two blanks further right, below the name.
    let line = (text[line].firstIndex { $0 != 0x20 } ?? line.upperBound)..<line.upperBound
    if let end = stampEnd(text, line) {
      if end.rest.isEmpty { return before.flatMap { name(text[$0]) } }
      return nameAfter(text[end.rest], isBracketed: end.isBracketed)
    }
    guard line.count <= maxLine else { return nil }
    // A name, and the stamp at the end.
    for start in line.dropFirst(2).suffix(maxName)
    where text[start - 1] == 0x20 || text[start - 1] == 0x28 {
      if isClock(text, start..<line.upperBound) { return name(text[line.lowerBound..<start]) }
      guard let end = stampEnd(text, start..<line.upperBound), end.rest.isEmpty else { continue }
      return name(text[line.lowerBound..<start])
    }
    return nil
  }

  /// Whether a range at the end of a line is a time such as `19:58`, after two blanks (as Slack writes it)
  /// or a dash (as Discord does). `Zip — 0:45` is a result: its hour has one digit.
  private static func isClock(_ text: [UInt8], _ range: Range<Int>) -> Bool {
    guard range.count == 5, text[range.lowerBound + 2] == 0x3A else { return false }
    var cursor = ByteCursor(text, range)
    let before = text[..<range.lowerBound]
    return ClockTime.read(&cursor) != nil && cursor.next == nil
      && (before.suffix(2) == [0x20, 0x20] || before.suffix(4) == [0xE2, 0x80, 0x94, 0x20])
  }

  /// Reads a stamp at the start of a range, and where what follows it is.
  private static func stampEnd(
    _ text: [UInt8], _ range: Range<Int>
  ) -> (rest: Range<Int>, isBracketed: Bool)? {
    var cursor = ByteCursor(text, range)
    let isBracketed = cursor.skip(ascii: "[") || cursor.skip(ascii: "(")
    let hasDate = skipDate(&cursor)
    guard let time = ClockTime.read(&cursor),
      hasDate || time.isOn12 || isBracketed || cursor.next == 0x20
    else { return nil }
    if isBracketed, !cursor.skip(ascii: "]"), !cursor.skip(ascii: ")") { return nil }
    let isPlain = !hasDate && !time.isOn12 && !isBracketed
    cursor.skip { [0x20, 0x2C, 0x2D, 0x29, 0x5D, 0x0D].contains($0) }
    let rest = cursor.index..<range.upperBound
    // `07:58 <ann> text` is a stamp, `7:58 flat` is none.
    if isPlain, cursor.next != UInt8(ascii: "<") { return nil }
    return (rest, isBracketed)
  }

  /// Skips `04/11/2024, `, `2024-11-04 `, `11/4 `.
  private static func skipDate(_ cursor: inout ByteCursor) -> Bool {
    var date = cursor
    guard date.number(1...4) != nil, let separator = date.next, "/.-".utf8.contains(separator),
      date.skip(ascii: Unicode.Scalar(separator)), date.number(1...2) != nil
    else { return false }
    if date.skip(ascii: Unicode.Scalar(separator)) { _ = date.number(2...4) }
    _ = date.skip(ascii: ",") || date.skip(ascii: "T")
    date.skipBlanks()
    cursor = date
    return true
  }

  /// The name after a stamp: up to a colon, a tab, a quotation mark or `>`; all that is left after a
  /// stamp in brackets.
  private static func nameAfter(_ text: ArraySlice<UInt8>, isBracketed: Bool) -> String? {
    let rest = text.drop { $0 == UInt8(ascii: "<") || $0 == 0x22 }
    let found = rest.prefix(maxName + 1).prefix { ![0x3A, 0x09, 0x22, 0x3E, 0x0D].contains($0) }
    guard found.count <= maxName else { return nil }
    // Nicknames of IRC may have digits.
    if text.first == UInt8(ascii: "<"), found.endIndex < rest.endIndex,
      rest[found.endIndex] == UInt8(ascii: ">"), !found.isEmpty
    {
      return String(decoding: found, as: UTF8.self)
    }
    if found.endIndex == rest.endIndex || rest[found.endIndex] == 0x0D {
      return isBracketed ? name(found) : nil
    }
    return name(found)
  }

  /// What may be somebody's name: letters, or a phone number.
  private static func name(_ text: ArraySlice<UInt8>) -> String? {
    guard text.count <= maxName + 3 else { return nil }
    let marks: Set<Character> = [" ", ",", "-", "—", "–", "(", "~", "|", "\r", "\u{202F}"]
    let whole = String(decoding: text, as: UTF8.self)
    let start = whole.drop { marks.contains($0) }
    let name = String(start.reversed().drop { marks.contains($0) }.reversed())
    let parts = name.split(separator: " ")
    guard let first = name.first, first.isLetter || first == "+" || first == "@",
      // `see you at 7:58 PM`: a nickname in small letters is one word.
      parts.count <= 4, parts.count == 1 || !first.isLowercase,
      first == "+" || !name.contains(where: \.isNumber),
      name.contains(where: { $0.isLetter || $0 == "+" }),
      !name.contains(where: { "/:#?!…=".contains($0) }), !words.contains(name.lowercased())
    else { return nil }
    return name
  }
}
