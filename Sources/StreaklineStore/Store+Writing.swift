internal import GRDB
package import StreaklineCore

extension Store {
  /// Stores a batch in one transaction: records, streaks, disputes, near misses and the import
  /// checkpoint.
  ///
  /// - Returns: One outcome for each record, in their order.
  package func ingest(_ batch: Batch) throws(StoreError) -> [Outcome] {
    try changingResults { db, cache in
      var transaction = try StoreTransaction(db, batch, types)
      return try transaction.run(&cache)
    }
  }

  /// Deletes the results of an id and their disputes. Tombstones stay, so that neither another
  /// import nor another device brings the results back.
  ///
  /// - Returns: Whether there was a result to delete.
  package func delete(id: String, now: Instant) throws(StoreError) -> Bool {
    guard let id = CompositeID(encoded: id) else { return false }
    return try changingResults { db, cache in
      var deletion = try ResultDeletion(db, types, now: now)
      return try deletion.run(id, &cache)
    }
  }
}
