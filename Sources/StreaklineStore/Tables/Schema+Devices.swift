internal import GRDB

extension Schema {
  /// `marker`: the file in which the store was when it had the id (`StoreMarker`); NULL when it is not known.
  /// `version`: the newest version that was made under the id.
  static let tablesOfDevices = """
    ALTER TABLE device ADD COLUMN marker INTEGER;
    -- The ids that this device had before its store was copied or restored.
    CREATE TABLE formerDevice (
      key INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      id TEXT NOT NULL,
      marker INTEGER,
      checksum INTEGER NOT NULL
    ) STRICT;
    """

  /// Gives what views read a checksum for each row.
  static func addChecksums(_ db: Database) throws {
    for table in ChecksummedTable.derived {
      try db.execute(
        sql: "ALTER TABLE \(table.name) ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0")
    }
    // Before version 3 there were no days; before version 2 nothing at all.
    guard try Int.fetchOne(db, sql: "SELECT count(*) FROM pairDays") ?? 0 > 0 else {
      // A new store has no pair, and nothing follows from nothing.
      if try Int.fetchOne(db, sql: "SELECT count(*) FROM pair") ?? 0 > 0 {
        try recountDerived(db, ResultTypes(db))
      }
      return
    }
    for table in ChecksummedTable.derived {
      try db.execute(sql: table.checksumUpdate(where: "true"))
    }
  }
}
