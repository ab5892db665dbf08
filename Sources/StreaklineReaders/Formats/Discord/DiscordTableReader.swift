internal import StreaklineCore

/// Reads what DiscordChatExporter writes as CSV: a row for each message after a row
/// with the names of the columns.
package struct DiscordTableReader: MessageReader {
  private static let separator = UInt8(ascii: ",")
  private static let needed = ["Author", "Date", "Content"]
  private let source: ByteSource
  private let zone: NamedTimeZone
  private let scan: CandidateScan
  private let order: DateOrder?
  private var rows: CSVRows
  /// How many cells a row has, and which are name, date, text and, if there is one, the id of the
  /// author.
  private let width: Int
  private let columns: [Int]
  private let idColumn: Int?

  /// - Parameter source: The input at its start.
  /// - Throws: ``InputError/malformed(_:reason:)`` for another table, and what reading throws.
  package init(
    _ source: ByteSource, options: ReaderOptions, scan: CandidateScan
  ) throws(InputError) {
    self.source = source
    zone = options.zone
    self.scan = scan
    order = try DiscordDateOrder(source, options: options, Self.dates).decided
    rows = CSVRows(source, separator: Self.separator)
    guard let names = try rows.next().flatMap({ try? $0.content.get() }),
      let columns = Self.columns(names)
    else {
      throw .malformed(source.name, reason: "the first row does not name Author, Date and Content")
    }
    width = names.count
    self.columns = columns
    idColumn = names.firstIndex { $0.bytes.elementsEqual("AuthorID".utf8) }
  }

  /// Whether the first row is that of such a table.
  ///
  /// - Parameter head: The first 64 KiB, or all there is.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let names = "AuthorID,Author,Date,Content,".utf8
    return head.prefix(64).filter { $0 != UInt8(ascii: "\"") }.starts(with: names)
  }

  package mutating func next() throws(InputError) -> MessageBatch? {
    var batch = BatchBuilder(start: rows.position, zone: zone)
    while !batch.isFull, let row = try rows.next() {
      add(row, to: &batch)
      batch.advance(to: rows.position)
    }
    return batch.isEmpty ? nil : batch.batch
  }

  private func add(_ row: CSVRows.Row, to batch: inout BatchBuilder) {
    let location = SourceLocation(name: source.name, line: row.line)
    switch row.content {
    case .failure(let mistake): batch.addUnreadable(mistake.description, at: location)
    case .success(let cells) where cells.count == 1 && cells[0].bytes[...].isBlank: return
    case .success(let cells) where cells.count != width:
      batch.addUnreadable(
        "the row has \(cells.count) cells where the first row has \(width)", at: location)
    case .success(let cells):
      let (author, date, content) = (cells[columns[0]], cells[columns[1]], cells[columns[2]])
      var draft = MessageDraft()
      draft.line = row.line
      draft.sender = DiscordText.displayName(author.bytes[...])
      draft.senderID = idColumn.flatMap { id(cells[$0], &draft) }
      let read = DiscordDate(date.bytes[...])?.reading(order, date.bytes[...])
      draft.time = read?.time
      draft.dayProblem = read?.problem
      draft.isTimeUnknown = read?.problem != nil
      draft.isNotice = DiscordText.isNotice(content.bytes[...])
      draft.text = content.bytes
      batch.add(draft, of: source.name, scan)
    }
  }

  private func id(_ cell: CSVRows.Cell, _ draft: inout MessageDraft) -> String? {
    draft.isSenderCut = cell.bytes.count > JSONTokens.longestScalar
    return cell.bytes.isEmpty ? nil : String(decoding: cell.bytes, as: UTF8.self)
  }

  private static func columns(_ names: [CSVRows.Cell]) -> [Int]? {
    let found = needed.compactMap { name in
      names.firstIndex { $0.bytes.elementsEqual(name.utf8) }
    }
    return found.count == needed.count ? found : nil
  }

  private static func dates(_ head: [UInt8]) -> [ArraySlice<UInt8>] {
    var rest = head
    let source = ByteSource(name: "", size: nil) { _ in
      defer { rest = [] }
      return rest
    }
    var rows = CSVRows(source, separator: separator)
    var column: Int?
    var dates: [ArraySlice<UInt8>] = []
    // Reading from memory cannot fail.
    while let row = try? rows.next() {
      guard let cells = try? row.content.get() else { continue }
      if let column {
        if column < cells.count { dates.append(cells[column].bytes[...]) }
      } else {
        guard let columns = columns(cells) else { break }
        column = columns[1]
      }
    }
    return dates
  }
}
