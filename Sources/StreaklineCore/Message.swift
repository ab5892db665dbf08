/// One message of a chat, or one pasted text: who wrote what and when.
public struct Message: Hashable, Sendable {
  /// Where a message stands: the name of its file (`-` for standard input), its line, and the id
  /// that the export gives it, if any.
  public struct Source: Hashable, Sendable, CustomStringConvertible {
    public var name: String
    public var line: Int
    public var id: String?

    public init(name: String, line: Int, id: String? = nil) {
      self.name = name
      self.line = line
      self.id = id
    }

    /// As the `source` field of a record.
    public var json: Value {
      guard let id else {
        return .object(Fields(names: Self.names, values: [.string(name), .int(line)]))
      }
      return .object(["name": .string(name), "line": .int(line), "id": .string(id)])
    }

    private static let names = ["name", "line"]

    /// `chat.json:812 (message 3645)`.
    public var description: String {
      "\(name):\(line)" + (id.map { " (message \($0))" } ?? "")
    }
  }

  /// Who sent it. `nil` in a text that does not say, and for whoever made an export that calls him
  /// only "Me".
  public var sender: String?
  /// When it was sent, or `nil` in a text that does not say.
  public var sentAt: Instant?
  /// The text as it was received: bytes that should be UTF-8 but may be anything.
  public var text: [UInt8]
  /// Whether the sender passed on what somebody wrote.
  public var isForwarded: Bool
  /// Where the text begins.
  public var source: Source

  public init(
    sender: String? = nil, sentAt: Instant? = nil, text: [UInt8], isForwarded: Bool = false,
    source: Source
  ) {
    self.sender = sender
    self.sentAt = sentAt
    self.text = text
    self.isForwarded = isForwarded
    self.source = source
  }
}
