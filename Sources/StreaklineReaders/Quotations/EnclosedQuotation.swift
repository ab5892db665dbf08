internal import StreaklineCore

/// What a message quotes between a mark at its start and one at its end: `[quote="Ana, post:2"]` up to `[/quote]` in
/// forums, `[qt]` up to `[/qt]` in Chatwork, a fence of backticks and `quote` up to the same backticks in Zulip.
struct EnclosedQuotation: Equatable {
  /// Whose words are quoted.
  let origin: MessageOrigin
  /// The backticks; `nil` for brackets.
  private let fence: [UInt8]?
  /// The mark that ends what is between brackets.
  private let closing: [UInt8]

  var isFence: Bool { fence != nil }

  private static let longestName = 200
  private static let marks = ["quote", "qt"].map { (Array("[\($0)".utf8), Array("[/\($0)]".utf8)) }

  /// The quotation that a line starts.
  ///
  /// - Returns: It, and where its words start.
  static func start(_ line: ArraySlice<UInt8>) -> (EnclosedQuotation, Int)? {
    let ticks = Array(line.prefix { $0 == UInt8(ascii: "`") })
    if ticks.count >= 3 {
      let word = line.dropFirst(ticks.count).filter { $0 != 0x20 }
      guard word.elementsEqual("quote".utf8) else { return nil }
      return (
        EnclosedQuotation(origin: MessageOrigin(.quoted), fence: ticks, closing: []), line.endIndex
      )
    }
    guard let (opening, closing) = marks.first(where: { isSame(line.prefix($0.0.count), $0.0) })
    else { return nil }
    let inner = line.dropFirst(opening.count)
    guard let next = inner.first, "= :]".utf8.contains(next),
      let end = inner.prefix(longestName).firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    let attribute = String(decoding: inner[..<end], as: UTF8.self)
    let name = attribute.drop { $0 != "=" }.dropFirst().prefix { !",;]".contains($0) }
    // `author=Ana Ruiz link=topic=7 date=1792393920`
    let words = name.split(separator: " ").prefix { !$0.contains("=") }
    let author = words.joined(separator: " ").trimmingCharacters(" \"'")
    let origin = MessageOrigin(.quoted, author: author.isEmpty ? nil : author)
    return (EnclosedQuotation(origin: origin, fence: nil, closing: closing), end + 1)
  }

  /// Whether a line has the mark that ends the quotation and nothing else.
  func isEnd(_ line: ArraySlice<UInt8>) -> Bool {
    fence != nil || Self.isSame(line, closing)
  }

  /// The position in a line after the mark that ends the quotation; `nil` where the line has no such mark.
  func end(_ line: ArraySlice<UInt8>) -> Int? {
    if let fence { return line.elementsEqual(fence) ? line.endIndex : nil }
    let last = line.endIndex - closing.count
    guard last >= line.startIndex else { return nil }
    return (line.startIndex...last).first {
      Self.isSame(line[$0..<($0 + closing.count)], closing)
    }.map { $0 + closing.count }
  }

  /// Whether two texts are the same but for large letters.
  private static func isSame(_ text: ArraySlice<UInt8>, _ small: [UInt8]) -> Bool {
    text.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }.elementsEqual(small)
  }
}
