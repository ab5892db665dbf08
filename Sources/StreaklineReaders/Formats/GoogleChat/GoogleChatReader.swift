internal import StreaklineCore

/// Reads `messages.json` of a Google Chat conversation, as Google Takeout writes it: `{"messages":
/// [{"creator": {"name", "email"}, "created_date": "Tuesday, June 7, 2022 at 6:07:06 PM UTC",
/// "text", "message_id"}]}`. What a message quotes is apart, in `quoted_message_metadata`.
package struct GoogleChatReader: MessageReader {
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
    return !head.isList && head.messageKeys.isSuperset(of: ["creator", "created_date"])
  }

  private static func read(
    _ tokens: inout JSONTokens, _ draft: inout MessageDraft
  ) throws(InputError) {
    while let key = try tokens.key() {
      switch key {
      case "message_id": draft.id = try tokens.scalarString()
      case "creator": try readCreator(&tokens, &draft)
      case "created_date":
        draft.time = try tokens.scalar() ? time(tokens.text) ?? FieldTime.read(tokens.text) : nil
      case "updated_date": draft.isEdited = true
      case "message_state": draft.isDeleted = try tokens.scalarString() == "DELETED"
      case "text":
        draft.text.removeAll(keepingCapacity: true)
        _ = try tokens.string(into: &draft.text)
      default: break
      }
    }
    draft.hasIDs = true
    if draft.sender?.isEmpty != false { draft.sender = draft.senderID }
  }

  private static func readCreator(
    _ tokens: inout JSONTokens, _ draft: inout MessageDraft
  ) throws(InputError) {
    guard try tokens.beginObject() else { return }
    while let key = try tokens.key() {
      switch key {
      case "name": draft.sender = try tokens.wholeString(wasCut: &draft.isSenderCut)
      case "email": draft.senderID = try tokens.wholeString(wasCut: &draft.isSenderCut)
      case "user_type": if try tokens.scalarString() == "Bot" { draft.isBot = true }
      default: break
      }
    }
  }

  /// Reads `Tuesday, June 7, 2022 at 6:07:06 PM UTC`; the blank before PM may be U+202F.
  static func time(_ text: [UInt8]) -> ExportedTime? {
    var cursor = ByteCursor(text, 0..<text.count)
    cursor.skip { $0 != UInt8(ascii: ",") }
    guard cursor.skip(word: ", "), let month = EnglishMonth.read(&cursor), cursor.skip(ascii: " "),
      let day = cursor.number(1...2), cursor.skip(word: ", "), let year = cursor.number(4...4),
      cursor.skip(word: " at "), let hour = cursor.number(1...2), (1...12).contains(hour.value),
      cursor.skip(ascii: ":"), let minute = cursor.number(2...2), cursor.skip(ascii: ":"),
      let second = cursor.number(2...2), cursor.skipBlanks()
    else { return nil }
    let isAfternoon = cursor.skip(word: "PM")
    guard isAfternoon || cursor.skip(word: "AM"), cursor.skip(word: " UTC"), cursor.next == nil,
      let date = Day(year: year.value, month: month, day: day.value),
      let time = LocalTime(
        date, hour: hour.value % 12 + (isAfternoon ? 12 : 0), minute: minute.value,
        second: second.value)
    else { return nil }
    return .moment(time.inUTC, offsetMinutes: 0)
  }
}
