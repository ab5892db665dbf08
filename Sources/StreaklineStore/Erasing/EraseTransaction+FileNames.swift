internal import GRDB
internal import StreaklineCore

extension EraseTransaction {
  /// What stands in place of the name of a file that held the name of an erased person.
  static let erasedFile = "erased"

  /// Takes the names of files that hold one of the names out of what other people have from these files.
  func eraseFileNames(holding names: Set<String>) throws {
    let places = [
      ("record", "fields", "$.source.name"), ("dispute", "fields", "$.source.name"),
      ("former", "fields", "$.source.name"), ("miss", "source", "$.name"),
    ]
    for (name, column, path) in places {
      guard let table = ChecksummedTable.all.first(where: { $0.name == name }) else { continue }
      let file = "iif(json_valid(\(column)), json_extract(\(column), '\(path)'), NULL)"
      let files = try String.fetchSet(
        db, sql: "SELECT DISTINCT \(file) FROM \(name) WHERE \(file) IS NOT NULL")
      let held = files.filter { file in names.contains { SourceLocation.file(file, holds: $0) } }
      let cleared = "json_set(\(column), '\(path)', '\(Self.erasedFile)')"
      let columns = table.columns.joined(separator: ", ")
      let newColumns = table.columns.map { $0 == column ? cleared : $0 }.joined(separator: ", ")
      for held in held {
        // A row that is damaged stays so, and is reported when it is read.
        try db.execute(
          sql: """
            UPDATE \(name) SET \(column) = \(cleared), checksum = iif(
              checksum = rowChecksum(\(columns)), rowChecksum(\(newColumns)), checksum)
            WHERE \(file) = ?
            """, arguments: [held])
      }
    }
  }
}
