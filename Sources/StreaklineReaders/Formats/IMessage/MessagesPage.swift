internal import StreaklineCore

/// Chats of iMessage as imessage-exporter writes them as HTML.
///
/// A message is `<div class="message">` with a `div` of the class `sent` or `received`, the time in
/// `timestamp`, the sender in `sender`, and each part of the text in `bubble`. Replies stand below the part that they
/// answer, and once more at their own time; only the latter are read.
struct MessagesPage: MarkupChat {
  static let start = Array("<div class=\"message\"".utf8)

  static func isStart(_ bytes: [UInt8], at index: Int) -> Bool? {
    guard let next = bytes.dropFirst(index + start.count).first else { return nil }
    guard ">, ".utf8.contains(next) else { return false }
    let before = bytes[..<index]
    guard let end = before.lastIndex(where: { $0 > 0x20 }), bytes[end] == UInt8(ascii: ">"),
      let open = before[..<end].lastIndex(of: UInt8(ascii: "<"))
    else { return true }
    return !bytes[open..<end].starts(with: "<div class=\"reply\"".utf8)
  }

  /// Whether an input with this start is such a page.
  ///
  /// - Parameter head: The first 64 KiB, or all there is.
  static func recognises(_ head: [UInt8]) -> Bool {
    guard head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return text.contains("<div class=\"message\"") && text.contains("<span class=\"timestamp\">")
      && text.contains("<span class=\"sender\">")
  }

  private enum Part {
    case time, sender, text
  }

  /// The rows of an edited text, one for each version: the time and the text. The last version is the foot.
  private struct Versions {
    private(set) var isOpen = false
    private(set) var isLast = false
    private(set) var cell = 0

    mutating func open(_ name: String) {
      switch name {
      case "table": (isOpen, isLast) = (true, false)
      case "tfoot": isLast = true
      case "tr": cell = 0
      case "td": cell += 1
      default: break
      }
    }

    mutating func close(_ name: String) {
      if name == "table" { self = Versions() }
    }
  }

  /// The replies to a part of a message, in a `div` of their own.
  private struct Replies {
    private var depth = 0
    private var start: Int?

    /// Whether what comes next is in them.
    mutating func contain(_ token: MarkupTokens.Token, _ tokens: MarkupTokens) -> Bool {
      switch token {
      case .open("div"):
        depth += 1
        if start == nil, tokens.hasClass("replies") { start = depth }
      case .close("div"):
        depth -= 1
        if let inside = start, depth < inside {
          start = nil
          return true
        }
      default: break
      }
      return start != nil
    }
  }

  mutating func read(_ markup: MarkupTokens, into draft: inout MessageDraft) {
    var tokens = markup
    var part: Part?
    var versions = Versions()
    var replies = Replies()
    var time: [UInt8] = []
    var name: [UInt8] = []
    while let token = tokens.next() {
      if replies.contain(token, tokens) { continue }
      switch token {
      case .open("div"):
        if tokens.hasClass("sent") { draft.isOwn = true }
      case .open("span"):
        guard !versions.isOpen else { continue }
        part = self.part(tokens)
        if part == .text, !draft.text.isEmpty { draft.text.append(0x0A) }
      case .close("span"): if !versions.isOpen { part = nil }
      case .open("br"): if part == .text { draft.text.append(0x0A) }
      case .open(let element):
        versions.open(element)
        guard element == "td", versions.isOpen else { continue }
        part = versions.isLast && versions.cell == 2 ? .text : nil
        if part == .text {
          draft.isEdited = true
          if !draft.text.isEmpty { draft.text.append(0x0A) }
        }
      case .close(let element):
        versions.close(element)
        if element == "td" { part = nil }
      case .text(let text):
        switch part {
        case .time: time += text
        case .sender: name += text
        case .text: draft.text += text
        case nil: break
        }
      }
    }
    let stamp = String(decoding: time.prefix { $0 != UInt8(ascii: "(") }, as: UTF8.self)
    draft.time = FieldTime.read(Array(stamp.trimmingBlanks().utf8))
    draft.sender = String(String(decoding: name, as: UTF8.self).trimmingBlanks())
    draft.isOwn = draft.sender.map(OwnName.isSure) ?? false
  }

  private func part(_ tokens: MarkupTokens) -> Part? {
    if tokens.hasClass("timestamp") { return .time }
    if tokens.hasClass("sender") { return .sender }
    return tokens.hasClass("bubble") ? .text : nil
  }
}
