internal import GRDB
internal import GRDBSQLite
package import StreaklineCore

/// How much of everything a store holds.
package struct Counts: Hashable, Sendable {
  /// How much of a pipeline's outbox is to be sent and how much was refused for good.
  package struct Outbox: Hashable, Sendable {
    package var pending = 0
    package var rejected = 0
    /// When the oldest pending row was queued.
    package var oldest: Instant?

    package init(pending: Int = 0, rejected: Int = 0, oldest: Instant? = nil) {
      self.pending = pending
      self.rejected = rejected
      self.oldest = oldest
    }
  }

  /// Results that were not deleted, suspect ones with them.
  package var records = 0
  package var suspects = 0
  package var deleted = 0
  package var misses = 0
  package var disputes = 0
  /// By pipeline; one that has nothing to send is not there.
  package var outbox: [String: Outbox] = [:]
}

extension Store {
  /// The version of the SQLite library that is linked, such as `3.40.1`.
  package static var sqliteVersion: String { unsafe String(cString: sqlite3_libversion()) }

  package func counts() throws(StoreError) -> Counts {
    try reading { db in
      func count(_ rows: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0
      }
      // The index over states has no counted results, so the states are read of few rows.
      func count(_ state: ResultState) throws -> Int {
        try count("result WHERE state = \(state.rawValue) AND state > 1")
      }
      let deleted = try count(.deleted)
      return Counts(
        records: try count("result") - deleted, suspects: try count(.suspect), deleted: deleted,
        misses: try count("miss"), disputes: try count("dispute"),
        outbox: try Self.outboxCounts(db))
    }
  }

  /// How many results have been deleted.
  package func deletions() throws(StoreError) -> Int {
    try reading { db in
      let state = ResultState.deleted.rawValue
      let sql = "SELECT count(*) FROM result WHERE state = \(state) AND state > 1"
      return try Int.fetchOne(db, sql: sql) ?? 0
    }
  }

  private static func outboxCounts(_ db: Database) throws -> [String: Counts.Outbox] {
    let rows = try RowStatement(
      db,
      """
      SELECT name, count(result), count(rejected), due,
        min(coalesce(min(iif(rejected IS NULL, queuedAt, NULL)), dueSince),
          coalesce(dueSince, min(iif(rejected IS NULL, queuedAt, NULL))))
      FROM pipeline LEFT JOIN outbox ON pipeline = key GROUP BY key
      """)
    var counts: [String: Counts.Outbox] = [:]
    while try rows.next() {
      let (all, rejected) = (Int(rows.number(1) ?? 0), Int(rows.number(2) ?? 0))
      let due = Int(rows.number(3) ?? 0)
      guard all + due > 0 else { continue }
      counts[rows.text(0) ?? ""] = Counts.Outbox(
        pending: all - rejected + due, rejected: rejected,
        oldest: rows.number(4).map(Instant.init(milliseconds:)))
    }
    return counts
  }

  /// How a pipeline's last run ended; idle when it has never run.
  package func syncState(_ pipeline: String) throws(StoreError) -> SyncState {
    try reading { db in
      let rows = try RowStatement(
        db,
        "SELECT state, lastSuccess, lastError, nextAttempt FROM pipeline WHERE name = ?")
      rows.bind(1, pipeline)
      guard try rows.next() else { return SyncState(pipeline: pipeline) }
      defer { rows.reset() }
      return SyncState(
        pipeline: pipeline, phase: rows.text(0).flatMap(SyncState.Phase.init) ?? .idle,
        lastSuccess: rows.number(1).map(Instant.init(milliseconds:)), lastError: rows.text(2),
        nextAttempt: rows.number(3).map(Instant.init(milliseconds:)))
    }
  }

  package func setSyncState(_ state: SyncState) throws(StoreError) {
    try writing { db in
      let row = try RowStatement(
        db,
        """
        INSERT INTO pipeline (name, state, lastSuccess, lastError, nextAttempt)
        VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE
        SET state = excluded.state, lastSuccess = excluded.lastSuccess,
          lastError = excluded.lastError, nextAttempt = excluded.nextAttempt
        """)
      row.bind(1, state.pipeline)
      row.bind(2, state.phase.rawValue)
      row.bind(3, state.lastSuccess?.milliseconds)
      row.bind(4, state.lastError)
      row.bind(5, state.nextAttempt?.milliseconds)
      try row.run()
    }
  }
}
