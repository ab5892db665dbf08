internal import GRDB
package import StreaklineCore

extension Store {
  /// How many runs the history keeps.
  package static let mostRuns = 1_000

  /// Notes that a run has started, with the state of its pipeline. The oldest runs beyond
  /// ``mostRuns`` are forgotten.
  ///
  /// - Returns: The run's number.
  package func startRun(_ state: SyncState, at now: Instant) throws(StoreError) -> Int64 {
    try writing { db in
      try PipelineTable.save(state, db)
      let pipeline = try PipelineTable.ensureKey(of: state.pipeline, db)
      let key = try RunTable.insert(PastRun(startedAt: now), pipeline, db)
      let outdated = try RowStatement(
        db, "DELETE FROM run WHERE key <= (SELECT key FROM run ORDER BY key DESC LIMIT 1 OFFSET ?)")
      outdated.bind(1, Self.mostRuns)
      try outdated.run()
      return key
    }
  }

  /// Notes how a run has ended, with the state of its pipeline. A run that has changed nothing and
  /// ended like the one before is counted there, so that a remote that is asked all day does not
  /// fill the history.
  package func endRun(_ key: Int64, _ run: PastRun, _ state: SyncState) throws(StoreError) {
    try writing { db in
      try PipelineTable.save(state, db)
      let pipeline = try PipelineTable.ensureKey(of: state.pipeline, db)
      guard let found = try RunTable.last(of: pipeline, before: key, db),
        run.repeats(found.run)
      else { return try RunTable.update(key, run, db) }
      var last = found.run
      last.add(run)
      try RunTable.update(found.key, last, db)
      let counted = try RowStatement(db, "DELETE FROM run WHERE key = ?")
      counted.bind(1, key)
      try counted.run()
    }
  }

  /// The runs of a pipeline, the newest first.
  ///
  /// - Parameter limit: At most this many.
  package func runs(of pipeline: String, limit: Int = mostRuns) throws(StoreError) -> [PastRun] {
    try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT \(RunTable.columns) FROM run
        WHERE pipeline = (SELECT key FROM pipeline WHERE name = ?) ORDER BY key DESC LIMIT ?
        """)
      rows.bind(1, pipeline)
      rows.bind(2, limit)
      var runs: [PastRun] = []
      while try rows.next() { runs.append(try RunTable.run(rows)) }
      return runs
    }
  }
}

/// The table `run`.
private enum RunTable {
  static let columns = "startedAt, endedAt, outcome, message, repeats, counts, key"

  static func run(_ row: RowStatement) throws -> PastRun {
    guard let startedAt = row.number(0), let outcome = row.text(2).flatMap(PastRun.Outcome.init),
      let counts = row.bytes(5).flatMap({ try? readJSON($0) })?.object
    else { throw DamagedRow(detail: "a run of a pipeline cannot be read") }
    return PastRun(
      startedAt: Instant(milliseconds: startedAt),
      endedAt: row.number(1).map(Instant.init(milliseconds:)), outcome: outcome,
      message: row.text(3), counts: PastRun.Counts(counts), repeats: Int(row.number(4) ?? 0))
  }

  static func last(of pipeline: Int64, before key: Int64, _ db: Database) throws
    -> (key: Int64, run: PastRun)?
  {
    let rows = try RowStatement(
      db,
      "SELECT \(columns) FROM run WHERE pipeline = ? AND key < ? ORDER BY key DESC LIMIT 1")
    rows.bind(1, pipeline)
    rows.bind(2, key)
    guard try rows.next() else { return nil }
    defer { rows.reset() }
    return (rows.number(6) ?? 0, try run(rows))
  }

  static func insert(_ run: PastRun, _ pipeline: Int64, _ db: Database) throws -> Int64 {
    let insertion = try RowStatement(
      db,
      """
      INSERT INTO run (pipeline, startedAt, endedAt, outcome, message, repeats, counts, checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    insertion.bindWithChecksum(
      .number(pipeline), .number(run.startedAt.milliseconds), .number(run.endedAt?.milliseconds),
      .text(run.outcome.rawValue), .text(run.message), .number(Int64(run.repeats)),
      .text(String(json: .object(run.counts.fields))))
    try insertion.run()
    return insertion.insertedKey
  }

  static func update(_ key: Int64, _ run: PastRun, _ db: Database) throws {
    let change = try RowStatement(
      db,
      """
      UPDATE run SET startedAt = ?, endedAt = ?, outcome = ?, message = ?, repeats = ?, counts = ?
      WHERE key = ?
      """)
    change.bind(1, run.startedAt.milliseconds)
    change.bind(2, run.endedAt?.milliseconds)
    change.bind(3, run.outcome.rawValue)
    change.bind(4, run.message)
    change.bind(5, run.repeats)
    change.bind(6, String(json: .object(run.counts.fields)))
    change.bind(7, key)
    try change.run()
    try ChecksummedTable.run.updateChecksums(db, where: "key = ?", arguments: [key])
  }
}
