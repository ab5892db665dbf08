/// Records as a table of text (CSV, RFC 4180): a row each, a column for every field of any type.
///
/// Texts stand in quotes, an empty one too; numbers, truth values and nothing at all do not. So a
/// reader tells an empty text from a missing one, and the text `3` from the number.
package struct RecordCSV {
  private let columns: [RecordType.Field]
  /// What has been written so far.
  package private(set) var bytes: [UInt8] = []
  private let escapesForTerminal: Bool

  /// - Parameter escapesForTerminal: Shows control characters of texts as `\u{…}`, for people; such
  ///   a table cannot be read back.
  package init(schema: RecordSchema = .standard, escapesForTerminal: Bool = false) {
    columns = schema.columns
    self.escapesForTerminal = escapesForTerminal
  }

  /// Writes the row that names the columns.
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
    let cell = guardedAgainstFormulas(text)
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
  /// Whether a cell of the kind is a text, in quotes.
  package var isText: Bool { [.string, .date, .bytes, .reference].contains(self) }
}

private let quote = UInt8(ascii: "\"")
