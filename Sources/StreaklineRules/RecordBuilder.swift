package import StreaklineCore

/// Turns shares into records: finds the user, the day and the id of each (DESIGN §3).
package struct RecordBuilder: Sendable {
  /// The user of results for which neither text nor chat names one.
  package var user: String
  /// The day of a share that prints neither number nor date and has no message time.
  package var fallbackDay: Day
  /// The current time, to recognise days in the future.
  package var now: Instant
  /// User ids by the names that stand for them in chats and shares.
  package var aliases: [String: String]
  /// The senders or users whose results are wanted; empty for all.
  package var only: Set<String> = []

  /// How many hours a puzzle's day may start before it starts in UTC: Kiribati is 14 hours ahead.
  private static let maximumHoursAhead = 14

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
    var lines = LineCounter(message)
    let sent = message.origin == nil ? message : message.asItsAuthorSentIt
    var place = ShareText.Place()
    for share in scan.shares {
      guard isWanted(share.user, sent) else {
        chunk.leftOutUsers.insert(share.user ?? sent.sender ?? user)
        continue
      }
      let received = received(share.range, text, message, &place)
      let line = lines.line(at: received.lowerBound)
      if let reason = refusal(of: share, message) {
        chunk.nearMisses.append(miss(share.game, received, sent, line, reason: reason))
        continue
      }
      let day = day(of: share, message)
      writer.append(
        share, of: scan, in: text, sent,
        userId: normalFormC(userId(share.user, sent)), day: day,
        suspicion: suspicion(share, day), sharedText: received, line: line)
    }
    guard !scan.unparsed.isEmpty, isWanted(nil, sent) else { return }
    let isNobodys = message.origin.map { $0.author == nil } ?? false
    for match in scan.unparsed {
      let received = received(match.range, text, message, &place)
      let line = lines.line(at: received.lowerBound)
      chunk.nearMisses.append(
        miss(
          match.game, received, sent, line,
          reason: isNobodys ? message.origin?.reason : match.reason))
    }
  }

  /// Why a share gives no result; `nil` for nearly all.
  private func refusal(of share: Share, _ message: Message) -> String? {
    if case .nonsense(let reason) = share.day { return reason }
    if let origin = message.origin {
      if share.user == nil, origin.author == nil { return origin.reason }
      if share.day == .absent, origin.sentAt == nil { return NearMiss.undated }
      if origin.sentAt != nil { return nil }
    }
    if message.dayProblem != nil {
      if case .known = share.day { return nil }
    }
    return message.dayProblem
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
    guard let name = share ?? message.sender else { return aliases[user] ?? user }
    return aliases[name] ?? strangersName(name)
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

  /// Whether a result that an export holds ready-made is of a user whose results are wanted.
  package func wants(_ record: Record) -> Bool {
    only.isEmpty || only.contains(record.userId)
  }

  private func isWanted(_ share: String?, _ message: Message) -> Bool {
    guard !only.isEmpty else { return true }
    return only.contains(userId(share, message))
      || (share ?? message.sender).map { $0 != user && only.contains($0) } ?? false
  }

  private func miss(
    _ game: String, _ received: Range<Int>, _ message: Message, _ line: Int, reason: String?
  ) -> NearMiss {
    NearMiss(
      game: game, userId: userId(nil, message), sentAt: message.sentAt ?? assumedMoment,
      text: String(decoding: message.text[received], as: UTF8.self),
      source: SourceLocation(name: message.source.name, line: line), reason: reason)
  }

  /// The start of the caller's day, unless that is today. A near miss keeps it, so that reading it
  /// again later gives the same day.
  private var assumedMoment: Instant? {
    fallbackDay == now.day ? nil : Instant(fallbackDay)
  }

  /// The day of the share's number or date; else the message's day; else the caller's fallback day.
  private func day(of share: Share, _ message: Message) -> Day {
    if case .known(let day) = share.day { return day }
    let reference = (message.origin?.sentAt ?? message.sentAt)?.day ?? fallbackDay
    if case .yearless(let date) = share.day { return date.resolved(near: reference) ?? reference }
    return reference + -share.daysBefore
  }

  private func suspicion(_ share: Share, _ day: Day) -> String? {
    if let complaint = share.complaints.first { return complaint }
    if let first = share.variant.firstDay, day < first {
      return "before the first puzzle (\(first.iso))"
    }
    if Instant(day) > now.adding(hours: Self.maximumHoursAhead) {
      return "in the future (\(day.iso))"
    }
    return nil
  }
}

extension Message {
  /// Of what was quoted or passed on, sender and time are the author's, as far as he is named.
  fileprivate var asItsAuthorSentIt: Message {
    guard let origin, let author = origin.author else { return self }
    var message = self
    message.sender = author
    message.senderID = origin.authorID
    message.sentAt = origin.sentAt
    return message
  }
}

/// Counts the lines of a message up to an offset. Counting continues from the previous offset unless
/// that is greater.
private struct LineCounter {
  private let message: Message
  private var offset = 0
  private var line: Int

  init(_ message: Message) {
    self.message = message
    line = message.source.line
  }

  /// The line of an offset in the message's text.
  mutating func line(at target: Int) -> Int {
    if target < offset {
      offset = 0
      line = message.source.line
    }
    line += message.text[offset..<target].lineFeedCount
    offset = target
    return line
  }
}
