import GRDB

/// A store's file as any other SQLite tool sees it.
enum RawDatabase {
  static func execute(_ path: String, _ sql: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try queue.close()
  }

  /// All rows, their columns joined with `|`.
  static func rows(_ path: String, _ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    let rows = try queue.read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map { $0.isNull ? "null" : "\($0.storage.value ?? "")" }
          .joined(separator: "|")
      }
    }
    try queue.close()
    return rows
  }

  /// Everything in every table of a store.
  static func dump(_ path: String) throws -> [String] {
    let tables = try rows(
      path, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    return try tables.flatMap { table in
      try rows(path, "SELECT * FROM \(table)").map { "\(table): \($0)" }
    }
  }
}
