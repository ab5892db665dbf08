/// One message of a chat, or one pasted text: who wrote what and when.
public struct Message: Hashable, Sendable {
  /// Who sent it. `nil` in a text that does not say, and for the owner of an export that calls its
  /// owner "Me".
  public var sender: String?
  /// When it was sent, or `nil` in a text that does not say.
  public var sentAt: Instant?
  /// The text as it was received: bytes that should be UTF-8 but may be anything.
  public var text: [UInt8]
  /// Whether the sender forwarded a text of somebody else.
  public var isForwarded: Bool
  /// Where the text starts.
  public var source: SourceLocation
  /// Which part of a longer message `text` is; `nil` for a whole message.
  package var part: MessagePart?

  public init(
    sender: String? = nil, sentAt: Instant? = nil, text: [UInt8], isForwarded: Bool = false,
    source: SourceLocation
  ) {
    self.sender = sender
    self.sentAt = sentAt
    self.text = text
    self.isForwarded = isForwarded
    self.source = source
  }
}
