/// Splits the text after a stamp: a name with its message, or a line by the program.
enum WhatsAppText {
  /// The longest name in bytes. A message whose sender has a longer one would be taken for a line by the
  /// program, so this is far more than the app's names have.
  private static let maxNameLength = 4_000

  /// Where the name that starts at an index ends: at the first colon before a blank or the end of
  /// the line.
  ///
  /// - Parameter end: The end of the line.
  /// - Returns: `nil` for a line by the program: `You created group "Test"`.
  static func nameEnd(in text: [UInt8], from start: Int, end: Int) -> Int? {
    let limit = min(end, start + maxNameLength)
    var colon = start
    while true {
      colon = firstIndex(of: UInt8(ascii: ":"), in: text, from: colon, to: limit)
      guard colon < limit else { return nil }
      if isBlankOrEnd(text, colon + 1, end) {
        return isInQuotes(text, start..<colon) ? nil : colon
      }
      colon += 1
    }
  }

  /// Where the text after a name starts: after the colon and a blank.
  static func start(in text: [UInt8], behind nameEnd: Int, end: Int) -> Int {
    let start = nameEnd + 1
    guard start < end else { return end }
    return text[start] == UInt8(ascii: " ")
      ? start + 1 : start + WideBlank.length(in: text, at: start, end: end)
  }

  private static func isBlankOrEnd(_ text: [UInt8], _ index: Int, _ end: Int) -> Bool {
    index >= end || text[index] == UInt8(ascii: " ") || text[index] == UInt8(ascii: "\r")
      || WideBlank.length(in: text, at: index, end: end) > 0
  }

  /// Whether a line such as `You created group "Test: one"` has its colon inside a group's name:
  /// after at least two words, in a quotation that is still open.
  ///
  /// In doubt the text before the colon is a name: the shares of a person who is mistaken for the
  /// program would be lost, while one line of the program under a name does no harm.
  private static func isInQuotes(_ text: [UInt8], _ range: Range<Int>) -> Bool {
    guard range.count > 12 else { return false }
    var words = 0
    var openedAfter: Int?
    var index = range.lowerBound
    while index < range.upperBound {
      let (mark, length) = quotationMark(text, index, range.upperBound)
      switch mark {
      case .none:
        words += text[index] == UInt8(ascii: " ") ? 1 : 0
      case .either:
        openedAfter = openedAfter == nil ? words : nil
      case .opening:
        openedAfter = words
      case .closing:
        openedAfter = nil
      }
      index += length
    }
    return openedAfter.map { $0 >= 2 } ?? false
  }

  private enum QuotationMark {
    case none, either, opening, closing
  }

  private static func quotationMark(
    _ text: [UInt8], _ index: Int, _ end: Int
  ) -> (QuotationMark, length: Int) {
    if text[index] == UInt8(ascii: "\"") { return (.either, 1) }
    guard text[index] == 0xE2, index + 2 < end, text[index + 1] == 0x80 else { return (.none, 1) }
    switch text[index + 2] {
    case 0x9C: return (.either, 3)  // “, which closes in German
    case 0x9D: return (.closing, 3)  // ”
    case 0x9E: return (.opening, 3)  // „
    default: return (.none, 1)
    }
  }
}
