internal import StreaklineCore

/// Reads our own table (CSV): what `export --format csv` prints, also when another program has
/// saved it again, with a semicolon or a tab between the cells and without quotes around texts.
///
/// The first row names the columns, in any order; unknown ones are ignored. Without quotes an empty
/// text cannot be distinguished from a missing one.
package struct RecordTableReader: MessageReader {
  private let source: ByteSource
  private let options: ReaderOptions
  private var rows: CSVRows?
  private var position = 0
  /// The column of each cell of a row; `nil` for an unknown column.
  private var columns: [RecordType.Field?] = []

  package init(_ source: ByteSource, options: ReaderOptions) {
    self.source = source
    self.options = options
  }

  /// Whether the first row has the names of our columns, as far as `head` shows it.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let line = head.prefix { $0 != 0x0A && $0 != 0x0D }
    let separator = Character(Unicode.Scalar(CSVRows.separator(of: head)))
    let cells = String(decoding: line, as: UTF8.self).split(separator: separator)
    let names = Set(cells.map { $0.filter { $0 != "\"" && $0 != " " } })
    return names.isSuperset(of: ["type", "game"])
      && (names.contains("id") || names.isSuperset(of: ["dateInt", "gameId"]))
  }

  package mutating func next() throws(InputError) -> MessageBatch? {
    var rows = if let begun = self.rows { begun } else { try begin() }
    self.rows = nil  // This avoids a copy.
    defer { self.rows = rows }
    var builder = BatchBuilder(start: position, zone: options.zone)
    while !builder.isFull, let row = try rows.next() {
      read(row, into: &builder)
      builder.advance(to: rows.position)
    }
    position = rows.position
    return builder.isEmpty ? nil : builder.batch
  }

  /// Reads the first row.
  private mutating func begin() throws(InputError) -> CSVRows {
    let head = try source.head(65_536)
    guard Self.recognises(head) else {
      throw .malformed(source.name, reason: "the first row does not name columns of ours")
    }
    var rows = CSVRows(source, separator: CSVRows.separator(of: head))
    guard case .success(let names)? = try rows.next()?.content else {
      throw .malformed(source.name, reason: "the first row is broken")
    }
    columns = names.map { cell in
      let name = String(decoding: cell.bytes, as: UTF8.self).filter { $0 != " " }
      return options.schema.columns.first { $0.name == name }
    }
    return rows
  }

  private func read(_ row: CSVRows.Row, into builder: inout BatchBuilder) {
    let location = SourceLocation(name: source.name, line: row.line)
    do throws(RecordFormatError) {
      let cells = try row.content.get()
      if cells.count == 1, cells[0].bytes.isEmpty { return }
      let fields = try fields(cells)
      let record = try Record(
        exported: fields, user: options.user, schema: options.schema, source: location)
      let size = cells.reduce(0) { $0 + $1.bytes.count }
      builder.add(ExportedResult(record: record), size: size)
    } catch {
      builder.addUnreadable(error.description, at: location)
    }
  }

  private func fields(_ cells: [CSVRows.Cell]) throws(RecordFormatError) -> Fields {
    guard cells.count == columns.count else {
      throw RecordFormatError(
        "the row has \(cells.count) cells where the first row has \(columns.count)")
    }
    var fields = Fields()
    for case (let column?, let cell) in zip(columns, cells) where fields[column.name] == nil {
      fields.append(column.name, try column.value(of: cell))
    }
    return fields
  }
}

extension RecordType.Field {
  fileprivate func value(of cell: CSVRows.Cell) throws(RecordFormatError) -> Value {
    guard let raw = String(validating: cell.bytes, as: UTF8.self) else {
      throw RecordFormatError("\(name) is not UTF-8; save the table as UTF-8")
    }
    if raw.isEmpty, !cell.isQuoted || !kind.isText { return .null }
    switch kind {
    case .string, .date, .bytes, .reference: return .string(unguardedFormula(raw))
    case .object, .strings:
      guard let value = try? readJSON(cell.bytes) else {
        throw RecordFormatError("\(name) is not JSON")
      }
      return value
    case .int, .double:
      // Numbers have the same grammar as in JSON.
      guard let number = try? readJSON(cell.bytes) else {
        throw RecordFormatError("\(name) is not a number")
      }
      return number
    case .bool:
      let word = raw.lowercased()
      guard trueWords.contains(word) || falseWords.contains(word) else {
        throw RecordFormatError("\(name) is neither true nor false")
      }
      return .bool(trueWords.contains(word))
    }
  }
}

/// The words that spreadsheets write for `true` and `false` in English, German, French, Spanish,
/// Italian, Portuguese and Dutch.
private let trueWords: Set = [
  "true", "1", "wahr", "vrai", "verdadero", "vero", "verdadeiro", "waar",
]
private let falseWords: Set = ["false", "0", "falsch", "faux", "falso", "onwaar"]
