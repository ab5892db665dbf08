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

  /// Hours by which a puzzle's day may begin before it does in UTC: in Kiribati it is 14 hours
  /// later than in Greenwich.
  private static let mostHoursAhead = 14

  package init(user: String, fallbackDay: Day, now: Instant, aliases: [String: String] = [:]) {
    self.user = user
    self.fallbackDay = fallbackDay
    self.now = now
    self.aliases = aliases
  }

  /// What a message yields.
  package struct Yield: Sendable {
    package var records: [Record] = []
    package var misses: [NearMiss] = []

    package init(records: [Record] = [], misses: [NearMiss] = []) {
      self.records = records
      self.misses = misses
    }
  }

  /// The records and near misses of a text that was found in a message.
  package func yield(_ finding: Finding, text: ShareText, message: Message) -> Yield {
    var result = Yield()
    var lines = LineCounter(message)
    for share in finding.shares {
      let source = lines.source(at: text.rawStart(share.range.lowerBound))
      let received = received(share.range, text, message)
      if case .nonsense(let reason) = share.day {
        result.misses.append(
          miss(share.definition.game, received, message, source, reason: reason))
      } else {
        result.records.append(record(share, received, message, source))
      }
    }
    for glimpse in finding.glimpses {
      let source = lines.source(at: text.rawStart(glimpse.range.lowerBound))
      result.misses.append(
        miss(
          glimpse.game, received(glimpse.range, text, message), message, source,
          reason: glimpse.reason))
    }
    return result
  }

  private func received(_ range: Range<Int>, _ text: ShareText, _ message: Message) -> String {
    let start = text.rawStart(range.lowerBound)
    let end = max(start, text.rawEnd(range.upperBound))
    let part = message.text[start..<end]
    let kept = part.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { $0 + 1 } ?? start
    return String(decoding: part[..<kept], as: UTF8.self)
  }

  private func userId(_ share: String?, _ message: Message) -> String {
    let name = share ?? message.sender ?? user
    return aliases[name] ?? name
  }

  private func miss(
    _ game: String, _ text: String, _ message: Message, _ source: Message.Source, reason: String?
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
    _ share: Share, _ text: String, _ message: Message, _ source: Message.Source
  ) -> Record {
    let rule = share.definition
    let day = day(of: share, message)
    var fields: Fields = [
      "gameId": .string(gameId(of: share)), "gameName": .string(rule.name),
      "mode": share.mode.map(Value.string) ?? .null, "variant": .string(share.variant),
      "puzzleNumber": share.number.map(Value.int) ?? .null, "dateInt": .int(day.dateInt),
      "playedAt": message.sentAt.map { .string($0.iso) } ?? .null,
    ]
    if rule.record == .puzzleResult {
      fields.append("date", .string(day.iso))
    }
    for field in rule.record.fields {
      fields.append(field.name, share.values.first { $0.name == field.name }?.value ?? .null)
    }
    fields.append("parsedData", .object(parsedData(share)))
    fields.append("suspect", suspicion(share, day).map(Value.string) ?? .null)
    fields.append("sharedText", .string(text))
    fields.append("source", source.json)
    return Record(
      type: rule.record, userId: userId(share.user, message), game: rule.game,
      gameId: gameId(of: share), day: day, fields: fields)
  }

  /// The number's or the printed day; else the message's; else the one that the caller assumes.
  private func day(of share: Share, _ message: Message) -> Day {
    if case .known(let day) = share.day { return day }
    let reference = message.sentAt?.day ?? fallbackDay
    if case .yearless(let date) = share.day { return date.resolved(near: reference) ?? reference }
    return reference + -share.daysBefore
  }

  private func gameId(of share: Share) -> String {
    guard let mode = share.mode, let id = UniqueID(share.definition.id) else {
      return share.definition.id
    }
    return UniqueID(namespace: id, name: mode).description
  }

  /// Fields that the record type does not declare, as strings; what is unknown is left out.
  private func parsedData(_ share: Share) -> Fields {
    var data = Fields()
    if share.definition.record == .gameResult, let number = share.number {
      data.append("puzzleNumber", .string(String(number)))
    }
    for (name, value) in share.values where share.definition.record.kind(of: name) == nil {
      if value != .list([]), let text = value.text {
        data[name] = .string(text)
      }
    }
    return data
  }

  private func suspicion(_ share: Share, _ day: Day) -> String? {
    if let complaint = share.complaints.first { return complaint }
    if let first = share.definition.day.firstDay, day < first {
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

  mutating func source(at target: Int) -> Message.Source {
    if target < offset {
      offset = 0
      line = message.source.line
    }
    line += message.text[offset..<target].count { $0 == 0x0A }
    offset = target
    return Message.Source(name: message.source.name, line: line)
  }
}
