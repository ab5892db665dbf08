/// The stamp of a message that was copied out of a chat: who wrote what follows.
///
/// WhatsApp copies `[04/11, 07:58] Bob: text` on a phone and `[07:58, 04/11/2024] Bob: text` in the
/// browser. Telegram Desktop copies a line `Bob, [04.11.2024 07:58]` and the text below it.
struct CopiedStamp {
  /// The author's name as it is visible.
  let author: String
  /// Where the copied text starts.
  let body: Int

  private static let maxHead = 512

  /// - Parameter line: Without its line break.
  init?(_ text: [UInt8], _ line: Range<Int>) {
    guard
      let open = text[line].prefix(Self.maxHead).firstIndex(of: UInt8(ascii: "["))
    else { return nil }
    if let stamp = WhatsAppStamp(text, line) {
      guard stamp.shape.closing == .bracket, stamp.isPossible,
        let nameEnd = WhatsAppText.nameEnd(in: text, from: stamp.end, end: line.upperBound)
      else { return nil }
      let name = SenderNames.visible(text[stamp.end..<nameEnd])
      guard !name.isEmpty else { return nil }
      author = String(decoding: name, as: UTF8.self)
      body = WhatsAppText.start(in: text, behind: nameEnd, end: line.upperBound)
      return
    }
    guard let name = TelegramCopy.name(text, line, open: open) else { return nil }
    author = name
    body = min(line.upperBound + 1, text.count)
  }
}

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
