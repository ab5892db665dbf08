/// What a look over a chat shows: in which shapes it writes date and time, and in which order.
struct WhatsAppStampSurvey {
  /// At least so much is looked at: the first lines may hold a piece of another chat.
  private static let leastBytes = 65_536
  private static let chunkSize = 262_144
  /// The begin of a line, which holds the stamp and the name.
  private static let longestHead = 4_096
  private static let mostShapes = 64
  /// Of one shape: days, months and hours of one and two digits, AM and PM.
  private static let mostStencils = 16

  /// What the lines of one shape show.
  struct Found {
    let shape: WhatsAppStampFormat
    var lines = 0
    /// Lines that have a name, and not by the program.
    var named = 0
    var dates = DateEvidence()
    var stencils: [WhatsAppStampTemplate] = []

    /// Whether a line begins with a stamp as others have it.
    func fits(_ text: [UInt8], _ line: Range<Int>) -> Bool {
      stencils.contains { $0.end(in: text, line) != nil }
    }
  }

  /// In the order in which they were met.
  private(set) var found: [Found] = []
  private var bytes = 0
  /// The last line's date, as it is written, and the place of its shape.
  private var last: (date: [UInt8], index: Int) = ([], 0)

  /// Looks at an input until its dates are clear, at worst at all of it.
  mutating func read(_ source: ByteSource) throws(InputError) {
    var pending: [UInt8] = []
    while bytes < Self.leastBytes || !isClear {
      guard try source.read(Self.chunkSize, into: &pending) else {
        return read(pending, upTo: pending.count)
      }
      let end = pending.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      read(pending, upTo: end)
      pending.removeSubrange(..<end)
      // Of a line that is longer, what is behind its begin may be missing.
      pending.removeLast(max(0, pending.count - Self.longestHead))
    }
  }

  /// Looks at lines, until the dates are clear.
  mutating func read(_ text: [UInt8], upTo end: Int) {
    var start = 0
    while start < end, bytes < Self.leastBytes || !isClear {
      let lineEnd = min(end, endOfLine(in: text, from: start))
      add(text, start..<lineEnd)
      bytes += lineEnd + 1 - start
      start = lineEnd + 1
    }
  }

  private mutating func add(_ text: [UInt8], _ line: Range<Int>) {
    // Far behind, only another date is of interest, or other digits and words.
    if bytes > Self.leastBytes, beginsWithLastDate(text, line), found[last.index].fits(text, line) {
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
    if !found[index].fits(text, line), found[index].stencils.count < Self.mostStencils {
      found[index].stencils.append(WhatsAppStampTemplate(text, line.lowerBound..<stamp.end))
    }
  }

  private func beginsWithLastDate(_ text: [UInt8], _ line: Range<Int>) -> Bool {
    guard !last.date.isEmpty, last.date.count <= line.count else { return false }
    for index in last.date.indices where text[line.lowerBound + index] != last.date[index] {
      return false
    }
    return true
  }

  /// - Returns: `nil` when there are too many shapes already.
  private mutating func index(of shape: WhatsAppStampFormat) -> Int? {
    if let index = found.firstIndex(where: { $0.shape == shape }) { return index }
    guard found.count < Self.mostShapes else { return nil }
    found.append(Found(shape: shape))
    return found.count - 1
  }

  /// The shape of most lines.
  var main: Found? {
    found.max { $0.lines < $1.lines }
  }

  /// The file's own shapes, the most frequent one first. A file may be two exports in one, or be
  /// edited by hand; a shape that fewer than a third of the lines have is taken for what somebody
  /// has copied into a message.
  var established: [Found] {
    let lines = found.reduce(0) { $0 + $1.lines }
    return found.filter { $0.lines * 3 >= lines }.sorted { $0.lines > $1.lines }
  }

  /// What an input without any byte shows.
  var empty: Found? {
    bytes == 0 ? Found(shape: WhatsAppStampFormat()) : nil
  }

  private var isClear: Bool {
    main.map { $0.dates.isClear($0.shape) } ?? false
  }
}
