internal import GRDB
internal import StreaklineCore

/// The tables of a store and the steps that lead to them.
enum Schema {
  /// Marks our files: `Stkl` in ASCII.
  static let applicationID = 0x5374_6B6C
  /// Number of migrations, kept as SQLite's user version so that a newer file shows in its header.
  static let version = 1
  /// Bytes of a page, chosen when the file is created. An import writes whole pages, twice, and a
  /// quarter as many of them costs half as much.
  static let pageSizeBytes = 16_384

  /// Whether the file has all tables; `false` when it has none yet.
  static func isComplete(_ db: Database, path: String) throws -> Bool {
    if try migrator.hasCompletedMigrations(db) { return true }
    let others = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM sqlite_master WHERE name NOT LIKE '%grdb_migrations%'")
    guard others == 0 else {
      throw StoreError.foreign(path: path, what: "its tables are not those of a store")
    }
    return false
  }

  /// Another program may be newer, and change the tables while the store is open.
  static func refuseNewer(_ db: Database, path: String) throws {
    let statement = try db.cachedStatement(sql: "PRAGMA user_version")
    guard try Int.fetchOne(statement) ?? 0 <= version else { throw StoreError.newer(path: path) }
  }

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: tables)
      for type in RecordType.builtIn {
        try db.execute(sql: view(of: type))
      }
      try db.execute(sql: "PRAGMA user_version = 1")
    }
    return migrator
  }()

  /// Results come by day, so what is written for one lies beside what was written for the one
  /// before: `record` grows at its end, and `result` is sorted by day first (`ResultKey`).
  private static let tables = """
    -- A user's game: everywhere else its key stands for the texts.
    CREATE TABLE pair (
      key INTEGER PRIMARY KEY,
      user TEXT NOT NULL,
      gameId TEXT NOT NULL,
      game TEXT NOT NULL,
      everyDays INTEGER NOT NULL,
      UNIQUE (user, gameId)
    ) STRICT;
    CREATE INDEX pairGame ON pair (game);

    -- The change feed: what each item says, by the version of its last change. A change is a new
    -- row, so that all changes are in their order. `lineage` is NULL for what was made here.
    CREATE TABLE record (
      version INTEGER PRIMARY KEY,
      item INTEGER NOT NULL,
      deletedAt INTEGER,
      fields TEXT NOT NULL,
      lineage TEXT
    ) STRICT;

    -- Which results there are, each once; made from the records.
    CREATE TABLE result (
      number INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      state INTEGER NOT NULL,
      digest INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX resultNotCounted ON result (state) WHERE state > 1;

    CREATE TABLE pairStreak (
      pair INTEGER PRIMARY KEY,
      played INTEGER NOT NULL,
      completed INTEGER NOT NULL,
      longest INTEGER NOT NULL,
      lastPlayed INTEGER,
      runStart INTEGER,
      runEnd INTEGER
    ) STRICT;
    CREATE VIEW streak AS
      SELECT user, gameId, game, everyDays, played, completed, longest, lastPlayed, runStart, runEnd
      FROM pairStreak JOIN pair ON key = pair;

    -- What the filter wants is delivered up to the version `cursor` (`PipelinePosition`).
    CREATE TABLE pipeline (
      key INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      account TEXT,
      filter TEXT,
      cursor INTEGER NOT NULL DEFAULT 0,
      start INTEGER NOT NULL DEFAULT 0,
      earlier TEXT,
      state TEXT NOT NULL DEFAULT 'idle',
      lastSuccess INTEGER,
      lastError TEXT,
      failures INTEGER NOT NULL DEFAULT 0,
      nextAttempt INTEGER
    ) STRICT;

    -- What a cursor has passed and nobody has taken. A version that is no more has no meaning.
    CREATE TABLE delivery (
      pipeline INTEGER NOT NULL,
      item INTEGER NOT NULL,
      version INTEGER NOT NULL,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      nextAt INTEGER,
      reason TEXT NOT NULL,
      PRIMARY KEY (pipeline, item)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deliveryDue ON delivery (pipeline, nextAt) WHERE nextAt IS NOT NULL;

    CREATE TABLE miss (
      id TEXT PRIMARY KEY,
      game TEXT NOT NULL,
      user TEXT NOT NULL,
      sentAt INTEGER,
      text TEXT NOT NULL,
      source TEXT NOT NULL,
      reason TEXT,
      seenAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE dispute (
      item INTEGER NOT NULL,
      digest INTEGER NOT NULL,
      record TEXT NOT NULL,
      seenAt INTEGER NOT NULL,
      zone INTEGER,
      PRIMARY KEY (item, digest)
    ) STRICT;

    CREATE TABLE device (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      id TEXT NOT NULL,
      version INTEGER NOT NULL
    ) STRICT;

    -- How far inputs have been imported (`ImportCheckpoint`).
    CREATE TABLE import (
      key TEXT NOT NULL,
      digest INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      isComplete INTEGER NOT NULL,
      name TEXT NOT NULL,
      at INTEGER NOT NULL,
      counts TEXT NOT NULL,
      PRIMARY KEY (key, digest)
    ) STRICT;
    """

  /// A view that shows a type's fields as plain columns, for people with any SQLite tool.
  ///
  /// Its id is right but for names with control characters, which SQL cannot encode.
  private static func view(of type: RecordType) -> String {
    let shared = ["puzzleNumber", "mode"]
    let columns = (shared + type.fields.map(\.name) + ["sharedText", "parsedData"]).map {
      "json_extract(fields, '$.\($0)') AS \($0)"
    }
    let day = ResultKey.day(in: "item")
    return """
      CREATE VIEW \(type.name.prefix(1).lowercased())\(type.name.dropFirst()) AS
      SELECT
        replace(replace(user, '%', '%25'), '|', '%7C') || '|' || substr(\(day) + 100000000, 2)
          || '|' || gameId AS id,
        user, game, json_extract(fields, '$.gameName') AS gameName, \(day) AS day,
        substr(\(day) + 100000000, 2, 4) || '-' || substr(\(day), -4, 2) || '-'
          || substr(\(day), -2) AS date,
        \(columns.joined(separator: ",\n  ")),
        json_extract(fields, '$.suspect') AS suspect
      FROM record JOIN pair ON key = \(ResultKey.pair(in: "item"))
      WHERE \(ResultKey.type(in: "item")) = \(ResultKey.place(of: type))
        AND deletedAt IS NULL
      """
  }
}
