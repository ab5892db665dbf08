/// A message that starts like a game's share but that no variant of its rule reads.
///
/// It is kept with its text, so that a corrected rule can read the result later.
public struct NearMiss: Hashable, Sendable {
  /// The slug of the game whose literal the text starts with.
  public let game: String
  /// Whose result it would be, in normal form C.
  public let userId: String
  /// When the message was sent, if known.
  public let sentAt: Instant?
  /// The calendar day where it was sent, if known, or the one that the import was told to assume.
  public let sentOn: Day?
  /// The text as received, from the literal's line on, at most 16 KiB.
  public let text: String
  /// Where the literal's line is.
  public let source: SourceLocation
  /// Why nothing was stored; `nil` when no variant matches and nothing more is known.
  public let reason: String?
  /// ``DayProblem/earliest`` of its message. It is not stored.
  package var earliestDay: Day?

  /// A near miss; its user id is put in normal form C.
  ///
  /// - Parameter sentOn: If not given, the day of `sentAt` in UTC.
  public init(
    game: String, userId: String, sentAt: Instant?, sentOn: Day? = nil, text: String,
    source: SourceLocation, reason: String? = nil
  ) {
    self.game = game
    self.userId = normalFormC(userId)
    self.sentAt = sentAt
    self.sentOn = sentOn ?? sentAt?.day
    self.text = text
    self.source = source
    self.reason = reason
  }

  /// The id is the same each time the share is found, whatever chatter follows it: of the text,
  /// only the first line and the lines without ASCII letters after it count.
  public var id: UniqueID {
    let lines = text.split(whereSeparator: \.isNewline)
    let signs = lines.dropFirst().prefix { line in !line.contains { $0.isASCII && $0.isLetter } }
    let core = (lines.prefix(1) + signs).joined(separator: "\n")
    let time = sentAt.map { String($0.milliseconds) } ?? sentOn?.iso ?? ""
    let parts = [game, userId, time, core]
    return UniqueID(
      namespace: .streakline, name: parts.map(percentEncoded).joined(separator: "|"))
  }

  /// The near miss as one JSON object.
  public var json: Value {
    .object([
      "game": .string(game), "userId": .string(userId),
      "sentAt": sentAt.map { .string($0.iso) } ?? .null,
      "reason": reason.map(Value.string) ?? .null,
      "text": .string(text), "source": source.json,
    ])
  }
}
