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

  static let columns = "key, owner, name, sequence, oldest, changedAt, isDeleted, access"

  init(_ row: Row) {
    (key, owner, name) = (row[0], row[1], row[2])
    (sequence, oldest, changedAt, isDeleted, access) = (row[3], row[4], row[5], row[6], row[7])
  }

  /// The zone of this name; `nil` when there is none.
  static func find(_ name: String, of owner: String, _ db: Database) throws -> ZoneRow? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM zone WHERE owner = ? AND name = ? AND isDeleted = 0")
    return try Row.fetchOne(statement, arguments: [owner, name]).map(ZoneRow.init)
  }

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
    guard let zone = try find(name, of: owner, db) else {
      throw StorageError("a new zone was not stored")
    }
    return zone
  }

  /// Writes that records of the zone have changed.
  mutating func save(_ db: Database) throws {
    changedAt = try Self.nextChange(of: owner, db)
    let statement = try db.cachedStatement(
      sql: "UPDATE zone SET sequence = ?, changedAt = ?, access = ? WHERE key = ?")
    try statement.execute(arguments: [sequence, changedAt, access, key])
    if isShared { try Memberships(db).note(changeOf: key) }
  }

  func delete(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM dependent WHERE zone = ?", arguments: [key])
    try db.execute(sql: "DELETE FROM record WHERE zone = ?", arguments: [key])
    try db.execute(sql: "DELETE FROM share WHERE zone = ?", arguments: [key])
    try Memberships(db).end(in: key)
    try db.execute(
      sql: "UPDATE zone SET isDeleted = 1, changedAt = ? WHERE key = ?",
      arguments: [try Self.nextChange(of: owner, db), key])
  }

  /// The number of the last change in a database.
  static func lastChange(of owner: String, _ db: Database) throws -> Int64 {
    let statement = try db.cachedStatement(
      sql: "SELECT sequence FROM \"database\" WHERE owner = ?")
    return try Int64.fetchOne(statement, arguments: [owner]) ?? 0
  }

  static func nextChange(of owner: String, _ db: Database) throws -> Int64 {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO "database"(owner, sequence) VALUES (?, 1)
        ON CONFLICT(owner) DO UPDATE SET sequence = sequence + 1
        """)
    try statement.execute(arguments: [owner])
    return try lastChange(of: owner, db)
  }

  /// The change tag of a record. It names the zone too, so that a tag of a deleted zone fits nothing.
  func tag(_ change: Int64) -> String {
    String(change, radix: 36) + "." + String(key, radix: 36)
  }
}
