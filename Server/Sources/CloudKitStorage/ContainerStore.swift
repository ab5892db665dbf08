package import CloudKitCore
package import Crypto
internal import Foundation
internal import GRDB

/// The records of one container in one environment, which are in one SQLite file. Only the running server
/// opens that file.
package final class ContainerStore: Sendable {
  let pool: DatabasePool
  private let path: String
  /// Signs sync tokens and markers.
  package let key: SymmetricKey
  /// Names the restored backup from which the file is, in hexadecimal digits; `nil` for none.
  package let restored: String?
  private let growingSchema: GrowingSchema
  private let commits: GroupCommit

  /// - Parameter isProduction: Whether records must fit the schema as it is.
  package init(path: String, isProduction: Bool) throws {
    try createPrivateFile(path)
    self.path = path
    pool = try DatabasePool(path: path, configuration: Connection.configuration())
    let (key, schema, restored) = try pool.writeWithoutTransaction { db in
      try Connection.setDurability(db, journal: "WAL")
      try Connection.prepare(db, path: path, application: 0x534C_4B43, tables: Self.tables)
      try UsageTable.create(db)
      try SubscriptionTable.create(db)
      try Connection.addChecksums(db, to: ChecksummedTable.ofContainer)
      try Self.renewCopy(db)
      return (
        try Self.key(db), try SchemaTable.read(db, isOpen: !isProduction), try Self.restored(db)
      )
    }
    self.key = key
    self.restored = restored
    growingSchema = GrowingSchema(schema)
    commits = GroupCommit(pool, schema: growingSchema)
  }

  package var schema: Schema { growingSchema.known }

  /// What an error of the file means for whoever runs the server; `nil` for one that a request has made.
  package func problem(_ error: any Error) -> String? {
    Connection.problem(error, with: path)?.description
  }

  /// The schema for what ``write(_:)`` does, with what requests before it in the same transaction added.
  var schemaWhileWriting: Schema { growingSchema.whileWriting }

  /// Changes the file, together with other requests that wait. Returns when the change is on the disk.
  ///
  /// - Parameter body: It is undone when it throws. It can be called twice.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await commits.write(body)
  }

  /// Writes what the schema has more than the one that is known. It has to be called in ``write(_:)``.
  func write(_ grown: Schema, _ db: Database) throws {
    let known = schemaWhileWriting
    guard grown != known else { return }
    try SchemaTable.write(grown, over: known, db)
    growingSchema.whileWriting = grown
  }

  /// Adds the types and fields of another environment's schema to this one.
  package func deploy(_ other: Schema) async throws {
    try await write { db in
      try self.write(try self.schemaWhileWriting.merged(with: other), db)
    }
  }

  private static func key(_ db: Database) throws -> SymmetricKey {
    let name = "tokens"
    if try SecretTable.value(of: name, db) == nil {
      try SecretTable.set(name, randomBytes(32), db)
    }
    guard let bytes = try SecretTable.value(of: name, db), bytes.count == 32 else {
      throw StorageError("the server's key is damaged")
    }
    return SymmetricKey(data: bytes)
  }

  /// A record's `type` is NULL when the record is deleted: the row then only tells clients so. Its `root` is
  /// the record at the top of its hierarchy, itself where it has no parent. A zone's `access` is 0 until
  /// something of it is shared, and grows with each change of who sees what. The `root` of a share of a
  /// whole zone is empty.
  private static let tables = """
    CREATE TABLE secret(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE "database"(owner TEXT PRIMARY KEY, sequence INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE zone(
      key INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, name TEXT NOT NULL,
      sequence INTEGER NOT NULL, oldest INTEGER NOT NULL, changedAt INTEGER NOT NULL,
      isDeleted INTEGER NOT NULL, access INTEGER NOT NULL DEFAULT 0);
    CREATE UNIQUE INDEX zoneName ON zone(owner, name) WHERE isDeleted = 0;
    CREATE UNIQUE INDEX zoneChange ON zone(owner, changedAt);
    CREATE TABLE record(
      key INTEGER PRIMARY KEY, zone INTEGER NOT NULL REFERENCES zone(key), name TEXT NOT NULL,
      change INTEGER NOT NULL, type TEXT, parent TEXT, root TEXT NOT NULL, createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL, modifiedAt INTEGER NOT NULL, modifiedBy TEXT NOT NULL,
      fields BLOB NOT NULL);
    CREATE UNIQUE INDEX recordName ON record(zone, name);
    CREATE UNIQUE INDEX recordChange ON record(zone, change);
    CREATE INDEX recordType ON record(zone, type, name) WHERE type IS NOT NULL;
    CREATE INDEX recordParent ON record(zone, parent) WHERE parent IS NOT NULL;
    CREATE TABLE share(
      zone INTEGER NOT NULL REFERENCES zone(key), name TEXT NOT NULL, root TEXT NOT NULL,
      guid TEXT NOT NULL UNIQUE, publicPermission TEXT NOT NULL, PRIMARY KEY(zone, name),
      UNIQUE(zone, root)) WITHOUT ROWID;
    CREATE TABLE participant(
      zone INTEGER NOT NULL, share TEXT NOT NULL, id TEXT NOT NULL, lookup TEXT NOT NULL, user TEXT,
      permission TEXT NOT NULL, isInvited INTEGER NOT NULL, PRIMARY KEY(zone, share, id),
      FOREIGN KEY(zone, share) REFERENCES share(zone, name) ON DELETE CASCADE) WITHOUT ROWID;
    CREATE INDEX participantUser ON participant(user, zone) WHERE user IS NOT NULL;
    CREATE TABLE membership(
      user TEXT NOT NULL, zone INTEGER NOT NULL REFERENCES zone(key), changedAt INTEGER NOT NULL,
      isGone INTEGER NOT NULL, PRIMARY KEY(user, zone)) WITHOUT ROWID;
    CREATE INDEX membershipZone ON membership(zone);
    CREATE TABLE dependent(
      zone INTEGER NOT NULL REFERENCES zone(key), target TEXT NOT NULL, source TEXT NOT NULL,
      PRIMARY KEY(zone, target, source)) WITHOUT ROWID;
    CREATE INDEX dependentSource ON dependent(zone, source);
    CREATE TABLE schemaField(
      type TEXT NOT NULL, field TEXT NOT NULL, kind TEXT NOT NULL, isQueryable INTEGER NOT NULL,
      isSortable INTEGER NOT NULL, PRIMARY KEY(type, field)) WITHOUT ROWID;
    """
}

