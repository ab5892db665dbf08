/// A message that a phone has written to say how its owner reacted to another message. It repeats that message in quotation
/// marks: `Loved “Wordle …”`, `❤️ to “Wordle …”`, `Hat „Wordle …“ mit einem Herz markiert`.
///
/// Apple's Messages sends these to phones that cannot show reactions, and keeps them in its database.
enum QuotedReaction {
  /// The most bytes before the quotation, and the most behind it.
  private static let longestWords = 120

  /// - Returns: What is between the quotation marks; `nil` where the text is no such message.
  static func quotation(in text: [UInt8]) -> Range<Int>? {
    let head = text.prefix(longestWords)
    guard head.contains(where: { $0 == 0xE2 || $0 == 0xC2 || $0 == 0xE3 || $0 == 0x22 }) else {
      return nil
    }
    for index in head.indices {
      let byte = head[index]
      // A share prints its number before any quotation marks, and a reaction starts on the line of its quotation.
      if byte == 0x0A || byte &- 0x30 < 10 { return nil }
      for (open, close) in marks where text[index...].starts(with: open) {
        let start = index + open.count
        guard let end = lastIndex(of: close, in: text, from: start) else { continue }
        let isReaction =
          saysSomething(text[..<index]) || saysSomething(text[(end + close.count)...])
        return isReaction ? start..<end : nil
      }
    }
    return nil
  }

  private static let marks: [(open: [UInt8], close: [UInt8])] = [
    ("“", "”"), ("„", "“"), ("„", "”"), ("«", "»"), ("「", "」"), ("『", "』"), ("\"", "\""),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

  /// The index of the last closing mark; `nil` where another line follows it, or too many bytes.
  private static func lastIndex(of mark: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    let last = text.count - mark.count
    guard last > start else { return nil }
    for index in stride(from: last, through: max(start + 1, last - longestWords), by: -1) {
      if text[index] == 0x0A, !text[index...].isBlank { return nil }
      if text[index...].starts(with: mark) { return index }
    }
    return nil
  }

  /// Whether there are letters or pictures, and not only marks.
  private static func saysSomething(_ words: ArraySlice<UInt8>) -> Bool {
    words.contains { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 > 0xC2 }
  }
}
