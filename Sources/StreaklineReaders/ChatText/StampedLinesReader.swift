internal import StreaklineCore

/// What a line of a chat in lines is, where a stamp needs what lines before it say, such as the day.
enum StampedLine {
  /// A message starts here.
  case message(LineStamp)
  /// A line by the program.
  case notice
  /// A date, a title or an empty line between messages.
  case frame
  /// The line continues the message before it.
  case words
}

/// Who sent a message and when.
struct LineStamp {
  var sender: String
  var time: ExportedTime?
  /// Why the day is not known, where there is no time.
  var dayProblem: DayProblem?
  /// Where the text starts in the line; `nil` when it starts on the next one.
  var body: Int?
}

/// The form of a chat whose lines must be read one after another.
protocol StampedLines {
  /// - Parameter line: Without its line break.
  mutating func read(_ line: [UInt8]) -> StampedLine
  /// A message's text as it was sent.
  func text(_ written: [UInt8]) -> [UInt8]
}

extension StampedLines {
  func text(_ written: [UInt8]) -> [UInt8] { written }
}

/// Reads a chat in lines, from the first to the last.
struct StampedLinesReader<Chat: StampedLines>: MessageReader {
  private static var longestText: Int { 4_194_304 }
  private let name: String
  private let zone: NamedTimeZone
  private let scan: CandidateScan
  private var chat: Chat
  private var lines: LineReader
  private var draft = MessageDraft()
  private var isOpen = false
  private var isCut = false
  /// Offset at which the open message starts.
  private var start = 0

  init(_ source: ByteSource, _ chat: Chat, options: ReaderOptions, scan: CandidateScan) {
    name = source.name
    zone = options.zone
    self.scan = scan
    self.chat = chat
    lines = LineReader(source)
  }

  mutating func next() throws(InputError) -> MessageBatch? {
    var batch = BatchBuilder(start: start, zone: zone)
    while !batch.isFull {
      let position = lines.position
      guard let line = try lines.next() else {
        finish(&batch)
        start = position
        batch.advance(to: position)
        break
      }
      read(line, at: position, &batch)
    }
    return batch.isEmpty ? nil : batch.batch
  }

  private mutating func read(
    _ line: LineReader.Line, at position: Int, _ batch: inout BatchBuilder
  ) {
    guard var bytes = line.bytes else {
      isCut = true
      return
    }
    if line.number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    switch chat.read(bytes) {
    case .words:
      guard isOpen else { return }
      if draft.text.count + bytes.count < Self.longestText {
        if draft.hasText { draft.text.append(0x0A) }
        draft.text += bytes
        draft.hasText = true
      } else {
        isCut = true
      }
    case .message(let stamp):
      finish(&batch)
      open(stamp, bytes, line: line.number)
      start = position
      batch.advance(to: position)
    case .notice:
      finish(&batch)
      batch.addNotice()
    case .frame: finish(&batch)
    }
  }

  private mutating func open(_ stamp: LineStamp, _ bytes: [UInt8], line: Int) {
    draft.start(line: stamp.body == nil ? line + 1 : line)
    draft.sender = stamp.sender
    draft.isOwn = OwnName.isSure(stamp.sender)
    draft.time = stamp.time
    draft.isTimeUnknown = stamp.time == nil
    draft.dayProblem = stamp.dayProblem
    if let body = stamp.body {
      draft.text += bytes[body...]
      draft.hasText = true
    }
    isOpen = true
  }

  private mutating func dropBlanksAtEnd() {
    while let last = draft.text.last, last == 0x0A || last == 0x0D || last == 0x20 {
      draft.text.removeLast()
    }
  }

  private mutating func finish(_ batch: inout BatchBuilder) {
    guard isOpen else { return }
    isOpen = false
    // Empty lines before the next day belong to no message.
    dropBlanksAtEnd()
    draft.text = chat.text(draft.text)
    dropBlanksAtEnd()
    batch.add(draft, of: name, scan)
    if isCut {
      batch.add(ReadIssue("a text over 4 MiB was cut", at: .init(name: name, line: draft.line)))
    }
    isCut = false
  }
}
