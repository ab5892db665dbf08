internal import Foundation
internal import GRDB

/// What a file keeps for itself: keys, and from where it is.
enum SecretTable {
  private static let table = ChecksummedTable.secret

  static func value(of name: String, _ db: Database) throws -> Data? {
    let row = try Row.fetchOne(
      db, sql: "SELECT value, \(table.damage) FROM secret WHERE name = ?", arguments: [name])
    return try row.map { try table.whole($0)[0] }
  }

  static func set(_ name: String, _ value: [UInt8], _ db: Database) throws {
    try db.execute(
      sql: table.insertion("INSERT OR REPLACE"), arguments: [name, Data(value)])
  }
}
