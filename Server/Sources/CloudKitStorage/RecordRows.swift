internal import CloudKitCore
internal import Foundation
internal import GRDB

/// The records of a zone as rows.
struct RecordRows {
  let zone: ZoneRow
  let db: Database

  static let columns =
    "name, type, fields, parent, createdAt, createdBy, modifiedAt, modifiedBy, change"

  /// The record; `nil` when there is none, or when it is deleted.
  func find(_ name: String) throws -> StoredRecord? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(Self.columns) FROM record WHERE zone = ? AND name = ? AND type IS NOT NULL
        """)
    return try Row.fetchOne(statement, arguments: [zone.key, name]).flatMap(record)
  }

  func find(_ names: [String]) throws -> [String: StoredRecord] {
    var found: [String: StoredRecord] = [:]
    for name in names { found[name] = try find(name) }
    return found
  }

  /// The record of a row of ``columns``; `nil` when it is deleted.
  func record(_ row: Row) -> StoredRecord? {
    guard let type = row[1] as String? else { return nil }
    let fields: Data = row[2]
    return StoredRecord(
      name: row[0], type: type, fields: Array(fields), parent: row[3],
      created: .init(milliseconds: row[4], user: row[5]),
      modified: .init(milliseconds: row[6], user: row[7]), tag: zone.tag(row[8]))
  }

  func write(_ record: StoredRecord, change: Int64) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO record(
          zone, name, change, type, parent, createdAt, createdBy, modifiedAt, modifiedBy, fields)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT(zone, name) DO UPDATE SET
          change = ?3, type = ?4, parent = ?5, createdAt = ?6, createdBy = ?7, modifiedAt = ?8,
          modifiedBy = ?9, fields = ?10
        """)
    try statement.execute(arguments: [
      zone.key, record.name, change, record.type, record.parent, record.created.milliseconds,
      record.created.user, record.modified.milliseconds, record.modified.user,
      Data(record.fields),
    ])
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
