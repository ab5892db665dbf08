internal import GRDB
internal import StreaklineCore

/// How far a pipeline has read the change feed.
///
/// Every change up to `cursor` that `filter` wants is delivered or has a row in `delivery`. With a
/// filter that wants more than before, the pipeline reads from 0 again. `earlier` records what was
/// delivered under other filters, so that it is not sent again.
struct PipelinePosition: Hashable {
  /// A former filter of the pipeline, with its cursor.
  struct Earlier: Hashable {
    let filter: PipelineFilter
    let cursor: Int64
  }

  private(set) var filter: PipelineFilter
  private(set) var cursor: Int64 = 0
  /// The newest version at the time when the pipeline started to read with this filter.
  private let start: Int64
  private(set) var earlier: [Earlier] = []

  /// Filters beyond this number are forgotten; the records that they wanted are sent again.
  private static let maximumEarlier = 16

  /// The position of a pipeline that has read nothing.
  init(_ filter: PipelineFilter, newest: Int64) {
    self.filter = filter
    start = newest
  }

  /// The position with another filter.
  func with(_ new: PipelineFilter, newest: Int64) -> PipelinePosition {
    guard new != filter else { return self }
    var position = PipelinePosition(new, newest: newest)
    if new.isContained(in: filter) {
      position = self
      position.filter = new
    }
    let all = (cursor > 0 ? [Earlier(filter: filter, cursor: cursor)] : []) + earlier
    position.earlier = Array(all.prefix(Self.maximumEarlier))
    return position
  }

  /// Moves the cursor forward, never back.
  mutating func advance(to version: Int64) {
    cursor = max(cursor, version)
    // The cursor covers these now.
    earlier.removeAll { $0.cursor <= cursor && $0.filter.isContained(in: filter) }
  }

  /// Whether a change above the cursor needs no sending: it was delivered under an earlier filter, or
  /// it is the deletion of an item that this pipeline never sent.
  ///
  /// - Parameter wants: Returns whether a filter wants the item.
  func isSettled(_ version: Int64, isDeleted: Bool, _ wants: (PipelineFilter) -> Bool) -> Bool {
    guard version <= start else { return false }
    let known = earlier.filter { wants($0.filter) }
    return known.isEmpty ? isDeleted : known.contains { version <= $0.cursor }
  }
}

extension PipelinePosition {
  /// The columns that the initialiser reads, in this order.
  fileprivate static let columns = "filter, cursor, start, earlier"

  /// `nil` where the pipeline has never read the feed.
  fileprivate init?(_ pipeline: String, row: RowStatement) throws {
    guard let text = row.bytes(0) else { return nil }
    guard let json = try? readJSON(text),
      let filter = PipelineFilter(pipeline: pipeline, json: json)
    else { throw DamagedRow(detail: "a pipeline's filter cannot be read") }
    self.init(filter, newest: row.number(2) ?? 0)
    cursor = row.number(1) ?? 0
    guard case .list(let earlier)? = row.bytes(3).flatMap({ try? readJSON($0) }) else { return }
    self.earlier = earlier.compactMap { entry in
      guard let fields = entry.object, let cursor = fields["cursor"]?.int,
        let filter = fields["filter"].flatMap({ PipelineFilter(pipeline: pipeline, json: $0) })
      else { return nil }
      return Earlier(filter: filter, cursor: Int64(cursor))
    }
  }

  fileprivate var earlierJSON: Value {
    .list(
      earlier.map { .object(["cursor": .int(Int($0.cursor)), "filter": $0.filter.json]) })
  }

  fileprivate func bind(to statement: RowStatement) {
    statement.bind(1, String(json: filter.json))
    statement.bind(2, cursor)
    statement.bind(3, start)
    statement.bind(4, String(json: earlierJSON))
  }
}

/// The table `pipeline`.
enum PipelineTable {
  /// The pipeline's key; `nil` when it has no row.
  static func key(of pipeline: String, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT key FROM pipeline WHERE name = ?"), arguments: [pipeline])
  }

  /// The position of the pipeline with this filter, and whether the table has exactly this position.
  static func position(_ filter: PipelineFilter, _ db: Database) throws
    -> (position: PipelinePosition, isStored: Bool)
  {
    let newest = try VersionClock.newest(db)
    let rows = try RowStatement(
      db, "SELECT \(PipelinePosition.columns) FROM pipeline WHERE name = ?")
    rows.bind(1, filter.pipeline)
    defer { rows.reset() }
    guard try rows.next(), let stored = try PipelinePosition(filter.pipeline, row: rows) else {
      return (PipelinePosition(filter, newest: newest), false)
    }
    let position = stored.with(filter, newest: newest)
    return (position, position == stored)
  }

  /// Stores a position.
  static func save(_ position: PipelinePosition, _ db: Database) throws {
    let pipeline = position.filter.pipeline
    try db.cachedStatement(sql: "INSERT INTO pipeline (name) VALUES (?) ON CONFLICT DO NOTHING")
      .execute(arguments: [pipeline])
    let change = try RowStatement(
      db,
      "UPDATE pipeline SET filter = ?, cursor = ?, start = ?, earlier = ? WHERE name = ?")
    position.bind(to: change)
    change.bind(5, pipeline)
    try change.run()
    try ChecksummedTable.pipeline.updateChecksums(db, where: "name = ?", arguments: [pipeline])
  }

  /// Moves the cursor of a pipeline to the start of the feed and forgets what was delivered, deletions
  /// too.
  static func rewind(_ pipeline: String, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE pipeline SET cursor = 0, start = 0, earlier = '[]' WHERE name = ?",
      arguments: [pipeline])
    try ChecksummedTable.pipeline.updateChecksums(db, where: "name = ?", arguments: [pipeline])
  }
}
