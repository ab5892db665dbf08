internal import StreaklineCore

/// Channels of Discord as DiscordChatExporter writes them as HTML.
///
/// A message is `<div id="chatlog__message-container-ID">`; the first one of a group names the
/// author. The id tells the time: it counts milliseconds since 2015 from bit 22 on. What a message
/// answers is shown above it in `chatlog__reply`, and is not its text.
struct DiscordPage: MarkupChat {
  static let start = Array("<div id=".utf8)
  private static let container = Array("chatlog__message-container-".utf8)
  private var sender: String?
  private var senderID: String?
  private var isBot = false

  static func isStart(_ bytes: [UInt8], at index: Int) -> Bool? {
    var rest = bytes[index...].dropFirst(start.count)
    if rest.first == 0x22 { rest = rest.dropFirst() }
    if rest.count < container.count { return nil }
    return rest.starts(with: container)
  }

  /// Whether an input with this start is such a page. Its styles may fill the first 64 KiB.
  static func recognises(_ head: [UInt8]) -> Bool {
    guard head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return text.contains(".chatlog__message-container") || text.contains("chatlog__message-group")
  }

  private enum Part {
    case author, tag, text, forwarded
  }

  mutating func read(_ markup: MarkupTokens, into draft: inout MessageDraft) {
    var tokens = markup
    var open: [(name: String, part: Part?, isHidden: Bool)] = []
    var name: [UInt8] = []
    var tag: [UInt8] = []
    var forwarded: [UInt8] = []
    var quoteDepth: Int?
    var quoteStart = 0
    draft.hasIDs = true
    while let token = tokens.next() {
      switch token {
      case .open(let element):
        let outer = open.last
        if element == "img" {
          if outer?.part == .text, outer?.isHidden == false, tokens.hasClass("chatlog__emoji") {
            draft.text += tokens.attribute("alt") ?? []
          }
          continue
        }
        if element == "br" {
          if outer?.part == .text { draft.text.append(0x0A) }
          continue
        }
        guard ["div", "span", "a", "strong", "em", "u", "s", "code", "pre"].contains(element),
          open.count < 256
        else { continue }
        if open.isEmpty { startMessage(tokens, &draft) }
        if tokens.hasClass("chatlog__author") {
          isBot = false
          senderID = tokens.attribute("data-user-id").map { String(decoding: $0, as: UTF8.self) }
        }
        if tokens.hasClass("chatlog__system-notification-content") { draft.isNotice = true }
        if tokens.hasClass("chatlog__edited-timestamp") { draft.isEdited = true }
        if tokens.hasClass("chatlog__markdown-quote"), quoteDepth == nil {
          quoteDepth = open.count
          quoteStart = draft.text.count
        }
        let isForwarded = outer?.part == .forwarded
        open.append(
          (
            element, isForwarded ? .forwarded : part(tokens) ?? outer?.part,
            isHidden(tokens) || outer?.isHidden == true
          ))
      case .close(let element):
        guard let index = open.lastIndex(where: { $0.name == element }) else { continue }
        open.removeSubrange(index...)
        if let depth = quoteDepth, open.count <= depth {
          if quoteStart < draft.text.count {
            draft.quotations.append(.init(range: quoteStart..<draft.text.count))
            draft.text.append(0x0A)
          }
          quoteDepth = nil
        }
      case .text(let text):
        guard let last = open.last, !last.isHidden else { continue }
        switch last.part {
        case .author: name += text
        case .tag: tag += text
        case .text: draft.text += text
        case .forwarded: forwarded += text
        case nil: break
        }
      }
    }
    if !name.isEmpty { sender = String(String(decoding: name, as: UTF8.self).trimmingBlanks()) }
    if tag.elementsEqual("BOT".utf8) || tag.elementsEqual("APP".utf8) { isBot = true }
    if draft.text[...].isBlank, !forwarded.isEmpty {
      draft.text = forwarded
      draft.quotations = []
      draft.isForwarded = true
    }
    draft.sender = sender
    draft.senderID = senderID
    draft.isBot = isBot && senderID != DiscordReader.wordleApp
  }

  private func startMessage(_ tokens: MarkupTokens, _ draft: inout MessageDraft) {
    guard let id = tokens.attribute("data-message-id") else { return }
    let text = String(decoding: id, as: UTF8.self)
    draft.id = text
    draft.time = UInt64(text).flatMap { number in
      .init(unixMilliseconds: Array(String((number >> 22) + 1_420_070_400_000).utf8))
    }
  }

  private func part(_ tokens: MarkupTokens) -> Part? {
    if tokens.hasClass("chatlog__author") { return .author }
    if tokens.hasClass("chatlog__author-tag") { return .tag }
    if tokens.hasClass("chatlog__forwarded-content") { return .forwarded }
    return tokens.hasClass("chatlog__markdown-preserve") ? .text : nil
  }

  /// Whether the element's text is not the message's.
  private func isHidden(_ tokens: MarkupTokens) -> Bool {
    ["chatlog__reply", "chatlog__embed", "chatlog__edited-timestamp", "chatlog__reactions"]
      .contains { tokens.hasClass($0) }
  }
}
