internal import StreaklineCore

/// Opens structured data: reads its messages, or says why nobody can tell whose they are.
struct StructuredInput {
  /// How many bytes are surveyed of an input that cannot be opened twice.
  private static let longestPipe = 16_777_216
  private static let chunkSize = 1_048_576
  private let structure: Structure
  private let source: ByteSource
  private let opening: Input.Reopen
  private let head: [UInt8]
  private let options: ReaderOptions
  private let scan: CandidateScan

  /// - Parameters:
  ///   - source: The input at its start.
  ///   - opening: Opens it once more; `nil` for a pipe, which is then kept in memory.
  init(
    _ structure: Structure, _ source: ByteSource, head: [UInt8], opening: Input.Reopen?,
    options: ReaderOptions, scan: CandidateScan
  ) throws(InputError) {
    self.structure = structure
    self.source = source
    self.head = head
    self.options = options
    self.scan = scan
    if let opening {
      self.opening = opening
    } else {
      let bytes = try source.head(Self.longestPipe)
      guard bytes.count < Self.longestPipe else {
        throw .malformed(
          source.name,
          reason: "\(structure.rawValue) of more than 16 MiB; save it in a file and name that")
      }
      let name = source.name
      self.opening = { () throws(InputError) in ByteSource(name: name, bytes: bytes) }
    }
  }

  /// - Throws: ``InputError/unclear(_:_:)`` where shares are in it and nothing says whose they are.
  /// - Returns: `nil` for a text that has data below other words, in which no share is.
  func reader() throws(InputError) -> (any MessageReader)? {
    switch structure {
    case .html, .mails, .rows: return try plainReader()
    case .json, .jsonLines, .script, .xml, .table: break
    }
    let survey = try FieldSurvey(objects(opening()), scan)
    if let wordsEnd {
      guard survey.problem == nil, survey.hasShares else { return nil }
      guard !scan.isPresent(in: head, 0..<wordsEnd) else {
        throw unclear("shares are in it and in the words above it")
      }
    }
    if let problem = survey.problem {
      guard !options.ownsUnnamed else { return plain }
      guard try holdsShare() else { return plain }
      throw unclear("it cannot be read: \(problem)")
    }
    do {
      let choices = try survey.choices(
        options.fields, ownsUnnamed: options.ownsUnnamed || isOfOneAuthor)
      return FieldMessagesReader(
        try objects(source), name: source.name, choices, people: survey.names, of: structure,
        options: options,
        scan: scan)
    } catch let error as UnclearFields {
      throw unclear(error.reason, error)
    } catch let error as InputError {
      throw error
    } catch {
      throw unclear("it cannot be read")
    }
  }

  /// Where data starts below other words than a script's; `nil` where it starts on the first line.
  private var wordsEnd: Int? {
    guard structure == .script, let start = Structure.dataStart(head),
      let first = head.firstIndex(where: { $0 > 0x20 }), head[first..<start].contains(0x0A)
    else { return nil }
    return start
  }

  /// Whether the file holds only what one person has written, as the tweets of an account do.
  private var isOfOneAuthor: Bool {
    structure == .script
      && String(decoding: head.prefix(100), as: UTF8.self).hasPrefix("window.YTD.tweet")
  }

  private func objects(_ source: ByteSource) throws(InputError) -> any FieldObjects {
    switch structure {
    case .xml: return XMLObjects(source)
    case .table: return TableObjects(source, separator: TableHeader(head)?.separator ?? 0x2C)
    default:
      return try JSONObjects(
        source, isLines: structure == .jsonLines,
        dataStart: structure == .script ? Structure.dataStart(head) : nil)
    }
  }

  private var plain: any MessageReader { ChatTextReader(source, layout: PlainLayout(), scan: scan) }

  /// A reader of a text that holds no share, or is one person's.
  private func plainReader() throws(InputError) -> any MessageReader {
    if options.ownsUnnamed { return plain }
    guard try holdsShare() else { return plain }
    throw unclear("it is in a form that is not known")
  }

  /// Whether a share may be anywhere in the input.
  private func holdsShare() throws(InputError) -> Bool {
    let source = try opening()
    var bytes: [UInt8] = []
    while try source.read(Self.chunkSize, into: &bytes) {
      if scan.isPresent(in: bytes, 0..<bytes.count) { return true }
      bytes.removeFirst(max(0, bytes.count - 4_096))
    }
    return false
  }

  private func unclear(_ reason: String, _ fields: UnclearFields? = nil) -> InputError {
    .unclear(
      source.name,
      InputError.Unclear(
        structure: structure.rawValue, reason: reason, senders: fields?.senders ?? [],
        text: fields?.text,
        time: fields?.time))
  }
}
