internal import StreaklineCore

/// The markup in which Skype and Teams keep a message's text.
enum SkypeMarkup {
  /// Reads a text and its quotations.
  static func read(_ markup: [UInt8], into draft: inout MessageDraft) {
    draft.text.removeAll(keepingCapacity: true)
    draft.quotations = []
    var tokens = MarkupTokens(markup)
    var quotation: MessageDraft.Quotation?
    var isLegacy = false
    while let token = tokens.next() {
      switch token {
      case .text(let text): if !isLegacy { draft.text += text }
      case .open("quote") where quotation == nil:
        addLineBreak(to: &draft.text)
        quotation = .init(
          range: draft.text.count..<draft.text.count,
          author: tokens.attribute("authorname").flatMap(nonEmpty),
          authorID: tokens.attribute("author").flatMap(nonEmpty),
          writtenAt: tokens.attribute("timestamp").flatMap { .init(unixSeconds: $0) })
      case .close("quote"):
        if let open = quotation { draft.addQuotation(open) }
        quotation = nil
        addLineBreak(to: &draft.text)
      case .open("legacyquote"): isLegacy = true
      case .close("legacyquote"): isLegacy = false
      case .open("br"), .close("p"), .close("div"): draft.text.append(0x0A)
      case .open("e_m"): draft.isEdited = true
      case .open, .close: break
      }
    }
    if let open = quotation { draft.addQuotation(open) }
  }

  private static func addLineBreak(to text: inout [UInt8]) {
    if let last = text.last, last != 0x0A { text.append(0x0A) }
  }

  private static func nonEmpty(_ bytes: [UInt8]) -> String? {
    bytes.isEmpty || bytes.count > JSONTokens.longestScalar
      ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
