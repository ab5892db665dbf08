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
  /// The text as it was received: bytes that should be UTF-8 but may be anything.
  public var text: [UInt8]
  /// Who wrote the text, where the sender only passed it on or quoted it; `nil` for his own words.
  public var origin: MessageOrigin?
  /// Where the text starts.
  public var source: SourceLocation
  /// Whether the export says that the text was changed after it was sent.
  public var isEdited = false
  /// Why the day on which it was sent is not known; `nil` where it is, and for a text that is no
  /// message of a chat.
  package var dayProblem: String?
  /// What the export marks as quoted, in the order of the text.
  package var quotations: [Quotation] = []
  /// Which part of a longer message `text` is; `nil` for a whole message.
  package var part: MessagePart?

  public init(
    sender: String? = nil, senderID: String? = nil, sentAt: Instant? = nil, text: [UInt8],
    origin: MessageOrigin? = nil, source: SourceLocation
  ) {
    self.sender = sender
    self.senderID = senderID
    self.sentAt = sentAt
    self.text = text
    self.origin = origin
    self.source = source
  }

  /// Whether it is a message of a chat, and no pasted text.
  package var isOfChat: Bool { sender != nil || sentAt != nil }

  /// Whether the sender passed on what somebody wrote.
  public var isForwarded: Bool { origin?.way == .forwarded }
}
