internal import StreaklineReaders
public import StreaklineCore

/// Settings of an import that the input itself does not contain.
///
/// ```swift
/// var options = ImportOptions(user: "alice")
/// options.aliases = ["Bob B.": "bob"]
/// options.only = ["alice", "bob"]
/// options.timeZone = "Europe/Berlin"
/// let summary = try RecordStore(path: "results.db").importFiles(at: "chat.txt", options: options)
/// print(summary.added, "new,", summary.duplicates, "known")
/// ```
public struct ImportOptions: Sendable {
  /// The user of the results in a text that names no sender.
  public var user = "me"
  /// User ids by the names that a chat shows, such as `["Alice B.": "alice"]`. Any other sender's
  /// user id is the name itself.
  public var aliases: [String: String] = [:]
  /// The only senders or user ids whose results are stored; empty for everybody's.
  public var only: Set<String> = []
  /// The time zone of times that are written without one: an IANA name such as `Europe/Berlin`, or
  /// an offset such as `+02:00`; `nil` for the store's. It also decides on which day a moment lies
  /// whose day a share does not print.
  public var timeZone: String?
  /// The format, one of ``formats``; `nil` to recognise it from the content.
  public var format: String?
  /// The field of JSON, XML or a table that says who sent a text, where the file leaves that open; with a point between the
  /// keys of nested objects, such as `author.name`. The store remembers it for files with the same fields.
  public var senderField: String?
  /// The field that is the text, as ``senderField``.
  public var textField: String?
  /// The field that says when a text was sent, as ``senderField``.
  public var timeField: String?
  /// What messages have that the user sent, as `FIELD=VALUE` such as `Richtung=Ausgang`, where the file has a field for
  /// it in words that are not known. All are of one field.
  public var sentValues: [String] = []
  /// What becomes of messages that the sender forwarded.
  public var forwards = ForwardPolicy.origin
  /// Whether a result that contradicts the stored one replaces it, instead of being kept beside it
  /// as a dispute.
  public var replaces = false
  /// The current time.
  public var now: Instant

  /// Options that store everybody's results, recognise the format by the content, and keep a stored result that a
  /// new one contradicts.
  ///
  /// - Parameter user: A user id; an import throws a ``LibraryError`` when it is empty.
  public init(user: String = "me", now: Instant = .now) {
    self.user = user
    self.now = now
  }

  /// The formats that ``format`` may name, such as `whatsapp`.
  public static var formats: [String] { InputFormat.allCases.map(\.rawValue) }
}
