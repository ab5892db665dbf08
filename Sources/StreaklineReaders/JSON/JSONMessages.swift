internal import StreaklineCore

/// The messages of a JSON export, wherever their lists are: at the top, in the `messages` of an
/// object, in the chats of a Telegram account, or one to a line.
struct JSONMessages {
  /// Reads all keys of a message whose object is open.
  typealias Reading = (inout JSONTokens, inout MessageDraft) throws(InputError) -> Void

  /// An open bracket on the way to the messages.
  private enum Level {
    /// An object with `messages`, or with lists or folders of chats.
    case chat
    /// An object with a `list` of chats.
    case folder
    case chats
    case messages
  }

  private enum Step {
    case message
    case noMessage
    case end
  }

  private var tokens: JSONTokens
  private let zone: NamedTimeZone
  private let readsBots: Bool
  private let scan: CandidateScan
  private let isLines: Bool
  private let base: Int
  private var levels: [Level] = []
  private var draft = MessageDraft()
  private var names = DistinctNames()
  private var hasList = false
  private var isFinished = false
  /// Why the source cannot be read further. It is thrown once everything before it has been
  /// returned.
  private var failure: InputError?

  /// - Parameters:
  ///   - isLines: Whether each line is a message.
  ///   - base: Offset of the source's start in the whole input.
  init(
    _ source: ByteSource, options: ReaderOptions, scan: CandidateScan, isLines: Bool = false,
    base: Int = 0
  ) {
    zone = options.zone
    readsBots = options.readsBots
    tokens = JSONTokens(source, isLines: isLines)
    self.scan = scan
    self.isLines = isLines
    self.base = base
  }

  /// Offset in the whole input after the bytes that were read.
  var position: Int { base + tokens.position }

  var name: String { tokens.source.name }

  /// The next batch of an input that is a single source; `nil` at the end.
  mutating func next(read: Reading) throws(InputError) -> MessageBatch? {
    if let failure { throw failure }
    var builder = BatchBuilder(start: position, zone: zone, readsBots: readsBots)
    do {
      try fill(&builder, read: read)
    } catch {
      guard !builder.isEmpty else { throw error }
      failure = error
    }
    return builder.isEmpty ? nil : builder.batch
  }

  /// Adds messages until the batch is full or the input ends.
  ///
  /// - Returns: Whether there is more to read.
  @discardableResult
  mutating func fill(_ builder: inout BatchBuilder, read: Reading) throws(InputError) -> Bool {
    while !isFinished, !builder.isFull {
      switch try step() {
      case .message:
        draft.start(line: tokens.line)
        tokens.isCut = false
        try read(&tokens, &draft)
        if let sender = draft.sender, draft.hasIDs, !draft.isNotice, !draft.isSenderCut {
          draft.sender = draft.name(sender, in: &names)
        }
        if let author = draft.author, draft.hasIDs, draft.authorID == nil {
          draft.author = names.only(author)
        }
        try take(into: &builder)
      case .noMessage:
        builder.addUnreadable("this is not a message", at: source)
        if isLines { _ = try tokens.skipLine() }
      case .end: finish(&builder)
      }
      builder.advance(to: position)
    }
    return !isFinished
  }

  private var source: SourceLocation { .init(name: name, line: tokens.line) }

  private mutating func take(into builder: inout BatchBuilder) throws(InputError) {
    guard let problem = tokens.problem else {
      builder.add(draft, of: name, scan)
      if tokens.isCut, !draft.isSenderCut {
        let source = SourceLocation(name: name, line: draft.line, id: draft.id)
        builder.add(ReadIssue("a text over 4 MiB, or a name over 1 KiB, was cut", at: source))
      }
      return
    }
    let source = SourceLocation(name: problem.source.name, line: problem.source.line, id: draft.id)
    builder.addUnreadable(problem.summary, at: source)
    if isLines {
      _ = try tokens.skipLine()
    } else {
      isFinished = true
    }
  }

  private mutating func finish(_ builder: inout BatchBuilder) {
    isFinished = true
    if let problem = tokens.problem {
      builder.add(problem)
    } else if !hasList, !isLines {
      builder.add(ReadIssue("no list of messages was found", at: .init(name: name, line: 1)))
    }
  }

  /// Moves to the next element of a list of messages.
  private mutating func step() throws(InputError) -> Step {
    while true {
      switch levels.last {
      case nil:
        guard try tokens.value() else { return .end }
        if isLines { return try tokens.beginObject() ? .message : .noMessage }
        if try tokens.beginObject() {
          levels.append(.chat)
        } else if try tokens.beginArray() {
          enterMessages()
        }
      case .messages:
        if try tokens.element() { return try tokens.beginObject() ? .message : .noMessage }
        levels.removeLast()
      case .chats:
        if try !tokens.element() {
          levels.removeLast()
        } else if try tokens.beginObject() {
          levels.append(.chat)
        }
      case .chat: try stepInChat()
      case .folder:
        switch try tokens.key() {
        case nil: levels.removeLast()
        case "list": if try tokens.beginArray() { levels.append(.chats) }
        default: break
        }
      }
    }
  }

  private mutating func stepInChat() throws(InputError) {
    switch try tokens.key() {
    case nil: levels.removeLast()
    case "messages", "MessageList": if try tokens.beginArray() { enterMessages() }
    case "conversations":
      if try tokens.beginArray() {
        hasList = true
        levels.append(.chats)
      }
    case "chats", "left_chats":
      if try tokens.beginObject() {
        hasList = true
        levels.append(.folder)
      }
    default: break
    }
  }

  private mutating func enterMessages() {
    hasList = true
    levels.append(.messages)
  }
}
