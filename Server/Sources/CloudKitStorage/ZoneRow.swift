internal import CloudKitCore
internal import GRDB

/// A zone as it is stored.
struct ZoneRow {
  /// Never used again, so that tokens of a deleted zone are recognised.
  let key: Int64
  let owner: String
  let name: String
  /// The number of the zone's last change.
  var sequence: Int64
  /// Tokens before this change cannot be continued, because deletions since then are forgotten.
  let oldest: Int64
  /// The database's change with which the zone changed last.
  var changedAt: Int64
  let isDeleted: Bool
  /// 0 until something of the zone is shared; grows with each change of who sees what.
  var access: Int64

  var isShared: Bool { access > 0 }

  static let columns =
    "key, owner, name, sequence, oldest, changedAt, isDeleted, access, "
    + ChecksummedTable.zone.damage

  /// - Parameter row: Of ``columns``.
  init(_ row: Row) throws {
    let row = try ChecksummedTable.zone.whole(row)
    (key, owner, name) = (row[0], row[1], row[2])
    (sequence, oldest, changedAt, isDeleted, access) = (row[3], row[4], row[5], row[6], row[7])
  }

  /// The zone of this name; `nil` when there is none.
  static func find(_ name: String, of owner: String, _ db: Database) throws -> ZoneRow? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM zone WHERE owner = ? AND name = ? AND isDeleted = 0")
    if let row = try Row.fetchOne(statement, arguments: [owner, name]) { return try ZoneRow(row) }
    // A zone of which a bit has changed could look like a deleted one. That it is gone would be believed.
    let damaged = try db.cachedStatement(
      sql: """
        SELECT \(columns) FROM zone WHERE owner = ? AND name = ? AND NOT \(table.isWhole) LIMIT 1
        """)
    return try Row.fetchOne(damaged, arguments: [owner, name]).map(ZoneRow.init)
  }

  private static let table = ChecksummedTable.zone
  /// The condition that a zone is there, or that a bit of it has changed, which is found when it is read.
  static let mayBeThere = "(isDeleted = 0 OR NOT \(table.isWhole))"

  static func find(_ key: Int64, _ db: Database) throws -> ZoneRow? {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM zone WHERE key = ?")
    return try Row.fetchOne(statement, arguments: [key]).map(ZoneRow.init)
  }

  static func create(_ name: String, of owner: String, _ db: Database) throws -> ZoneRow {
    let change = try nextChange(of: owner, db)
    try db.execute(
      sql: """
        INSERT INTO zone(owner, name, sequence, oldest, changedAt, isDeleted)
        VALUES (?, ?, 0, 0, ?, 0)
        """, arguments: [owner, name, change])
    try table.writeChecksum(ofRow: db.lastInsertedRowID, db)
    guard let zone = try find(name, of: owner, db) else {
      throw StorageError("a new zone was not stored")
    }
    return zone
  }

  /// Writes that records of the zone have changed.
  mutating func save(_ db: Database) throws {
    changedAt = try Self.nextChange(of: owner, db)
    let statement = try db.cachedStatement(
      sql: "UPDATE zone SET \(Self.saving) WHERE key = ?4")
    try statement.execute(arguments: [sequence, changedAt, access, key])
    if isShared { try Memberships(db).note(changeOf: key) }
  }

  private static let saving = table.change([
    "sequence": "?1", "changedAt": "?2", "access": "?3",
  ])

  func delete(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM dependent WHERE zone = ?", arguments: [key])
    try db.execute(sql: "DELETE FROM record WHERE zone = ?", arguments: [key])
    try db.execute(sql: "DELETE FROM share WHERE zone = ?", arguments: [key])
    try Memberships(db).end(in: key)
    let deleting = Self.table.change(["isDeleted": "1", "changedAt": "?1"])
    try db.execute(
      sql: "UPDATE zone SET \(deleting) WHERE key = ?2",
      arguments: [try Self.nextChange(of: owner, db), key])
  }

  private static let databases = ChecksummedTable.database
  private static let databaseDamage = databases.damage
  private static let counting =
    databases.insertion(values: ["?1", "1"]) + " ON CONFLICT(owner) DO UPDATE SET "
    + databases.change(["sequence": "sequence + 1"])

  /// The number of the last change in a database.
  static func lastChange(of owner: String, _ db: Database) throws -> Int64 {
    let statement = try db.cachedStatement(
      sql: "SELECT sequence, \(databaseDamage) FROM \"database\" WHERE owner = ?")
    return try Row.fetchOne(statement, arguments: [owner]).map { try databases.whole($0)[0] } ?? 0
  }

  static func nextChange(of owner: String, _ db: Database) throws -> Int64 {
    let statement = try db.cachedStatement(sql: counting)
    try statement.execute(arguments: [owner])
    return try lastChange(of: owner, db)
  }

  /// The change tag of a record. It names the zone too, so that a tag of a deleted zone fits nothing.
  func tag(_ change: Int64) -> String {
    String(change, radix: 36) + "." + String(key, radix: 36)
  }
}
