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
  private let thisDevice: OwnDevices
  private let following: RowStatement

  init(_ db: Database, _ types: ResultTypes, _ position: PipelinePosition) throws {
    self.types = types
    self.position = position
    copies = try FeedCopies(db, position.filter.pipeline)
    thisDevice = try OwnDevices(db)
    due = try RowStatement(
      db,
      """
      SELECT \(Row.columns), fields, attempts FROM delivery
      JOIN record ON record.version = delivery.version AND record.item = delivery.item
      \(Row.tables)
      WHERE pipeline = (SELECT key FROM pipeline WHERE name = ?) AND nextAt <= ?
      ORDER BY nextAt, delivery.item
      """)
    following = try RowStatement(
      db,
      """
      SELECT \(Row.columns), fields FROM record \(Row.tables)
      WHERE record.version > ? ORDER BY record.version LIMIT ?
      """)
  }

  /// At most `limit` changes to send. Examines at most ``stepVersions`` new changes.
  func page(limit: Int, now: Instant) throws -> ChangePage {
    var changes: [Change] = []
    due.bind(1, position.filter.pipeline)
    due.bind(2, now.milliseconds)
    while changes.count < limit, try due.next() {
      let row = Row(due, types, attempts: due.number(Row.columnCount + 1))
      let copy = try copies.find(row.item)
      if row.isWanted(by: position.filter), !row.isHeld(at: now), copy?.version != row.version {
        changes.append(change(row, due, copy))
      }
    }
    due.reset()
    let again = Set(changes.map(\.item))
    var held: [ChangePage.Held] = []
    var end = position.cursor
    var last: Row?
    following.bind(1, position.cursor)
    following.bind(2, Self.stepVersions)
    while changes.count < limit, try following.next() {
      let version = Row.version(following)
      // Otherwise the cursor would stay, and the same changes would be sent for ever.
      guard version > end else { throw DamagedRow(detail: "the changes are not in order") }
      end = version
      let copy = try copies.find(Row.item(following))
      // Most of what was pulled is passed over here.
      guard copy?.version != version else { continue }
      let row = Row(following, types)
      if row.isHeld(at: now), let start = row.start {
        if row.isWanted(by: position.filter) {
          held.append(ChangePage.Held(item: row.item, version: row.version, start: start))
        }
      } else if !again.contains(row.item), let change = wanted(row, following, copy) {
        changes.append(change)
        last = row
      }
    }
    following.reset()
    if let last { try keepMoveTogether(&changes, last, retried: again.count, end: &end) }
    return ChangePage(
      changes: changes, filter: position.filter, retried: again.count, held: held, end: end)
  }
}

extension ChangeFeed {
  /// The new change of the statement's current row; `nil` when the remote does not lack it.
  private func wanted(_ row: Row, _ statement: RowStatement, _ copy: ZoneCopy?) -> Change? {
    row.isLacking(copy, position, isAllKnown: copies.areKept) ? change(row, statement, copy) : nil
  }

  /// The change of the statement's current row, which has the fields behind the columns of ``Row``.
  private func change(_ row: Row, _ statement: RowStatement, _ copy: ZoneCopy?) -> Change {
    row.change(
      Row.isIntact(statement) ? statement.bytes(Row.columnCount) : nil, types,
      thisDevice: thisDevice, copy: copy)
  }

  /// Puts a result that was given to another user and its deletion under the old one, which comes
  /// next, on the same page.
  ///
  /// - Parameter last: The row of the last change.
  private func keepMoveTogether(
    _ changes: inout [Change], _ last: Row, retried: Int, end: inout Int64
  ) throws {
    guard last.version == end else { return }
    following.bind(1, end)
    following.bind(2, 1)
    defer { following.reset() }
    guard try following.next() else { return }
    let next = Row(following, types)
    guard last.isMove(from: next),
      let change = wanted(next, following, try copies.find(next.item))
    else { return }
    if changes.count > 1 {
      changes.removeLast()
      end = last.version - 1
    } else {
      changes.append(change)
      end = next.version
    }
  }

  /// An item, with the values that a filter needs.
  struct Row {
    /// The columns that the initialiser reads, in this order, of `record` joined with ``tables``.
    static let columns = """
      record.item, record.version, deletedAt, user, gameId, game, result.state, document.type,
      document.name, lineage, record.checksum
      """
    /// The number of ``columns``.
    static let columnCount: Int32 = 11
    /// The columns that the checksum covers, with the fields behind ``columns``.
    private static let summed: [Int32] = [1, 0, 2, columnCount, 9]

    /// Whether the current row, with the fields behind ``columns``, is what was stored.
    static func isIntact(_ row: RowStatement) -> Bool {
      row.checksum(of: summed) == row.number(columnCount - 1)
    }

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

    static func item(_ row: RowStatement) -> Int64 { row.number(0) ?? 0 }
    static func version(_ row: RowStatement) -> Int64 { row.number(1) ?? 0 }

    init(_ row: RowStatement, _ types: ResultTypes, attempts: Int64? = nil) {
      item = Self.item(row)
      version = Self.version(row)
      user = row.text(3)
      gameID = row.text(4)
      game = row.text(5)
      state = row.number(6).flatMap(ResultState.init)
      type = item < 0 ? row.text(7) : types.type(of: ResultKey(item))?.name
      name = row.text(8)
      lineage = row.bytes(9)
      // A suspect result in the place of one that counted is a deletion for everybody else.
      isDeleted =
        row.number(2) != nil
        || state == .suspect && (try? Lineage(text: lineage).life % 2 != 0) == true
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
      guard state != .suspect || isDeleted else { return false }
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

    /// Whether the remote lacks this new version, and the pipeline wants it.
    ///
    /// - Parameters:
    ///   - copy: What the remote holds of the item.
    ///   - isAllKnown: Whether it is known of all items what the remote holds. Then the deletion of an
    ///     item that it does not hold is nobody else's business: others may have an item of their own.
    func isLacking(_ copy: ZoneCopy?, _ position: PipelinePosition, isAllKnown: Bool) -> Bool {
      guard let copy else { return !(isDeleted && isAllKnown) && isWanted(in: position) }
      guard copy.version != version else { return false }
      // A deletion of what the remote holds has to be sent, whoever has sent it there.
      return isDeleted && !copy.isGone
        ? isWanted(by: position.filter) : isWanted(in: position)
    }

    /// - Parameter fields: The fields, as JSON; `nil` for a row that is not what was stored.
    func change(
      _ fields: [UInt8]?, _ types: ResultTypes, thisDevice: OwnDevices, copy: ZoneCopy?
    ) -> Change {
      // One damaged record must not keep all others from being sent.
      let lineage = try? Lineage(text: lineage)
      return Change(
        item: item, version: version, isDeleted: isDeleted, attempts: attempts,
        content: lineage == nil || fields == nil
          ? .unreadable : (try? content(fields, types)) ?? .unreadable,
        stamp: (lineage ?? .first).stamp(version: version, thisDevice: thisDevice), copy: copy)
    }

    private func content(_ fields: [UInt8]?, _ types: ResultTypes) throws -> Change.Content {
      if let type, let name {
        guard let document = Document(type: type, name: name, storedFields: fields ?? []) else {
          return .unreadable
        }
        return .document(document)
      }
      guard let user, let gameID, let game else { return .unreadable }
      let number = ResultKey(item)
      return .result(
        try Record(
          number, types.type(of: number), user: user, gameID: gameID, game: game, fields))
    }
  }
}
