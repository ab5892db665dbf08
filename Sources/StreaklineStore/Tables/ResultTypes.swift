internal import GRDB
internal import StreaklineCore

/// The table `type`: the result types that the store knows, each with its two digits in result keys.
///
/// The store keeps the declaration of each type, so that a program that does not know a type can
/// still read, print and check its records.
struct ResultTypes: Sendable {
  private let types: [RecordType]
  private let keys: [Int64]

  init(_ db: Database) throws {
    try ChecksummedTable.require("type", of: db)
    var types: [RecordType] = []
    var keys: [Int64] = []
    let rows = try RowStatement(db, "SELECT key, declaration FROM type ORDER BY key")
    while try rows.next() {
      guard let key = rows.number(0), let json = rows.bytes(1).flatMap({ try? readJSON($0) }),
        let type = RecordType(json: json)
      else { throw DamagedRow(detail: "a record type cannot be read") }
      types.append(type)
      keys.append(key)
    }
    (self.types, self.keys) = (types, keys)
  }

  /// Adds the schema's result types. A type that is new or was declared differently gets a new view.
  static func register(_ schema: RecordSchema, _ db: Database) throws {
    for type in schema.types where type.form == .result {
      let declaration = String(json: type.json)
      let known = try String.fetchOne(
        db, sql: "SELECT declaration FROM type WHERE name = ?", arguments: [type.name])
      guard known != declaration else { continue }
      try db.execute(
        sql: """
          INSERT INTO type (name, declaration) VALUES (?1, ?2)
          ON CONFLICT (name) DO UPDATE SET declaration = ?2
          """, arguments: [type.name, declaration])
      guard
        let key = try Int64.fetchOne(
          db, sql: "SELECT key FROM type WHERE name = ?", arguments: [type.name]),
        key < ResultKey.perPair
      else { throw DamagedRow(detail: "a store has at most 99 result types") }
      try ChecksummedTable.type.updateChecksums(db, where: "key = ?", arguments: [key])
      try Schema.replaceView(of: type, key: key, db)
    }
  }

  /// All types, in the order in which they were added.
  var all: [RecordType] { types }

  /// The number of a type in result keys; `nil` for a type that the store does not know.
  func key(of name: String) -> Int64? {
    // Comparing a few short names is faster than hashing one.
    for index in types.indices where types[index].name == name { return keys[index] }
    return nil
  }

  /// The type of a result; `nil` when the table does not have it.
  func type(of number: ResultKey) -> RecordType? {
    for index in keys.indices where keys[index] == number.type { return types[index] }
    return nil
  }
}
