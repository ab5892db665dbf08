internal import GRDB
internal import StreaklineCore

/// Queues changed records for the pipelines that want them.
///
/// A row for each record would cost an import as much as the record itself. So the records of a
/// large batch are only counted as due, and get their rows when the pipeline catches up: it stays
/// behind, which is where a pipeline is that was switched off.
struct OutboxWriter {
  /// What the table `pipeline` says of a queue's pipeline.
  private struct Place {
    let key: Int64
    /// The version up to which everything was queued.
    let queued: Int64
    /// Whether records are counted only: what came before them was not queued either.
    let isBehind: Bool
    var due = 0
  }

  /// A batch with more records is large.
  static let mostRows = 1_000

  private let db: Database
  private let queues: [PipelineFilter]
  private let now: Int64
  private let isLarge: Bool
  /// The newest version before the batch.
  private let newest: Int64
  private let upsert: RowStatement
  private let reset: RowStatement
  private let search: RowStatement
  /// Of the queues that have wanted something, in their order.
  private var places: [Place?]

  /// - Parameter count: How many records may be queued.
  init(_ db: Database, queues: [PipelineFilter], now: Instant, count: Int, newest: Int64) throws {
    self.db = db
    self.queues = queues
    self.now = now.milliseconds
    self.newest = newest
    isLarge = count > Self.mostRows
    places = queues.map { _ in nil }
    // A row keeps its place: a record that changes often must not starve.
    upsert = try RowStatement(
      db,
      """
      INSERT INTO outbox (pipeline, result, queuedAt) VALUES (?, ?, ?)
      ON CONFLICT (pipeline, result) DO UPDATE
      SET attempts = 0, lastError = NULL, rejected = NULL
      """)
    reset = try RowStatement(
      db,
      """
      UPDATE outbox SET attempts = 0, lastError = NULL, rejected = NULL
      WHERE pipeline IN (SELECT key FROM pipeline) AND result = ?
      """)
    search = try RowStatement(db, "SELECT 1 FROM outbox WHERE pipeline = ? AND result = ?")
  }

  /// Queues a record. Where an older version of it waits, it is tried again, also in pipelines that
  /// are switched off now.
  ///
  /// - Parameter previous: The version that it had; `nil` when it is new.
  mutating func add(_ record: Record, _ number: ResultKey, previous: Int64?) throws {
    if previous != nil {
      reset.bind(1, number.value)
      try reset.run()
    }
    for index in queues.indices where queues[index].wants(record) {
      let place = try place(index)
      if !place.isBehind {
        try add(number, place)
      } else if try !isKnown(number, previous, place) {
        places[index]?.due += 1
      }
    }
  }

  /// Keeps how far the queues' pipelines are.
  ///
  /// - Parameter newest: The newest version with the batch.
  func save(newest: Int64) throws {
    guard newest > self.newest else { return }
    for (queue, place) in zip(queues, places) {
      if let place, place.due > 0 {
        try db.execute(
          sql: "UPDATE pipeline SET due = due + ?, dueSince = coalesce(dueSince, ?) WHERE key = ?",
          arguments: [place.due, now, place.key])
      } else if !isLarge {
        // One that had missed an earlier change keeps its mark, so that it is found.
        try db.execute(
          sql: "UPDATE pipeline SET queued = ? WHERE name = ? AND queued = ?",
          arguments: [newest, queue.pipeline, self.newest])
      }
    }
  }

  private mutating func place(_ index: Int) throws -> Place {
    if let place = places[index] { return place }
    let (key, queued) = try PipelineTable.place(of: queues[index].pipeline, db)
    let place = Place(key: key, queued: queued, isBehind: isLarge || queued != newest)
    places[index] = place
    return place
  }

  private func add(_ number: ResultKey, _ place: Place) throws {
    upsert.bind(1, place.key)
    upsert.bind(2, number.value)
    upsert.bind(3, now)
    try upsert.run()
  }

  /// Whether the older version is due or waits.
  private func isKnown(_ number: ResultKey, _ previous: Int64?, _ place: Place) throws -> Bool {
    guard let previous else { return false }
    if previous > place.queued { return true }
    search.bind(1, place.key)
    search.bind(2, number.value)
    defer { search.reset() }
    return try search.next()
  }
}

/// The table `pipeline`.
enum PipelineTable {
  /// The key of a pipeline, which gets a row when it has none, and up to which version everything
  /// was queued for it.
  static func place(of pipeline: String, _ db: Database) throws -> (key: Int64, queued: Int64) {
    try db.execute(
      sql: "INSERT INTO pipeline (name) VALUES (?) ON CONFLICT DO NOTHING", arguments: [pipeline])
    guard
      let row = try Row.fetchOne(
        db, sql: "SELECT key, queued FROM pipeline WHERE name = ?", arguments: [pipeline])
    else { throw DamagedRow(detail: "a pipeline has no key") }
    return (row[0], row[1])
  }
}
