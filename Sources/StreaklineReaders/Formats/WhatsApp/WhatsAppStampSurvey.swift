/// The results of a first reading of a chat: its formats of date and time, and the order of day and
/// month.
struct WhatsAppStampSurvey {
  /// How many bytes are read at least, because the first lines may be copied from another chat.
  private static let minBytes = 65_536
  private static let chunkSize = 262_144
  /// How many bytes of a line are kept: enough for the stamp and the name.
  private static let maxHead = 4_096
  private static let maxFormats = 64
  /// Templates of one format. They differ in the number of digits of day, month and hour, and in AM
  /// and PM.
  private static let maxTemplates = 16

  /// The number of lines of one format, and their dates.
  struct Found {
    let shape: WhatsAppStampFormat
    var lines = 0
    /// Lines that have a name, so that they are not the program's.
    var named = 0
    var dates = DateEvidence()
    var templates: [WhatsAppStampTemplate] = []

    /// Whether a line starts with a stamp of a known template.
    func fits(_ text: [UInt8], _ line: Range<Int>) -> Bool {
      templates.contains { $0.end(in: text, line) != nil }
    }
  }

  /// The formats in the order in which they were found.
  private(set) var found: [Found] = []
  private var bytes = 0
  /// The last line's date, as it is written, and the index of its format.
  private var last: (date: [UInt8], index: Int) = ([], 0)

  /// Reads an input until its dates are clear, at worst all of it.
  mutating func read(_ source: ByteSource) throws(InputError) {
    var pending: [UInt8] = []
    while bytes < Self.minBytes || !isClear {
      guard try source.read(Self.chunkSize, into: &pending) else {
        return read(pending, upTo: pending.count)
      }
      let end = pending.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      read(pending, upTo: end)
      pending.removeSubrange(..<end)
      // The rest of a line is not needed.
      pending.removeLast(max(0, pending.count - Self.maxHead))
    }
  }

  /// Reads lines until the dates are clear.
  mutating func read(_ text: [UInt8], upTo end: Int) {
    var start = 0
    while start < end, bytes < Self.minBytes || !isClear {
      let lineEnd = min(end, endOfLine(in: text, from: start))
      add(text, start..<lineEnd)
      bytes += lineEnd + 1 - start
      start = lineEnd + 1
    }
  }

  private mutating func add(_ text: [UInt8], _ line: Range<Int>) {
    // After the first lines, only a new date or a new template can change the survey.
    if bytes > Self.minBytes, beginsWithLastDate(text, line), found[last.index].fits(text, line) {
      found[last.index].lines += 1
      return
    }
    guard let stamp = WhatsAppStamp(text, line), stamp.isPossible else { return }
    let hasName = WhatsAppText.nameEnd(in: text, from: stamp.end, end: line.upperBound) != nil
    guard hasName || !stamp.shape.isWeak, let index = index(of: stamp.shape) else { return }
    found[index].lines += 1
    found[index].named += hasName ? 1 : 0
    found[index].dates.add(stamp)
    last = (Array(text[line.lowerBound..<stamp.dateEnd]), index)
    if !found[index].fits(text, line), found[index].templates.count < Self.maxTemplates,
      let template = WhatsAppStampTemplate(text, at: line.lowerBound, stamp)
    {
      found[index].templates.append(template)
    }
  }

  private func beginsWithLastDate(_ text: [UInt8], _ line: Range<Int>) -> Bool {
    guard !last.date.isEmpty, last.date.count <= line.count else { return false }
    for index in last.date.indices where text[line.lowerBound + index] != last.date[index] {
      return false
    }
    return true
  }

  /// - Returns: `nil` when there are too many formats already.
  private mutating func index(of shape: WhatsAppStampFormat) -> Int? {
    if let index = found.firstIndex(where: { $0.shape == shape }) { return index }
    guard found.count < Self.maxFormats else { return nil }
    found.append(Found(shape: shape))
    return found.count - 1
  }

  /// The format of most lines.
  var main: Found? {
    found.max { $0.lines < $1.lines }
  }

  /// The file's own formats, the most frequent one first. A file may hold two exports, or be edited
  /// by hand. Lines of a format that fewer than a third of the lines have count as copied into
  /// messages.
  var established: [Found] {
    let lines = found.reduce(0) { $0 + $1.lines }
    return found.filter { $0.lines * 3 >= lines }.sorted { $0.lines > $1.lines }
  }

  /// The main format of an empty input, which has no lines.
  var empty: Found? {
    bytes == 0 ? Found(shape: WhatsAppStampFormat()) : nil
  }

  private var isClear: Bool {
    main.map { $0.dates.isClear($0.shape) } ?? false
  }
}
