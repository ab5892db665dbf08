internal import GRDB

extension Schema {
  /// The columns of near misses that their checksum covered in version 5, in its order.
  private static let columnsOfMisses =
    "id, game, user, sentAt, sentOn, text, source, reason, seenAt, action"

  /// Lets the checksums of disputes and near misses cover the actions that have brought them. Rows that were damaged
  /// before stay so.
  static func coverActions(_ db: Database) throws {
    for (table, after) in [
      ("dispute", ChecksummedTable.dispute.columns.joined(separator: ", ")),
      ("miss", columnsOfMisses),
    ] {
      let before = after.split(separator: ", ").dropLast().joined(separator: ", ")
      try db.execute(
        sql: """
          UPDATE \(table) SET checksum = rowChecksum(\(after)) WHERE checksum = rowChecksum(\(before))
          """)
    }
  }

  /// Gives each near miss a number that no other one ever gets, and room for the time at which the user has
  /// dropped it. Rows that were damaged before stay so.
  static func numberMisses(_ db: Database) throws {
    let columns = columnsOfMisses
    // In a new store the table is made in its place: to rename one, SQLite reads the whole schema again several times.
    guard try Int.fetchOne(db, sql: "SELECT count(*) FROM miss") ?? 0 > 0 else {
      try db.execute(
        sql: """
          DROP TABLE miss;
          CREATE TABLE "miss" \(numberedColumns);
          PRAGMA user_version = 6;
          """)
      return
    }
    try db.execute(
      sql: """
        CREATE TABLE numberedMiss \(numberedColumns);
        INSERT INTO numberedMiss (\(columns), checksum)
          SELECT \(columns),
            iif(checksum = rowChecksum(\(columns)), rowChecksum(\(columns), NULL), checksum)
          FROM miss ORDER BY seenAt, rowid;
        DROP TABLE miss;
        ALTER TABLE numberedMiss RENAME TO miss;
        PRAGMA user_version = 6;
        """)
  }

  private static let numberedColumns = """
    (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      game TEXT NOT NULL,
      user TEXT NOT NULL,
      sentAt INTEGER,
      sentOn INTEGER,
      text TEXT NOT NULL,
      source TEXT NOT NULL,
      reason TEXT,
      seenAt INTEGER NOT NULL,
      action INTEGER,
      droppedAt INTEGER,
      checksum INTEGER NOT NULL
    ) STRICT
    """
}
