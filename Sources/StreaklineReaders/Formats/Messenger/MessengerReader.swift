/// Reads Facebook's JSON exports of Messenger, `message_1.json`, and of Instagram,
/// which have the same shape.
///
/// Encrypted chats are exported separately, with `senderName`, `timestamp`, `text` and `isUnsent`.
package struct MessengerReader: MessageReader {
  private var messages: JSONMessages

  package init(_ source: ByteSource, options: ReaderOptions, scan: CandidateScan) {
    messages = JSONMessages(source, options: options, scan: scan)
  }

  package mutating func next() throws(InputError) -> MessageBatch? {
    try messages.next(read: Self.read)
  }

  /// Whether an input with this start is one of these exports.
  package static func recognises(_ head: [UInt8]) -> Bool {
    recognises(JSONHead(head))
  }

  static func recognises(_ head: JSONHead) -> Bool {
    guard !head.isList, head.keys.contains("messages") else { return false }
    return head.messageKeys.isSuperset(of: ["sender_name", "timestamp_ms"])
      || head.messageKeys.isSuperset(of: ["senderName", "timestamp"])
      || head.messageKeys.isEmpty && head.keys.contains("participants")
  }

  private static func read(
    _ tokens: inout JSONTokens, _ draft: inout MessageDraft
  ) throws(InputError) {
    while let key = try tokens.key() {
      switch key {
      case "sender_name", "senderName":
        let name = try tokens.wholeString(wasCut: &draft.isSenderCut)
        draft.sender = name.map { String(decoding: decoded(Array($0.utf8)), as: UTF8.self) }
      case "timestamp_ms", "timestamp":
        draft.time = try tokens.scalar() ? .init(unixMilliseconds: tokens.text) : nil
      case "content", "text":
        draft.text.removeAll(keepingCapacity: true)
        _ = try tokens.string(into: &draft.text)
        draft.text = decoded(draft.text)
      case "is_unsent", "isUnsent": draft.isDeleted = try tokens.bool() ?? false
      default: break
      }
    }
    // Facebook uses this name for deleted accounts.
    if draft.sender?.isEmpty != false { draft.sender = "Facebook user" }
  }

  /// The export writes each byte of UTF-8 as a character of its own (Latin-1 in UTF-8). Reverses
  /// that if the text cannot be anything else.
  static func decoded(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 >= 0x80 }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte < 0x80 {
        bytes.append(byte)
        continue
      }
      // U+0080 to U+00FF is C2 or C3 and one more byte.
      guard byte == 0xC2 || byte == 0xC3, index < text.count, text[index] & 0xC0 == 0x80 else {
        return text
      }
      bytes.append(byte << 6 | text[index] & 0x3F)
      index += 1
    }
    return String(validating: bytes, as: UTF8.self) == nil ? text : bytes
  }
}
