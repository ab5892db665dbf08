internal import GRDB
internal import StreaklineCore

/// Replaces the results of an id by tombstones, inside one transaction.
struct ResultDeletion {
  private let db: Database
  private let types: ResultTypes
  private let now: Instant
  private let results: ResultTable
  private let pairs: StreakTable
  private let records: RecordRows
  private var clock: VersionClock

  init(_ db: Database, _ types: ResultTypes, now: Instant) throws {
    self.db = db
    self.types = types
    self.now = now
    results = try ResultTable(db)
    pairs = try StreakTable(db, results)
    records = try RecordRows(db, types)
    clock = try VersionClock(db, now: now)
  }

  /// - Returns: Whether there was a result to delete.
  mutating func run(_ id: CompositeID, _ cache: inout StreakCache) throws -> Bool {
    let pair = StreakKey(user: normalFormC(id.userId), gameID: id.gameId)
    guard let entry = try pairs.entry(of: pair) else { return false }
    let index = cache.index(of: pair) ?? cache.add(entry)
    var changes = 0
    for type in types.all {
      guard let key = types.key(of: type.name),
        let number = ResultKey(id.day, pair: entry.key, type: key),
        let row = try results.find(number), row.state != .deleted
      else { continue }
      try delete(number, row.version, clock.version(of: changes))
      changes += 1
      cache.recount(index)
    }
    try clock.save(db)
    try pairs.save(&cache)
    cache.endBatch()
    return changes > 0
  }

  private mutating func delete(
    _ number: ResultKey, _ previous: Int64, _ version: Int64
  ) throws {
    try records.remove(version: previous)
    try records.insertTombstone(item: number.value, version: version, at: now)
    try results.update(number, ResultTable.Row(version: version, state: .deleted, digest: 0))
    try db.execute(sql: "DELETE FROM dispute WHERE item = ?", arguments: [number.value])
  }
}
