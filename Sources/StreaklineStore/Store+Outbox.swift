internal import GRDB
internal import StreaklineCore

extension Store {
  /// What waits to be sent through a pipeline, the oldest first, without what was rejected.
  ///
  /// - Parameter sequence: Rows up to this one are left out; 0 for none.
  package func pending(_ pipeline: String, limit: Int, after sequence: Int64 = 0)
    throws(StoreError) -> [OutboxRow]
  {
    try reading { db in
      let lookup = try RecordLookup(db)
      let rows = try RowStatement(
        db,
        """
        SELECT sequence, type, id, version, queuedAt, attempts FROM outbox
        WHERE pipeline = ? AND rejected IS NULL AND sequence > ? ORDER BY sequence LIMIT ?
        """)
      rows.bind(1, pipeline)
      rows.bind(2, sequence)
      rows.bind(3, limit)
      var pending: [OutboxRow] = []
      while try rows.next() {
        pending.append(try OutboxRow(row: rows, lookup: lookup))
      }
      return pending
    }
  }

  /// Takes out what a sink has saved. A row that names a newer version by now stays.
  package func acknowledge(_ saved: [Acknowledgement], _ pipeline: String) throws(StoreError) {
    try update(saved, pipeline, "DELETE FROM outbox WHERE ?5 IS NULL", nil)
  }

  /// Marks what a sink will never take. The rows stay, and count, until the record changes or
  /// ``requeueRejected(_:)`` is called.
  package func reject(_ refused: [Acknowledgement], _ pipeline: String, reason: String)
    throws(StoreError)
  {
    try update(refused, pipeline, "UPDATE outbox SET rejected = ?5 WHERE true", reason)
  }

  /// Counts a try that did not succeed and keeps the rows.
  package func postpone(_ failed: [Acknowledgement], _ pipeline: String, error: String)
    throws(StoreError)
  {
    try update(
      failed, pipeline, "UPDATE outbox SET attempts = attempts + 1, lastError = ?5 WHERE true",
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
          WHERE pipeline = ? AND rejected IS NOT NULL
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
        db, "\(change) AND pipeline = ?1 AND type = ?2 AND id = ?3 AND version = ?4")
      for row in rows {
        statement.bind(1, pipeline)
        statement.bind(2, row.type)
        statement.bind(3, row.id)
        statement.bind(4, row.version)
        statement.bind(5, text)
        try statement.run()
      }
    }
  }
}

extension OutboxRow {
  package var acknowledgement: Acknowledgement {
    Acknowledgement(type: type, id: id, version: version)
  }

  fileprivate init(row: RowStatement, lookup: RecordLookup) throws {
    guard let sequence = row.number(0), let type = row.text(1), let id = row.text(2),
      let version = row.number(3), let queuedAt = row.number(4), let attempts = row.number(5)
    else { throw DamagedRow(detail: "a row of the outbox is incomplete") }
    let found: RecordLookup.Found?
    do {
      found = try CompositeID(encoded: id).flatMap { try lookup($0, type: type) }
    } catch is DamagedRow {
      found = nil  // One damaged record must not keep all others from being sent.
    }
    self.init(
      sequence: sequence, type: type, id: id, version: version,
      queuedAt: Instant(milliseconds: queuedAt), attempts: Int(attempts), record: found?.content,
      deleted: found?.isDeleted ?? false)
  }
}
