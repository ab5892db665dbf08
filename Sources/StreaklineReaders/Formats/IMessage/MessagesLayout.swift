internal import StreaklineCore

/// Chats of Apple's Messages, as imessage-exporter writes them (`txt`): a line with
/// the date, `May 17, 2022  5:29:42 PM`, one with the name, the text and an empty line.
///
/// A text may have empty lines too. Replies are indented below the message that they answer, and
/// once more at their own time. A change of the chat, such as a new name, is a line with a date and
/// a sentence.
package struct MessagesLayout: ChatLayout {
  private let clock: ZoneOffsetCache

  package init(zone: NamedTimeZone) {
    clock = ZoneOffsetCache(zone)
  }

  package func beginning(of text: [UInt8], at line: Range<Int>) -> ChatBeginning {
    guard let stamp = MessagesStamp(text, line) else { return .nothing }
    let next = Self.line(behind: line, in: text)
    let isLast = next.map { text[$0].isBlank } ?? true
    switch stamp.rest {
    case .nothing:
      guard let next else { return .message }
      if isLast || MessagesBody.edit(text, next) != nil { return .nothing }
      let third = Self.line(behind: next, in: text)
      return third.map { Self.isDeleted(text[$0]) } ?? false ? .deleted : .message
    case .words:
      // Inside a message, the first version of an edited text looks the same.
      return isLast && isBehindBlank(text, line) ? .notice : .nothing
    }
  }

  package func header(of text: [UInt8], in range: Range<Int>) -> ChatHeader? {
    let lines = lineRanges(of: text, in: range)
    guard lines.count >= 2, let stamp = MessagesStamp(text, lines[0]), let time = stamp.time else {
      return nil
    }
    let name = String(decoding: text[lines[1]], as: UTF8.self).trimmingBlanks()
    guard !name.isEmpty else { return nil }
    let start = lines.count > 2 ? lines[2].lowerBound : range.upperBound
    var header = ChatHeader(
      sender: OwnName.isSure(String(name)) ? nil : String(name), sentAt: clock.instant(of: time),
      sentOn: time.day, body: start..<range.upperBound)
    let body = MessagesBody(text, lines[2...], indent: stamp.indent)
    header.text = body.text
    header.isEdited = body.isEdited
    return header
  }

  /// - Returns: `nil` at the end of the text.
  private static func line(behind line: Range<Int>, in text: [UInt8]) -> Range<Int>? {
    let start = line.upperBound + 1
    guard start < text.count else { return nil }
    return start..<(text[start...].firstIndex(of: 0x0A) ?? text.count)
  }

  private func isBehindBlank(_ text: [UInt8], _ line: Range<Int>) -> Bool {
    guard line.lowerBound >= 2 else { return true }
    let before = text[..<(line.lowerBound - 1)]
    return before.last == 0x0A || before.suffix(2).elementsEqual([0x0A, 0x0D])
  }

  private static func isDeleted(_ line: ArraySlice<UInt8>) -> Bool {
    line.drop { $0 == 0x20 }.starts(with: "This message was deleted from the conversation!".utf8)
  }
}

extension MessagesLayout {
  /// Whether a file with this start is a chat of imessage-exporter.
  ///
  /// - Parameter head: The first 64 KiB, or all there is.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let start = head.firstIndex { ![0x0A, 0x0D, 0x20].contains($0) } ?? head.count
    let line = start..<(head[start...].firstIndex(of: 0x0A) ?? head.count)
    guard line.upperBound < head.count else { return false }
    return MessagesLayout(zone: .utc).beginning(of: head, at: line) != .nothing
  }
}

/// The date at the start of a line: `    May 17, 2022  5:29:42 PM (Read by you after 1 hour)`.
struct MessagesStamp {
  /// The rest of the line after the date.
  enum Rest {
    /// There is nothing, or only a text in parentheses.
    case nothing
    case words
  }

  /// Blanks before the date: replies have four.
  let indent: Int
  /// `nil` for a day that does not exist.
  let time: LocalTime?
  let rest: Rest

  private static let months = Array("JanFebMarAprMayJunJulAugSepOctNovDec".utf8)

  /// - Parameter line: Without its line feed.
  init?(_ text: [UInt8], _ line: Range<Int>) {
    let indent = text[line].prefix(9).prefix { $0 == 0x20 }.count
    let start = line.lowerBound + indent
    guard indent % 4 == 0, line.upperBound - start > 20, let month = Self.month(text, start) else {
      return nil
    }
    let end = text[line].last == 0x0D ? line.upperBound - 1 : line.upperBound
    var cursor = ByteCursor(text, start + 3..<end)
    guard cursor.skipBlanks(), let day = cursor.number(1...2), cursor.skip(word: ", "),
      let year = cursor.number(4...4), let clock = Self.clock(&cursor)
    else { return nil }
    self.indent = indent
    time = Day(year: year.value, month: month, day: day.value).flatMap {
      LocalTime($0, hour: clock.hour, minute: clock.minute, second: clock.second)
    }
    switch cursor.next {
    case nil: rest = .nothing
    case UInt8(ascii: " "):
      let isParenthesis = cursor.skip(word: " (") && cursor.rest.last == UInt8(ascii: ")")
      rest = isParenthesis ? .nothing : .words
    default: return nil
    }
  }

  /// The month whose short name is at an index.
  private static func month(_ text: [UInt8], _ start: Int) -> Int? {
    var index = 0
    while index < months.count {
      if text[start] == months[index], text[start + 1] == months[index + 1],
        text[start + 2] == months[index + 2]
      {
        return index / 3 + 1
      }
      index += 3
    }
    return nil
  }

  /// `  5:29:42 PM`; an hour of one digit has a blank before it.
  private static func clock(
    _ cursor: inout ByteCursor
  ) -> (hour: Int, minute: Int, second: Int)? {
    guard cursor.skipBlanks(), let hour = cursor.number(1...2), (1...12).contains(hour.value),
      cursor.skip(ascii: ":"), let minute = cursor.number(2...2), cursor.skip(ascii: ":"),
      let second = cursor.number(2...2), cursor.skip(ascii: " ")
    else { return nil }
    let isAfternoon = cursor.skip(word: "PM")
    guard isAfternoon || cursor.skip(word: "AM") else { return nil }
    return (hour.value % 12 + (isAfternoon ? 12 : 0), minute.value, second.value)
  }
}
