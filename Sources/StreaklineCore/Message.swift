/// One message of a chat, or one pasted text: who wrote what and when.
public struct Message: Hashable, Sendable {
  /// Where a message stands: the name of its file (`-` for standard input) and its line.
  public struct Source: Hashable, Sendable {
    public var name: String
    public var line: Int

    public init(name: String, line: Int) {
      self.name = name
      self.line = line
    }

    /// As the `source` field of a record.
    public var json: Value { .object(["name": .string(name), "line": .int(line)]) }
  }

  /// Who sent it, or `nil` in a text that does not say.
  public var sender: String?
  /// When it was sent, or `nil` in a text that does not say.
  public var sentAt: Instant?
  /// The text as it was received: bytes that should be UTF-8 but may be anything.
  public var text: [UInt8]
  /// Where the text begins.
  public var source: Source

  public init(sender: String? = nil, sentAt: Instant? = nil, text: [UInt8], source: Source) {
    self.sender = sender
    self.sentAt = sentAt
    self.text = text
    self.source = source
  }
}
