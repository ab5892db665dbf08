extension Record {
  /// Why the record is not counted at a moment, or `nil`: what ``suspect`` says, or that its day has
  /// not started anywhere.
  public func suspicion(at now: Instant) -> String? {
    suspect ?? (day > now.latestDay ? Self.futureReason(day) : nil)
  }

  /// ``suspicion(at:)`` as people are told it.
  public func suspicionInWords(at now: Instant) -> String? {
    guard let reason = suspicion(at: now) else { return nil }
    let mark = "disagree: "
    guard reason.hasPrefix(mark) else { return reason }
    return "its parts contradict each other (\(reason.dropFirst(mark.count)))"
  }

  /// Whether the record is counted at a moment.
  package func counts(at now: Instant) -> Bool { !isSuspect && day <= now.latestDay }

  /// The record as it is shown at a moment: its field `suspect` has the reason that follows from its
  /// day and times, which is never stored.
  package func judged(at now: Instant) -> Record {
    guard !counts(at: now) else { return self }
    let suspect = JSONMembers(encodedFields).value(of: "suspect")
    if let suspect, !isJSONNull(suspect) { return self }
    let reason = isSuspect ? Self.earlyReason(day) : Self.futureReason(day)
    var bytes = ByteBuffer(capacity: encodedFields.count + 128)
    if let suspect {
      bytes.append(encodedFields[..<suspect.startIndex])
      bytes.append(Array(String(json: .string(reason)).utf8))
      bytes.append(encodedFields[suspect.endIndex...])
    } else {
      var fields = fields
      fields["suspect"] = .string(reason)
      bytes.append(JSONWriter.encoded(fields))
    }
    return Record(
      type: type, userId: userId, game: game, gameId: gameId, day: day, completed: completed,
      isSuspect: true, contentHash: contentHash, encodedFields: bytes[0..<bytes.count][...])
  }

  /// Why a result of a day is not counted that was sent at one moment and is judged at another; `nil`
  /// when the day had started somewhere.
  package static func reason(against day: Day, sentAt: Instant?, now: Instant) -> String? {
    if let sentAt, day > sentAt.latestDay { return earlyReason(day) }
    return day > now.latestDay ? futureReason(day) : nil
  }

  /// Whether a text is a reason that ``judged(at:)`` has written for a result of that day.
  package static func isJudgement(_ text: String, of day: Day) -> Bool {
    text == futureReason(day) || text == earlyReason(day)
  }

  private static func futureReason(_ day: Day) -> String { "in the future (\(day.iso))" }

  /// The reason for a result whose day had not started anywhere when its message was sent.
  static func earlyReason(_ day: Day) -> String {
    // A chat may have many thousands of such results. Joining strings would take longer.
    var text = ByteBuffer(capacity: 96)
    text.append("its day (" as StaticString)
    text.append(iso: day)
    text.append(") starts more than 14 hours after the message was sent" as StaticString)
    return text.text
  }
}

extension Day {
  /// Whether the day had not started anywhere on earth at a moment that is written as `Instant.iso`
  /// writes it. `false` for any other text.
  func isAfter(iso moment: some Collection<UInt8>) -> Bool {
    // Nearly always the moment is on that day or later, which its first ten characters show.
    var written = 0
    for byte in moment.prefix(10) where byte &- 0x30 < 10 {
      written = written * 10 + Int(byte - 0x30)
    }
    guard written < dateInt else { return false }
    let sentAt = Instant(iso8601: String(decoding: moment, as: UTF8.self))
    return sentAt.map { self > $0.latestDay } ?? false
  }
}
