internal import GRDB
internal import StreaklineCore

/// A user's game: what a streak belongs to.
struct Pair: Hashable {
  let user: String
  let gameID: String
}

extension Record {
  /// The columns that `init(row:)` reads, in its order.
  static let columns = "type, user, game, gameId, day, fields"

  /// Takes a record out of the current row, whose first six columns are ``columns``.
  init(row: RowStatement) throws {
    guard let type = row.text(0).flatMap(RecordType.named), let user = row.text(1),
      let game = row.text(2), let gameID = row.text(3),
      let day = row.number(4).flatMap({ Day(dateInt: Int($0)) }), let json = row.bytes(5)
    else { throw DamagedRow(detail: "a record lacks its type, user, game or day") }
    guard case .object(let fields)? = try? readJSON(json) else {
      throw DamagedRow(detail: "the fields of a record of \(day.iso) are not JSON")
    }
    self.init(type: type, userId: user, game: game, gameId: gameID, day: day, fields: fields)
  }

  var pair: Pair { Pair(user: userId, gameID: gameId) }
}

/// The row of one result, looked up by what its id is made of.
struct RecordLookup {
  /// What the store holds under an id.
  struct Found {
    let key: Int64
    let version: Int64
    /// The record; without fields where it was deleted.
    let content: Record
    let isDeleted: Bool

    /// The record, if it was not deleted.
    var record: Record? { isDeleted ? nil : content }
  }

  private let find: RowStatement

  init(_ db: Database) throws {
    find = try RowStatement(
      db,
      """
      SELECT \(Record.columns), key, version, deletedAt FROM record
      WHERE user = ? AND gameId = ? AND day = ? AND type = ?
      """)
  }

  func callAsFunction(_ id: CompositeID, type: String) throws -> Found? {
    find.bind(1, normalFormC(id.userId))
    find.bind(2, id.gameId)
    find.bind(3, id.day.dateInt)
    find.bind(4, type)
    guard try find.next() else { return nil }
    defer { find.reset() }
    guard let key = find.number(6), let version = find.number(7) else {
      throw DamagedRow(detail: "a record lacks its version")
    }
    return Found(
      key: key, version: version, content: try Record(row: find), isDeleted: find.number(8) != nil)
  }

  func callAsFunction(_ record: Record) throws -> Found? {
    try self(
      CompositeID(userId: record.userId, day: record.day, gameId: record.gameId),
      type: record.type)
  }
}
