internal import GRDB
internal import StreaklineCore

extension Store {
  /// How a pipeline's last run ended; `idle` when it has never run.
  package func syncState(_ pipeline: String) throws(StoreError) -> SyncState {
    try reading { db in
      try ChecksummedTable.require("pipeline", of: db)
      let rows = try RowStatement(
        db,
        """
        SELECT state, lastSuccess, lastError, nextAttempt, account, failures, failure, pauseKind,
          pauseReason, otherAccount
        FROM pipeline WHERE name = ?
        """)
      rows.bind(1, pipeline)
      guard try rows.next() else { return SyncState(pipeline: pipeline) }
      defer { rows.reset() }
      return SyncState(
        pipeline: pipeline, phase: rows.text(0).flatMap(SyncState.Phase.init) ?? .idle,
        account: rows.text(4),
        lastSuccess: rows.number(1).map(Instant.init(milliseconds:)), lastError: rows.text(2),
        failures: Int(rows.number(5) ?? 0),
        nextAttempt: rows.number(3).map(Instant.init(milliseconds:)), failure: rows.text(6),
        pause: rows.text(7).map { SyncState.Pause(kind: $0, reason: rows.text(8) ?? "") },
        otherAccount: rows.text(9))
    }
  }

  /// The accounts to which pipelines belong.
  package func ownAccounts() throws(StoreError) -> Set<String> {
    try reading { db in
      let select = "SELECT account FROM pipeline WHERE account IS NOT NULL"
      return Set(try String.fetchAll(db, sql: select))
    }
  }

  package func setSyncState(_ state: SyncState) throws(StoreError) {
    try writing { db in try PipelineTable.save(state, db) }
  }
}

extension PipelineTable {
  static func save(_ state: SyncState, _ db: Database) throws {
    let row = try RowStatement(
      db,
      """
      INSERT INTO pipeline (
        name, state, lastSuccess, lastError, nextAttempt, account, failures, failure, pauseKind,
        pauseReason, otherAccount)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (name) DO UPDATE
      SET state = excluded.state, lastSuccess = excluded.lastSuccess,
        lastError = excluded.lastError, nextAttempt = excluded.nextAttempt,
        account = excluded.account, failures = excluded.failures, failure = excluded.failure,
        pauseKind = excluded.pauseKind, pauseReason = excluded.pauseReason,
        otherAccount = excluded.otherAccount
      """)
    row.bind(1, state.pipeline)
    row.bind(2, state.phase.rawValue)
    row.bind(3, state.lastSuccess?.milliseconds)
    row.bind(4, state.lastError)
    row.bind(5, state.nextAttempt?.milliseconds)
    row.bind(6, state.account)
    row.bind(7, state.failures)
    row.bind(8, state.failure)
    row.bind(9, state.pause?.kind)
    row.bind(10, state.pause?.reason)
    row.bind(11, state.otherAccount)
    try row.run()
    try ChecksummedTable.pipeline.updateChecksums(
      db, where: "name = ?", arguments: [state.pipeline])
  }
}
