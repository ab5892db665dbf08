internal import StreaklineCore

/// The messages of a JSON export, wherever their lists stand: at the top, in the `messages` of an
/// object, in the chats of a Telegram account (FORMATS §2.2), or one to a line.
struct JSONMessages {
  /// Reads the keys of a message, whose object was opened, to their end.
  typealias Reading = (inout JSONTokens, inout MessageDraft) throws(InputError) -> Void

  /// A bracket that was opened on the way to the messages.
  private enum Place {
    /// An object with `messages`, or with folders of chats.
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
  private let scan: CandidateScan
  private let isLines: Bool
  private let base: Int
  private var places: [Place] = []
  private var draft = MessageDraft()
  private var names = DistinctNames()
  private var hasList = false
  private var isFinished = false
  /// Why the source could not be read further, until what was read before is handed over.
  private var failure: InputError?

  /// - Parameters:
  ///   - isLines: Whether each line is a message.
  ///   - base: Position of the source's begin in the whole input.
  init(
    _ source: ByteSource, zone: NamedTimeZone, scan: CandidateScan, isLines: Bool = false,
    base: Int = 0
  ) {
    tokens = JSONTokens(source, isLines: isLines)
    self.zone = zone
    self.scan = scan
    self.isLines = isLines
    self.base = base
  }

  /// Position in the whole input behind what was read.
  var position: Int { base + tokens.position }

  var name: String { tokens.source.name }

  /// The next batch of an input that is one source; `nil` at its end.
  mutating func next(read: Reading) throws(InputError) -> MessageBatch? {
    if let failure { throw failure }
    var builder = BatchBuilder(begin: position, zone: zone)
    do {
      try fill(&builder, read: read)
    } catch {
      guard !builder.isEmpty else { throw error }
      failure = error
    }
    return builder.isEmpty ? nil : builder.batch
  }

  /// Adds messages until the batch is full or the input at its end.
  ///
  /// - Returns: Whether the input is not at its end.
  @discardableResult
  mutating func fill(_ builder: inout BatchBuilder, read: Reading) throws(InputError) -> Bool {
    while !isFinished, !builder.isFull {
      switch try step() {
      case .message:
        draft.begin(line: tokens.line)
        tokens.isCut = false
        try read(&tokens, &draft)
        if let sender = draft.sender, draft.hasIDs, !draft.isNotice, !draft.isSenderCut {
          draft.sender = names.name(sender, of: draft.senderID)
        }
        try take(into: &builder)
      case .noMessage:
        builder.addUnreadable("this is no message", at: source)
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

  /// Goes on to the next element of a list of messages.
  private mutating func step() throws(InputError) -> Step {
    while true {
      switch places.last {
      case nil:
        guard try tokens.value() else { return .end }
        if isLines { return try tokens.beginObject() ? .message : .noMessage }
        if try tokens.beginObject() {
          places.append(.chat)
        } else if try tokens.beginArray() {
          enterMessages()
        }
      case .messages:
        if try tokens.element() { return try tokens.beginObject() ? .message : .noMessage }
        places.removeLast()
      case .chats:
        if try !tokens.element() {
          places.removeLast()
        } else if try tokens.beginObject() {
          places.append(.chat)
        }
      case .chat: try stepInChat()
      case .folder:
        switch try tokens.key() {
        case nil: places.removeLast()
        case "list": if try tokens.beginArray() { places.append(.chats) }
        default: break
        }
      }
    }
  }

  private mutating func stepInChat() throws(InputError) {
    switch try tokens.key() {
    case nil: places.removeLast()
    case "messages": if try tokens.beginArray() { enterMessages() }
    case "chats", "left_chats":
      if try tokens.beginObject() {
        hasList = true
        places.append(.folder)
      }
    default: break
    }
  }

  private mutating func enterMessages() {
    hasList = true
    places.append(.messages)
  }
}
