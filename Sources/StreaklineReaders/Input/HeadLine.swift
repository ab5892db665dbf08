internal import StreaklineCore

/// A line of a text that may hold a share, and the words before it.
struct HeadLine {
  private static let longestHead = 160
  private static let longestField = 100

  let range: Range<Int>
  /// Where a share starts; `nil` where none does.
  let share: Int?
  /// The words before the share, or the whole line, without marks of lists and quotations before them.
  let words: Range<Int>
  /// The mark of a list, a heading or emphasis before the words: `-`, `##`, `0.` for any number.
  let list: String
  let isBlank: Bool
  /// Whether the line says whose words follow, so that they count for that person: a mail's `On … wrote:`.
  let isStamp: Bool

  init(_ text: [UInt8], _ range: Range<Int>, _ scan: CandidateScan) {
    self.range = range
    share = scan.positions(in: text, range).first
    let start = Self.start(text, range)
    words = start..<max(start, share ?? range.upperBound)
    list = String(
      String(decoding: text[range.lowerBound..<start].prefix(Self.longestHead), as: UTF8.self)
        .compactMap { $0.isASCII && $0.isNumber ? "0" : "-#*_.)•·—–~".contains($0) ? $0 : nil })
    isBlank = text[range].isBlank
    isStamp =
      CopiedStamp(text, range) != nil || MailHead.isSeparator(text[range])
      || Attribution.mayStart(text, range) && Attribution(Array(text[range])) != nil
  }

  /// The parts of the words. A line of nothing but tiles is a sentence, one with a dash is a dash.
  func tokens(_ text: [UInt8]) -> [HeadToken] {
    guard words.count <= Self.longestHead || share != nil else { return [.sentence] }
    if words.isEmpty { return list.isEmpty ? [.sentence] : [.mark("-")] }
    return HeadTokens.of(String(decoding: text[words].prefix(Self.longestHead), as: UTF8.self))
  }

  /// Whether the words before the share name its field: `text: Wordle …`.
  func isField(_ text: [UInt8]) -> Bool {
    text[words].last { $0 != 0x20 && $0 != 0x22 } == UInt8(ascii: ":")
  }

  /// The sender in `sender: Ana`, as YAML and lists of fields have it.
  func field(_ text: [UInt8]) -> NamedHead? {
    guard words.count <= Self.longestField,
      let colon = text[words].firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let field = FieldName(String(decoding: text[words.lowerBound..<colon], as: UTF8.self))
    guard field.words.count <= 2, let strength = field.senderStrength, strength > .weak
    else { return nil }
    let name = String(decoding: text[(colon + 1)..<words.upperBound], as: UTF8.self)
    return NamedHead(field: name.trimmingCharacters(" \"'*"))
  }

  /// Where a line's words start: after marks of quotation, lists and emphasis, and after symbols: `> `, `• `,
  /// `2. `, `👩 `.
  private static func start(_ text: [UInt8], _ line: Range<Int>) -> Int {
    var start = line.lowerBound
    while start < line.upperBound {
      let byte = text[start]
      if byte < 0x80 {
        guard " \t>*_-|#~".utf8.contains(byte) else { break }
        start += 1
      } else {
        let character = text[start..<line.upperBound].prefix(4)
        guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first,
          !scalar.properties.isAlphabetic, !HeadTokens.isBracket(scalar)
        else { break }
        start += min(UTF8.width(scalar), line.upperBound - start)
      }
    }
    let digits = text[start..<line.upperBound].prefix { $0 &- 0x30 < 10 }
    let mark = text[digits.endIndex..<line.upperBound].prefix(2)
    let isNumber = mark.elementsEqual(". ".utf8) || mark.elementsEqual(") ".utf8)
    return (1...2).contains(digits.count) && isNumber ? mark.endIndex : start
  }
}

extension StringProtocol {
  /// The text without characters of a set at both ends.
  fileprivate func trimmingCharacters(_ marks: String) -> String {
    let start = drop { marks.contains($0) }
    return String(start.reversed().drop { marks.contains($0) }.reversed())
  }
}
