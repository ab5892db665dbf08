internal import StreaklineCore

/// Chats that KakaoTalk saves as text.
///
/// A computer writes `--------------- 2024년 11월 4일 월요일 ---------------` above the messages of a
/// day, and `[Ann] [오전 7:58] text`. An Android phone writes `2024년 11월 4일 오전 7:58, Ann : text`,
/// an iPhone `2024. 11. 4. 오전 7:58, Ann : text`. With English as the language: `[Ann] [7:58 AM]
/// text` below `Monday, November 4, 2024`, and `November 4, 2024, 7:58 AM, Ann : text`.
struct KakaoTalkChat: StampedLines {
  private var day: Day?

  /// Whether an input with this start is such a chat.
  ///
  /// - Parameter head: The first 64 KiB, or all there is.
  static func recognises(_ head: [UInt8]) -> Bool {
    var chat = KakaoTalkChat()
    for line in lineRanges(of: head, in: 0..<min(head.count, 8_192)) {
      if case .message = chat.read(Array(head[line])) { return true }
    }
    return false
  }

  mutating func read(_ line: [UInt8]) -> StampedLine {
    if line.isEmpty { return .words }
    if line.starts(with: "-----".utf8) {
      guard let day = Self.dayLine(line) else { return .words }
      self.day = day
      return .frame
    }
    if line[0] == UInt8(ascii: "[") { return bracketed(line) }
    return phoneLine(line)
  }

  private static func dayLine(_ line: [UInt8]) -> Day? {
    guard line.count <= 120, line.suffix(5).elementsEqual("-----".utf8) else { return nil }
    var cursor = ByteCursor(line, 0..<line.count)
    cursor.skip { $0 == UInt8(ascii: "-") || $0 == 0x20 }
    if let day = koreanDay(&cursor) { return day }
    cursor.skip { $0 != UInt8(ascii: ",") }
    guard cursor.skip(word: ", ") else { return nil }
    return englishDay(&cursor)
  }

  /// `2024년 11월 4일` or `2024. 11. 4.`
  private static func koreanDay(_ cursor: inout ByteCursor) -> Day? {
    guard let year = cursor.number(4...4) else { return nil }
    let hasWords = cursor.skip(word: "년 ")
    guard hasWords || cursor.skip(word: ". "), let month = cursor.number(1...2),
      cursor.skip(word: hasWords ? "월 " : ". "), let day = cursor.number(1...2),
      cursor.skip(word: hasWords ? "일" : ".")
    else { return nil }
    return Day(year: year.value, month: month.value, day: day.value)
  }

  /// `November 4, 2024`
  private static func englishDay(_ cursor: inout ByteCursor) -> Day? {
    guard let month = EnglishMonth.read(&cursor), cursor.skip(ascii: " "),
      let day = cursor.number(1...2), cursor.skip(word: ", "), let year = cursor.number(4...4)
    else { return nil }
    return Day(year: year.value, month: month, day: day.value)
  }

  /// `[Ann] [오전 7:58] text`, below the line of a day.
  private func bracketed(_ line: [UInt8]) -> StampedLine {
    guard let day, let middle = Self.index(of: "] [", in: line) else { return .words }
    var cursor = ByteCursor(line, middle + 3..<line.count)
    guard middle > 1, let time = ClockTime.read(&cursor), cursor.skip(ascii: "]"),
      let local = LocalTime(day, hour: time.hour, minute: time.minute)
    else { return .words }
    _ = cursor.skip(ascii: " ")
    return .message(
      LineStamp(
        sender: String(decoding: line[1..<middle], as: UTF8.self), time: .local(local),
        body: cursor.index))
  }

  private static func index(of word: String, in line: [UInt8]) -> Int? {
    let word = Array(word.utf8)
    return line.indices.prefix(512).first { line[$0...].starts(with: word) }
  }

  /// `2024년 11월 4일 오전 7:58, Ann : text`.
  private func phoneLine(_ line: [UInt8]) -> StampedLine {
    guard line[0] &- 0x30 < 10 || (0x41...0x5A).contains(line[0]) else { return .words }
    var cursor = ByteCursor(line, 0..<line.count)
    let isKorean = line[0] &- 0x30 < 10
    guard let day = isKorean ? Self.koreanDay(&cursor) : Self.englishDay(&cursor) else {
      return .words
    }
    if !isKorean { _ = cursor.skip(ascii: ",") || cursor.skip(word: " at") }
    guard cursor.skip(ascii: " "), let time = ClockTime.read(&cursor),
      let local = LocalTime(day, hour: time.hour, minute: time.minute)
    else {
      // A line with a day alone, or with its weekday.
      let rest = line.drop { $0 != 0x20 }
      return isKorean && line.count <= 60 && rest.suffix(6).elementsEqual("요일".utf8)
        ? .frame : .words
    }
    guard cursor.skip(word: ", "), let colon = Self.index(of: " : ", in: Array(cursor.rest)) else {
      return .notice
    }
    let start = cursor.index
    guard colon > 0 else { return .words }
    return .message(
      LineStamp(
        sender: String(decoding: line[start..<start + colon], as: UTF8.self),
        time: .local(local), body: start + colon + 3))
  }
}
