internal import StreaklineCore

/// Chats that LINE saves as text: a title, a line for each day, and `07:58⇥Ann⇥text` below it. A text
/// of several lines is in quotes.
///
/// Days are `2024/11/04(Mon)`, `2024.11.04 Monday` or `Mon, 11/4/2024`, whose weekday shows the order
/// of day and month.
struct LineChat: StampedLines {
  private let order: DateOrder?
  private var day: Day?
  private var dayProblem: DayProblem?
  private var isInQuotes = false

  init(order: DateOrder?) {
    self.order = order
  }

  /// Whether an input with this start is such a chat.
  ///
  /// - Parameter head: The first 64 KiB, or all there is.
  static func recognises(_ head: [UInt8]) -> Bool {
    var chat = LineChat(order: .dayFirst)
    for line in lineRanges(of: head, in: 0..<min(head.count, 8_192)) {
      if case .message = chat.read(Array(head[line])), chat.day != nil { return true }
    }
    return false
  }

  mutating func read(_ line: [UInt8]) -> StampedLine {
    if isInQuotes {
      isInQuotes = !Self.endsQuotes(line[...])
      return .words
    }
    if line.isEmpty { return .words }
    if let day = LineDay(line, order: order) {
      self.day = day.day
      dayProblem = day.problem
      return .frame
    }
    var cursor = ByteCursor(line, 0..<line.count)
    guard day != nil || dayProblem != nil, let time = ClockTime.read(&cursor),
      cursor.skip(ascii: "\t")
    else { return .words }
    let rest = cursor.rest
    guard let tab = rest.firstIndex(of: 0x09), !rest[..<tab].isBlank else { return .notice }
    let body = tab + 1
    isInQuotes = line.count > body && line[body] == 0x22 && !Self.endsQuotes(line[(body + 1)...])
    let local = day.flatMap { LocalTime($0, hour: time.hour, minute: time.minute) }
    return .message(
      LineStamp(
        sender: String(decoding: rest[..<tab], as: UTF8.self), time: local.map { .local($0) },
        dayProblem: dayProblem, body: body))
  }

  /// Whether a line ends with a quotation mark that is not doubled.
  private static func endsQuotes(_ line: ArraySlice<UInt8>) -> Bool {
    let marks = line.reversed().prefix { $0 == 0x22 }.count
    return marks % 2 == 1
  }

  func text(_ written: [UInt8]) -> [UInt8] {
    guard written.first == 0x22, written.last == 0x22, written.count > 1, written.contains(0x0A)
    else { return written }
    var text: [UInt8] = []
    var isSecond = false
    for byte in written[1..<(written.count - 1)] {
      isSecond = byte == 0x22 && !isSecond
      if !isSecond { text.append(byte) }
    }
    return text
  }
}

/// A line with the day of the messages below it.
struct LineDay {
  var day: Day?
  var problem: DayProblem?

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  init?(_ line: [UInt8], order: DateOrder?) {
    guard line.count <= 40, !line.contains(0x09) else { return nil }
    var cursor = ByteCursor(line, 0..<line.count)
    if let year = cursor.number(4...4) {
      guard let separator = cursor.next, separator == 0x2F || separator == 0x2E,
        cursor.skip(ascii: Unicode.Scalar(separator)), let month = cursor.number(1...2),
        cursor.skip(ascii: Unicode.Scalar(separator)), let day = cursor.number(1...2),
        cursor.next == nil || cursor.next == 0x20 || cursor.next == 0x28 || cursor.next == 0xEF,
        let date = Day(year: year.value, month: month.value, day: day.value)
      else { return nil }
      self.day = date
      return
    }
    guard let weekday = Self.weekdays.firstIndex(where: { cursor.skip(word: $0) }),
      cursor.skip(word: ", "), let first = cursor.number(1...2), cursor.skip(ascii: "/"),
      let second = cursor.number(1...2), cursor.skip(ascii: "/"), let year = cursor.number(4...4),
      cursor.next == nil
    else { return nil }
    let dayFirst = Day(year: year.value, month: second.value, day: first.value)
    let monthFirst = Day(year: year.value, month: first.value, day: second.value)
    // 1970-01-01 was a Thursday.
    let found = [dayFirst, monthFirst].compactMap { $0 }.filter {
      ($0.daysSinceEpoch % 7 + 7) % 7 == weekday
    }
    if found.count == 2, found[0] != found[1] {
      let text = "\(first.value)/\(second.value)/\(year.value)"
      day = order.map { $0 == .monthFirst ? found[1] : found[0] }
      problem = order == nil ? .twoReadings(text, found) : nil
      return
    }
    guard let date = found.first else { return nil }
    day = date
  }
}
