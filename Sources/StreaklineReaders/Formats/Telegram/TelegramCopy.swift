/// Messages as Telegram Desktop copies them: `Bob Miller, [04.11.2024 07:58]`, a line break and the
/// text. The date follows the computer's locale; older versions write a colon after the bracket.
enum TelegramCopy {
  /// The name in a copied message's first line; `nil` for any other line.
  ///
  /// - Parameter open: Where the first bracket of the line is.
  static func name(_ text: [UInt8], _ line: Range<Int>, open: Int) -> String? {
    guard let name = nameRange(text, line, open: open) else { return nil }
    return String(decoding: text[name], as: UTF8.self)
  }

  private static func nameRange(
    _ text: [UInt8], _ line: Range<Int>, open: Int
  ) -> Range<Int>? {
    guard open - line.lowerBound > 2, text[..<open].suffix(2).elementsEqual(", ".utf8) else {
      return nil
    }
    var end = line.upperBound
    if text[end - 1] == UInt8(ascii: ":") { end -= 1 }
    guard end - open > 10, text[end - 1] == UInt8(ascii: "]"),
      DiscordDate(text[open + 1..<end - 1]) != nil
    else { return nil }
    return line.lowerBound..<open - 2
  }
}
