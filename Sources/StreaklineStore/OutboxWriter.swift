internal import GRDB
internal import StreaklineCore

/// Queues changed records for the pipelines that want them.
struct OutboxWriter {
  private let db: Database
  private let queues: [Queue]
  private let now: Int64
  private let upsert: RowStatement

  init(_ db: Database, queues: [Queue], now: Instant) throws {
    self.db = db
    self.queues = queues
    self.now = now.milliseconds
    // A row keeps its place: a record that changes often must not starve.
    upsert = try RowStatement(
      db,
      """
      INSERT INTO outbox (pipeline, type, id, version, queuedAt) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (pipeline, type, id) DO UPDATE
      SET version = excluded.version, attempts = 0, lastError = NULL, rejected = NULL
      """)
  }

  func add(_ record: Record, version: Int64) throws {
    for queue in queues where queue.wants(record) {
      try add(record, version: version, pipeline: queue.pipeline)
    }
  }

  /// Queues a new version of a record that may be queued already, also in pipelines that are
  /// switched off now: a row never names a version whose content is gone.
  func addAgain(_ record: Record, version: Int64) throws {
    let wanting = Set(queues.filter { $0.wants(record) }.map(\.pipeline))
    let waiting = try String.fetchAll(
      db, sql: Self.waiting, arguments: [record.type, record.id])
    for pipeline in wanting.union(waiting).sorted() {
      try add(record, version: version, pipeline: pipeline)
    }
  }

  /// The pipelines in which a record waits. It steps from one pipeline's name to the next, because
  /// the outbox can hold a million rows of a few pipelines.
  private static let waiting = """
    WITH RECURSIVE known (name) AS (
      SELECT min(pipeline) FROM outbox
      UNION ALL
      SELECT (SELECT min(pipeline) FROM outbox WHERE pipeline > name) FROM known
      WHERE name IS NOT NULL)
    SELECT pipeline FROM known JOIN outbox ON pipeline = name WHERE type = ? AND id = ?
    """

  private func add(_ record: Record, version: Int64, pipeline: String) throws {
    upsert.bind(1, pipeline)
    upsert.bind(2, record.type)
    upsert.bind(3, record.id)
    upsert.bind(4, version)
    upsert.bind(5, now)
    try upsert.run()
  }
}
