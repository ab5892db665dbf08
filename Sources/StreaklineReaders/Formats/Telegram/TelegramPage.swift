internal import StreaklineCore

/// Chats as Telegram Desktop exports them as HTML: `messages.html`, `messages2.html`, …
///
/// A message is `<div class="message default clearfix" id="message12">`, with its time in the title
/// of `date details`, the sender in `from_name` and the words in `text`. Messages of one sender in a
/// row are `joined` and show his name once. A forwarded message has a `forwarded body` with a name
/// and a time of its own; a service message has no sender.
struct TelegramPage: MarkupChat {
  static let start = Array("<div class=\"message ".utf8)
  private var sender: String?
  private var forward: (author: String?, sentAt: ExportedTime?)

  static func isStart(_ bytes: [UInt8], at index: Int) -> Bool? { true }

  /// Whether an input with this start is such a page.
  ///
  /// - Parameter head: The first 64 KiB, or all there is.
  static func recognises(_ head: [UInt8]) -> Bool {
    guard head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return text.contains("<div class=\"page_wrap") && text.contains("<div class=\"history\">")
  }

  mutating func read(_ markup: MarkupTokens, into draft: inout MessageDraft) {
    var tokens = markup
    var depth = 0
    /// The depth of a `div` whose text is wanted, and what it is.
    var wanted: (depth: Int, part: Part)?
    var forwardedDepth: Int?
    var name: [UInt8] = []
    var quoteStart: Int?
    draft.hasIDs = false
    while let token = tokens.next() {
      switch token {
      case .open("div"):
        depth += 1
        if depth == 1 {
          draft.isNotice = tokens.hasClass("service")
          draft.id = tokens.attribute("id").map { Self.number($0) }
        } else if tokens.hasClass("forwarded"), tokens.hasClass("body") {
          forwardedDepth = depth
          draft.isForwarded = true
        } else if tokens.hasClass("date"), draft.time == nil {
          draft.time = tokens.attribute("title").flatMap { Self.time($0) }
        } else if tokens.hasClass("from_name") {
          wanted = (depth, forwardedDepth == nil ? .sender : .author)
          name = []
          if forwardedDepth != nil { forward = (nil, nil) }
        } else if tokens.hasClass("text"), draft.text.isEmpty {
          wanted = (depth, .text)
        }
      case .open("span") where wanted?.part == .author:
        // The time after the author's name.
        forward.sentAt = tokens.attribute("title").flatMap { Self.time($0) }
        wanted?.part = .nothing
        forward.author = Self.trimmed(name)
      case .close("div"):
        if let open = wanted, open.depth == depth {
          if open.part == .sender { sender = Self.trimmed(name) }
          if open.part == .author { forward.author = Self.trimmed(name) }
          wanted = nil
        }
        if forwardedDepth == depth { forwardedDepth = nil }
        depth -= 1
      case .open("br"): if wanted?.part == .text { draft.text.append(0x0A) }
      case .open("blockquote"): quoteStart = draft.text.count
      case .close("blockquote"):
        if let start = quoteStart, start < draft.text.count {
          draft.quotations.append(.init(range: start..<draft.text.count))
          // A quotation is a block of its own.
          draft.text.append(0x0A)
        }
        quoteStart = nil
      case .text(let text):
        if wanted?.part == .text {
          draft.text += draft.text.isEmpty ? Array(text.drop { $0 <= 0x20 }) : text
        } else if wanted?.part == .sender || wanted?.part == .author {
          name += text
        }
      case .open, .close: break
      }
    }
    while let last = draft.text.last, last <= 0x20 { draft.text.removeLast() }
    draft.sender = sender
    if draft.isForwarded {
      draft.author = forward.author
      draft.writtenAt = forward.sentAt
    }
  }

  private enum Part {
    case sender, author, text, nothing
  }

  private static func trimmed(_ name: [UInt8]) -> String? {
    let name = String(decoding: name, as: UTF8.self).trimmingBlanks()
    let via = name.firstRange(of: " via @")?.lowerBound ?? name.endIndex
    return via == name.startIndex ? nil : String(name[..<via])
  }

  /// `12` of `message12`.
  private static func number(_ id: [UInt8]) -> String {
    String(decoding: id.drop { !JSONByte.isDigit($0) && $0 != UInt8(ascii: "-") }, as: UTF8.self)
  }

  /// Reads `04.11.2024 07:58:12 UTC+01:00`; older pages have no zone.
  static func time(_ text: [UInt8]) -> ExportedTime? {
    var cursor = ByteCursor(text, 0..<text.count)
    guard let day = cursor.number(2...2), cursor.skip(ascii: "."), let month = cursor.number(2...2),
      cursor.skip(ascii: "."), let year = cursor.number(4...4), cursor.skip(ascii: " "),
      let hour = cursor.number(2...2), cursor.skip(ascii: ":"), let minute = cursor.number(2...2),
      cursor.skip(ascii: ":"), let second = cursor.number(2...2),
      let date = Day(year: year.value, month: month.value, day: day.value),
      let time = LocalTime(date, hour: hour.value, minute: minute.value, second: second.value)
    else { return nil }
    if cursor.next == nil { return .local(time) }
    guard cursor.skip(word: " UTC") || cursor.skip(word: " GMT"),
      let minutes = cursor.next == nil ? 0 : Instant.offsetMinutes(cursor.rest)
    else { return nil }
    return .moment(
      Instant(milliseconds: time.inUTC.milliseconds - Int64(minutes) * 60_000),
      offsetMinutes: minutes)
  }
}
