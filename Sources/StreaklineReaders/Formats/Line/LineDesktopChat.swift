internal import StreaklineCore

/// Chats that LINE's desktop program saves as text: a title that starts with `[LINE]`, a line for each day,
/// and `07:58 Ann text` below it. Groups have no title.
///
/// Nothing but a blank separates name and text. If a message with a share leaves its sender open, the
/// chat is refused.
struct LineDesktopChat: StampedLines {
  /// How much is read first of an input that cannot be opened twice.
  private static let headSize = 16_777_216
  private static let title = Array("[LINE]".utf8)

  private let order: DateOrder?
  private let scan: CandidateScan
  private var speakers = LineSpeakers()
  private var day: Day?
  private var dayProblem: DayProblem?

  private init(order: DateOrder?, scan: CandidateScan) {
    self.order = order
    self.scan = scan
  }

  /// Reads the whole chat for the names in it.
  ///
  /// - Throws: ``InputError/unknownChat(_:line:)`` when a share's sender is not certain.
  init(
    _ source: ByteSource, opening: Input.Reopen?, order: DateOrder?, scan: CandidateScan
  ) throws(InputError) {
    self.init(order: order, scan: scan)
    let head = opening == nil ? try source.head(Self.headSize) : []
    func open() throws(InputError) -> ByteSource {
      try opening?() ?? ByteSource(name: source.name, bytes: head)
    }
    var chat = LineDesktopChat(order: order, scan: scan)
    var lines = try LineReader(open())
    while let line = try lines.next() {
      if let words = line.bytes.flatMap({ chat.words($0) }) { speakers.add(words, scan) }
    }
    speakers.finish()
    if let line = try openLine(in: open()) {
      throw .unknownChat(source.name, line: line)
    }
  }

  /// Whether an input with this start is such a chat.
  ///
  /// - Parameter head: The first 64 KiB, or all there is.
  static func recognises(_ head: [UInt8]) -> Bool {
    guard isTitled(head) || startsWithDay(head) else { return false }
    var chat = LineDesktopChat(order: .dayFirst, scan: CandidateScan { _, _ in [] })
    return lineRanges(of: head, in: 0..<min(head.count, 8_192)).contains {
      chat.words(Array(head[$0])) != nil
    }
  }

  static func isTitled(_ head: [UInt8]) -> Bool {
    afterMark(head).starts(with: title)
  }

  /// Whether an input without a title is such a chat: at least two names are certain, or two words that may be
  /// names are at the start of messages with a share.
  ///
  /// A diary looks alike (`2026.10.03 Saturday`, `08:00 Wordle …`), and has a share without a name.
  static func recognisesUntitled(_ head: [UInt8], _ scan: CandidateScan) -> Bool {
    guard !isTitled(head), recognises(head) else { return false }
    var chat = LineDesktopChat(order: .dayFirst, scan: scan)
    var speakers = LineSpeakers()
    var names: Set<String> = []
    var first: String?
    for range in lineRanges(of: head, in: 0..<head.count) {
      if let words = chat.words(Array(head[range])) {
        if LineSpeakers.isShare(words, scan) { return false }
        speakers.add(words, scan)
        first = words.split(separator: " ").first.map(String.init)
      }
      if let first, scan.isPresent(in: head, range) { names.insert(first) }
    }
    speakers.finish()
    return names.union(speakers.known).count { PersonName.isName($0) } > 1
  }

  private static func afterMark(_ head: [UInt8]) -> ArraySlice<UInt8> {
    head[(head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
  }

  /// Whether the first line is a day with its weekday.
  private static func startsWithDay(_ head: [UInt8]) -> Bool {
    let line = Array(afterMark(head).prefix(64).prefix { $0 != 0x0A && $0 != 0x0D })
    let weekday = String(decoding: line.drop { $0 < 0x41 && $0 != 0x28 }, as: UTF8.self)
    return LineDay(line, order: .dayFirst) != nil && !weekday.isEmpty
      && weekday.allSatisfy { $0.isLetter || "()（）.".contains($0) }
  }

  /// The first line of a message with a share whose sender is not certain.
  private func openLine(in source: ByteSource) throws(InputError) -> Int? {
    var chat = self
    var lines = LineReader(source)
    var unknown: Int?
    while let line = try lines.next() {
      guard let bytes = line.bytes else { continue }
      if let words = chat.words(bytes) {
        let isKnown =
          speakers.name(words, scan) != nil || LineSpeakers.nameBeforeNotice(words) != nil
        unknown = isKnown ? nil : line.number
      }
      if let unknown, scan.isPresent(in: bytes, 0..<bytes.count) { return unknown }
    }
    return nil
  }

  mutating func read(_ line: [UInt8]) -> StampedLine {
    if line.isEmpty { return .words }
    guard let words = words(line) else {
      return LineDay(line, order: order) == nil ? .words : .frame
    }
    if LineSpeakers.nameBeforeNotice(words) != nil { return .notice }
    let name =
      speakers.name(words, scan) ?? words.split(separator: " ").first.map(String.init) ?? "?"
    let time = clock(line)
    let local = day.flatMap { day in
      time.flatMap { LocalTime(day, hour: $0.hour, minute: $0.minute) }
    }
    let body = line.count - words.utf8.count + min(name.utf8.count + 1, words.utf8.count)
    return .message(
      LineStamp(
        sender: name, time: local.map { .local($0) }, dayProblem: dayProblem, body: body))
  }

  /// What follows the time in a line; `nil` for a line without one, whose day is remembered.
  private mutating func words(_ line: [UInt8]) -> String? {
    if let day = LineDay(line, order: order) {
      self.day = day.day
      dayProblem = day.problem
      return nil
    }
    guard day != nil || dayProblem != nil else { return nil }
    var cursor = ByteCursor(line, 0..<line.count)
    guard ClockTime.read(&cursor) != nil, cursor.skip(ascii: " "), let next = cursor.next,
      next != 0x20, !cursor.rest.contains(0x09)
    else { return nil }
    return String(validating: cursor.rest, as: UTF8.self)
  }

  private func clock(_ line: [UInt8]) -> (hour: Int, minute: Int)? {
    var cursor = ByteCursor(line, 0..<line.count)
    return ClockTime.read(&cursor).map { ($0.hour, $0.minute) }
  }
}
