/// Reads what DiscordChatExporter writes as JSON.
package struct DiscordReader: MessageReader {
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
    !head.isList
      && (head.keys.isSuperset(of: ["guild", "channel"])
        || head.messageKeys.isSuperset(of: ["timestamp", "author"]))
  }

  /// Discord's own Wordle app. It posts a group's results of the day before, so its messages are
  /// read.
  static let wordleApp = "1211781489931452447"
  /// The types of messages that somebody wrote; other types are joins, calls, pins and the like.
  private static let written = [Array("Default".utf8), Array("Reply".utf8)]

  /// A member of the server, as author or mentioned.
  private struct Member {
    var id = ""
    var name = ""
    var nickname = ""
    var isBot = false
    /// Whether a name or the id was too long to be kept whole.
    var isCut = false

    var displayName: String { nickname.isEmpty ? name : nickname }

    init?(_ tokens: inout JSONTokens) throws(InputError) {
      guard try tokens.beginObject() else { return nil }
      while let key = try tokens.key() {
        switch key {
        case "id": id = try tokens.wholeString(wasCut: &isCut) ?? ""
        case "name": name = try tokens.wholeString(wasCut: &isCut) ?? ""
        case "nickname": nickname = try tokens.wholeString(wasCut: &isCut) ?? ""
        case "isBot": isBot = try tokens.bool() ?? false
        default: break
        }
      }
    }
  }

  private static func read(
    _ tokens: inout JSONTokens, _ draft: inout MessageDraft
  ) throws(InputError) {
    var author: Member?
    var mentioned: [Member] = []
    var forwarded: [UInt8] = []
    var isWritten = true
    while let key = try tokens.key() {
      switch key {
      case "id": draft.id = try tokens.scalarString()
      case "type": isWritten = try !tokens.scalar() || written.contains(tokens.text)
      case "timestamp": draft.time = try tokens.scalar() ? .init(iso: tokens.text) : nil
      case "timestampEdited": draft.isEdited = try tokens.scalar()
      case "author": author = try Member(&tokens)
      case "mentions": mentioned = try members(&tokens)
      case "content":
        draft.text.removeAll(keepingCapacity: true)
        _ = try tokens.string(into: &draft.text)
      case "forwardedMessage": try readForwarded(&tokens, into: &forwarded, &draft)
      default: break
      }
    }
    draft.sender = author?.displayName
    draft.hasIDs = true
    draft.senderID = author.flatMap { $0.id.isEmpty ? nil : $0.id }
    draft.isSenderCut = author?.isCut ?? false
    if draft.text.isEmpty, !forwarded.isEmpty {
      draft.text = forwarded
      draft.isForwarded = true
    }
    if author?.id == wordleApp {
      draft.text = named(draft.text, mentioned)
    } else {
      draft.isNotice = !isWritten
      draft.isBot = author?.isBot == true
    }
  }

  private static func members(_ tokens: inout JSONTokens) throws(InputError) -> [Member] {
    guard try tokens.beginArray() else { return [] }
    var found: [Member] = []
    while try tokens.element() {
      // Nobody mentions more people in one message, but a damaged file may.
      if found.count < 1_000, let member = try Member(&tokens) { found.append(member) }
    }
    return found
  }

  private static func readForwarded(
    _ tokens: inout JSONTokens, into text: inout [UInt8], _ draft: inout MessageDraft
  ) throws(InputError) {
    guard try tokens.beginObject() else { return }
    text = []
    while let key = try tokens.key() {
      switch key {
      case "content": _ = try tokens.string(into: &text)
      case "timestamp": draft.writtenAt = try tokens.scalar() ? .init(iso: tokens.text) : nil
      default: break
      }
    }
  }

  /// The text with `@name` for `<@id>`, if the name is known and has no character that could be
  /// misread.
  private static func named(_ text: [UInt8], _ mentioned: [Member]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "<")), !mentioned.isEmpty else { return text }
    var names: [String: String] = [:]
    for member in mentioned where !member.displayName.contains(where: { "@<>\n".contains($0) }) {
      names[member.id] = member.displayName
    }
    var result: [UInt8] = []
    var rest = text[...]
    while result.count < JSONTokens.longestString,
      let start = rest.firstIndex(of: UInt8(ascii: "<"))
    {
      result += rest[..<start]
      rest = rest[start...]
      guard let mention = mention(rest), let name = names[mention.id], !name.isEmpty else {
        result.append(rest[start])
        rest = rest[(start + 1)...]
        continue
      }
      result += Array("@\(name)".utf8)
      rest = rest[mention.end...]
    }
    return result + rest
  }

  /// The id in `<@id>` or `<@!id>` at the start of a text, and where the mention ends.
  private static func mention(_ text: ArraySlice<UInt8>) -> (id: String, end: Int)? {
    guard text.dropFirst().first == UInt8(ascii: "@") else { return nil }
    var digits = text.dropFirst(2)
    if digits.first == UInt8(ascii: "!") { digits = digits.dropFirst() }
    digits = digits.prefix(20).prefix(while: JSONByte.isDigit)
    guard !digits.isEmpty, digits.endIndex < text.endIndex,
      text[digits.endIndex] == UInt8(ascii: ">")
    else { return nil }
    return (String(decoding: digits, as: UTF8.self), digits.endIndex + 1)
  }
}
