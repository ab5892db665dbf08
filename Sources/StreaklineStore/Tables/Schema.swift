internal import GRDB
internal import StreaklineCore

/// The tables of a store and the steps that lead to them.
enum Schema {
  /// The application id of a store's file: `Stkl` in ASCII.
  static let applicationID = 0x5374_6B6C
  /// The number of migrations. It is SQLite's user version, so that a file's header shows whether a
  /// newer program wrote it.
  static let version = 6
  /// Bytes of a page, fixed when the file is created. An import writes each page twice; with pages four
  /// times SQLite's default size this takes half the time.
  static let pageSizeBytes = 16_384

  /// Whether the file has all tables. `false` for a file without any table.
  static func isComplete(_ db: Database, path: String) throws -> Bool {
    if try migrator.hasCompletedMigrations(db) { return true }
    if try isOlder(db) { return false }
    let others = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM sqlite_master WHERE name NOT LIKE '%grdb_migrations%'")
    guard others == 0 else {
      throw StoreError.foreign(path: path, what: "it does not have the tables of a store")
    }
    return false
  }

  /// Whether an older program has made the tables.
  static func isOlder(_ db: Database) throws -> Bool {
    try migrator.completedMigrations(db).contains("1") && !migrator.hasCompletedMigrations(db)
  }

