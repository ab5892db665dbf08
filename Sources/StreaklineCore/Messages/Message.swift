/// One message of a chat, or one pasted text: who wrote what and when.
public struct Message: Hashable, Sendable {
  /// Who sent it. `nil` in a text that does not say, and for the owner of an export that calls its
  /// owner "Me".
  public var sender: String?
  /// The sender's id in the export; it stays the same when the name changes. `nil` where the export
  /// has names only.
  public var senderID: String?
  /// When it was sent, or `nil` in a text that does not say.
  public var sentAt: Instant?
  /// The calendar day where it was sent: the day that its share means if it prints none. `nil` in a
  /// text that does not say.
  public var sentOn: Day?
  /// The text as it was received: bytes that should be UTF-8 but may be anything.
  public var text: [UInt8]
  /// What few messages have: one pointer, so that copying a message stays cheap.
  private var details: Details?
  /// Where the text starts.
  public var source: SourceLocation
  /// Which part of a longer message `text` is; `nil` for a whole message.
  package var part: MessagePart?

  /// A whole message.
  ///
  /// - Parameter sentOn: If not given, the day of `sentAt` in UTC.
  public init(
    sender: String? = nil, senderID: String? = nil, sentAt: Instant? = nil, sentOn: Day? = nil,
    text: [UInt8], origin: MessageOrigin? = nil, source: SourceLocation
  ) {
    self.sender = sender
    self.senderID = senderID
    self.sentAt = sentAt
    self.sentOn = sentOn ?? sentAt?.day
    self.text = text
    self.source = source
    if let origin { self.origin = origin }
  }

  /// Who wrote the text, where the sender only passed it on or quoted it; `nil` for his own words.
  public var origin: MessageOrigin? {
    get { values?.origin }
    set { change { $0.origin = newValue } }
  }

  /// Whether the export says that the text was changed after it was sent.
  public var isEdited: Bool {
    get { values?.isEdited ?? false }
    set { change { $0.isEdited = newValue } }
  }

  /// Why the day on which it was sent is not known; `nil` where it is, and for a text that is no
  /// message of a chat.
  package var dayProblem: DayProblem? {
    get { values?.dayProblem }
    set { change { $0.dayProblem = newValue } }
  }

  /// The words beside its only share that may say that it is somebody else's. A result in it is suspect.
  package var doubt: String? {
    get { values?.doubt }
    set { change { $0.doubt = newValue } }
  }

  /// What the export marks as quoted, in the order of the text.
  package var quotations: [Quotation] {
    get { values?.quotations ?? [] }
    set { change { $0.quotations = newValue } }
  }

  /// Whose results the message has, where that is known from `senderID`.
  package var user: String? {
    get { values?.user }
    set { change { $0.user = newValue } }
  }

  private struct Values: Hashable, Sendable {
    var user: String?
    var origin: MessageOrigin?
    var isEdited = false
    var dayProblem: DayProblem?
    var doubt: String?
    var quotations: [Quotation] = []
  }

  private indirect enum Details: Hashable, Sendable {
    case values(Values)
  }

  private var values: Values? {
    if case .values(let values)? = details { values } else { nil }
  }

  private mutating func change(_ body: (inout Values) -> Void) {
    var changed = values ?? Values()
    body(&changed)
    details = changed == Values() ? nil : .values(changed)
  }

  /// Whether it is a message of a chat, and no pasted text.
  package var isOfChat: Bool { sender != nil || sentAt != nil || dayProblem != nil }

  /// Whether the sender passed on what somebody wrote.
  public var isForwarded: Bool { origin?.way == .forwarded }
}
