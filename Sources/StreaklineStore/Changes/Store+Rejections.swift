internal import GRDB
internal import StreaklineCore

/// A change that a remote has refused for good.
package struct Rejection: Hashable, Sendable {
  /// The number by which the user names it. It stays the same until the change is sent or dropped.
  package let number: Int64
  package let pipeline: String
  package let reason: String
  /// How often it was sent.
  package let attempts: Int
  /// What would be sent.
  package let change: Change
}

extension Store {
  /// The changes that remotes have refused for good, by number.
  ///
  /// - Parameter pipeline: `nil` for those of all pipelines.
  package func rejections(of pipeline: String? = nil) throws(StoreError) -> [Rejection] {
    try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT \(ChangeFeed.Row.columns), fields, attempts, delivery.refusal, pipeline.name, reason
        FROM delivery JOIN pipeline ON pipeline.key = delivery.pipeline
        JOIN record ON record.version = delivery.version AND record.item = delivery.item
        \(ChangeFeed.Row.tables)
        WHERE delivery.state = 'rejected' AND (?1 IS NULL OR pipeline.name = ?1)
        ORDER BY delivery.refusal
        """)
      rows.bind(1, pipeline)
      let thisDevice = try OwnDevices(db)
      var rejections: [Rejection] = []
      while try rows.next() {
        let row = ChangeFeed.Row(rows, types, attempts: rows.number(12))
        rejections.append(
          Rejection(
            number: rows.number(13) ?? 0, pipeline: rows.text(14) ?? "",
            reason: rows.text(15) ?? "", attempts: Int(rows.number(12) ?? 0),
            change: row.change(rows.bytes(11), types, thisDevice: thisDevice, copy: nil)))
      }
      return rejections
    }
  }

  /// Lets a change that was refused be sent again with the next run.
  ///
  /// - Returns: Whether there is such a change.
  package func retryRejection(_ number: Int64) throws(StoreError) -> Bool {
    try writing { db in
      try db.execute(
        sql: """
          UPDATE delivery SET state = 'retry', attempts = 0, nextAt = 0
          WHERE refusal = ? AND state = 'rejected'
          """, arguments: [number])
      guard db.changesCount > 0 else { return false }
      try ChecksummedTable.delivery.updateChecksums(
        db, where: "refusal = ?", arguments: [number])
      return true
    }
  }

  /// Gives up sending a change that was refused. The record stays here, and its next version is sent.
  ///
  /// - Returns: Whether there was such a change.
  package func dropRejection(_ number: Int64) throws(StoreError) -> Bool {
    try writing { db in
      try db.execute(
        sql: "DELETE FROM delivery WHERE refusal = ? AND state = 'rejected'", arguments: [number])
      return db.changesCount > 0
    }
  }
}
