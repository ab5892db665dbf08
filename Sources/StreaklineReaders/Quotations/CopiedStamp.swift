/// The stamp of a message that was copied out of a chat: who wrote what follows.
///
/// WhatsApp copies `[04/11, 07:58] Bob: text` on a phone and `[07:58, 04/11/2024] Bob: text` in the
/// browser. Telegram Desktop copies a line `Bob, [04.11.2024 07:58]` and the text below it, and
/// `[Forwarded from Ann]` above a text that Bob passed on.
struct CopiedStamp {
  /// The author's name as it is visible.
  let author: String
  /// Where the copied text starts.
  let body: Int
  /// Whether whoever sent the message passed the text on.
  let isForwarded: Bool

  private static let maxHead = 512
  private static let forwards = [
    "[Forwarded from ", "[Weitergeleitet von ", "[Переслано от ", "[Reenviado de ",
    "[Transféré de ",
    "[Inoltrato da ", "[Doorgestuurd van ", "[Encaminhado de ",
  ]

  /// - Parameter line: Without its line break.
  init?(_ text: [UInt8], _ line: Range<Int>) {
    guard
      let open = text[line].prefix(Self.maxHead).firstIndex(of: UInt8(ascii: "["))
    else { return nil }
    if let name = Self.forwarder(text[line]) {
      author = name
      body = min(line.upperBound + 1, text.count)
      isForwarded = true
      return
    }
    isForwarded = false
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
  /// The author in `[Forwarded from Ann]`.
  private static func forwarder(_ line: ArraySlice<UInt8>) -> String? {
    let end = line.lastIndex { $0 != 0x20 && $0 != 0x0D } ?? line.startIndex
    guard line.first == UInt8(ascii: "["), line[end] == UInt8(ascii: "]"),
      let start = forwards.first(where: { line.starts(with: $0.utf8) })
    else { return nil }
    let name = SenderNames.visible(line[..<end].dropFirst(start.utf8.count))
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
