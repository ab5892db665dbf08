/// The formats that an input may have (DESIGN §7).
package enum InputFormat: String, CaseIterable, Sendable {
  case text, whatsapp, telegram, discord, slack, signal, imessage, messenger, streaksync, habitto
  case csv, jsonl
}

/// An input that is open: what it is, and a reader at its begin.
package struct Input {
  /// Opens the input's bytes at their begin, as often as it is called.
  package typealias Opening = @Sendable () throws(InputError) -> ByteSource

  package let name: String
  package let format: InputFormat
  /// The size in bytes, as far as it is known beforehand.
  package let size: Int?
  package let reader: any MessageReader
  /// How to read the same bytes once more; `nil` for a pipe, and for a folder of many files.
  package let opening: Opening?

  /// How much of an input is looked at to recognise its format.
  private static let headSize = 65_536

  /// Opens an input and recognises its format from its content.
  ///
  /// - Parameters:
  ///   - path: The path of a file, a folder or a zip archive, or `-` for standard input.
  ///   - format: The format, where the caller knows better.
  package init(
    path: String, format: InputFormat? = nil, options: ReaderOptions
  ) throws(InputError) {
    let source: ByteSource
    do {
      source = try ByteSource(path: path)
    } catch {
      guard case .isFolder = error else { throw error }
      try self.init(FolderTree(path: path), format: format, options: options)
      return
    }
    if ZipArchive.isZip(head: try source.head(4)) {
      try self.init(ZipArchive(path: path), format: format, options: options)
      return
    }
    let opening: Opening = { () throws(InputError) in try ByteSource(path: path) }
    try self.init(
      source, opening: source.size == nil || path == "-" ? nil : opening, format: format,
      options: options)
  }

  /// A folder or an archive: a Slack export, or something around one chat.
  private init(
    _ tree: any FileTree & Sendable, format: InputFormat?, options: ReaderOptions
  ) throws(InputError) {
    if format == .slack || format == nil && SlackReader.recognises(tree) {
      self.init(name: tree.name, format: .slack, size: nil, SlackReader(tree, options: options))
      return
    }
    guard let entry = chatEntry(of: tree) else {
      throw .malformed(
        tree.name, reason: "holds no chat that stands out; unpack it and name the files")
    }
    let opening: Opening = { () throws(InputError) in try tree.open(entry) }
    try self.init(tree.open(entry), opening: opening, format: format, options: options)
  }

  private init(
    _ source: ByteSource, opening: Opening?, format: InputFormat?, options: ReaderOptions
  ) throws(InputError) {
    let head = try source.head(Self.headSize)
    let format = format ?? Self.recognised(head)
    let reader = try Self.reader(format, source, head, opening, options)
    self.init(name: source.name, format: format, size: source.size, reader, opening)
  }

  /// - Parameter head: The input's begin, which tells the kinds of a format apart.
  private static func reader(
    _ format: InputFormat, _ source: ByteSource, _ head: [UInt8], _ opening: Opening?,
    _ options: ReaderOptions
  ) throws(InputError) -> any MessageReader {
    switch format {
    case .text: return ChatTextReader(source, layout: PlainLayout())
    case .whatsapp: return try WhatsApp.reader(source, reopen: opening, options: options)
    case .telegram: return TelegramReader(source, options: options)
    case .discord where DiscordTableReader.recognises(head):
      return try DiscordTableReader(source, options: options)
    case .discord where DiscordLayout.recognises(head):
      return ChatTextReader(source, layout: try DiscordLayout(source, options: options))
    case .discord: return DiscordReader(source, options: options)
    case .slack: return SlackReader(source, options: options)
    case .signal where head.first == UInt8(ascii: "{"):
      return SignalJSONReader(source, options: options)
    case .signal: return ChatTextReader(source, layout: SignalLayout(zone: options.zone))
    case .imessage: return ChatTextReader(source, layout: MessagesLayout(zone: options.zone))
    case .messenger: return MessengerReader(source, options: options)
    case .streaksync: return StreakSyncReader(source, options: options)
    case .habitto where HabittoTableReader.recognises(head):
      return HabittoTableReader(source, options: options)
    case .habitto: return HabittoReader(source, options: options)
    case .csv: return RecordTableReader(source, options: options)
    case .jsonl: return RecordLinesReader(source, options: options)
    }
  }

  private init(
    name: String, format: InputFormat, size: Int?, _ reader: any MessageReader,
    _ opening: Opening? = nil
  ) {
    self.name = name
    self.format = format
    self.size = size
    self.reader = reader
    self.opening = opening
  }

  private static func recognised(_ head: [UInt8]) -> InputFormat {
    let tests: [(InputFormat, ([UInt8]) -> Bool)] = [
      (.telegram, TelegramReader.recognises), (.discord, DiscordReader.recognises),
      (.slack, SlackReader.recognises), (.messenger, MessengerReader.recognises),
      (.signal, SignalJSONReader.recognises), (.streaksync, StreakSyncReader.recognises),
      (.habitto, HabittoReader.recognises), (.habitto, HabittoTableReader.recognises),
      (.jsonl, RecordLinesReader.recognises), (.csv, RecordTableReader.recognises),
      (.discord, DiscordTableReader.recognises), (.discord, DiscordLayout.recognises),
      (.signal, SignalLayout.recognises), (.imessage, MessagesLayout.recognises),
      (.whatsapp, WhatsApp.recognises),
    ]
    return tests.first { $0.1(head) }?.0 ?? .text
  }
}
