internal import GRDB
internal import GRDBSQLite
package import StreaklineCore

/// The numbers of results, near misses and disputes in a store.
package struct Counts: Hashable, Sendable {
  /// Results that were not deleted, including suspect ones.
  package var records = 0
  /// Results that do not count now.
  package var suspects = 0
  package var deleted = 0
  package var misses = 0
  package var disputes = 0
}

extension Store {
  /// The version of the SQLite library that is linked, such as `3.40.1`.
  package static var sqliteVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// - Parameter now: Results whose day has not started then are suspect.
  package func counts(at now: Instant) throws(StoreError) -> Counts {
    try reading { db in
      func count(_ rows: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0
      }
      // The index `resultNotCounted` has only these states, so this reads few rows.
      func count(_ state: ResultState) throws -> Int {
        try count("result WHERE state = \(state.rawValue) AND state > 1")
      }
      let deleted = try count(.deleted)
      let end = ResultKey.all(on: now.latestDay.dateInt).upperBound
      let future = try count("result WHERE number >= \(end) AND state < 2")
      return Counts(
        records: try count("result") - deleted - count(.withdrawn),
        suspects: try count(.suspect) + future,
        deleted: deleted,
        misses: try count("miss"), disputes: try count("dispute"))
    }
  }

  /// How a pipeline's last run ended; `idle` when it has never run.
  package func syncState(_ pipeline: String) throws(StoreError) -> SyncState {
    try reading { db in
      let rows = try RowStatement(
        db,
        "SELECT state, lastSuccess, lastError, nextAttempt, account, failures FROM pipeline WHERE name = ?"
      )
      rows.bind(1, pipeline)
      guard try rows.next() else { return SyncState(pipeline: pipeline) }
      defer { rows.reset() }
      return SyncState(
        pipeline: pipeline, phase: rows.text(0).flatMap(SyncState.Phase.init) ?? .idle,
        account: rows.text(4),
        lastSuccess: rows.number(1).map(Instant.init(milliseconds:)), lastError: rows.text(2),
        failures: Int(rows.number(5) ?? 0),
        nextAttempt: rows.number(3).map(Instant.init(milliseconds:)))
    }
  }

  package func setSyncState(_ state: SyncState) throws(StoreError) {
    try writing { db in
      let row = try RowStatement(
        db,
        """
        INSERT INTO pipeline (name, state, lastSuccess, lastError, nextAttempt, account, failures)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE
        SET state = excluded.state, lastSuccess = excluded.lastSuccess,
          lastError = excluded.lastError, nextAttempt = excluded.nextAttempt,
          account = excluded.account, failures = excluded.failures
        """)
      row.bind(1, state.pipeline)
      row.bind(2, state.phase.rawValue)
      row.bind(3, state.lastSuccess?.milliseconds)
      row.bind(4, state.lastError)
      row.bind(5, state.nextAttempt?.milliseconds)
      row.bind(6, state.account)
      row.bind(7, Int64(state.failures))
      try row.run()
      try ChecksummedTable.pipeline.updateChecksums(
        db, where: "name = ?", arguments: [state.pipeline])
    }
  }
}
