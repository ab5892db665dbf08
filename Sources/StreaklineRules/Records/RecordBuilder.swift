package import StreaklineCore

/// Turns shares into records: finds the user, the day and the id of each.
package struct RecordBuilder: Sendable {
  /// The user of results for which neither text nor chat names one.
  package var user: String
  /// The day of a share that prints neither number nor date, in a message of an unknown day.
  package var fallbackDay: Day
  /// Whether the caller gave `fallbackDay`, which otherwise is today.
  package var namesDay = false
  /// The current time, to recognise days in the future.
  package var now: Instant
  /// Whether a record says that its day has not started, as a record that is only shown does. One that
  /// is stored does not: what is the future today is the past tomorrow.
  package var judges = false
  /// User ids by the names that stand for them in chats and shares.
  package var aliases: [String: String]
  /// Users whose names stand for other users, as the store remembers.
  package var users: [String: String] = [:]
  /// Names of ``users`` and ``aliases`` that were erased, with the time up to which their texts are not those of the user.
  package var erased: [String: Instant] = [:]
  /// Users whose results are not wanted, as the store remembers.
  package var forgotten: Set<String> = []
  /// The people of exports with ids, by format and id.
  package var people: [String: Person] = [:]
  /// Whether words before a share of a message, which starts at an offset in the text, say that it is another person's
  /// than the sender's.
  package var namesOther: @Sendable (_ message: Message, _ share: Range<Int>) -> Bool = { _, _ in
    false
  }
  /// The senders or users whose results are wanted; empty for all.
  package var only: Set<String> = []

  package init(user: String, fallbackDay: Day, now: Instant, aliases: [String: String] = [:]) {
    self.user = user
    self.fallbackDay = fallbackDay
    self.now = now
    self.aliases = aliases
  }

  /// The records and near misses of a message whose text has been scanned.
  package func chunk(of scan: ScanResult, text: ShareText, message: Message) -> ParsedChunk {
    var writer = RecordWriter()
    var chunk = ParsedChunk()
    add(scan, text: text, message: message, to: &writer, &chunk)
    chunk.records = writer.finish()
    return chunk
  }

  /// Adds the records of a message whose text has been scanned to the writer, and its near misses
  /// to the chunk.
  package func add(
    _ scan: ScanResult, text: ShareText, message: Message, to writer: inout RecordWriter,
    _ chunk: inout ParsedChunk
  ) {
    // Nearly all messages are their sender's own and are not copied.
    if message.origin == nil {
      add(scan, text: text, message: message, as: message, to: &writer, &chunk)
    } else {
      add(
        scan, text: text, message: message, as: message.asItsAuthorSentIt, to: &writer, &chunk)
    }
  }

  /// - Parameter sent: The message, with the sender and the time of its author.
  private func add(
    _ scan: ScanResult, text: ShareText, message: Message, as sent: Message,
    to writer: inout RecordWriter, _ chunk: inout ParsedChunk
  ) {
    var lines = LineCounter(line: message.source.line)
    var place = ShareText.Place()
    for share in scan.shares {
      guard isWanted(share.user, sent) else {
        chunk.leftOutUsers.insert(share.user ?? sent.sender ?? user)
        continue
      }
      let userId = normalFormC(userId(share.user, sent))
      if forgotten.contains(userId) {
        chunk.forgottenUsers.insert(userId)
        continue
      }
      let received = received(share.range, text, message, &place)
      let line = lines.line(at: received.lowerBound, in: message)
      if let reason = refusal(of: share, message, at: received) {
        chunk.nearMisses.append(miss(share.game, received, sent, line, reason: reason))
        continue
      }
      let day = day(of: share, message)
      if let earliest = sent.earliestDay { chunk.earliestDays[writer.count] = earliest }
      writer.append(
        share, of: scan, in: text, sent, userId: userId, day: day,
        suspicion: suspicion(share, day, sent), sharedText: received, line: line)
    }
    guard !scan.unparsed.isEmpty, isWanted(nil, sent) else { return }
    let sender = userId(nil, sent)
    guard !forgotten.contains(sender) else {
      chunk.forgottenUsers.insert(sender)
      return
    }
    let isNobodys = message.origin.map { $0.author == nil } ?? false
    for match in scan.unparsed {
      let received = received(match.range, text, message, &place)
      let line = lines.line(at: received.lowerBound, in: message)
      chunk.nearMisses.append(
        miss(
          match.game, received, sent, line,
          reason: isNobodys ? message.origin?.reason : match.reason))
    }
  }

  /// Why a share gives no result; `nil` for nearly all.
  ///
  /// - Parameter range: Where it is in the message's text.
  private func refusal(of share: Share, _ message: Message, at range: Range<Int>) -> String? {
    if case .nonsense(let reason) = share.day { return reason }
    if share.user == nil, message.isOfChat || message.origin?.author != nil,
      namesOther(message, range)
    {
      return NearMiss.named
    }
    if let origin = message.origin {
      if share.user == nil, origin.author == nil { return origin.reason }
      if share.day == .absent, origin.sentAt == nil { return NearMiss.undated }
      if origin.sentAt != nil { return nil }
    }
    if message.dayProblem != nil {
      if case .known = share.day { return nil }
      if namesDay, message.dayProblem == .noDate { return nil }
    }
    return message.dayProblem?.reason
  }

  /// The range in the received bytes of a part of the text, without blanks at its end.
  private func received(
    _ range: Range<Int>, _ text: ShareText, _ message: Message, _ place: inout ShareText.Place
  ) -> Range<Int> {
    let start = text.rawStart(range.lowerBound, &place)
    var end = max(start, text.rawEnd(range.upperBound, &place))
    while end > start, isBlank(message.text[end - 1]) || message.text[end - 1] == 0x0D {
      end -= 1
    }
    return start..<end
  }

  private func userId(_ share: String?, _ message: Message) -> String {
    if share == nil, let user = message.user { return known(user, message.earliest) }
    guard let name = share ?? message.sender else {
      return known(aliases[user] ?? user, message.earliest)
    }
    guard let user = aliases[name] else { return known(strangersName(name), message.earliest) }
    // An alias gives nobody the results of somebody who is forgotten or erased.
    return forgotten.contains(name) || isErased(name, message.earliest)
      ? name : known(user, message.earliest)
  }

  /// Whether a text of a time is one of those that were erased under a name.
  private func isErased(_ name: String, _ sentAt: Instant?) -> Bool {
    guard let end = erased[name], let sentAt else { return false }
    return sentAt <= end
  }

  /// The user for whom a name stands in a text of a time.
  private func known(_ name: String, _ sentAt: Instant?) -> String {
    isErased(name, sentAt) ? name : users[name] ?? name
  }

  /// The user whom a chat calls by a name.
  package func user(ofName name: String) -> String {
    let user = aliases[name] ?? strangersName(name)
    return users[user] ?? user
  }

  /// A sender in a chat whose name equals the owner's user id is another person, unless
  /// an alias says otherwise.
  private func strangersName(_ name: String) -> String {
    var start = name[...]
    while start.utf8.last == UInt8(ascii: ")"), start.hasSuffix(Self.strangersMark) {
      start = start.dropLast(Self.strangersMark.count)
    }
    return start == user ? name + Self.strangersMark : name
  }

  private static let strangersMark = " (in a chat)"

  /// The user of a result that an export holds ready-made, when he is forgotten.
  package func forgottenUser(of record: Record) -> String? {
    let userId = owner(of: record)
    return forgotten.contains(userId) ? userId : nil
  }

  /// A result that an export holds ready-made, with its user as the store knows him; `nil` when his
  /// results are not wanted.
  package func wanted(_ record: Record) -> Record? {
    let userId = owner(of: record)
    guard only.isEmpty || only.contains(userId) || only.contains(record.userId),
      !forgotten.contains(userId)
    else { return nil }
    let wanted = userId == record.userId ? record : record.of(user: userId)
    return judges ? wanted.judged(at: now) : wanted
  }

  private func owner(of record: Record) -> String {
    known(
      record.userId, erased.isEmpty ? nil : Record.playedAt(record.encodedFields))
  }

  private func isWanted(_ share: String?, _ message: Message) -> Bool {
    guard !only.isEmpty else { return true }
    return only.contains(userId(share, message))
      || (share ?? message.sender).map { $0 != user && only.contains($0) } ?? false
  }

  private func miss(
    _ game: String, _ received: Range<Int>, _ message: Message, _ line: Int, reason: String?
  ) -> NearMiss {
    var miss = NearMiss(
      game: game, userId: userId(nil, message), sentAt: message.sentAt,
      sentOn: message.sentOn ?? (namesDay ? fallbackDay : nil),
      text: String(decoding: message.text[received], as: UTF8.self),
      source: SourceLocation(name: message.source.name, line: line), reason: reason)
    miss.earliestDay = message.earliestDay
    return miss
  }

  /// The day of the share's number or date; else the message's day; else the caller's fallback day.
  private func day(of share: Share, _ message: Message) -> Day {
    if case .known(let day) = share.day { return day }
    let reference = message.origin?.sentOn ?? message.sentOn ?? fallbackDay
    if case .yearless(let date) = share.day { return date.resolved(near: reference) ?? reference }
    return reference + -share.daysBefore
  }

  private func suspicion(_ share: Share, _ day: Day, _ message: Message) -> String? {
    if let complaint = share.complaints.first { return complaint }
    if let words = message.doubt {
      return "“\(words)” beside it may say that it is somebody else's"
    }
    if let first = share.variant.firstDay, day < first {
      return "before the first puzzle (\(first.iso))"
    }
    return judges ? Record.reason(against: day, sentAt: message.sentAt, now: now) : nil
  }
}

extension Message {
  /// The earlier day on which it may have been sent, where its date can be read in two orders.
  fileprivate var earliestDay: Day? { sentAt == nil ? dayProblem?.earliest : nil }

  /// When it was sent, or the start of ``earliestDay``.
  fileprivate var earliest: Instant? { sentAt ?? earliestDay.map(Instant.init(startOf:)) }

  /// Of what was quoted or passed on, sender and time are the author's, as far as he is named.
  fileprivate var asItsAuthorSentIt: Message {
    guard let origin, let author = origin.author else { return self }
    var message = self
    message.sender = author
    message.senderID = origin.authorID
    message.sentAt = origin.sentAt
    message.sentOn = origin.sentOn
    return message
  }
}

/// Counts the lines of a message up to an offset. Counting continues from the previous offset unless
/// that is greater.
private struct LineCounter {
  private let first: Int
  private var offset = 0
  private var line: Int

  /// - Parameter line: The line on which the message starts.
  init(line: Int) {
    first = line
    self.line = line
  }

  /// The line of an offset in the message's text.
  mutating func line(at target: Int, in message: Message) -> Int {
    if target < offset {
      offset = 0
      line = first
    }
    line += message.text[offset..<target].lineFeedCount
    offset = target
    return line
  }
}
