internal import StreaklineCore

/// Messages that somebody copied out of a chat program's window: a line with name and time above each
/// text.
///
/// Telegram Desktop: `Ann, [04.11.2024 07:58]`. Discord: `Ann — Today at 7:58 AM`, `Ann — 11/04/2024
/// 7:58 AM`. Slack: `Ann  7:58 AM`, earlier `Ann [7:58 AM]`.
struct CopiedChat: StampedLines {
  enum Program {
    case telegram, discord, slack
  }

  private let program: Program
  private let order: DateOrder?
  /// Who has written so far.
  private var senders: Set<String> = []
  /// The last line that is not empty and no tag of a server.
  private var above = ""
  private static let dash = Array(" — ".utf8)
  private static let longestStamp = 300
  private static let longestName = 80

  init(_ program: Program, order: DateOrder?) {
    self.program = program
    self.order = order
  }

  /// Whether a text is such a copy: its first words are a stamp.
  static func recognises(_ head: [UInt8], _ program: Program) -> Bool {
    let chat = CopiedChat(program, order: nil)
    let lines = lineRanges(of: head, in: 0..<min(head.count, 4_096)).filter { !head[$0].isBlank }
    guard let first = lines.first, lines.count > 1 else { return false }
    return chat.stamp(Array(head[first])).map { !$0.sender.isEmpty } ?? false
  }

  mutating func read(_ line: [UInt8]) -> StampedLine {
    guard var stamp = stamp(line) else { return words(line) }
    stamp.sender = Self.unmarked(stamp.sender)
    // Discord's copies can have the name in a line above the time, with the server's tag between them. A row of a grid is
    // nobody's name.
    let isName = above.count <= Self.longestName && above.contains(where: \.isLetter)
    if stamp.sender.isEmpty { stamp.sender = isName ? above : "" }
    senders.insert(stamp.sender)
    return .message(stamp)
  }

  /// A line without a stamp. One that is nothing but somebody's name may be the head of his message, from which the time
  /// is missing: then nothing says whose the text is.
  private mutating func words(_ line: [UInt8]) -> StampedLine {
    let words = String(decoding: line.prefix(Self.longestStamp), as: UTF8.self)
      .trimmingCharacters(" \r")
    if !words.isEmpty, senders.contains(words) {
      return .message(LineStamp(sender: "", dayProblem: .noDate))
    }
    if !words.isEmpty, !(words.hasPrefix("[") && words.hasSuffix("]")) { above = words }
    return .words
  }

  /// The name alone. Copies can have marks of emphasis around it (`**Ann** — Today at 7:58 AM`), and behind it the description
  /// of a picture (`AnnRole icon, Moderator — …`) or the tag of a server (`Ann [PUZZ],  — …`).
  private static func unmarked(_ name: String) -> String {
    let mark = "**"
    if let icon = name.firstRange(of: "Role icon, "), icon.lowerBound > name.startIndex {
      return name[..<icon.lowerBound].trimmingCharacters(" ")
    }
    let tagged = name.trimmingCharacters(" ")
    if tagged.hasSuffix("],"), let open = tagged.lastIndex(of: "["), open > tagged.startIndex {
      return tagged[..<open].trimmingCharacters(" ")
    }
    let isMarked = name.hasPrefix(mark) && name.hasSuffix(mark) && name.count > 2 * mark.count
    return isMarked ? String(name.dropFirst(mark.count).dropLast(mark.count)) : name
  }

  private func stamp(_ line: [UInt8]) -> LineStamp? {
    // `<ann> text  [8:00]` is a line of another program.
    guard line.count > 6, line.count <= Self.longestStamp, line[0] != UInt8(ascii: "<")
    else { return nil }
    switch program {
    case .telegram: return telegram(line)
    case .discord: return discord(line)
    case .slack: return slack(line)
    }
  }

  private func telegram(_ line: [UInt8]) -> LineStamp? {
    guard let open = line.lastIndex(of: UInt8(ascii: "[")),
      let name = TelegramCopy.name(line, 0..<line.count, open: open), !name.isEmpty
    else { return nil }
    let end = line.last == UInt8(ascii: ":") ? line.count - 2 : line.count - 1
    return dated(name, line[open + 1..<end])
  }

  private func discord(_ line: [UInt8]) -> LineStamp? {
    guard let dash = line.indices.last(where: { line[$0...].starts(with: Self.dash) })
    else { return nil }
    let name = String(decoding: line[..<dash], as: UTF8.self)
    let time = line[(dash + Self.dash.count)...]
    var cursor = ByteCursor(line, time.startIndex..<line.count)
    let isYesterday = cursor.skip(word: "Yesterday at ")
    let isToday = !isYesterday && cursor.skip(word: "Today at ")
    // `Zip — 0:45` is a result and no stamp.
    if let clock = ClockTime.read(&cursor), cursor.next == nil,
      clock.isOn12 || isToday || isYesterday
    {
      // Nobody copies a message on another day than today without a date, but for yesterday.
      let problem: DayProblem? = isYesterday ? .noDate : nil
      return LineStamp(sender: name, dayProblem: problem)
    }
    return dated(name, time)
  }

  private func slack(_ line: [UInt8]) -> LineStamp? {
    var line = line
    while line.last == 0x20 { line.removeLast() }
    let isBracketed = line.last == UInt8(ascii: "]")
    guard let colon = line.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    var start = colon
    while start > 0, line[start - 1] &- 0x30 < 10 { start -= 1 }
    var cursor = ByteCursor(line, start..<(isBracketed ? line.count - 1 : line.count))
    guard let time = ClockTime.read(&cursor), cursor.next == nil else { return nil }
    if isBracketed {
      guard start > 0, line[start - 1] == UInt8(ascii: "[") else { return nil }
      start -= 1
    } else if !time.isOn12 {
      return nil
    }
    let name = line[..<start]
    guard name.suffix(isBracketed ? 1 : 2).allSatisfy({ $0 == 0x20 }), !name.isBlank else {
      return nil
    }
    let shown = String(decoding: name, as: UTF8.self).trimmingBlanks()
    guard shown.contains(where: \.isLetter) else { return nil }
    if shown.last == ":" {
      return Self.meetingSender(shown).map { LineStamp(sender: $0, dayProblem: .noDate) }
    }
    // Slack writes the day between messages only, and not every copy begins with it.
    return LineStamp(sender: String(shown), dayProblem: .noDate)
  }

  /// Words around the sender in copies out of a meeting, as Zoom and Webex have them.
  private static let meeting = [
    ("from ", " to "), ("von ", " an "), ("de ", " à "), ("de ", " a "), ("de ", " para "),
    ("da ", " a "), ("van ", " aan "), ("från ", " till "), ("fra ", " til "),
  ]

  /// The sender in `from Ann Lee to everyone:`.
  private static func meetingSender(_ line: some StringProtocol) -> String? {
    let lower = line.lowercased()
    for (from, to) in meeting where lower.hasPrefix(from) {
      guard let end = lower.firstRange(of: to) else { continue }
      let length = lower[..<end.lowerBound].count
      let name = line.prefix(length).dropFirst(from.count).trimmingCharacters(" ")
      return name.isEmpty ? nil : name
    }
    return nil
  }

  private func dated(_ name: String, _ text: ArraySlice<UInt8>) -> LineStamp? {
    guard let date = DiscordDate(text) else { return nil }
    let read = date.reading(order, text)
    return LineStamp(sender: name, time: read.time, dayProblem: read.problem)
  }
}
