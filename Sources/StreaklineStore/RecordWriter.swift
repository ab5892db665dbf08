internal import GRDB
internal import StreaklineCore

/// Writes rows of the table `record`.
struct RecordWriter {
  private let db: Database
  private let insertion: RowStatement
  private let replacement: RowStatement
  private let deletion: RowStatement

  init(_ db: Database) throws {
    self.db = db
    insertion = try RowStatement(
      db,
      """
      INSERT INTO record (game, completed, suspect, version, fields, type, id, user, gameId, day)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """)
    replacement = try RowStatement(
      db,
      """
      UPDATE record
      SET game = ?, completed = ?, suspect = ?, version = ?, fields = ?, deletedAt = NULL
      WHERE key = ?
      """)
    deletion = try RowStatement(
      db,
      """
      UPDATE record
      SET deletedAt = ?, version = ?, completed = NULL, suspect = NULL, fields = '{}'
      WHERE key = ?
      """)
  }

  /// Inserts a record; `false`, and nothing written, when the store knows its id.
  func insert(_ record: Record, version: Int64) throws -> Bool {
    bind(record, version, to: insertion)
    insertion.bind(6, record.type)
    insertion.bind(7, record.id)
    insertion.bind(8, record.userId)
    insertion.bind(9, record.gameId)
    insertion.bind(10, record.day.dateInt)
    try insertion.run()
    return db.changesCount == 1
  }

  func replace(_ key: Int64, with record: Record, version: Int64) throws {
    bind(record, version, to: replacement)
    replacement.bind(6, key)
    try replacement.run()
  }

  /// Leaves a tombstone: what the id says, and nothing of what somebody wrote.
  func delete(_ key: Int64, at now: Instant, version: Int64) throws {
    deletion.bind(1, now.milliseconds)
    deletion.bind(2, version)
    deletion.bind(3, key)
    try deletion.run()
  }

  private func bind(_ record: Record, _ version: Int64, to statement: RowStatement) {
    var writer = JSONWriter()
    writer.writeObject(record.fields)
    statement.bind(1, record.game)
    statement.bind(2, record.completed.map { $0 ? 1 : 0 })
    statement.bind(3, record.suspect)
    statement.bind(4, version)
    statement.bind(5, utf8: writer.bytes)
  }
}
