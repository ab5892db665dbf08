/// A text that is quoted as a whole: `>` stands before each of its lines.
enum QuotedChat {
  private static let mark = UInt8(ascii: ">")

  /// - Returns: The lines without their marks; `nil` where a line has none.
  static func unquoted(_ text: [UInt8]) -> [UInt8]? {
    guard text.first(where: { $0 > 0x20 }) == mark else { return nil }
    var words: [UInt8] = []
    for line in lineRanges(of: text, in: 0..<text.count) where !text[line].isBlank {
      guard let start = text[line].firstIndex(where: { $0 != 0x20 }), text[start] == mark else {
        return nil
      }
      let rest = text[(start + 1)..<line.upperBound]
      words += rest.first == 0x20 ? rest.dropFirst() : rest
      words.append(0x0A)
    }
    return words
  }
}
