internal import StreaklineCore

/// Channels of Discord as text, as DiscordChatExporter writes them: a line such as
/// `[1/5/2024 1:07 PM] alice (pinned)`, the text, an empty line, and then, under titles such as
/// `{Attachments}`, what belongs to the message but is not its text.
package struct DiscordLayout: ChatLayout {
  private let clock: ZoneOffsetCache
  private let zone: NamedTimeZone
  private let order: DateOrder?

  /// - Parameter source: The input at its start, which shows the order of day and month.
  /// - Throws: That no date can be read, and what reading throws.
  package init(_ source: ByteSource, options: ReaderOptions) throws(InputError) {
    clock = ZoneOffsetCache(options.zone)
    zone = options.zone
    let dates = try DiscordDateOrder(source, options: options, Self.dates)
    if dates.isForeign {
      throw .malformed(source.name, reason: "its dates have an unknown form; export it as JSON")
    }
    order = dates.decided
  }

  package func beginning(of text: [UInt8], at line: Range<Int>) -> ChatBeginning {
    guard !line.isEmpty else { return .nothing }
    switch text[line.lowerBound] {
    case UInt8(ascii: "="): return Self.isFrame(text, line) ? .frame : .nothing
    case UInt8(ascii: "["):
      guard let head = Self.head(of: text, line), DiscordDate(text[head.date]) != nil else {
        return .nothing
      }
      return Self.isNotice(text, line) ? .notice : .message
    default: return .nothing
    }
  }

  package func header(of text: [UInt8], in range: Range<Int>) -> ChatHeader? {
    let lines = lineRanges(of: text, in: range)
    guard let head = Self.head(of: text, lines[0]),
      let read = DiscordDate(text[head.date])?.reading(order, text[head.date]),
      read.time != nil || read.problem != nil
    else { return nil }
    let body = DiscordBody(text, lines.dropFirst(), end: range.upperBound)
    var header = ChatHeader(
      sender: DiscordText.displayName(text[head.name]), sentAt: read.time?.instant(by: clock),
      sentOn: read.time?.day(in: zone), body: body.range)
    header.dayProblem = read.problem
    if body.isForwarded {
      let written = body.sentAt.flatMap {
        DiscordDate(text[$0])?.reading(order, text[$0]).time
      }
      header.origin = MessageOrigin(
        .forwarded, sentAt: written?.instant(by: clock), sentOn: written?.day(in: zone))
    }
    return header
  }

  /// The ranges of date and name in a message's first line, which follows an empty one.
  private static func head(
    of text: [UInt8], _ line: Range<Int>
  ) -> (date: Range<Int>, name: Range<Int>)? {
    guard isBehindBlank(text, line), let end = text[line].prefix(80).firstIndex(of: 0x5D),
      text[end..<line.upperBound].starts(with: "] ".utf8)
    else { return nil }
    var name = text[(end + 2)..<line.upperBound]
    if name.last == 0x0D { name.removeLast() }
    let pinned = " (pinned)".utf8
    if name.suffix(pinned.count).elementsEqual(pinned) { name.removeLast(pinned.count) }
    return name.isBlank ? nil : (line.lowerBound + 1..<end, name.startIndex..<name.endIndex)
  }

  private static func isBehindBlank(_ text: [UInt8], _ line: Range<Int>) -> Bool {
    let before = text[..<line.lowerBound].suffix(4)
    return before.count < 2 || before.suffix(2).elementsEqual([0x0A, 0x0A])
      || before.suffix(3).elementsEqual([0x0A, 0x0D, 0x0A])
  }

  /// Whether the export's title or ending starts here: a line of `====` before certain words.
  private static func isFrame(_ text: [UInt8], _ line: Range<Int>) -> Bool {
    guard isRule(text[line]) else { return false }
    let next = text[line.upperBound...].dropFirst()
    return next.starts(with: "Guild: ".utf8) || next.starts(with: "Exported ".utf8)
  }

  private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
    line.count >= 62 && line.prefix(62).allSatisfy { $0 == 0x3D } && line.dropFirst(62).isBlank
  }

  /// Whether Discord itself wrote the text below a message's first line.
  private static func isNotice(_ text: [UInt8], _ line: Range<Int>) -> Bool {
    let next = text[line.upperBound...].dropFirst().prefix(400)
    guard DiscordText.mayBeNotice(next.first) else { return false }
    let content = next.prefix { $0 != 0x0A && $0 != 0x0D }
    guard DiscordText.isNotice(content) else { return false }
    let behind = next[content.endIndex...].drop { $0 == 0x0D }.dropFirst().first
    return behind == nil || behind == 0x0A || behind == 0x0D
  }

  private static func dates(_ head: [UInt8]) -> [ArraySlice<UInt8>] {
    lineRanges(of: head, in: 0..<head.count).compactMap { line in
      guard !line.isEmpty, head[line.lowerBound] == UInt8(ascii: "[") else { return nil }
      return Self.head(of: head, line).map { head[$0.date] }
    }
  }
}

extension DiscordLayout {
  /// Whether a file with this start is a channel as text.
  ///
  /// - Parameter head: The first 64 KiB, or all there is.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let line = head.prefix { $0 != 0x0A }
    return isRule(line) && head.dropFirst(line.count + 1).starts(with: "Guild: ".utf8)
  }
}

/// Body of a Discord message, possibly forwarded.
struct DiscordBody {
  private(set) var range: Range<Int>
  private(set) var isForwarded = false
  /// Where it says when a forwarded message was written.
  private(set) var sentAt: Range<Int>?

  private static let forward = "{Forwarded Message}"
  private static let titles = ["{Attachments}", "{Embed}", "{Stickers}", "{Reactions}", forward]

  /// - Parameter lines: All lines after the first one.
  init(_ text: [UInt8], _ lines: ArraySlice<Range<Int>>, end: Int) {
    let title = Self.title(text, lines)
    let content = lines[..<(title ?? lines.endIndex)]
    range = Self.trimmed(text, content, end: end)
    guard range.isEmpty, let title, text[lines[title]].elementsEqual(Self.forward.utf8) else {
      return
    }
    let rest = lines[(title + 1)...]
    let label = "Originally sent: ".utf8
    let sent = rest.firstIndex { text[$0].starts(with: label) }
    sentAt = sent.map { rest[$0].dropFirst(label.count) }
    let last = min(sent ?? rest.endIndex, Self.title(text, rest) ?? rest.endIndex)
    range = Self.trimmed(text, rest[..<last], end: end)
    isForwarded = true
  }

  /// The line of the first title, which follows an empty line.
  private static func title(_ text: [UInt8], _ lines: ArraySlice<Range<Int>>) -> Int? {
    lines.indices.dropFirst().first { index in
      text[lines[index]].first == UInt8(ascii: "{") && text[lines[index - 1]].isBlank
        && titles.contains { text[lines[index]].elementsEqual($0.utf8) }
    }
  }

  /// The lines without empty ones at the end.
  private static func trimmed(
    _ text: [UInt8], _ lines: ArraySlice<Range<Int>>, end: Int
  ) -> Range<Int> {
    let start = lines.first?.lowerBound ?? end
    let last = lines.last { !text[$0].isBlank }
    return start..<(last?.upperBound ?? start)
  }
}
