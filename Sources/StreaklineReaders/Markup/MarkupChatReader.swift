internal import StreaklineCore

/// One form of chats as web pages: where a message starts and what its markup says.
protocol MarkupChat {
  /// With this a message's markup starts.
  static var start: [UInt8] { get }
  /// Whether a message starts at this occurrence of ``start``; `nil` when too little follows to tell.
  static func isStart(_ bytes: [UInt8], at index: Int) -> Bool?
  /// Reads a message's markup, which ends where the next message starts.
  mutating func read(_ markup: MarkupTokens, into draft: inout MessageDraft)
}

/// Reads a chat that is a web page, message by message.
struct MarkupChatReader<Chat: MarkupChat>: MessageReader {
  private static var chunkSize: Int { 262_144 }
  /// A message's markup is at most this long; one that is longer is not read.
  private static var longest: Int { 4_194_304 }
  private let source: ByteSource
  private let options: ReaderOptions
  private let scan: CandidateScan
  private var chat: Chat
  private var buffer: [UInt8] = []
  /// Where what was not read yet starts in the buffer.
  private var start = 0
  /// Where that is in the source, and its line.
  private var offset = 0
  private var line = 1
  /// Whether a message starts there.
  private var isInMessage = false
  private var isFinished = false
  private var draft = MessageDraft()
  private var names = DistinctNames()

  init(_ source: ByteSource, _ chat: Chat, options: ReaderOptions, scan: CandidateScan) {
    self.source = source
    self.chat = chat
    self.scan = scan
    self.options = options
  }

  mutating func next() throws(InputError) -> MessageBatch? {
    var batch = BatchBuilder(start: offset, zone: options.zone, readsBots: options.readsBots)
    while !batch.isFull, try readMessage(into: &batch) {
      batch.advance(to: offset)
    }
    return batch.isEmpty ? nil : batch.batch
  }

  /// - Returns: `false` at the end of the input.
  private mutating func readMessage(into batch: inout BatchBuilder) throws(InputError) -> Bool {
    var searched = isInMessage ? start + 1 : start
    while true {
      if let end = nextStart(from: &searched) {
        finish(end, &batch)
        isInMessage = true
        return true
      }
      if isFinished {
        guard start < buffer.count else { return false }
        finish(buffer.count, &batch)
        isInMessage = false
        return true
      }
      if buffer.count - start > Self.longest {
        report("the message is longer than 4 MiB", &batch)
        drop(upTo: buffer.count - Chat.start.count)
        isInMessage = false
        return true
      }
      searched -= start
      buffer.removeSubrange(..<start)
      start = 0
      isFinished = try !source.read(Self.chunkSize, into: &buffer)
    }
  }

  /// The next start of a message; `nil` if the buffer has none. Before `searched` there is none.
  private func nextStart(from searched: inout Int) -> Int? {
    while searched < buffer.count {
      searched = firstIndex(of: Chat.start[0], in: buffer, from: searched, to: buffer.count)
      guard searched < buffer.count else { return nil }
      let rest = buffer[searched...].prefix(Chat.start.count)
      if rest.elementsEqual(Chat.start) {
        guard let isStart = Chat.isStart(buffer, at: searched) ?? (isFinished ? false : nil) else {
          return nil
        }
        if isStart { return searched }
      } else if rest.count < Chat.start.count, !isFinished, Chat.start.starts(with: rest) {
        return nil
      }
      searched += 1
    }
    return nil
  }

  private mutating func finish(_ end: Int, _ batch: inout BatchBuilder) {
    if isInMessage {
      draft.start(line: line)
      chat.read(MarkupTokens(buffer, start..<end), into: &draft)
      if let sender = draft.sender, draft.hasIDs, !draft.isNotice {
        draft.sender = draft.name(sender, in: &names)
      }
      batch.add(draft, of: source.name, scan)
    }
    drop(upTo: end)
  }

  private func report(_ summary: String, _ batch: inout BatchBuilder) {
    guard isInMessage else { return }
    batch.addUnreadable(summary, at: SourceLocation(name: source.name, line: line))
  }

  private mutating func drop(upTo end: Int) {
    line += buffer[start..<end].lineFeedCount
    offset += end - start
    start = end
  }
}