  /// Throws when a newer program has changed the tables since the store was opened.
  static func refuseNewer(_ db: Database, path: String) throws {
    let statement = try db.cachedStatement(sql: "PRAGMA user_version")
    guard try Int.fetchOne(statement) ?? 0 <= version else { throw StoreError.newer(path: path) }
  }

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: tables)
      try db.execute(sql: "PRAGMA user_version = 1")
    }
    migrator.registerMigration("2") { db in
      try db.execute(sql: tablesOfViews)
      try db.execute(sql: "PRAGMA user_version = 2")
    }
    migrator.registerMigration("3") { db in
      try db.execute(sql: tableOfDays)
      try db.execute(sql: "PRAGMA user_version = 3")
    }
    migrator.registerMigration("4") { db in
      try db.execute(sql: tablesOfDevices)
      try addChecksums(db)
      try db.execute(sql: tablesOfDecisions)
      try db.execute(sql: "PRAGMA user_version = 4")
    }
    migrator.registerMigration("5") { db in
      try coverActions(db)
      try db.execute(sql: "PRAGMA user_version = 5")
    }
    migrator.registerMigration("6", migrate: numberMisses)
    return migrator
  }()

  /// Results usually come sorted by day. So `result` is sorted by day first (`ResultKey`) and `record`
  /// by version: rows that are written together are close together.
  private static let tables = """
    -- A user's game. Other tables refer to it by its key.
    CREATE TABLE pair (
      key INTEGER PRIMARY KEY,
      user TEXT NOT NULL,
      gameId TEXT NOT NULL,
      game TEXT NOT NULL,
      everyDays INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      UNIQUE (user, gameId)
    ) STRICT;
    CREATE INDEX pairGame ON pair (game);

    -- The change feed: the content of each item, by the version of its last change. A change removes
    -- the item's row and adds a new one. `lineage` is NULL for what was made here.
    CREATE TABLE record (
      version INTEGER PRIMARY KEY,
      item INTEGER NOT NULL,
      deletedAt INTEGER,
      fields TEXT NOT NULL,
      lineage TEXT,
      checksum INTEGER NOT NULL
    ) STRICT;

    -- One row for each result, computed from its record.
    CREATE TABLE result (
      number INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      state INTEGER NOT NULL,
      digest INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX resultNotCounted ON result (state) WHERE state > 1;

    -- The result types, by their digits in result keys (`ResultTypes`).
    CREATE TABLE type (
      key INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      declaration TEXT NOT NULL,
      checksum INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- Records with a name of their own. The item of a document is minus its key.
    CREATE TABLE document (
      key INTEGER PRIMARY KEY,
      type TEXT NOT NULL,
      name TEXT NOT NULL,
      version INTEGER NOT NULL,
      state INTEGER NOT NULL,
      digest INTEGER NOT NULL,
      UNIQUE (type, name)
    ) STRICT;

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

    -- `cursor`: the version up to which the pipeline has read the change feed (`PipelinePosition`).
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
      nextAttempt INTEGER,
      -- The kind of the last failure, and why nothing is written until the user resumes.
      failure TEXT,
      pauseKind TEXT,
      pauseReason TEXT,
      -- The account that the remote was signed in to, where it was not `account`.
      otherAccount TEXT,
      checksum INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- The newest runs of pipelines (`PastRun`). `endedAt` is NULL while a run lasts, and for ever when
    -- its program was killed. `repeats`: how many further runs in a row came to the same.
    CREATE TABLE run (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      pipeline INTEGER NOT NULL,
      startedAt INTEGER NOT NULL,
      endedAt INTEGER,
      outcome TEXT NOT NULL,
      message TEXT,
      repeats INTEGER NOT NULL,
      counts TEXT NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX runPipeline ON run (pipeline);

    -- Changes that a cursor has passed without success. A row whose version no longer exists is void.
    CREATE TABLE delivery (
      pipeline INTEGER NOT NULL,
      item INTEGER NOT NULL,
      version INTEGER NOT NULL,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      nextAt INTEGER,
      reason TEXT NOT NULL,
      checksum INTEGER NOT NULL DEFAULT 0,
      -- By what the user names a change that was refused for good.
      refusal INTEGER,
      PRIMARY KEY (pipeline, item)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX deliveryRefusal ON delivery (refusal) WHERE refusal IS NOT NULL;
    CREATE INDEX deliveryDue ON delivery (pipeline, nextAt) WHERE nextAt IS NOT NULL;

    -- The zones of remotes that can be pulled from. `token`: what was pulled last, in hexadecimal.
    -- `round` counts the times that a zone was pulled from its beginning; `isWhole` says whether the
    -- last of them has ended.
    CREATE TABLE zone (
      key INTEGER PRIMARY KEY,
      pipeline INTEGER NOT NULL,
      name TEXT NOT NULL,
      token TEXT,
      round INTEGER NOT NULL,
      isWhole INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      UNIQUE (pipeline, name)
    ) STRICT;

    -- What remotes hold of our items. `name` is NULL where it is the one that the pipeline gives.
    -- `version`: the version here that says the same, 0 when none does.
    CREATE TABLE copy (
      zone INTEGER NOT NULL,
      item INTEGER NOT NULL,
      name TEXT,
      tag TEXT,
      version INTEGER NOT NULL,
      round INTEGER NOT NULL,
      isGone INTEGER NOT NULL,
      base TEXT,
      checksum INTEGER NOT NULL,
      PRIMARY KEY (zone, item)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX copyName ON copy (zone, name) WHERE name IS NOT NULL;

    -- What remotes hold that is no item of ours: records that nobody here understands, second names
    -- of an item, and the names of what was deleted there. `base` is the whole record.
    CREATE TABLE stray (
      zone INTEGER NOT NULL,
      name TEXT NOT NULL,
      item INTEGER,
      tag TEXT,
      round INTEGER NOT NULL,
      isGone INTEGER NOT NULL,
      life INTEGER NOT NULL,
      base TEXT,
      checksum INTEGER NOT NULL,
      PRIMARY KEY (zone, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX strayItem ON stray (zone, item) WHERE item IS NOT NULL;

    -- What remotes hold of records that were erased here, until they have deleted it.
    CREATE TABLE erasure (
      key INTEGER PRIMARY KEY,
      pipeline INTEGER NOT NULL,
      zone TEXT NOT NULL,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      tag TEXT,
      life INTEGER NOT NULL,
      version INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      UNIQUE (pipeline, zone, name)
    ) STRICT;

    -- Documents that were changed here and at a remote: what was not kept.
    CREATE TABLE conflict (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      pipeline INTEGER NOT NULL,
      item INTEGER NOT NULL,
      fields TEXT NOT NULL,
      seenAt INTEGER NOT NULL,
      isOpen INTEGER NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE miss (
      id TEXT PRIMARY KEY,
      game TEXT NOT NULL,
      user TEXT NOT NULL,
      sentAt INTEGER,
      sentOn INTEGER,
      text TEXT NOT NULL,
      source TEXT NOT NULL,
      reason TEXT,
      seenAt INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      action INTEGER
    ) STRICT;

    CREATE TABLE dispute (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      item INTEGER NOT NULL,
      digest INTEGER NOT NULL,
      fields TEXT NOT NULL,
      seenAt INTEGER NOT NULL,
      zone INTEGER,
      checksum INTEGER NOT NULL,
      action INTEGER,
      UNIQUE (item, digest)
    ) STRICT;

    -- Imports and corrections. `action` in other tables is the one that has brought the row.
    CREATE TABLE action (
      key INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      at INTEGER NOT NULL,
      detail TEXT NOT NULL,
      undoneAt INTEGER,
      checksum INTEGER NOT NULL
    ) STRICT;

    -- The versions of the records that an action has brought: one row for each run of them.
    CREATE TABLE span (
      first INTEGER PRIMARY KEY,
      last INTEGER NOT NULL,
      action INTEGER NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX spanAction ON span (action);

    -- What the user has said of names: the user that a name stands for; NULL where he is forgotten.
    CREATE TABLE alias (
      name TEXT PRIMARY KEY,
      user TEXT,
      checksum INTEGER NOT NULL
    ) STRICT;

    -- The people of exports that have ids, by format and id: `discord:123`.
    CREATE TABLE person (
      id TEXT PRIMARY KEY,
      user TEXT NOT NULL,
      name TEXT NOT NULL,
      namedAt INTEGER,
      checksum INTEGER NOT NULL
    ) STRICT;

    -- Where the results of renamed users went.
    CREATE TABLE move (
      action INTEGER NOT NULL,
      oldItem INTEGER NOT NULL,
      newItem INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      PRIMARY KEY (action, oldItem)
    ) STRICT;

    -- What actions have replaced or removed. `state` is NULL for the content of a dispute; `origin` is
    -- the action that had brought the content. `isAside`: 1 where the user has decided against it; 2 is
    -- added where the row was first kept for another item, whose result has got this one's name.
    CREATE TABLE former (
      key INTEGER PRIMARY KEY,
      action INTEGER NOT NULL,
      item INTEGER NOT NULL,
      state INTEGER,
      digest INTEGER NOT NULL,
      origin INTEGER,
      isAside INTEGER NOT NULL,
      seenAt INTEGER NOT NULL,
      fields TEXT NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX formerItem ON former (item);
    CREATE INDEX formerAction ON former (action);

    CREATE TABLE device (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      id TEXT NOT NULL,
      version INTEGER NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;

    -- How far each input is imported (`ImportCheckpoint`).
    CREATE TABLE import (
      key TEXT NOT NULL,
      digest INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      isComplete INTEGER NOT NULL,
      name TEXT NOT NULL,
      at INTEGER NOT NULL,
      counts TEXT NOT NULL,
      checksum INTEGER NOT NULL,
      PRIMARY KEY (key, digest)
    ) STRICT;
    """

  /// Creates the view that shows a type's fields as columns, for people with any SQLite tool.
  ///
  /// The view's id is wrong for user names with control characters, which SQL cannot encode.
  static func replaceView(of type: RecordType, key: Int64, _ db: Database) throws {
    let name = quoted("\(type.name.prefix(1).lowercased())\(type.name.dropFirst())")
    try db.execute(
      sql: "DROP VIEW IF EXISTS \(name); CREATE VIEW \(name) AS \(rows(of: type, key))")
  }

  private static func rows(of type: RecordType, _ key: Int64) -> String {
    let columns = type.fieldNames.filter {
      !["gameId", "gameName", "dateInt", "date"].contains($0)
    }
    .map { "json_extract(fields, '$.\(quoted($0))') AS \(quoted($0))" }
    let day = ResultKey.day(in: "item")
    return """
      SELECT
        replace(replace(user, '%', '%25'), '|', '%7C') || '|' || substr(\(day) + 100000000, 2)
          || '|' || gameId AS id,
        user, game, json_extract(fields, '$.gameName') AS gameName, \(day) AS day,
        substr(\(day) + 100000000, 2, 4) || '-' || substr(\(day), -4, 2) || '-'
          || substr(\(day), -2) AS date,
        \(columns.joined(separator: ",\n  "))
      FROM record JOIN pair ON key = \(ResultKey.pair(in: "item"))
      WHERE item > 0 AND \(ResultKey.type(in: "item")) = \(key) AND deletedAt IS NULL
      """
  }

  /// A name quoted for SQL and for SQLite's JSON paths.
  private static func quoted(_ name: String) -> String {
    "\"" + name.filter { $0 != "\"" && $0 != "'" && $0 != "\\" } + "\""
  }
}
