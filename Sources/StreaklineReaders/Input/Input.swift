/// The formats that an input may have.
package enum InputFormat: String, CaseIterable, Sendable {
  case text, whatsapp, telegram, discord, slack, signal, imessage, messenger, line, kakaotalk
  case googlechat, googlevoice, skype, streaksync, habitto, csv, jsonl, messages
}

/// An open input: its name and format, and a reader at its start.
package struct Input {
  /// Opens the input's bytes at their start, any number of times.
  package typealias Reopen = @Sendable () throws(InputError) -> ByteSource

  package let name: String
  package let format: InputFormat
  /// The size in bytes, if it is known before reading.
  package let size: Int?
  package let reader: any MessageReader
  /// What it is read as, in the words of the summary of an import: `WhatsApp (iPhone, day first)`.
  package let readAs: String
  /// Opens the same bytes again; `nil` for a pipe, and for a folder that is read as a whole.
  package let opening: Reopen?
  /// The words beside its only share that may say that it is somebody else's, so that its result is suspect.
  package let doubt: String?

  /// Bytes that are read to recognise the format.
  static let headSize = 65_536

  /// Opens an input and recognises its format from its content.
  ///
  /// - Parameters:
  ///   - path: The path of a file, a folder or a zip archive, or `-` for standard input.
  ///   - entry: The file to read from a folder or an archive, as ``Entries/paths`` names it.
  ///   - tree: The files of the folder or archive at `path`, if they are known: listing them again
  ///     for each of them would take quadratic time.
  ///   - format: The format, where the caller knows better.
  package init(
    path: String, entry: String? = nil, in tree: (any FileTree & Sendable)? = nil,
    format: InputFormat? = nil, options: ReaderOptions, scan: CandidateScan
  ) throws(InputError) {
    var (tree, source) = (tree, ByteSource?.none)
    if tree == nil {
      source = try Self.source(path)
      tree = try Self.tree(path, source)
    }
    guard let tree else {
      guard let source else { throw .missing(path) }
      let opening: Reopen = { () throws(InputError) in try ByteSource(path: path) }
      try self.init(
        source, opening: source.size == nil || path == "-" ? nil : opening, format: format,
        options: options, scan: scan)
      return
    }
    if entry == nil, Self.isSlack(tree, format) {
      self.init(
        name: tree.name, format: .slack, size: nil,
        SlackReader(tree, options: options, scan: scan))
      return
    }
    var chosen = entry
    if chosen == nil {
      chosen = try Self.readable(
        in: tree, format: format, ownsUnnamed: options.ownsUnnamed, scan
      ).read.first
    }
    guard let entry = chosen else { throw Self.holdsNothing(tree) }
    let opening: Reopen = { () throws(InputError) in try tree.open(entry) }
    try self.init(
      tree.open(entry), opening: opening, format: format, options: options, scan: scan)
    if !options.ownsUnnamed, format == nil, isOfOneAuthor,
      let (one, other) = Self.person(entry, among: tree.paths)
    {
      throw .unclear(
        name,
        .init(
          structure: "one person's",
          reason: "“\(one)” and “\(other)” in names of files may be whose they are"))
    }
  }

  /// Whether all of it counts for whoever imports it, because it names nobody.
  private var isOfOneAuthor: Bool {
    reader is ChatTextReader<PlainLayout> || (reader as? FieldMessagesReader)?.isOwn ?? false
  }

  /// Opens an input from bytes of any origin.
  ///
  /// - Parameter opening: How to read them once more, if that is possible.
  package init(
    _ source: ByteSource, opening: Reopen?, format: InputFormat?, options: ReaderOptions,
    scan: CandidateScan
  ) throws(InputError) {
    let head = try source.head(Self.headSize)
    if let reason = otherContent(head) { throw .malformed(source.name, reason: reason) }
    var known = format ?? Self.recognised(head)
    if format == nil, known == .text, scan.isPresent(in: head, 0..<head.count) {
      known = Self.recognisedByShares(head, scan)
    }
    let structure = known == .messages || format == nil && known == .text ? Structure(head) : nil
    if let structure,
      let reader = try Self.reader(structure, source, head, opening, options, scan)
    {
      self.init(name: source.name, format: .messages, size: source.size, reader, opening)
      return
    }
    var doubt: String?
    if format == nil, known == .text, !Self.isOnlyShare(head, scan) {
      doubt = try Self.refuseOthers(head, source.name, scan, options)
      if !options.ownsUnnamed, let signs = StructureSigns(head, scan) {
        throw .unclear(source.name, .init(structure: signs.kind, reason: Structure.unknown))
      }
    }
    let format = known
    if let doubt {
      self.init(
        name: source.name, format: format, size: source.size,
        ChatTextReader(source, layout: PlainLayout(doubt: doubt), scan: scan), opening, doubt: doubt
      )
      return
    }
    let reader = try Self.reader(format, source, head, opening, options, scan)
    self.init(
      name: source.name, format: format, size: source.size, reader, opening,
      hasOwner: options.ownsUnnamed)
  }

  /// - Parameter head: The start of the input, which decides between the readers of one format.
  private static func reader(
    _ format: InputFormat, _ source: ByteSource, _ head: [UInt8], _ opening: Reopen?,
    _ options: ReaderOptions, _ scan: CandidateScan
  ) throws(InputError) -> any MessageReader {
    switch format {
    case .telegram where TelegramPage.recognises(head):
      return MarkupChatReader(source, TelegramPage(), options: options, scan: scan)
    case .telegram where CopiedChat.recognises(head, .telegram):
      return copied(.telegram, source, options, scan)
    case .discord where DiscordPage.recognises(head):
      return MarkupChatReader(source, DiscordPage(), options: options, scan: scan)
    case .discord where CopiedChat.recognises(head, .discord):
      return copied(.discord, source, options, scan)
    case .slack where CopiedChat.recognises(head, .slack):
      return copied(.slack, source, options, scan)
    case .line where LineDesktopChat.recognises(head) && !LineChat.recognises(head):
      let chat = try LineDesktopChat(
        source, opening: opening, order: options.dateOrder, scan: scan)
      return StampedLinesReader(source, chat, options: options, scan: scan)
    case .line:
      return StampedLinesReader(
        source, LineChat(order: options.dateOrder), options: options, scan: scan)
    case .kakaotalk:
      return StampedLinesReader(source, KakaoTalkChat(), options: options, scan: scan)
    case .googlechat: return GoogleChatReader(source, options: options, scan: scan)
    case .skype: return SkypeReader(source, options: options, scan: scan)
    case .text: return ChatTextReader(source, layout: PlainLayout(), scan: scan)
    case .whatsapp:
      return try WhatsApp.reader(source, reopen: opening, options: options, scan: scan)
    case .telegram: return TelegramReader(source, options: options, scan: scan)
    case .discord where DiscordTableReader.recognises(head):
      return try DiscordTableReader(source, options: options, scan: scan)
    case .discord where DiscordLayout.recognises(head):
      return ChatTextReader(source, layout: try DiscordLayout(source, options: options), scan: scan)
    case .discord: return DiscordReader(source, options: options, scan: scan)
    case .slack: return SlackReader(source, options: options, scan: scan)
    case .signal where head.first == UInt8(ascii: "{"):
      return SignalJSONReader(source, options: options, scan: scan)
    case .signal:
      let layout = try SignalLayout(source, opening: opening, zone: options.zone, scan: scan)
      return ChatTextReader(source, layout: layout, scan: scan)
    case .imessage where MessagesPage.recognises(head):
      return MarkupChatReader(source, MessagesPage(), options: options, scan: scan)
    case .imessage:
      return ChatTextReader(source, layout: MessagesLayout(zone: options.zone), scan: scan)
    case .messenger where SentHeads.other(in: head, scan) != nil:
      return StampedLinesReader(source, SentHeads(head, scan), options: options, scan: scan)
    case .messenger: return MessengerReader(source, options: options, scan: scan)
    case .streaksync: return StreakSyncReader(source, options: options)
    case .habitto where HabittoTableReader.recognises(head):
      return HabittoTableReader(source, options: options)
    case .habitto: return HabittoReader(source, options: options)
    case .googlevoice:
      return MarkupChatReader(source, GoogleTextPage(), options: options, scan: scan)
    case .messages:
      throw .malformed(source.name, reason: "is no JSON, XML or table with a row of names")
    case .csv: return RecordTableReader(source, options: options)
    case .jsonl: return RecordLinesReader(source, options: options)
    }
  }

  private static func reader(
    _ structure: Structure, _ source: ByteSource, _ head: [UInt8], _ opening: Reopen?,
    _ options: ReaderOptions, _ scan: CandidateScan
  ) throws(InputError) -> (any MessageReader)? {
    try StructuredInput(
      structure, source, head: head, opening: opening, options: options, scan: scan
    ).reader()
  }

  /// Whether a text is one share and nothing else, so that nobody can be named beside it.
  private static func isOnlyShare(_ head: [UInt8], _ scan: CandidateScan) -> Bool {
    guard startsWithOneShare(head, scan) else { return false }
    if !hasWordsBelow(head), !hasWordsBehind(head) { return true }
    let results = scan.games.results(head)
    return results.count == 1
      && (head[..<results[0].range.lowerBound] + head[results[0].range.upperBound...])
        .allSatisfy { $0 <= 0x20 }
  }

  /// Whether a text starts with a share and no other one can start after it: in rows of a grid none does.
  private static func startsWithOneShare(_ head: [UInt8], _ scan: CandidateScan) -> Bool {
    let positions = scan.positions(in: head, 0..<head.count)
    guard positions.first == head.prefix(while: { $0 <= 0x20 }).count else { return false }
    return positions.dropFirst().allSatisfy { position in
      let line = head[position..<endOfLine(in: head, from: position)]
      return line.count <= longestRow
        && !String(decoding: line, as: UTF8.self).contains { $0.isLetter || $0.isNumber }
    }
  }

  /// Whether a line below the first one has a letter, so that it may name somebody.
  private static func hasWordsBelow(_ head: [UInt8]) -> Bool {
    guard let start = head.firstIndex(where: { $0 > 0x20 }) else { return false }
    return String(decoding: head[endOfLine(in: head, from: start)...], as: UTF8.self)
      .contains(where: \.isLetter)
  }

  /// Whether the first line ends with words behind its last number: `Wordle 1,063 3/6 not mine`.
  private static func hasWordsBehind(_ head: [UInt8]) -> Bool {
    guard let start = head.firstIndex(where: { $0 > 0x20 }) else { return false }
    let line = head[start..<endOfLine(in: head, from: start)]
    let end = line.lastIndex { $0 &- 0x30 < 10 } ?? start
    return String(decoding: line[end...], as: UTF8.self).contains(where: \.isLetter)
  }

  /// The longest row of a grid, in bytes.
  private static let longestRow = 200

  /// Whether no reader knows a text as a chat.
  static func isPlain(_ text: [UInt8], _ scan: CandidateScan) -> Bool {
    recognised(text) == .text && recognisedByShares(text, scan) == .text
  }

  /// - Throws: Where a text is not one author's.
  /// - Returns: The words beside its only share that may say whose it is.
  /// - Throws: Where a text is not one author's.
  private static func refuseOthers(
    _ head: [UInt8], _ name: String, _ scan: CandidateScan, _ options: ReaderOptions
  ) throws(InputError) -> String? {
    if let line = foreignLine(head, scan) { throw .unknownChat(name, line: line) }
    switch SharesUnderNames(head, scan)?.finding {
    case .name(let line): throw .unknownChat(name, line: line)
    case .result(let line): throw .severalAuthors(name, line: line)
    case .word(let word, let line):
      if !options.confirmsOwn(word) { throw .unclearWord(name, word, line: line) }
    case .onlyShare(let word, let line):
      guard options.ownsUnnamed || options.confirmsOwn(word) else {
        throw .unclearWord(name, word, line: line)
      }
    case .doubt(let words, _):
      return options.ownsUnnamed || options.confirmsOwn(words) ? nil : words
    case nil: break
    }
    return nil
  }

  /// The line that shows that a text is a chat that no reader knows; `nil` for any other text.
  private static func foreignLine(_ head: [UInt8], _ scan: CandidateScan) -> Int? {
    if let chat = ForeignChat(head, scan)
      ?? QuotedChat.unquoted(head).flatMap({ ForeignChat($0, scan) })
    {
      return chat.line
    }
    if head.starts(with: "[LINE] ".utf8) { return 1 }
    if let words = QuotedChat.unquoted(head),
      recognised(words) != .text || WhatsApp.recognisesUnmarked(words)
    {
      return 1
    }
    return nil
  }

  private static func copied(
    _ program: CopiedChat.Program, _ source: ByteSource, _ options: ReaderOptions,
    _ scan: CandidateScan
  ) -> any MessageReader {
    StampedLinesReader(
      source, CopiedChat(program, order: options.dateOrder), options: options, scan: scan)
  }

  private init(
    name: String, format: InputFormat, size: Int?, _ reader: any MessageReader,
    _ opening: Reopen? = nil, hasOwner: Bool = false, doubt: String? = nil
  ) {
    self.name = name
    self.format = format
    self.size = size
    self.reader = reader
    readAs = Self.readAs(format, reader, hasOwner: hasOwner)
    self.opening = opening
    self.doubt = doubt
  }

  /// - Parameter hasOwner: Whether somebody has said whose the results of a plain text are. The name is not told: what was
  ///   read is stored, and would outlive an erased user.
  private static func readAs(
    _ format: InputFormat, _ reader: any MessageReader, hasOwner: Bool
  ) -> String {
    if format == .whatsapp, let chat = reader as? ChatTextReader<WhatsAppLayout> {
      return chat.layout.shown
    }
    return switch reader {
    case let messages as FieldMessagesReader: messages.shown
    case is MailboxReader: Structure.mails.rawValue
    case is ChatTextReader<PlainLayout>:
      hasOwner ? "plain text: all results count as the named user's" : InputFormat.text.shown
    default: format.shown
    }
  }

  /// The format of a text with shares whose lines alone do not say that it is a chat.
  private static func recognisedByShares(_ head: [UInt8], _ scan: CandidateScan) -> InputFormat {
    if WhatsApp.recognisesUnmarked(head) { return .whatsapp }
    if SentHeads.other(in: head, scan) != nil { return .messenger }
    return LineDesktopChat.recognisesUntitled(head, scan) ? .line : .text
  }

  static func recognised(_ head: [UInt8]) -> InputFormat {
    let tests: [(InputFormat, ([UInt8]) -> Bool)] = [
      (.telegram, TelegramReader.recognises), (.discord, DiscordReader.recognises),
      (.slack, SlackReader.recognises), (.messenger, MessengerReader.recognises),
      (.signal, SignalJSONReader.recognises), (.streaksync, StreakSyncReader.recognises),
      (.habitto, HabittoReader.recognises), (.habitto, HabittoTableReader.recognises),
      (.jsonl, RecordLinesReader.recognises), (.csv, RecordTableReader.recognises),
      (.discord, DiscordTableReader.recognises), (.discord, DiscordLayout.recognises),
      (.signal, SignalLayout.recognises), (.imessage, MessagesLayout.recognises),
      (.googlechat, GoogleChatReader.recognises), (.skype, SkypeReader.recognises),
      (.telegram, TelegramPage.recognises), (.discord, DiscordPage.recognises),
      (.googlevoice, GoogleTextPage.recognises), (.imessage, MessagesPage.recognises),
      (.line, LineChat.recognises),
      (.line, { LineDesktopChat.isTitled($0) && LineDesktopChat.recognises($0) }),
      (.kakaotalk, KakaoTalkChat.recognises),
      (.whatsapp, WhatsApp.recognises),
      (.telegram, { CopiedChat.recognises($0, .telegram) }),
      (.discord, { CopiedChat.recognises($0, .discord) }),
      (.slack, { CopiedChat.recognises($0, .slack) }),
    ]
    return tests.first { $0.1(head) }?.0 ?? .text
  }
}
