internal import GRDB
internal import StreaklineCore

/// The table `record`: what results say, by version.
struct RecordRows {
  private let insertion: RowStatement
  private let removal: RowStatement
  private let tombstone: RowStatement
  private let search: RowStatement

  init(_ db: Database) throws {
    insertion = try RowStatement(db, "INSERT INTO record VALUES (?, ?, NULL, ?, NULL)")
    removal = try RowStatement(db, "DELETE FROM record WHERE version = ?")
    tombstone = try RowStatement(db, "INSERT INTO record VALUES (?, ?, ?, '{}', NULL)")
    search = try RowStatement(db, "SELECT fields FROM record WHERE version = ?")
  }

  func insert(_ record: Record, _ number: ResultKey, version: Int64) throws {
    insertion.bind(1, version)
    insertion.bind(2, number.value)
    try unsafe record.encodedFields.withUnsafeBytes { unsafe try insertion.run(3, utf8: $0) }
  }

  /// Leaves a tombstone: what the number says, and nothing of what somebody wrote.
  func insertTombstone(_ number: ResultKey, version: Int64, at now: Instant) throws {
    tombstone.bind(1, version)
    tombstone.bind(2, number.value)
    tombstone.bind(3, now.milliseconds)
    try tombstone.run()
  }

  func remove(version: Int64) throws {
    removal.bind(1, version)
    try removal.run()
  }

  /// The record of that version.
  func record(_ number: ResultKey, version: Int64, _ pair: StreakKey, game: String) throws -> Record
  {
    search.bind(1, version)
    guard try search.next() else {
      throw DamagedRow(detail: "a result names a record that is not there")
    }
    defer { search.reset() }
    return try Record(number, user: pair.user, gameID: pair.gameID, game: game, search.bytes(0))
  }
}

extension Record {
  /// The columns that `init(row:)` reads, in its order, of ``tables``.
  static let columns = "number, user, gameId, game, fields"
  /// The tables in which a result stands, joined.
  static let tables = """
    result JOIN record USING (version) JOIN pair ON pair.key = \(ResultKey.pair(in: "number"))
    """

  /// Takes a record out of the current row, whose first five columns are ``columns``.
  init(row: RowStatement) throws {
    guard let number = row.number(0).map(ResultKey.init), let user = row.text(1),
      let gameID = row.text(2), let game = row.text(3)
    else { throw DamagedRow(detail: "a result lacks its user or game") }
    try self.init(number, user: user, gameID: gameID, game: game, row.bytes(4))
  }

  fileprivate init(
    _ number: ResultKey, user: String, gameID: String, game: String, _ json: [UInt8]?
  ) throws {
    guard let type = number.type, let day = Day(dateInt: number.dateInt) else {
      throw DamagedRow(detail: "the number \(number.value) of a result is none")
    }
    guard let json,
      let record = Record(
        type: type, userId: user, game: game, gameId: gameID, day: day, storedFields: json)
    else { throw DamagedRow(detail: "the fields of a record of \(day.iso) are not JSON") }
    self = record
  }
}
