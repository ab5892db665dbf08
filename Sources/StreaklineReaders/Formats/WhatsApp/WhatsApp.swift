/// Chats that WhatsApp exports as text.
package enum WhatsApp {
  /// How many bytes are surveyed of an input that cannot be opened twice.
  private static let headSize = 16_777_216
  /// How many bytes of such an input are searched for names that hold a colon.
  private static let namesSize = 262_144

  /// Whether a text is such an export, or a part of one that somebody copied.
  ///
  /// - Parameter head: The start of the text; 64 KiB suffice.
  package static func recognises(_ head: [UInt8]) -> Bool {
    var survey = WhatsAppStampSurvey()
    survey.read(head, upTo: min(head.count, 65_536))
    guard let main = survey.main, main.named > 0, !isOther(main.shape, head) else { return false }
    // Text before the first message is the end of an earlier message, or the text is not an export
    // and only quotes a chat.
    return beginsWithStamp(head) || main.lines >= 3
  }

  private static func beginsWithStamp(_ head: [UInt8]) -> Bool {
    guard let start = head.firstIndex(where: { $0 > 0x20 }) else { return false }
    return WhatsAppStamp(head, start..<endOfLine(in: head, from: start)) != nil
  }

  /// Whether lines of a format are just as likely to come from another program.
  private static func isOther(_ shape: WhatsAppStampFormat, _ head: [UInt8]) -> Bool {
    switch shape.closing {
    // A line such as `13.06.2018 21:25:15 main: started` is from a log.
    case .blank: true
    case .colon: shape.year == .first && shape.dayPeriod == .none
    // A line such as `2018-06-13 21:25:15 - main: started` is from a log too; Android writes no
    // seconds.
    case .dash: shape.year == .first && shape.hasSeconds
    // A line such as `[2019-05-29 15:04:05] Ann: hello` is from Signal or a log, unless it has
    // marks of iOS.
    case .bracket:
      isLogForm(shape) && !hasMark(head)
    }
  }

  private static func isLogForm(_ shape: WhatsAppStampFormat) -> Bool {
    shape.closing == .bracket && shape.year == .first && shape.separator == UInt8(ascii: "-")
  }

  /// Whether a text with shares is such an export where its lines might also be those of a log: a log has
  /// no shares.
  static func recognisesUnmarked(_ head: [UInt8]) -> Bool {
    var survey = WhatsAppStampSurvey()
    survey.read(head, upTo: min(head.count, 65_536))
    guard let main = survey.main, main.named > 0, isLogForm(main.shape) else { return false }
    return beginsWithStamp(head) || main.lines >= 3
  }

  /// Whether the text has a U+200E.
  private static func hasMark(_ head: [UInt8]) -> Bool {
    head.indices.dropLast(2).contains {
      head[$0] == 0xE2 && head[$0 + 1] == 0x80 && head[$0 + 2] == 0x8E
    }
  }

  /// A reader of a chat.
  ///
  /// - Parameters:
  ///   - source: The chat, at its start.
  ///   - reopen: Opens the same chat once more, because the order of day and month shows only in
  ///     later lines; `nil` for an input that cannot be opened twice.
  /// - Throws: ``InputError/malformed(_:reason:)`` when no line starts a message.
  package static func reader(
    _ source: ByteSource, reopen: (() throws(InputError) -> ByteSource)?, options: ReaderOptions,
    scan: CandidateScan
  ) throws(InputError) -> ChatTextReader<WhatsAppLayout> {
    var survey = WhatsAppStampSurvey()
    let opening: ColonNames.Opening
    if let reopen {
      try survey.read(reopen())
      opening = { try? reopen() }
    } else {
      let head = try source.head(headSize)
      survey.read(head, upTo: head.count)
      let start = Array(head.prefix(namesSize))
      opening = { ByteSource(name: "", bytes: start) }
    }
    let names = ColonNames(opening, scan: scan, name: name)
    let layout = try WhatsAppLayout(
      survey, name: source.name, options: options, colonNames: names)
    return ChatTextReader(source, layout: layout, scan: scan)
  }

  /// The name, up to its first colon, in a line that starts with a stamp.
  private static func name(_ text: [UInt8], _ line: Range<Int>) -> Range<Int>? {
    guard let stamp = WhatsAppStamp(text, line), stamp.isPossible,
      let end = WhatsAppText.nameEnd(in: text, from: stamp.end, end: line.upperBound)
    else { return nil }
    return stamp.end..<end
  }
}
