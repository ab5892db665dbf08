internal import GRDB
internal import StreaklineCore

extension Store {
  /// Stores a batch in one transaction: records, streaks, disputes, near misses and the import
  /// checkpoint.
  ///
  /// - Returns: One outcome for each record, in their order.
  package func ingest(_ batch: Batch) throws(StoreError) -> [Outcome] {
    var none: NewAction?
    return try ingest(batch, as: &none)
  }

  /// Stores a batch as a part of an action, which can be undone.
  ///
  /// - Parameter action: Gets its number when the batch brings something; `nil` to record none.
  /// - Returns: One outcome for each record, in their order.
  package func ingest(_ batch: Batch, as action: inout NewAction?) throws(StoreError) -> [Outcome] {
    let current = action
    let (outcomes, stored) = try changingResults { db, cache in
      var transaction = try StoreTransaction(db, batch, as: current, types)
      let outcomes = try transaction.run(&cache)
      if batch.replaces { try allowRefused(batch.chunk.records, db, batch.now) }
      return (outcomes, transaction.action)
    }
    action = stored
    return outcomes
  }
}
