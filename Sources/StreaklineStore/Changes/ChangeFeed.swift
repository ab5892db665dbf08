internal import GRDB
internal import StreaklineCore

/// Reads the change feed for one pipeline, inside one database access.
struct ChangeFeed {
  /// How many changes a page examines, however few of them are wanted.
  static let stepVersions = 20_000

  private let types: ResultTypes
  private let position: PipelinePosition
  private let due: RowStatement
  private let copies: FeedCopies
  private let thisDevice: String
  private let following: RowStatement

  init(_ db: Database, _ types: ResultTypes, _ position: PipelinePosition) throws {
    self.types = types
    self.position = position
    copies = try FeedCopies(db, position.filter.pipeline)
    thisDevice = try String.fetchOne(db.cachedStatement(sql: "SELECT id FROM device")) ?? ""
    due = try RowStatement(
      db,
      """
      SELECT \(Row.columns), attempts FROM delivery
      JOIN record ON record.version = delivery.version AND record.item = delivery.item
      \(Row.tables)
      WHERE pipeline = (SELECT key FROM pipeline WHERE name = ?) AND nextAt <= ?
      ORDER BY nextAt, delivery.item
      """)
    following = try RowStatement(
      db,
      """
      SELECT \(Row.columns) FROM record \(Row.tables)
      WHERE record.version > ? ORDER BY record.version LIMIT ?
      """)
  }

  /// At most `limit` changes to send. Examines at most ``stepVersions`` new changes.
  func page(limit: Int, now: Instant, _ records: RecordRows) throws -> ChangePage {
    var rows: [Row] = []
    due.bind(1, position.filter.pipeline)
    due.bind(2, now.milliseconds)
    while rows.count < limit, try due.next() {
      let row = Row(due, types, attempts: due.number(10))
      if row.isWanted(by: position.filter), !row.isHeld(at: now), try !copies.isTaken(row) {
        rows.append(row)
      }
    }
    due.reset()
    let retried = rows.count
    var held: [ChangePage.Held] = []
    var end = position.cursor
    following.bind(1, position.cursor)
    following.bind(2, Self.stepVersions)
    while rows.count < limit, try following.next() {
      let row = Row(following, types)
      // Otherwise the cursor would stay, and the same changes would be sent for ever.
      guard row.version > end else { throw DamagedRow(detail: "the changes are not in order") }
      end = row.version
      if row.isHeld(at: now), let start = row.start {
        if row.isWanted(by: position.filter) {
          held.append(ChangePage.Held(item: row.item, version: row.version, start: start))
        }
      } else if try copies.lacks(row, position),
        !rows.prefix(retried).contains(where: { $0.item == row.item })
      {
        rows.append(row)
      }
    }
    following.reset()
    try keepMoveTogether(&rows, retried: retried, end: &end)
    return ChangePage(
      changes: try rows.map {
        try $0.change(records, thisDevice: thisDevice, copy: copies.find($0.item))
      }, filter: position.filter, retried: retried,
      held: held, end: end)
  }
}

extension ChangeFeed {
  /// Puts a result that was given to another user and its deletion under the old one, which comes
  /// next, on the same page.
  private func keepMoveTogether(_ rows: inout [Row], retried: Int, end: inout Int64) throws {
    guard rows.count > retried, let last = rows.last, last.version == end else { return }
    following.bind(1, end)
    following.bind(2, 1)
    defer { following.reset() }
    guard try following.next() else { return }
    let next = Row(following, types)
    guard last.isMove(from: next), try copies.lacks(next, position) else { return }
    if rows.count > 1 {
      rows.removeLast()
      end = last.version - 1
    } else {
      rows.append(next)
      end = next.version
    }
  }

  /// An item, with the values that a filter needs.
  struct Row {
    /// The columns that the initialiser reads, in this order, of `record` joined with ``tables``.
    static let columns = """
      record.item, record.version, deletedAt, user, gameId, game, result.state, document.type,
      document.name, lineage
      """
    static let tables = """
      LEFT JOIN result ON number = record.item
      LEFT JOIN pair ON pair.key = \(ResultKey.pair(in: "record.item"))
      LEFT JOIN document ON document.key = -record.item
      """

    let item: Int64
    let version: Int64
    let isDeleted: Bool
    /// The name of the record type.
    private let type: String?
    private let user: String?
    private let gameID: String?
    private let game: String?
    private let state: ResultState?
    /// The name of a document.
    private let name: String?
    private let attempts: Int
    private let lineage: [UInt8]?

    init(_ row: RowStatement, _ types: ResultTypes, attempts: Int64? = nil) {
      item = row.number(0) ?? 0
      version = row.number(1) ?? 0
      isDeleted = row.number(2) != nil
      user = row.text(3)
      gameID = row.text(4)
      game = row.text(5)
      state = row.number(6).flatMap(ResultState.init)
      type = item < 0 ? row.text(7) : types.type(of: ResultKey(item))?.name
      name = row.text(8)
      lineage = row.bytes(9)
      self.attempts = Int(attempts ?? 0)
    }

    /// When the day of a result starts anywhere on earth; `nil` for everything else.
    var start: Instant? {
      guard item > 0, !isDeleted else { return nil }
      return Day(dateInt: ResultKey(item).dateInt).map { Instant($0).adding(hours: -14) }
    }

    /// Whether the item is a result whose day has not started.
    func isHeld(at now: Instant) -> Bool { start.map { $0 > now } ?? false }

    /// Whether the filter wants the item. A damaged item passes, so that the pipeline reports it.
    func isWanted(by filter: PipelineFilter) -> Bool {
      guard state != .suspect else { return false }
      guard let type else { return true }
      if name != nil { return filter.wants(type: type) }
      guard let user, let game else { return true }
      return filter.wants(type: type, user: user, game: game)
    }

    /// Whether the pipeline has to send the item.
    func isWanted(in position: PipelinePosition) -> Bool {
      isWanted(by: position.filter)
        && !position.isSettled(version, isDeleted: isDeleted) { isWanted(by: $0) }
    }

    /// Whether the next change deletes the result that this one has given to another user.
    func isMove(from next: Row) -> Bool {
      item > 0 && next.item > 0 && !isDeleted && next.isDeleted && next.version == version + 1
        && gameID == next.gameID && ResultKey(item).dateInt == ResultKey(next.item).dateInt
    }

    func change(_ records: RecordRows, thisDevice: String, copy: ZoneCopy?) -> Change {
      // One damaged record must not keep all others from being sent.
      let lineage = try? Lineage(text: lineage)
      return Change(
        item: item, version: version, isDeleted: isDeleted, attempts: attempts,
        content: lineage == nil ? .unreadable : (try? content(records)) ?? .unreadable,
        stamp: (lineage ?? .first).stamp(version: version, thisDevice: thisDevice), copy: copy)
    }

    private func content(_ records: RecordRows) throws -> Change.Content {
      if let type, let name {
        return .document(try records.document(type: type, name: name, version: version))
      }
      guard let user, let gameID, let game else { return .unreadable }
      let pair = StreakKey(user: user, gameID: gameID)
      return .result(
        try records.record(ResultKey(item), version: version, pair, game: game))
    }
  }
}
