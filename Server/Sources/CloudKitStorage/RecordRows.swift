internal import CloudKitCore
internal import Foundation
internal import GRDB
internal import ServerJSON

/// The records of a zone as rows.
struct RecordRows {
  let zone: ZoneRow
  let db: Database
  /// Who asks.
  let viewer: String
  /// What a participant may see; `nil` for everything.
  let access: ZoneAccess?

  init(zone: ZoneRow, db: Database, viewer: String = "", access: ZoneAccess? = nil) {
    self.zone = zone
    self.db = db
    self.viewer = viewer
    self.access = access
  }

  static let columns =
    "name, type, fields, parent, createdAt, createdBy, modifiedAt, modifiedBy, change, root"

  var shares: ShareRows { ShareRows(zone: zone, db: db) }

  /// Whether the row of ``columns`` may be seen.
  func isVisible(_ row: Row) -> Bool {
    access?.permission(name: row[0], root: row[9]).canRead ?? true
  }

  /// The record; `nil` when there is none, when it is deleted, or when it may not be seen.
  func find(_ name: String) throws -> StoredRecord? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(Self.columns) FROM record WHERE zone = ? AND name = ? AND type IS NOT NULL
        """)
    guard let row = try Row.fetchOne(statement, arguments: [zone.key, name]), isVisible(row) else {
      return nil
    }
    return try record(row)
  }

  func find(_ names: [String]) throws -> [String: StoredRecord] {
    var found: [String: StoredRecord] = [:]
    for name in names { found[name] = try find(name) }
    return found
  }

  /// The record of a row of ``columns``; `nil` when it is deleted.
  func record(_ row: Row) throws -> StoredRecord? {
    guard let type = row[1] as String? else { return nil }
    let fields: Data = row[2]
    let (name, root): (String, String) = (row[0], row[9])
    return StoredRecord(
      name: name, type: type, fields: Array(fields), parent: row[3],
      created: .init(milliseconds: row[4], user: row[5]),
      modified: .init(milliseconds: row[6], user: row[7]), tag: zone.tag(row[8]),
      sharing: try sharing(of: name, type: type, isRoot: name == root))
  }

  /// What is said of a share or of a shared record besides its fields.
  func sharing(of name: String, type: String, isRoot: Bool) throws -> [JSON.Member] {
    guard zone.isShared else { return [] }
    if type == ShareRequest.recordType {
      return try shares.find(name).map { try shares.members(of: $0, viewer: viewer) } ?? []
    }
    guard isRoot, let share = try shares.find(root: name) else { return [] }
    return [
      .init(name: "share", value: ["recordName": .string(share.name)]),
      .init(name: "shortGUID", value: .string(share.guid)),
    ]
  }

  /// - Parameter root: The record at the top of the record's hierarchy.
  func write(_ record: StoredRecord, change: Int64, root: String) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO record(
          zone, name, change, type, parent, createdAt, createdBy, modifiedAt, modifiedBy, fields,
          root)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        ON CONFLICT(zone, name) DO UPDATE SET
          change = ?3, type = ?4, parent = ?5, createdAt = ?6, createdBy = ?7, modifiedAt = ?8,
          modifiedBy = ?9, fields = ?10, root = ?11
        """)
    try statement.execute(arguments: [
      zone.key, record.name, change, record.type, record.parent, record.created.milliseconds,
      record.created.user, record.modified.milliseconds, record.modified.user,
      Data(record.fields), root,
    ])
  }

  /// Notes that a record has changed although its content has not.
  func touch(_ name: String, change: Int64) throws {
    try db.execute(
      sql: "UPDATE record SET change = ? WHERE zone = ? AND name = ?",
      arguments: [change, zone.key, name])
  }

  /// Leaves of a record only that it is deleted.
  func delete(_ name: String, change: Int64, in context: WriteContext) throws {
    let statement = try db.cachedStatement(
      sql: """
        UPDATE record SET change = ?, type = NULL, parent = NULL, fields = x'', modifiedAt = ?,
          modifiedBy = ? WHERE zone = ? AND name = ?
        """)
    try statement.execute(arguments: [change, context.now, context.user, zone.key, name])
  }

  /// Whether who asks may delete the record, which is there and is no share that this user takes part in.
  func mayDelete(_ name: String) throws -> Bool {
    guard let access else { return true }
    // Only the owner ends a share, and with it what others see.
    guard try shares.find(name) == nil else { return false }
    let root = try root(of: name) ?? name
    return (root != name || access.wholeZone.canWrite)
      && access.permission(name: "", root: root).canWrite
  }

  // MARK: - Hierarchies, whoever may see them

  /// Whether there is a record of this name.
  func isTaken(_ name: String) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM record WHERE zone = ? AND name = ? AND type IS NOT NULL")
    return try Int.fetchOne(statement, arguments: [zone.key, name]) != nil
  }

  func parent(of name: String) throws -> String? {
    let statement = try db.cachedStatement(
      sql: "SELECT parent FROM record WHERE zone = ? AND name = ? AND type IS NOT NULL")
    return try String.fetchOne(statement, arguments: [zone.key, name])
  }

  func root(of name: String) throws -> String? {
    let statement = try db.cachedStatement(
      sql: "SELECT root FROM record WHERE zone = ? AND name = ? AND type IS NOT NULL")
    return try String.fetchOne(statement, arguments: [zone.key, name])
  }

  func children(of name: String) throws -> [String] {
    let statement = try db.cachedStatement(
      sql: "SELECT name FROM record WHERE zone = ? AND parent = ?")
    return try String.fetchAll(statement, arguments: [zone.key, name])
  }

  /// Makes a record the top of its own hierarchy.
  func removeParent(of name: String, change: Int64) throws {
    try db.execute(
      sql: "UPDATE record SET parent = NULL, root = name, change = ? WHERE zone = ? AND name = ?",
      arguments: [change, zone.key, name])
    try setRoot(below: name, to: name)
  }

  /// Writes the root of all records below one.
  func setRoot(below name: String, to root: String) throws {
    try db.execute(
      sql: """
        WITH RECURSIVE below(name) AS (
          SELECT name FROM record WHERE zone = ?1 AND parent = ?2
          UNION SELECT record.name FROM record JOIN below ON record.parent = below.name
            WHERE record.zone = ?1)
        UPDATE record SET root = ?3 WHERE zone = ?1 AND name IN (SELECT name FROM below)
        """, arguments: [zone.key, name, root])
  }

  // MARK: - References with the action DELETE_SELF

  /// Notes to which records this one refers so that it goes with them.
  func writeTargets(of record: StoredRecord, before: StoredRecord?) throws {
    let targets = Set(record.targets(action: "DELETE_SELF"))
    let former = Set(before?.targets(action: "DELETE_SELF") ?? [])
    guard targets != former else { return }
    try removeTargets(of: record.name)
    for target in targets {
      try db.execute(
        sql: "INSERT INTO dependent(zone, target, source) VALUES (?, ?, ?)",
        arguments: [zone.key, target, record.name])
    }
  }

  func removeTargets(of source: String) throws {
    let statement = try db.cachedStatement(
      sql: "DELETE FROM dependent WHERE zone = ? AND source = ?")
    try statement.execute(arguments: [zone.key, source])
  }

  /// The records that go when this one goes.
  func dependents(of target: String) throws -> [String] {
    let statement = try db.cachedStatement(
      sql: "SELECT source FROM dependent WHERE zone = ? AND target = ?")
    return try String.fetchAll(statement, arguments: [zone.key, target])
  }
}
