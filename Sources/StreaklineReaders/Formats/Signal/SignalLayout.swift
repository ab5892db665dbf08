internal import StreaklineCore

/// Chats of Signal, as signal-export writes them (`chat.md`):
/// `[2019-05-29 15:04:05] Name: text`, with two blanks after the text and an empty line after the
/// message; older ones have `[2019-05-29, 15:04]` and no empty line.
///
/// A quotation before the text is somebody else's and is dropped, as are reactions after the text.
/// Calls and deleted messages are notices.
package struct SignalLayout: ChatLayout {
  private static let longestName = 4_000
  private let clock: ZoneOffsetCache
  private let colonNames: ColonNames?

  package init(zone: NamedTimeZone) {
    self.init(zone: zone, colonNames: nil)
  }

  /// - Parameter colonNames: The names of this chat that hold a colon.
  init(zone: NamedTimeZone, colonNames: ColonNames?) {
    clock = ZoneOffsetCache(zone)
    self.colonNames = colonNames
  }

  /// Time and name at the start of a line.
  private struct Head {
    var time: LocalTime?
    /// The range of the name.
    var name: Range<Int>
    /// Where the text starts.
    var body: Int
  }

  package func beginning(of text: [UInt8], at line: Range<Int>) -> ChatBeginning {
    guard !line.isEmpty, text[line.lowerBound] == UInt8(ascii: "["),
      let head = Self.head(of: text, line)
    else { return .nothing }
    return notice(text, head.body..<line.upperBound) ?? .message
  }

  package func header(of text: [UInt8], in range: Range<Int>) -> ChatHeader? {
    let line = range.lowerBound..<(text[range].firstIndex(of: 0x0A) ?? range.upperBound)
    guard var head = Self.head(of: text, line), let time = head.time else { return nil }
    let nameEnd = colonNames?.end(of: head.name, in: text, lineEnd: line.upperBound)
    if let nameEnd, nameEnd > head.name.upperBound {
      head.name = head.name.lowerBound..<nameEnd
      head.body = min(nameEnd + 2, line.upperBound)
    }
    let body = SignalBody(text, in: head.body..<range.upperBound)
    let name = String(decoding: text[head.name], as: UTF8.self)
    // The exporter writes 1970 when it knows no time.
    let isKnown = time.day.civil.year > 1970
    var header = ChatHeader(
      sender: name == "Me" ? nil : name, sentAt: isKnown ? clock.instant(of: time) : nil,
      sentOn: isKnown ? time.day : nil, body: body.start..<range.upperBound)
    header.text = body.text
    return header
  }

  /// - Returns: `nil` when no message starts here. Its time is `nil` if there is no such time.
  private static func head(of text: [UInt8], _ line: Range<Int>) -> Head? {
    var cursor = ByteCursor(text, line)
    guard cursor.skip(ascii: "["), let year = cursor.number(4...4), cursor.skip(ascii: "-"),
      let month = cursor.number(2...2), cursor.skip(ascii: "-"), let day = cursor.number(2...2)
    else { return nil }
    _ = cursor.skip(ascii: ",")
    guard cursor.skip(ascii: " "), let hour = cursor.number(2...2), cursor.skip(ascii: ":"),
      let minute = cursor.number(2...2)
    else { return nil }
    let second = cursor.skip(ascii: ":") ? cursor.number(2...2) : (0, 2)
    guard let second, cursor.skip(word: "] ") else { return nil }
    guard let end = nameEnd(cursor) else { return nil }
    let date = Day(year: year.value, month: month.value, day: day.value)
    let time = date.flatMap {
      LocalTime($0, hour: hour.value, minute: minute.value, second: second.0)
    }
    return Head(time: time, name: cursor.index..<end, body: min(end + 2, line.upperBound))
  }

  /// The end of the name: the first colon before a blank or the line's end.
  private static func nameEnd(_ cursor: ByteCursor) -> Int? {
    let rest = cursor.rest.prefix(longestName)
    return rest.indices.first { index in
      rest[index] == UInt8(ascii: ":")
        && (index + 1 == cursor.end || [0x20, 0x0D].contains(cursor.text[index + 1]))
    }
  }

  /// What the program wrote, in a single line: `Missed voice call`; `nil` for what somebody wrote.
  private func notice(_ text: [UInt8], _ body: Range<Int>) -> ChatBeginning? {
    guard let first = text[body].first, Self.noticeInitials.contains(first) else { return nil }
    let body = String(decoding: text[body].prefix(80), as: UTF8.self)
    let words = body.trimmingBlanks()
    if words == "(This message was deleted)" { return .deleted }
    guard words.hasPrefix("Incoming ") || words.hasPrefix("Outgoing ") || words.hasPrefix("Missed ")
    else { return nil }
    let call = words.split(separator: " (", maxSplits: 1)
    let isCall =
      call[0].hasSuffix(" call") && call[0].split(separator: " ").count <= 3
      && (call.count == 1 || words.hasSuffix(")"))
    return isCall ? .notice : nil
  }

  private static let noticeInitials = Set("(IOM".utf8)
}

extension SignalLayout {
  /// A layout that knows the names of a chat.
  ///
  /// - Parameter opening: Opens the same chat once more; `nil` for an input that cannot be opened twice.
  init(
    _ source: ByteSource, opening: Input.Reopen?, zone: NamedTimeZone, scan: CandidateScan
  ) throws(InputError) {
    let start = opening == nil ? try source.head(65_536) : []
    let names = ColonNames(
      { opening.map { try? $0() } ?? ByteSource(name: "", bytes: start) }, scan: scan
    ) { text, line in SignalLayout.head(of: text, line)?.name }
    self.init(zone: zone, colonNames: names)
  }

  /// Whether a file with this start is a chat of signal-export.
  ///
  /// WhatsApp writes such lines too, in countries that put the year first; but without blanks after
  /// a text.
  ///
  /// - Parameter head: The first 64 KiB, or all there is.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let lines = lineRanges(of: head, in: 0..<head.count)
    let isMessage = lines.map { !$0.isEmpty && SignalLayout.head(of: head, $0) != nil }
    guard let first = lines.firstIndex(where: { !head[$0].isBlank }), isMessage[first] else {
      return false
    }
    var messages = 0
    var ends = 0
    var last: Range<Int>?
    for (line, begins) in zip(lines, isMessage) {
      // signal-export's name for whoever exports; WhatsApp writes the name that he has there.
      if begins, let name = SignalLayout.head(of: head, line)?.name,
        head[name].elementsEqual("Me".utf8)
      {
        return true
      }
      if begins, let last {
        messages += 1
        ends += isEnd(head[last]) ? 1 : 0
      }
      if !line.isEmpty { last = line }
    }
    // The last message may be cut off.
    if head.count < 65_536 || messages == 0, let last {
      messages += 1
      ends += isEnd(head[last]) ? 1 : 0
    }
    return ends * 2 > messages
  }

  /// Whether a line ends like the last line of a message.
  private static func isEnd(_ line: ArraySlice<UInt8>) -> Bool {
    ["  ", " -)", " ))", "(This message was deleted)"].contains {
      line.suffix($0.utf8.count).elementsEqual($0.utf8)
    }
  }
}
