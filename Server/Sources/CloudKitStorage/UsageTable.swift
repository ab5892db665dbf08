internal import GRDB

/// How many bytes each database of a container holds. SQLite counts with each change of a record, so that
/// nothing has to be added up.
enum UsageTable {
  /// As ``StoredRecord/countedBytes``: names and types are ASCII.
  private static func bytes(_ row: String) -> String {
    "(CASE WHEN \(row).type IS NULL THEN 0 "
      + "ELSE length(\(row).fields) + length(\(row).name) + length(\(row).type) END)"
  }

  private static func count(_ bytes: String, zone: String) -> String {
    """
    INSERT INTO usage(owner, bytes) SELECT owner, \(bytes) FROM zone WHERE key = \(zone)
    ON CONFLICT(owner) DO UPDATE SET bytes = bytes + excluded.bytes;
    """
  }

  /// Creates the table in a file that lacks it, and counts what is there.
  static func create(_ db: Database) throws {
    guard try !db.tableExists("usage") else { return }
    try db.inTransaction(.immediate) {
      try db.execute(
        sql: """
          CREATE TABLE usage(owner TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
          INSERT INTO usage SELECT zone.owner, sum(\(bytes("record")))
          FROM record JOIN zone ON zone.key = record.zone GROUP BY zone.owner;
          CREATE TRIGGER recordAdded AFTER INSERT ON record BEGIN
            \(count(bytes("new"), zone: "new.zone"))
          END;
          CREATE TRIGGER recordChanged AFTER UPDATE OF type, fields ON record BEGIN
            \(count("\(bytes("new")) - \(bytes("old"))", zone: "new.zone"))
          END;
          CREATE TRIGGER recordRemoved AFTER DELETE ON record BEGIN
            \(count("- \(bytes("old"))", zone: "old.zone"))
          END;
          """)
      return .commit
    }
  }

  static func bytes(of owner: String, _ db: Database) throws -> Int {
    let statement = try db.cachedStatement(sql: "SELECT bytes FROM usage WHERE owner = ?")
    return try Int.fetchOne(statement, arguments: [owner]) ?? 0
  }
}

extension ContainerStore {
  /// Bytes that a user's private database holds, or, with an empty name, the public one.
  package func usedBytes(of owner: String) async throws -> Int {
    try await pool.read { try UsageTable.bytes(of: owner, $0) }
  }
}
