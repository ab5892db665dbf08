internal import GRDB

extension Store {
  /// Lets a pipeline belong to another account of its remote.
  ///
  /// What is known of the former account (what was sent, its tokens and copies, what waits) is put aside
  /// under the name `PIPELINE (ACCOUNT)` and not used for the new one. It comes back when the
  /// pipeline belongs to the former account again.
  ///
  /// - Returns: The former account; `nil` when there was none, or when it is the same.
  @discardableResult
  package func adopt(_ account: String, for pipeline: String) throws(StoreError) -> String? {
    try writing { db in
      let key = try PipelineTable.ensureKey(of: pipeline, db)
      let former = try String.fetchOne(
        db, sql: "SELECT account FROM pipeline WHERE key = ?", arguments: [key])
      guard former != account else { return nil }
      if let former {
        try rename(key, to: "\(pipeline) (\(former))", former, db)
        let aside = try PipelineTable.key(of: "\(pipeline) (\(account))", db)
        let next = try aside ?? PipelineTable.ensureKey(of: pipeline, db)
        try rename(next, to: pipeline, account, db)
      } else {
        try rename(key, to: pipeline, account, db)
      }
      return former
    }
  }

  /// Gives a pipeline's row another name and account, and forgets how its last run ended.
  private func rename(_ key: Int64, to name: String, _ account: String, _ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE pipeline SET name = ?, account = ?, otherAccount = NULL, state = 'idle',
          lastError = NULL, failures = 0, nextAttempt = NULL, failure = NULL, pauseKind = NULL,
          pauseReason = NULL
        WHERE key = ?
        """, arguments: [name, account, key])
    try ChecksummedTable.pipeline.updateChecksums(db, where: "key = ?", arguments: [key])
  }
}
