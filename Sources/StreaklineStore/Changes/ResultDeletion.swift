internal import GRDB
internal import StreaklineCore

/// Turns the results of an id into tombstones, inside one transaction.
struct ResultDeletion {
  private let db: Database
  private let now: Instant
  private let results: ResultTable
  private let pairs: StreakTable
  private let records: RecordRows
  private var clock: VersionClock
  private var outbox: OutboxWriter

  init(_ db: Database, queues: [PipelineFilter], now: Instant) throws {
    self.db = db
    self.now = now
    results = try ResultTable(db)
    pairs = try StreakTable(db, results)
    records = try RecordRows(db)
    clock = try VersionClock(db, now: now)
    outbox = try OutboxWriter(db, queues: queues, now: now, count: 1, newest: clock.stored)
  }

  /// - Returns: Whether there was anything to delete.
  mutating func run(_ id: CompositeID, _ memory: inout StreakCache) throws -> Bool {
    let pair = StreakKey(user: normalFormC(id.userId), gameID: id.gameId)
    guard let entry = try pairs.entry(of: pair) else { return false }
    let place = memory.place(of: pair) ?? memory.add(entry)
    var changes = 0
    for type in RecordType.builtIn {
      guard let number = ResultKey(id.day, pair: entry.key, type: type.name),
        let row = try results.find(number), row.state != .deleted
      else { continue }
      let record = try records.record(number, version: row.version, pair, game: entry.game)
      try delete(record, number, row.version, clock.version(of: changes))
      changes += 1
      memory.recount(place)
    }
    try clock.save(db)
    try outbox.save(newest: clock.newest)
    try pairs.save(&memory)
    memory.endBatch()
    return changes > 0
  }

  private mutating func delete(
    _ record: Record, _ number: ResultKey, _ previous: Int64, _ version: Int64
  ) throws {
    try records.remove(version: previous)
    try records.insertTombstone(number, version: version, at: now)
    try results.update(number, ResultTable.Row(version: version, state: .deleted, digest: 0))
    try outbox.add(record, number, previous: previous)
    try db.execute(sql: "DELETE FROM dispute WHERE result = ?", arguments: [number.value])
  }
}
