/// A message in which a phone says how somebody has reacted to another one, which it repeats in quotation marks: `Loved
/// “Wordle …”`, `❤️ to “Wordle …”`, `Hat „Wordle …“ mit einem Herz markiert`.
///
/// Messages of Apple writes so to phones that know no reactions, and its database keeps them so.
enum QuotedReaction {
  /// How many bytes may be before and behind the quotation.
  private static let longestWords = 120

  /// - Returns: What is between the quotation marks; `nil` where the text is no such message.
  static func quotation(in text: [UInt8]) -> Range<Int>? {
    let head = text.prefix(longestWords)
    guard head.contains(where: { $0 == 0xE2 || $0 == 0xC2 || $0 == 0xE3 || $0 == 0x22 }) else {
      return nil
    }
    for index in head.indices {
      let byte = head[index]
      // A share has a number before the first quotation marks, or starts on the line above.
      if byte == 0x0A || byte &- 0x30 < 10 { return nil }
      for (open, close) in marks where text[index...].starts(with: open) {
        let start = index + open.count
        guard let end = lastIndex(of: close, in: text, from: start),
          saysSomething(text[..<index]) || saysSomething(text[(end + close.count)...])
        else { return nil }
        return start..<end
      }
    }
    return nil
  }

  private static let marks: [(open: [UInt8], close: [UInt8])] = [
    ("“", "”"), ("„", "“"), ("„", "”"), ("«", "»"), ("「", "」"), ("『", "』"), ("\"", "\""),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

  /// Where the last closing mark is, if hardly more than its line follows.
  private static func lastIndex(of mark: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    let last = text.count - mark.count
    guard last > start else { return nil }
    for index in stride(from: last, through: max(start + 1, last - longestWords), by: -1) {
      if text[index] == 0x0A, !text[index...].isBlank { return nil }
      if text[index...].starts(with: mark) { return index }
    }
    return nil
  }

  /// Whether there are words or pictures, and not only marks.
  private static func saysSomething(_ words: ArraySlice<UInt8>) -> Bool {
    words.contains { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 > 0xC2 }
  }
}
