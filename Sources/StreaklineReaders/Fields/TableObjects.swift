internal import StreaklineCore

/// The rows of a table as objects, whose fields are the columns by their names.
struct TableObjects: FieldObjects {
  private var rows: CSVRows
  private var names: [String] = []
  private(set) var problem: String?

  init(_ source: ByteSource, separator: UInt8) {
    rows = CSVRows(source, separator: separator)
  }

  var position: Int { rows.position }

  var around: [FieldObject] { [] }

  mutating func next() throws(InputError) -> FieldObject? {
    while let row = try rows.next() {
      guard case .success(let cells) = row.content else {
        problem = "the row of line \(row.line) is not well-formed"
        return nil
      }
      if names.isEmpty {
        names = cells.map { String(String(decoding: $0.bytes, as: UTF8.self).trimmingBlanks()) }
        continue
      }
      if cells.count == 1, cells[0].bytes[...].isBlank { continue }
      guard cells.count == names.count else {
        problem = "line \(row.line) has \(cells.count) cells, and the first one \(names.count)"
        return nil
      }
      if let name = contradicted(cells) {
        problem = "two columns are called “\(name)”, and differ in line \(row.line)"
        return nil
      }
      var object = FieldObject(place: "", line: row.line)
      for (name, cell) in zip(names, cells) where !cell.bytes.isEmpty {
        object.add(name, cell.bytes)
      }
      return object
    }
    return nil
  }

  /// The name of two columns that may both be the author or the text, where a row has different values in them.
  private func contradicted(_ cells: [CSVRows.Cell]) -> String? {
    names.indices.first { index in
      let name = FieldName(names[index])
      let isText = name.textRank != nil
      return (name.senderStrength != nil || isText && !cells[index].bytes.isEmpty)
        && names[..<index].indices.contains {
          names[$0].lowercased() == names[index].lowercased()
            && cells[$0].bytes != cells[index].bytes && !(isText && cells[$0].bytes.isEmpty)
        }
    }.map { names[$0] }
  }
}
