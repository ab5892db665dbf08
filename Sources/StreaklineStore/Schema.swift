internal import GRDB
internal import StreaklineCore

/// The tables of a store and the steps that lead to them.
enum Schema {
  /// Marks our files: `Stkl` in ASCII.
  static let applicationID = 0x5374_6B6C
  /// Number of migrations, kept as SQLite's user version so that a newer file shows in its header.
  static let version = 1

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

  /// The composite id of a dated record is made of user, day and gameId, so one index over these
  /// serves both; an index over `id` would cost as much again.
  private static let tables = """
    CREATE TABLE record (
      key INTEGER PRIMARY KEY,
      type TEXT NOT NULL,
      id TEXT NOT NULL,
      zone TEXT,
      user TEXT,
      game TEXT,
      gameId TEXT,
      day INTEGER,
      completed INTEGER,
      suspect TEXT,
      version INTEGER NOT NULL,
      deletedAt INTEGER,
      fields TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX recordResult ON record (user, gameId, day, type) WHERE day IS NOT NULL;
    CREATE UNIQUE INDEX recordId ON record (type, id) WHERE day IS NULL;

    CREATE TABLE outbox (
      sequence INTEGER PRIMARY KEY,
      pipeline TEXT NOT NULL,
      type TEXT NOT NULL,
      id TEXT NOT NULL,
      version INTEGER NOT NULL,
      queuedAt INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      lastError TEXT,
      rejected TEXT,
      UNIQUE (pipeline, type, id)
    ) STRICT;
    CREATE INDEX outboxPending ON outbox (pipeline, sequence) WHERE rejected IS NULL;

    CREATE TABLE streak (
      user TEXT NOT NULL,
      gameId TEXT NOT NULL,
      game TEXT NOT NULL,
      everyDays INTEGER NOT NULL,
      played INTEGER NOT NULL,
      completed INTEGER NOT NULL,
      longest INTEGER NOT NULL,
      lastPlayed INTEGER,
      runStart INTEGER,
      runEnd INTEGER,
      PRIMARY KEY (user, gameId)
    ) STRICT, WITHOUT ROWID;

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
      id TEXT NOT NULL,
      digest TEXT NOT NULL,
      record TEXT NOT NULL,
      seenAt INTEGER NOT NULL,
      PRIMARY KEY (id, digest)
    ) STRICT;

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

    CREATE TABLE device (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      id TEXT NOT NULL,
      version INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE syncState (
      pipeline TEXT PRIMARY KEY,
      state TEXT NOT NULL,
      lastSuccess INTEGER,
      lastError TEXT,
      nextAttempt INTEGER
    ) STRICT;

    -- Every record up to this version was queued for the pipeline when it was due.
    CREATE TABLE queued (
      pipeline TEXT PRIMARY KEY,
      version INTEGER NOT NULL
    ) STRICT;
    """

  /// A view that shows a type's fields as plain columns, for people with any SQLite tool.
  private static func view(of type: RecordType) -> String {
    let shared = ["puzzleNumber", "mode"]
    let columns = (shared + type.fields.map(\.name) + ["sharedText", "parsedData"]).map {
      "json_extract(fields, '$.\($0)') AS \($0)"
    }
    return """
      CREATE VIEW \(type.name.prefix(1).lowercased())\(type.name.dropFirst()) AS
      SELECT id, user, game, json_extract(fields, '$.gameName') AS gameName, day,
        substr(day + 100000000, 2, 4) || '-' || substr(day, -4, 2) || '-' || substr(day, -2)
          AS date,
        \(columns.joined(separator: ",\n  ")),
        suspect
      FROM record WHERE type = '\(type.name)' AND deletedAt IS NULL
      """
  }
}
