internal import StreaklineCore

/// A batch that grows message by message, or result by result.
struct BatchBuilder {
  private static let fullMessages = 1_000
  private static let fullSize = 1_048_576
  private static let fullStretch = 8_388_608

  private(set) var batch: MessageBatch
  private static let maximumBotNames = 10
  private static let longestBotName = 60
  private let zone: NamedTimeZone
  private let readsBots: Bool
  private let start: Int
  private var size = 0

  /// - Parameters:
  ///   - start: Offset in the input at which the batch starts.
  ///   - zone: The time zone of times that are written without one.
  ///   - readsBots: ``ReaderOptions/readsBots``.
  init(start: Int, zone: NamedTimeZone, readsBots: Bool = false) {
    self.readsBots = readsBots
    batch = MessageBatch(end: start)
    self.start = start
    self.zone = zone
  }

  /// Whether the batch is large enough to be returned.
  var isFull: Bool {
    size >= Self.fullSize || batch.messages.count >= Self.fullMessages
      || batch.results.count + batch.streaks.count >= Self.fullMessages
      || batch.issues.count >= Self.fullMessages || batch.end - start >= Self.fullStretch
  }

  /// Whether nothing was found and no progress made.
  var isEmpty: Bool {
    batch.end == start && batch.issues.isEmpty && batch.results.isEmpty
  }

  /// Records that everything before `position` is in the batch.
  mutating func advance(to position: Int) {
    batch.end = max(batch.end, position)
  }

  /// Counts the message, and keeps it if it may hold a share.
  mutating func add(_ draft: MessageDraft, of name: String, _ scan: CandidateScan) {
    guard isRead(draft) else {
      batch.counts.notices += 1
      return
    }
    let source = SourceLocation(name: name, line: draft.line, id: draft.id)
    guard draft.time != nil || draft.isTimeUnknown else {
      addUnreadable("the message's date cannot be read", at: source)
      return
    }
    // Two long names that start alike must not become one person.
    guard !draft.isSenderCut else {
      addUnreadable("the sender's name or id is longer than 1 KiB", at: source)
      return
    }
    guard draft.isOwn || draft.sender?.isEmpty == false else {
      addUnreadable("the message's sender cannot be read", at: source)
      return
    }
    batch.counts.messages += 1
    guard scan.isPresent(in: draft.text, draft.text.indices) else { return }
    var message = Message(
      sender: draft.isOwn ? nil : draft.sender, senderID: draft.isBot ? nil : draft.senderID,
      sentAt: draft.time?.instant(in: zone), sentOn: draft.day ?? draft.time?.day(in: zone),
      // A copy of its own: the draft's buffer is used again.
      text: [] + draft.text, source: source)
    if draft.isEdited { message.isEdited = true }
    if draft.dayProblem != nil { message.dayProblem = draft.dayProblem }
    if !draft.quotations.isEmpty {
      message.quotations = draft.quotations.map { quotation in
        Quotation(
          quotation.range,
          MessageOrigin(
            .quoted, author: quotation.author, authorID: quotation.authorID,
            sentAt: quotation.writtenAt?.instant(in: zone),
            sentOn: quotation.writtenAt?.day(in: zone)))
      }
    }
    if draft.isForwarded {
      message.origin = MessageOrigin(
        .forwarded, author: draft.author, authorID: draft.authorID,
        sentAt: draft.writtenAt?.instant(in: zone), sentOn: draft.writtenAt?.day(in: zone))
    }
    batch.messages.append(message)
    size += draft.text.count + (draft.sender?.utf8.count ?? 0) + MemoryLayout<Message>.size
  }

  /// Whether a message is a person's, and is still there. Otherwise it is counted by what it is.
  private mutating func isRead(_ draft: MessageDraft) -> Bool {
    if draft.isNotice { return false }
    if draft.isDeleted {
      batch.counts.deleted += 1
      return false
    }
    guard draft.isBot, !readsBots else { return true }
    batch.counts.bots += 1
    if let name = draft.sender, batch.bots.count < Self.maximumBotNames {
      batch.bots.insert(String(name.prefix(Self.longestBotName)))
    }
    return false
  }

  /// Adds a ready-made result of the export, and counts it as a message.
  ///
  /// - Parameter size: Roughly its size in memory, in bytes.
  mutating func add(_ result: ExportedResult, size: Int) {
    batch.counts.messages += 1
    batch.results.append(result)
    self.size += size
  }

  /// Counts a message that holds no share.
  mutating func addOther() {
    batch.counts.messages += 1
  }

  mutating func add(_ streak: ExportedStreak) {
    batch.streaks.append(streak)
  }

  /// Counts a line by the program itself.
  mutating func addNotice() {
    batch.counts.notices += 1
  }

  /// Counts a message that cannot be read, and reports why.
  mutating func addUnreadable(_ summary: String, at source: SourceLocation) {
    batch.counts.unreadable += 1
    add(ReadIssue(summary, at: source))
  }

  mutating func add(_ issue: ReadIssue) {
    batch.issues.append(issue)
  }
}
