/// Writes records as CSV (RFC 4180): a row for each record, a column for each field of any type.
///
/// Texts have quotes, also empty ones. Numbers, truth values and missing values have none. So a reader
/// can distinguish an empty text from a missing one, and the text `3` from the number.
package struct RecordCSV {
  private let columns: [RecordType.Field]
  /// The rows written since the buffer was emptied.
  package private(set) var bytes: [UInt8] = []
  private let escapesForTerminal: Bool
  private let escapesDirections: Bool

  /// - Parameters:
  ///   - schema: The types of the records.
  ///   - escapesForTerminal: Whether to show control characters as `\u{…}`. Such a table is for people
  ///     and cannot be read back.
  ///   - escapesDirections: Whether to show only direction marks so, as in a list for people.
  package init(
    schema: RecordSchema = .standard, escapesForTerminal: Bool = false,
    escapesDirections: Bool = false
  ) {
    self.escapesDirections = escapesDirections
    columns = schema.columns
    self.escapesForTerminal = escapesForTerminal
  }

  /// Writes the row with the names of the columns.
  package mutating func writeHeader() {
    writeRow(columns.map { .string($0.name) })
  }

  package mutating func write(_ record: Record) {
    let fields = record.json.object ?? [:]
    writeRow(columns.map { fields[$0.name] ?? .null })
  }

  /// Empties the buffer and keeps its capacity.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func writeRow(_ values: [Value]) {
    for (index, value) in values.enumerated() {
      if index > 0 {
        bytes.append(UInt8(ascii: ","))
      }
      writeCell(value)
    }
    bytes += [0x0D, 0x0A]
  }

  private mutating func writeCell(_ value: Value) {
    switch value {
    case .null: break
    case .bool, .int, .double: bytes += Array((value.text ?? "").utf8)
    case .string(let text): writeText(text)
    case .list, .object: writeText(String(json: value))
    }
  }

  private mutating func writeText(_ text: String) {
    let cell = guardedAgainstFormulas(escapesDirections ? escapedDirections(text) : text)
    bytes.append(quote)
    for byte in (escapesForTerminal ? escapedForTerminal(cell) : cell).utf8 {
      if byte == quote {
        bytes.append(quote)
      }
      bytes.append(byte)
    }
    bytes.append(quote)
  }
}

extension RecordType.Kind {
  /// Whether cells of the kind are texts, which have quotes.
  package var isText: Bool { [.string, .date, .bytes, .reference].contains(self) }
}

private let quote = UInt8(ascii: "\"")
