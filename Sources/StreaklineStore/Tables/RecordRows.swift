internal import GRDB
internal import StreaklineCore

/// The table `record`: the content of each item, by version.
struct RecordRows {
  private let types: ResultTypes
  private let insertion: RowStatement
  private let removal: RowStatement
  private let search: RowStatement
  private let lineages: RowStatement
  private let change: RowStatement

  init(_ db: Database, _ types: ResultTypes) throws {
    self.types = types
    insertion = try RowStatement(db, "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)")
    removal = try RowStatement(db, "DELETE FROM record WHERE version = ?")
    search = try RowStatement(
      db, "SELECT version, item, deletedAt, fields, lineage, checksum FROM record WHERE version = ?"
    )
    lineages = try RowStatement(db, "SELECT lineage FROM record WHERE version = ?")
    change = try RowStatement(
      db,
      """
      UPDATE record SET lineage = ?2, checksum = rowChecksum(version, item, deletedAt, fields, ?2)
      WHERE version = ?1
      """)
  }

  /// - Parameter fields: A JSON object, stored as it is.
  func insert(
    _ fields: ArraySlice<UInt8>, item: Int64, version: Int64, _ lineage: Lineage = .first
  ) throws {
    try unsafe fields.withUnsafeBytes {
      unsafe try insert($0, item: item, version: version, deletedAt: nil, lineage)
    }
  }

  /// Inserts the tombstone of an item. It has no fields, so nothing that somebody wrote remains.
  func insertTombstone(item: Int64, version: Int64, at now: Instant, _ lineage: Lineage) throws {
    var fields = "{}"
    try fields.withUTF8 {
      unsafe try insert(
        UnsafeRawBufferPointer($0), item: item, version: version, deletedAt: now.milliseconds,
        lineage)
    }
  }

  private func insert(
    _ fields: UnsafeRawBufferPointer, item: Int64, version: Int64, deletedAt: Int64?,
    _ lineage: Lineage
  ) throws {
    let text = lineage.text
    insertion.bind(1, version)
    insertion.bind(2, item)
    insertion.bind(3, deletedAt)
    insertion.bind(5, text)
    var checksum = RowChecksum()
    checksum.add(version)
    checksum.add(item)
    checksum.add(deletedAt)
    unsafe checksum.add(fields)
    checksum.add(text)
    insertion.bind(6, checksum.value)
    unsafe try insertion.run(4, utf8: fields)
  }

  /// The lineage of that version.
  func lineage(_ version: Int64) throws -> Lineage {
    lineages.bind(1, version)
    guard try lineages.next() else {
      throw DamagedRow(detail: "an item refers to a record that does not exist")
    }
    defer { lineages.reset() }
    return try Lineage(text: lineages.bytes(0))
  }

  /// Gives a version another lineage, when the same content was made elsewhere before.
  func set(_ lineage: Lineage, of version: Int64) throws {
    change.bind(1, version)
    change.bind(2, lineage.text)
    try change.run()
  }

  func remove(version: Int64) throws {
    removal.bind(1, version)
    try removal.run()
  }

  /// The record of that version.
  func record(_ number: ResultKey, version: Int64, _ pair: StreakKey, game: String) throws -> Record
  {
    let fields = try fields(version)
    return try Record(
      number, types.type(of: number), user: pair.user, gameID: pair.gameID, game: game, fields)
  }

  /// The document of that version.
  ///
  /// - Parameter digest: That of the document's row, with which it is compared; `nil` for none.
  func document(type: String, name: String, version: Int64, digest: Int64? = nil) throws -> Document
  {
    guard
      let document = Document(type: type, name: name, storedFields: try fields(version))
    else { throw DamagedRow(detail: "the fields of a document of type \(type) are not JSON") }
    if let digest, digest != DocumentTable.digest(document) {
      throw DamagedRow(detail: StoredRow.record.damage)
    }
    return document
  }

  /// The fields of that version, as JSON.
  func fields(_ version: Int64) throws -> [UInt8] {
    search.bind(1, version)
    guard try search.next() else {
      throw DamagedRow(detail: "an item refers to a record that does not exist")
    }
    defer { search.reset() }
    try search.require(5, of: 0..<5, .record)
    return search.bytes(3) ?? []
  }
}

extension Record {
  /// The columns of ``tables`` that `init(row:)` reads, in this order.
  static let columns = "number, user, gameId, game, fields"
  /// The tables that make up a result, joined.
  static let tables = """
    result JOIN record USING (version) JOIN pair ON pair.key = \(ResultKey.pair(in: "number"))
    """

  /// The columns of ``tables`` with which a record is checked, in this order.
  static let sums = "record.version, record.item, deletedAt, lineage, record.checksum"

  /// Reads a record from the current row, whose first five columns are ``columns``, and checks that it is
  /// what was stored.
  ///
  /// - Parameters:
  ///   - first: The first column of ``sums``.
  ///   - state: The column of the state in `result`, where that is there.
  init(checked row: RowStatement, sums first: Int32, state: Int32? = nil, _ types: ResultTypes)
    throws
  {
    try row.require(first + 4, of: [first, first + 1, first + 2, 4, first + 3], .record)
    try self.init(row: row, types)
    guard row.number(0) == row.number(first + 1) else {
      throw DamagedRow(detail: StoredRow.record.damage)
    }
    guard let state else { return }
    let expected = row.isNull(first + 2) ? ResultState.of(self).rawValue : nil
    guard expected == row.number(state) else {
      throw DamagedRow(detail: StoredRow.record.damage)
    }
  }

  /// Reads a record from the current row, whose first five columns are ``columns``.
  ///
  /// - Parameter fieldsColumn: The column of the fields.
  init(row: RowStatement, _ types: ResultTypes, fieldsColumn: Int32 = 4) throws {
    guard let number = row.number(0).map(ResultKey.init), let user = row.text(1),
      let gameID = row.text(2), let game = row.text(3)
    else { throw DamagedRow(detail: "a result lacks its user or game") }
    try self.init(
      number, types.type(of: number), user: user, gameID: gameID, game: game,
      row.bytes(fieldsColumn))
  }

  /// - Parameter json: The fields.
  init(
    _ number: ResultKey, _ type: RecordType?, user: String, gameID: String, game: String,
    _ json: [UInt8]?
  ) throws {
    guard let type, let day = Day(dateInt: number.dateInt) else {
      throw DamagedRow(detail: "the result key \(number.value) has no valid day or type")
    }
    guard let json,
      let record = Record(
        type: type, userId: user, game: game, gameId: gameID, day: day, storedFields: json)
    else { throw DamagedRow(detail: "the fields of a record of \(day.iso) are not JSON") }
    self = record
  }
}
