/// Reads the `data.json` that signal-export writes for each chat: one JSON object to a line.
package struct SignalJSONReader: MessageReader {
  private var messages: JSONMessages

  /// - Parameter options: Its zone must be that of the computer that made the export.
  package init(_ source: ByteSource, options: ReaderOptions, scan: CandidateScan) {
    messages = JSONMessages(source, options: options, scan: scan, isLines: true)
  }

  package mutating func next() throws(InputError) -> MessageBatch? {
    try messages.next(read: Self.read)
  }

  /// Whether an input with this start is one of these exports.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let head = JSONHead(head)
    return !head.isList && head.keys.isSuperset(of: ["date", "sender", "body"])
  }

  private static func read(
    _ tokens: inout JSONTokens, _ draft: inout MessageDraft
  ) throws(InputError) {
    while let key = try tokens.key() {
      switch key {
      case "date": draft.time = try tokens.scalar() ? .init(iso: tokens.text) : nil
      case "sender": draft.sender = try tokens.wholeString(wasCut: &draft.isSenderCut)
      case "body":
        draft.text.removeAll(keepingCapacity: true)
        _ = try tokens.string(into: &draft.text)
      case "deleted": draft.isDeleted = try tokens.bool() ?? false
      case "call", "missed":
        if try tokens.bool() == true { draft.isNotice = true }
      default: break
      }
    }
    draft.isOwn = draft.sender == "Me"
    // The exporter writes this name for a contact that it does not find.
    if draft.sender?.isEmpty != false { draft.sender = "No-Sender" }
    // The exporter ends each body with two blanks, for Markdown.
    if draft.text.suffix(2) == [0x20, 0x20] { draft.text.removeLast(2) }
  }
}
