package import CloudKitCore
internal import Foundation
internal import GRDB
internal import ServerJSON

/// What was found of the records that somebody asks for.
package struct FoundRecords: Sendable {
  package internal(set) var records: [String: StoredRecord] = [:]
  /// Those of which a bit has changed in the file, so that nothing can be said of them.
  package internal(set) var damaged: [String: DamagedRow] = [:]
}

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
    "name, type, fields, parent, createdAt, createdBy, modifiedAt, modifiedBy, change, root, "
    + table.damage
  private static let table = ChecksummedTable.record
  private static let writing =
    table.insertion() + " ON CONFLICT(zone, name) DO UPDATE SET "
    + table.replacement([
      "change", "type", "parent", "createdAt", "createdBy", "modifiedAt", "modifiedBy", "fields",
      "root",
    ])
  private static let deleting = table.change([
    "change": "?1", "type": "NULL", "parent": "NULL", "fields": "x''", "modifiedAt": "?2",
    "modifiedBy": "?3",
  ])

  var shares: ShareRows { ShareRows(zone: zone, db: db) }

  /// Whether the row of ``columns`` may be seen. It may be damaged.
  func isVisible(_ row: Row) -> Bool {
    guard let access else { return true }
    guard let name = String.fromDatabaseValue(row[0]), let root = String.fromDatabaseValue(row[9])
    else { return access.wholeZone.canRead }
    return access.permission(name: name, root: root).canRead
  }

  /// The name of a row of ``columns`` that is damaged, as far as it can be read.
  static func name(ofDamaged row: Row) -> String { String.fromDatabaseValue(row[0]) ?? "" }

  /// The record; `nil` when there is none, when it is deleted, or when it may not be seen.
  ///
  /// - Throws: ``DamagedRow``
  func find(_ name: String) throws -> StoredRecord? {
    guard let row = try row(name), isVisible(row) else { return nil }
    return try record(row)
  }

  func find(_ names: [String]) throws -> FoundRecords {
    var found = FoundRecords()
    for name in names {
      do {
        found.records[name] = try find(name)
      } catch let damage as DamagedRow {
        found.damaged[name] = damage
      }
    }
    return found
  }

  /// The row of ``columns``, whether the record is deleted or not. The type would hide a damaged one.
  func row(_ name: String) throws -> Row? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM record WHERE zone = ? AND name = ?")
    return try Row.fetchOne(statement, arguments: [zone.key, name])
  }

  /// The record of a row of ``columns``; `nil` when it is deleted.
  ///
  /// - Throws: ``DamagedRow``
  func record(_ row: Row) throws -> StoredRecord? {
    let row = try Self.table.whole(row)
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
    let statement = try db.cachedStatement(sql: Self.writing)
    try statement.execute(arguments: [
      zone.key, record.name, change, record.type, record.parent, record.created.milliseconds,
      record.created.user, record.modified.milliseconds, record.modified.user,
      Data(record.fields), root,
    ])
  }

  /// Notes that a record has changed although its content has not.
  func touch(_ name: String, change: Int64) throws {
    try db.execute(
      sql: "UPDATE record SET \(Self.table.change(["change": "?1"])) WHERE zone = ?2 AND name = ?3",
      arguments: [change, zone.key, name])
  }

  /// Leaves of a record only that it is deleted.
  func delete(_ name: String, change: Int64, in context: WriteContext) throws {
    let statement = try db.cachedStatement(
      sql: "UPDATE record SET \(Self.deleting) WHERE zone = ?4 AND name = ?5")
    try statement.execute(arguments: [change, context.now, context.user, zone.key, name])
  }

  /// Replaces a damaged row by one that says that the record is deleted.
  func replaceDamaged(_ name: String, change: Int64, in context: WriteContext) throws {
    try db.execute(
      sql: "DELETE FROM record WHERE zone = ? AND name = ?", arguments: [zone.key, name])
    try db.execute(
      sql: Self.table.insertion(),
      arguments: [
        zone.key, name, change, nil as String?, nil as String?, context.now, context.user,
        context.now, context.user, Data(), name,
      ])
    try removeTargets(of: name)
    // The database counts what the damaged row held, whatever that was.
    try UsageTable.count(zone.owner, db)
  }

  /// Whether who asks may delete the record, which is there and is no share that this user takes part in.
  func mayDelete(_ name: String) throws -> Bool {
    guard let access else { return true }
    // Only the owner ends a share, and with it what others see.
    guard try shares.find(name) == nil else { return false }
    guard let root = try? root(of: name) ?? name else { return false }
    return (root != name || access.wholeZone.canWrite)
      && access.permission(name: "", root: root).canWrite
  }

  // MARK: - Hierarchies, whoever may see them

  /// Whether there is a record of this name.
  func isTaken(_ name: String) throws -> Bool {
    try there(name) != nil
  }

  func parent(of name: String) throws -> String? { try there(name)?[3] }
  func root(of name: String) throws -> String? { try there(name)?[9] }

  /// The row of a record that is not deleted.
  private func there(_ name: String) throws -> Row? {
    guard let row = try row(name).map(Self.table.whole), row[1] as String? != nil else {
      return nil
    }
    return row
  }

  func children(of name: String) throws -> [String] {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM record WHERE zone = ? AND parent = ?")
    return try Row.fetchAll(statement, arguments: [zone.key, name]).map {
      try Self.table.whole($0)[0]
    }
  }

  /// Makes a record the top of its own hierarchy.
  func removeParent(of name: String, change: Int64) throws {
    try db.execute(
      sql: """
        UPDATE record SET
        \(Self.table.change(["parent": "NULL", "root": "name", "change": "?1"]))
        WHERE zone = ?2 AND name = ?3
        """,
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
        UPDATE record SET \(Self.table.change(["root": "?3"])) WHERE zone = ?1 AND name IN (SELECT name FROM below)
        """, arguments: [zone.key, name, root])
  }

  // MARK: - References with the action DELETE_SELF

  private static let dependentTable = ChecksummedTable.dependent
  private static let noting = dependentTable.insertion()

  /// Notes to which records this one refers so that it goes with them.
  func writeTargets(of record: StoredRecord, before: StoredRecord?) throws {
    let targets = Set(record.targets(action: "DELETE_SELF"))
    let former = Set(before?.targets(action: "DELETE_SELF") ?? [])
    guard targets != former else { return }
    try removeTargets(of: record.name)
    for target in targets {
      try db.execute(
        sql: Self.noting,
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
      sql: """
        SELECT source, \(Self.dependentTable.damage) FROM dependent WHERE zone = ? AND target = ?
        """)
    return try Row.fetchAll(statement, arguments: [zone.key, target]).map {
      try Self.dependentTable.whole($0)[0]
    }
  }
}