/// The schema as rows. A row with an empty field and kind says that there is a type.
private enum SchemaTable {
  private static let table = ChecksummedTable.schemaField

  static func read(_ db: Database, isOpen: Bool) throws -> Schema {
    var types: [String: [String: Schema.Field]] = [:]
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT type, field, kind, isQueryable, isSortable, \(table.damage) FROM schemaField")
    for row in rows {
      let row = try table.whole(row)
      let (type, field): (String, String) = (row[0], row[1])
      if types[type] == nil { types[type] = [:] }
      guard !field.isEmpty else { continue }
      guard let kind = FieldKind(tag: row[2]) else {
        throw StorageError("the schema is damaged")
      }
      types[type]?[field] = Schema.Field(kind, isQueryable: row[3], isSortable: row[4])
    }
    return Schema(types: types, isOpen: isOpen)
  }

  static func write(_ schema: Schema, over known: Schema, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: table.insertion("INSERT OR REPLACE"))
    for (type, fields) in schema.types {
      if known.types[type] == nil {
        try statement.execute(arguments: [type, "", "", false, false])
      }
      for (name, field) in fields where known.field(name, of: type) != field {
        try statement.execute(
          arguments: [type, name, field.kind.tag, field.isQueryable, field.isSortable])
      }
    }
  }
}
