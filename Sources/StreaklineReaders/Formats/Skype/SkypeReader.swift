/// Reads `messages.json` of Skype's and of Teams Free's data export: `{"userId", "exportDate",
/// "conversations": [{"displayName", "MessageList": [{"id", "displayName", "originalarrivaltime",
/// "messagetype", "content", "from"}]}]}`.
///
/// The text is markup. A quotation is `<quote author authorname timestamp>`, with a form for old
/// programs in `<legacyquote>` that is not shown.
package struct SkypeReader: MessageReader {
  private var messages: JSONMessages

  package init(_ source: ByteSource, options: ReaderOptions, scan: CandidateScan) {
    messages = JSONMessages(source, options: options, scan: scan)
  }

  package mutating func next() throws(InputError) -> MessageBatch? {
    try messages.next(read: Self.read)
  }

  /// Whether an input with this start is one of these exports.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let head = JSONHead(head)
    return !head.isList && head.keys.isSuperset(of: ["userId", "exportDate"])
  }

  /// Types of what somebody wrote; others are calls, files, joins and the like.
  private static let written: Set = ["RichText", "Text", "RichText/Html"]

  private static func read(
    _ tokens: inout JSONTokens, _ draft: inout MessageDraft
  ) throws(InputError) {
    var markup: [UInt8] = []
    var isWritten = false
    while let key = try tokens.key() {
      switch key {
      case "id": draft.id = try tokens.scalarString()
      case "displayName": draft.sender = try tokens.wholeString(wasCut: &draft.isSenderCut)
      case "from":
        draft.senderID = try tokens.wholeString(wasCut: &draft.isSenderCut).map(plainID)
      case "originalarrivaltime":
        draft.time = try tokens.scalar() ? .init(iso: tokens.text) : nil
      case "messagetype": isWritten = written.contains(try tokens.scalarString() ?? "")
      case "content":
        markup.removeAll(keepingCapacity: true)
        _ = try tokens.string(into: &markup)
      default: break
      }
    }
    draft.hasIDs = true
    draft.isNotice = !isWritten
    if draft.sender?.isEmpty != false { draft.sender = draft.senderID }
    if isWritten { SkypeMarkup.read(markup, into: &draft) }
  }

  /// `live:bob` of `8:live:bob`, as quotations write it.
  private static func plainID(_ id: String) -> String {
    id.hasPrefix("8:") ? String(id.dropFirst(2)) : id
  }
}
