internal import StreaklineCore

/// Writes objects as the rows of a table in CSV (RFC 4180). Text is in quotes, and none of it is a formula to a
/// spreadsheet; numbers are plain; a list or an object is one cell of JSON.
struct TableRows {
  /// The names of the first object's fields; `nil` before it has come.
  private var names: [String]?

  /// The row of an object, with the header before the first one.
  mutating func rows(of fields: Fields) -> String {
    var text = ""
    if names == nil {
      names = fields.map(\.name)
      text = row(fields.map { .string($0.name) })
    }
    return text + row((names ?? []).map { fields[$0] ?? .null })
  }

  private func row(_ values: [Value]) -> String {
    values.map(cell).joined(separator: ",") + "\r\n"
  }

  private func cell(_ value: Value) -> String {
    switch value {
    case .null: ""
    case .int, .double, .bool: String(json: value)
    case .string(let text): quoted(guardedAgainstFormulas(escapedDirections(text)))
    default:
      quoted(json(value))
    }
  }

  private func json(_ value: Value) -> String {
    var writer = JSONWriter(escapesForTerminal: true)
    writer.write(value)
    return writer.text
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
