internal import CLiteralScan
package import StreaklineCore

/// Turns shares into records: whose, of which day, with which id (DESIGN §3).
package struct RecordBuilder: Sendable {
  /// Who played when neither text nor chat says so.
  package var user: String
  /// The day of a share that prints neither number nor date and has no message time.
  package var fallbackDay: Day
  /// The present, to tell days that have not come yet.
  package var now: Instant
  /// Names as they are written, and the user ids that stand for them.
  package var aliases: [String: String]
  /// The only senders, or users, whose results are wanted; empty for everybody's.
  package var only: Set<String> = []

  /// Hours by which a puzzle's day may begin before it does in UTC: in Kiribati it is 14 hours
  /// later than in Greenwich.
  private static let mostHoursAhead = 14

  package init(user: String, fallbackDay: Day, now: Instant, aliases: [String: String] = [:]) {
    self.user = user
    self.fallbackDay = fallbackDay
    self.now = now
    self.aliases = aliases
  }

  /// The records and near misses of a text that was found in a message.
  package func chunk(of finding: ScanResult, text: ShareText, message: Message) -> ParsedChunk {
    var result = ParsedChunk()
    add(finding, text: text, message: message, to: &result)
    return result
  }

  /// Adds the records and near misses of a text that was found in a message.
  package func add(
    _ finding: ScanResult, text: ShareText, message: Message, to result: inout ParsedChunk
  ) {
    var lines = LineCounter(message)
    for share in finding.shares {
      guard isWanted(share.user, message) else {
        result.leftOutUsers.insert(share.user ?? message.sender ?? user)
        continue
      }
      let source = lines.source(at: text.rawStart(share.range.lowerBound))
      let received = received(share.range, text, message)
      if case .nonsense(let reason) = share.day {
        result.nearMisses.append(
          miss(share.game, received, message, source, reason: reason))
      } else {
        result.records.append(record(share, received, message, source))
      }
    }
    guard !finding.glimpses.isEmpty, isWanted(nil, message) else { return }
    for glimpse in finding.glimpses {
      let source = lines.source(at: text.rawStart(glimpse.range.lowerBound))
      result.nearMisses.append(
        miss(
          glimpse.game, received(glimpse.range, text, message), message, source,
          reason: glimpse.reason))
    }
  }

  private func received(_ range: Range<Int>, _ text: ShareText, _ message: Message) -> String {
    let start = text.rawStart(range.lowerBound)
    let end = max(start, text.rawEnd(range.upperBound))
    let part = message.text[start..<end]
    let kept = part.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { $0 + 1 } ?? start
    return String(decoding: part[..<kept], as: UTF8.self)
  }

  private func userId(_ share: String?, _ message: Message) -> String {
    guard let name = share ?? message.sender else { return aliases[user] ?? user }
    return aliases[name] ?? strangersName(name)
  }

  /// Somebody in a chat who happens to be called as the owner's user id is another person, unless
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
    _ game: String, _ text: String, _ message: Message, _ source: SourceLocation, reason: String?
  ) -> NearMiss {
    NearMiss(
      game: game, userId: userId(nil, message), sentAt: message.sentAt ?? assumedMoment, text: text,
      source: source,
      reason: reason)
  }

  /// The day that the caller has named, so that reading a near miss again finds it.
  private var assumedMoment: Instant? {
    fallbackDay == now.day ? nil : Instant(fallbackDay)
  }

  private func record(
    _ share: Share, _ text: String, _ message: Message, _ source: SourceLocation
  ) -> Record {
    let rule = share.rule
    let day = day(of: share, message)
    let isPuzzle = rule.isPuzzle
    var values: [Value] = []
    values.reserveCapacity(16)
    values.append(.string(share.gameId))
    values.append(.string(rule.name))
    values.append(share.mode.map(Value.string) ?? .null)
    values.append(.string(share.variant))
    values.append(share.number.map(Value.int) ?? .null)
    values.append(.int(day.dateInt))
    values.append(message.sentAt.map { .string($0.iso) } ?? .null)
    if isPuzzle {
      values.append(.string(day.iso))
    }
    for field in share.layout.fields.declared {
      values.append(field.map { share.fieldValues[$0] } ?? .null)
    }
    values.append(.object(parsedData(share)))
    values.append(suspicion(share, day).map(Value.string) ?? .null)
    values.append(.string(text))
    values.append(source.json)
    return Record(
      type: rule.record, userId: userId(share.user, message), game: rule.game,
      gameId: share.gameId, day: day,
      fields: Fields(
        names: isPuzzle ? Self.puzzleResultNames : Self.gameResultNames, values: values))
  }

  private static let gameResultNames = names(of: .gameResult, extra: [])
  private static let puzzleResultNames = names(of: .puzzleResult, extra: ["date"])

  /// A record's field names in the order of DESIGN §7, one list for all records of a type.
  private static func names(of type: RecordType, extra: [String]) -> [String] {
    ["gameId", "gameName", "mode", "variant", "puzzleNumber", "dateInt", "playedAt"] + extra
      + type.fields.map(\.name) + ["parsedData", "suspect", "sharedText", "source"]
  }

  /// The number's or the printed day; else the message's; else the one that the caller assumes.
  private func day(of share: Share, _ message: Message) -> Day {
    if case .known(let day) = share.day { return day }
    let reference = message.sentAt?.day ?? fallbackDay
    if case .yearless(let date) = share.day { return date.resolved(near: reference) ?? reference }
    return reference + -share.layout.daysBefore
  }

  /// Fields that the record type does not declare, as strings; what is unknown is left out.
  private func parsedData(_ share: Share) -> Fields {
    let fields = share.layout.fields
    var names: [String] = []
    var values: [Value] = []
    names.reserveCapacity(fields.others.count + 1)
    values.reserveCapacity(fields.others.count + 1)
    if !fields.namesNumber, let number = share.number {
      names.append("puzzleNumber")
      values.append(.string(String(number)))
    }
    for index in fields.others {
      let value = share.fieldValues[index]
      if case .list(let list) = value, list.isEmpty { continue }
      guard let text = value.text else { continue }
      names.append(fields.names[index])
      values.append(.string(text))
    }
    return Fields(names: names, values: values)
  }

  private func suspicion(_ share: Share, _ day: Day) -> String? {
    if let complaint = share.complaints.first { return complaint }
    if let first = share.rule.firstDay, day < first {
      return "before the first puzzle (\(first.iso))"
    }
    if Instant(day) > now.adding(hours: Self.mostHoursAhead) {
      return "in the future (\(day.iso))"
    }
    return nil
  }
}

/// Lines of a message, counted forward only.
private struct LineCounter {
  private let message: Message
  private var offset = 0
  private var line: Int

  init(_ message: Message) {
    self.message = message
    line = message.source.line
  }

  mutating func source(at target: Int) -> SourceLocation {
    if target < offset {
      offset = 0
      line = message.source.line
    }
    line += unsafe message.text.withUnsafeBufferPointer { text in
      unsafe text.baseAddress.map { unsafe byte_count($0 + offset, target - offset, 0x0A) } ?? 0
    }
    offset = target
    return SourceLocation(name: message.source.name, line: line)
  }
}
