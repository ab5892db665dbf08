/// Reads what Telegram Desktop exports as JSON: `result.json` of one chat or of a whole account.
package struct TelegramReader: MessageReader {
  private var messages: JSONMessages

  /// - Parameter options: Its zone must be that of the computer that made the export. It matters
  ///   only for exports before 2021, which have no `date_unixtime`.
  package init(_ source: ByteSource, options: ReaderOptions, scan: CandidateScan) {
    messages = JSONMessages(source, options: options, scan: scan)
  }

  package mutating func next() throws(InputError) -> MessageBatch? {
    try messages.next(read: Self.read)
  }

  /// Whether an input with this start is one of these exports.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let head = JSONHead(head)
    guard !head.isList, !DiscordReader.recognises(head), !MessengerReader.recognises(head) else {
      return false
    }
    if head.keys.contains("messages") {
      return head.messageKeys.isEmpty
        ? head.keys.isSuperset(of: ["type", "id"])
        : head.messageKeys.isSuperset(of: ["id", "type", "date"])
    }
    // The chats of an account may come long after contacts and pictures.
    return head.keys.contains("personal_information")
      || head.keys.isSuperset(of: ["about", "chats"])
      || head.keys.isSuperset(of: ["about", "left_chats"])
  }

  /// The type of messages that somebody wrote; joins, calls and the like are `service`.
  private static let message = Array("message".utf8)

  private static func read(
    _ tokens: inout JSONTokens, _ draft: inout MessageDraft
  ) throws(InputError) {
    var unix: ExportedTime?
    var signature: String?
    while let key = try tokens.key() {
      switch key {
      case "id": draft.id = try tokens.scalarString()
      case "type": draft.isNotice = try tokens.scalar() && tokens.text != message
      case "date_unixtime": unix = try tokens.scalar() ? .init(unixSeconds: tokens.text) : nil
      case "date": draft.time = try tokens.scalar() ? .init(iso: tokens.text) : nil
      case "edited": draft.isEdited = true
      case "from": draft.sender = try tokens.wholeString(wasCut: &draft.isSenderCut)
      case "author": signature = try tokens.wholeString(wasCut: &draft.isSenderCut)
      case "from_id": draft.senderID = try tokens.wholeString(wasCut: &draft.isSenderCut)
      // It is null when the account of the author was deleted.
      case "forwarded_from":
        draft.isForwarded = true
        var isCut = false
        draft.author = try tokens.wholeString(wasCut: &isCut)
      case "text":
        draft.text.removeAll(keepingCapacity: true)
        draft.quotations = []
        try readText(&tokens, into: &draft)
      default: break
      }
    }
    if let unix {
      // The exporting computer's clock has written the other one.
      if case .local(let time)? = draft.time { draft.day = time.day }
      draft.time = unix
    }
    draft.hasIDs = true
    // In a channel all posts are from the channel, and a signature says who wrote each.
    if let signature, !signature.isEmpty, let channel = draft.senderID, channel.hasPrefix("channel")
    {
      draft.sender = signature
      draft.senderID = "\(channel)/\(signature)"
    }
    if draft.sender?.isEmpty != false {
      // Telegram shows all deleted accounts under this name; the id keeps them apart.
      draft.sender = "Deleted Account" + (draft.senderID.map { " (\($0))" } ?? "")
    }
  }

  /// A text is a string. With a link, a hashtag or the like it is an array of its pieces: strings,
  /// and objects with a `text`.
  private static func readText(
    _ tokens: inout JSONTokens, into draft: inout MessageDraft
  ) throws(InputError) {
    guard try tokens.beginArray() else { return _ = try tokens.string(into: &draft.text) }
    while try tokens.element() {
      guard try tokens.beginObject() else {
        _ = try tokens.string(into: &draft.text)
        continue
      }
      let start = draft.text.count
      var isQuotation = false
      while let key = try tokens.key() {
        switch key {
        case "type": isQuotation = try tokens.scalar() && tokens.text == blockquote
        case "text": _ = try tokens.string(into: &draft.text)
        default: break
        }
      }
      if isQuotation { draft.addQuotation(.init(range: start..<start)) }
    }
  }

  private static let blockquote = Array("blockquote".utf8)
}
