internal import StreaklineCore

/// Texts as Google Takeout has them from Google Voice: a page for each conversation.
///
/// A message is `<div class="message">` with its moment in the title of `abbr class="dt"`, the sender in
/// `cite` as an element of the class `fn` (`Me` for the account's owner), and the words in `q`.
struct GoogleTextPage: MarkupChat {
  static let start = Array("<div class=\"message\">".utf8)

  static func isStart(_ bytes: [UInt8], at index: Int) -> Bool? { true }

  /// Whether an input with this start is such a page.
  ///
  /// - Parameter head: The first 64 KiB, or all there is.
  static func recognises(_ head: [UInt8]) -> Bool {
    guard head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    return String(decoding: head, as: UTF8.self).contains("class=\"hChatLog hfeed\"")
  }

  mutating func read(_ markup: MarkupTokens, into draft: inout MessageDraft) {
    var tokens = markup
    var isInName = false
    var isInWords = false
    var name: [UInt8] = []
    var number: [UInt8] = []
    while let token = tokens.next() {
      switch token {
      case .open("abbr") where tokens.hasClass("dt"):
        draft.time = tokens.attribute("title").flatMap { ExportedTime(iso: $0) }
      case .open("a") where tokens.hasClass("tel"):
        number = Array(
          (tokens.attribute("href") ?? []).drop { $0 != UInt8(ascii: "+") && !JSONByte.isDigit($0) }
        )
      case .open("span") where tokens.hasClass("fn"), .open("abbr") where tokens.hasClass("fn"):
        isInName = true
      case .close("span"), .close("abbr"), .close("cite"): isInName = false
      case .open("q"): isInWords = true
      case .close("q"): isInWords = false
      case .open("br"): if isInWords { draft.text.append(0x0A) }
      case .text(let text):
        if isInWords { draft.text += text }
        if isInName { name += text }
      default: break
      }
    }
    let shown = String(decoding: name, as: UTF8.self).trimmingBlanks()
    draft.isOwn = shown == "Me"
    draft.sender = shown.isEmpty ? String(decoding: number, as: UTF8.self) : String(shown)
  }
}
