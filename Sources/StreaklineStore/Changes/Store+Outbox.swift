internal import GRDB
internal import StreaklineCore

extension Store {
  /// What waits to be sent through a pipeline, the oldest day first, without what was rejected.
  ///
  /// - Parameter sequence: Rows up to this one are left out; 0 for none.
  package func pending(_ pipeline: String, limit: Int, after sequence: Int64 = 0)
    throws(StoreError) -> [OutboxRow]
  {
    try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT \(Record.columns), outbox.result, queuedAt, attempts, result.version, deletedAt
        FROM outbox LEFT JOIN result ON number = outbox.result
          LEFT JOIN record ON record.version = result.version
          LEFT JOIN pair ON pair.key = \(ResultKey.pair(in: "outbox.result"))
        WHERE pipeline = (SELECT key FROM pipeline WHERE name = ?)
          AND rejected IS NULL AND outbox.result > ?
        ORDER BY outbox.result LIMIT ?
        """)
      rows.bind(1, pipeline)
      rows.bind(2, sequence)
      rows.bind(3, limit)
      var pending: [OutboxRow] = []
      while try rows.next() {
        pending.append(try OutboxRow(row: rows))
      }
      return pending
    }
  }

  /// Takes out what a sink has saved. A row that names a newer version by now stays.
  package func acknowledge(_ saved: [Acknowledgement], _ pipeline: String) throws(StoreError) {
    try update(saved, pipeline, "DELETE FROM outbox WHERE ?4 IS NULL", nil)
  }

  /// Marks what a sink will never take. The rows stay, and count, until the record changes or
  /// ``requeueRejected(_:)`` is called.
  package func reject(_ refused: [Acknowledgement], _ pipeline: String, reason: String)
    throws(StoreError)
  {
    try update(refused, pipeline, "UPDATE outbox SET rejected = ?4 WHERE true", reason)
  }

  /// Counts a try that did not succeed and keeps the rows.
  package func postpone(_ failed: [Acknowledgement], _ pipeline: String, error: String)
    throws(StoreError)
  {
    try update(
      failed, pipeline, "UPDATE outbox SET attempts = attempts + 1, lastError = ?4 WHERE true",
      error)
  }

  /// Queues again what was rejected.
  ///
  /// - Returns: How many rows.
  package func requeueRejected(_ pipeline: String) throws(StoreError) -> Int {
    try writing { db in
      try db.execute(
        sql: """
          UPDATE outbox SET rejected = NULL, attempts = 0
          WHERE pipeline = (SELECT key FROM pipeline WHERE name = ?) AND rejected IS NOT NULL
          """, arguments: [pipeline])
      return db.changesCount
    }
  }

  private func update(
    _ rows: [Acknowledgement], _ pipeline: String, _ change: String, _ text: String?
  ) throws(StoreError) {
    guard !rows.isEmpty else { return }
    try writing { db in
      let statement = try RowStatement(
        db,
        """
        \(change) AND pipeline = (SELECT key FROM pipeline WHERE name = ?1) AND result = ?2
          AND coalesce((SELECT version FROM result WHERE number = ?2), 0) = ?3
        """)
      for row in rows {
        statement.bind(1, pipeline)
        statement.bind(2, row.sequence)
        statement.bind(3, row.version)
        statement.bind(4, text)
        try statement.run()
      }
    }
  }
}

extension OutboxRow {
  package var acknowledgement: Acknowledgement {
    Acknowledgement(sequence: sequence, version: version)
  }

  /// - Parameter row: The columns of a record, then sequence, queuedAt, attempts, version and
  ///   deletedAt.
  fileprivate init(row: RowStatement) throws {
    guard let sequence = row.number(5), let queuedAt = row.number(6), let attempts = row.number(7)
    else { throw DamagedRow(detail: "a row of the outbox is incomplete") }
    // One damaged record must not keep all others from being sent.
    let record = try? Record(row: row)
    self.init(
      sequence: sequence, type: record?.type ?? "", id: record?.id ?? String(sequence),
      version: row.number(8) ?? 0, queuedAt: Instant(milliseconds: queuedAt),
      attempts: Int(attempts), record: record, deleted: row.number(9) != nil)
  }
}
