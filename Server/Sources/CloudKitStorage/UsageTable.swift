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
    INSERT INTO usage SELECT owner, \(bytes), ~(\(bytes)) FROM zone WHERE key = \(zone)
    ON CONFLICT(owner) DO UPDATE
    SET bytes = bytes + excluded.bytes, complement = complement - excluded.bytes;
    """
  }

  /// The rows of the table as they have to be.
  private static var counted: String {
    """
    SELECT zone.owner AS owner, sum(\(bytes("record"))) AS bytes, ~sum(\(bytes("record")))
    FROM record JOIN zone ON zone.key = record.zone GROUP BY zone.owner
    """
  }

  /// Creates the table in a file that lacks it, or has it without `complement`, and counts what is there.
  ///
  /// The complement stands for a checksum, which a trigger cannot compute: a change of it alone or of the bytes
  /// alone shows.
  static func create(_ db: Database) throws {
    let isThere = try db.tableExists("usage")
    guard try !isThere || !db.columns(in: "usage").contains(where: { $0.name == "complement" })
    else { return }
    try db.inTransaction(.immediate) {
      try db.execute(
        sql: """
          DROP TRIGGER IF EXISTS recordAdded;
          DROP TRIGGER IF EXISTS recordChanged;
          DROP TRIGGER IF EXISTS recordRemoved;
          DROP TABLE IF EXISTS usage;
          CREATE TABLE usage(
            owner TEXT PRIMARY KEY, bytes INTEGER NOT NULL, complement INTEGER NOT NULL)
          WITHOUT ROWID;
          INSERT INTO usage \(counted);
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
    let statement = try db.cachedStatement(
      sql: "SELECT bytes, bytes IS ~complement FROM usage WHERE owner = ?")
    guard let row = try Row.fetchOne(statement, arguments: [owner]) else { return 0 }
    guard row[1] else { throw DamagedRow(table: "usage", row: nil) }
    return row[0]
  }

  /// Counts anew what a database holds.
  static func count(_ owner: String, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM usage WHERE owner = ?", arguments: [owner])
    try db.execute(
      sql: "INSERT INTO usage SELECT * FROM (\(counted)) WHERE owner = ?", arguments: [owner])
  }

  /// The databases of which the table does not say what the records add up to.
  static func wrongOwners(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT DISTINCT quote(owner) FROM (
          SELECT owner FROM (SELECT * FROM usage EXCEPT \(counted))
          WHERE bytes <> 0 OR bytes IS NOT ~complement
          UNION SELECT owner FROM (\(counted) EXCEPT SELECT * FROM usage) WHERE bytes <> 0)
        """)
  }
}

extension ContainerStore {
  /// Bytes that a user's private database holds, or, with an empty name, the public one.
  package func usedBytes(of owner: String) async throws -> Int {
    try await pool.read { try UsageTable.bytes(of: owner, $0) }
  }
}
