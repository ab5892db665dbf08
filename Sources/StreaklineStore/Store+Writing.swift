internal import GRDB
package import StreaklineCore

extension Store {
  /// Stores a batch: records, streaks, disputes, near misses and how far the
  /// import has come, in one transaction.
  ///
  /// - Returns: One outcome for each record, in their order.
  package func ingest(_ batch: Batch) throws(StoreError) -> [Outcome] {
    try changingResults { db, memory in
      var ingestion = try StoreTransaction(db, batch, types)
      return try ingestion.run(&memory)
    }
  }

  /// Deletes the results of an id and what disputes them, and leaves a tombstone, so that neither
  /// another import nor another device brings them back.
  ///
  /// - Returns: Whether there was anything to delete.
  package func delete(id: String, now: Instant) throws(StoreError) -> Bool {
    guard let id = CompositeID(encoded: id) else { return false }
    return try changingResults { db, memory in
      var deletion = try ResultDeletion(db, types, now: now)
      return try deletion.run(id, &memory)
    }
  }
}
