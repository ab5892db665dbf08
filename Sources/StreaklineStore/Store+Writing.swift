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
    try clock.save(db)
    try RecordWriter(db).delete(key, at: now, version: version)
    try OutboxWriter(db, queues: queues, now: now).addAgain(record, version: version)
    try db.execute(sql: "DELETE FROM dispute WHERE id = ?", arguments: [record.id])
    let streaks = try StreakTable(db)
    let everyDays = try streaks.streak(of: record.pair).everyDays
    _ = try streaks.recount(record.pair, game: record.game, everyDays: everyDays)
  }
}
