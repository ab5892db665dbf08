internal import GRDB
package import StreaklineCore

extension Store {
  /// Queues what a pipeline has missed: records of large batches, and those that came while its file
  /// was not there or broken, or before there was one. Doing it again queues nothing.
  ///
  /// Each step is a transaction, so that years of chat neither keep others waiting nor are lost
  /// when it is interrupted.
  ///
  /// - Returns: How many records were queued.
  package func catchUp(_ queue: PipelineFilter, now: Instant) throws(StoreError) -> Int {
    let isNew =
      try reading { db in
        try Int.fetchOne(
          db, sql: "SELECT 1 FROM pipeline WHERE name = ? AND queued > 0",
          arguments: [queue.pipeline])
      } == nil
    var queued = 0
    while let step = try queueStep(queue, isNew: isNew, now: now) {
      queued += step
    }
    return queued
  }

  /// How many versions a step looks at.
  private static let stepVersions = 50_000

  /// - Parameter isNew: A new pipeline is not told of what was deleted before it came.
  /// - Returns: How many records were queued; `nil` when the pipeline has missed nothing.
  private func queueStep(_ queue: PipelineFilter, isNew: Bool, now: Instant) throws(StoreError)
    -> Int?
  {
    try writing { db in
      let newest = try Int64.fetchOne(db, sql: "SELECT version FROM device") ?? 0
      let (key, mark) = try PipelineTable.place(of: queue.pipeline, db)
      guard mark != newest else { return nil }
      let end =
        try Int64.fetchOne(
          db, sql: "SELECT version FROM record WHERE version > ? ORDER BY version LIMIT 1 OFFSET ?",
          arguments: [mark, Self.stepVersions]) ?? newest
      let count = try Self.queue(
        queue, key, after: mark, upTo: end, withDeleted: !isNew, now: now, db)
      try db.execute(
        sql: """
          UPDATE pipeline SET queued = ?1, due = iif(?1 = ?2, 0, max(0, due - ?3)),
            dueSince = iif(?1 = ?2, NULL, dueSince)
          WHERE key = ?4
          """, arguments: [end, newest, count, key])
      return count
    }
  }

  private static func queue(
    _ queue: PipelineFilter, _ key: Int64, after mark: Int64, upTo end: Int64, withDeleted: Bool,
    now: Instant, _ db: Database
  ) throws -> Int {
    let types = RecordType.builtIn.filter { queue.recordTypes.contains($0.name) }
      .map { String(ResultKey.place(of: $0)) }.joined(separator: ", ")
    var conditions = [
      "version > ? AND version <= ?", "\(ResultKey.type(in: "result")) IN (\(types))",
    ]
    var arguments: [any DatabaseValueConvertible] = [
      key, now.milliseconds, mark, end,
    ]
    if let games = queue.games?.sorted() {
      let marks = games.map { _ in "?" }.joined(separator: ", ")
      conditions.append(
        "\(ResultKey.pair(in: "result")) IN (SELECT key FROM pair WHERE game IN (\(marks)))")
      arguments += games.map { $0 as any DatabaseValueConvertible }
    }
    if !withDeleted { conditions.append("deletedAt IS NULL") }
    try db.execute(
      sql: """
        INSERT INTO outbox (pipeline, result, queuedAt) SELECT ?, result, ? FROM record
        WHERE \(conditions.joined(separator: " AND "))
        ON CONFLICT (pipeline, result) DO NOTHING
        """, arguments: StatementArguments(arguments))
    return db.changesCount
  }
}
