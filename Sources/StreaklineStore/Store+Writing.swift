internal import GRDB
package import StreaklineCore

extension Store {
  /// Stores a batch: records, streaks, outbox rows, disputes and near misses in one transaction.
  ///
  /// - Returns: One outcome for each record, in their order.
  package func ingest(_ batch: Batch) throws(StoreError) -> [Outcome] {
    try writing { db in
      var ingestion = try Ingestion(db, batch)
      return try ingestion.run()
    }
  }

  /// Queues what a pipeline has missed: records that came while its file was not there or broken, or
  /// before there was one. Doing it again queues nothing.
  ///
  /// - Returns: How many records were queued.
  package func catchUp(_ queue: Queue, now: Instant) throws(StoreError) -> Int {
    try writing { db in
      let newest = try Int64.fetchOne(db, sql: "SELECT version FROM device") ?? 0
      let mark = try Int64.fetchOne(
        db, sql: "SELECT version FROM queued WHERE pipeline = ?", arguments: [queue.pipeline])
      guard mark != newest else { return 0 }
      let before = try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox") ?? 0
      try Self.queueMissed(queue, after: mark ?? 0, now: now, db)
      try db.execute(
        sql: "INSERT OR REPLACE INTO queued VALUES (?, ?)", arguments: [queue.pipeline, newest])
      return (try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox") ?? 0) - before
    }
  }

  /// A new pipeline is not told of what was deleted before it came.
  private static func queueMissed(
    _ queue: Queue, after mark: Int64, now: Instant, _ db: Database
  ) throws {
    let types = queue.recordTypes.sorted()
    let games = queue.games?.sorted()
    let marks = { (count: Int) in Array(repeating: "?", count: count).joined(separator: ", ") }
    let gameCondition = games.map { "AND game IN (\(marks($0.count)))" } ?? ""
    var arguments: [any DatabaseValueConvertible] = [queue.pipeline, now.milliseconds, mark]
    arguments += types.map { $0 as any DatabaseValueConvertible }
    arguments += (games ?? []).map { $0 as any DatabaseValueConvertible }
    try db.execute(
      sql: """
        INSERT INTO outbox (pipeline, type, id, version, queuedAt)
        SELECT ?, type, id, version, ? FROM record
        WHERE version > ? AND type IN (\(marks(types.count))) \(gameCondition)
          \(mark == 0 ? "AND deletedAt IS NULL" : "") ORDER BY version
        ON CONFLICT (pipeline, type, id) DO NOTHING
        """,
      arguments: StatementArguments(arguments))
  }

  /// Deletes the results of an id and what disputes them, and leaves a tombstone, so that neither
  /// another import nor another device brings them back.
  ///
  /// - Parameter queues: Who is to be told.
  /// - Returns: Whether there was anything to delete.
  package func delete(id: String, now: Instant, queues: [Queue]) throws(StoreError) -> Bool {
    guard let id = CompositeID(encoded: id) else { return false }
    return try writing { db in
      let lookup = try RecordLookup(db)
      let found = try RecordType.builtIn.compactMap { try lookup(id, type: $0.name) }
        .compactMap { found in found.record.map { (found.key, $0) } }
      for (key, record) in found {
        try Self.delete(key, record, now: now, queues: queues, db)
      }
      return !found.isEmpty
    }
  }

  private static func delete(
    _ key: Int64, _ record: Record, now: Instant, queues: [Queue], _ db: Database
  ) throws {
    var clock = try VersionClock(db, now: now)
    let version = clock.next()
    try clock.save(db, queues: queues)
    try RecordWriter(db).delete(key, at: now, version: version)
    try OutboxWriter(db, queues: queues, now: now).addAgain(record, version: version)
    try db.execute(sql: "DELETE FROM dispute WHERE id = ?", arguments: [record.id])
    let streaks = try StreakTable(db)
    let everyDays = try streaks.streak(of: record.pair).everyDays
    _ = try streaks.recount(record.pair, game: record.game, everyDays: everyDays)
  }
}
