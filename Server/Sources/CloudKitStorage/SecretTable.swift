internal import Foundation
internal import GRDB

/// What a file keeps for itself: keys, and from where it is.
enum SecretTable {
  private static let table = ChecksummedTable.secret

  static func value(of name: String, _ db: Database) throws -> Data? {
    // All of the few rows: a secret whose name has changed would look like one that is missing, and be made
    // anew.
    let rows = try Row.fetchAll(db, sql: "SELECT name, value, \(table.damage) FROM secret")
    for row in rows where try table.whole(row)[0] == name { return row[1] }
    return nil
  }

  static func set(_ name: String, _ value: [UInt8], _ db: Database) throws {
    try db.execute(
      sql: table.insertion("INSERT OR REPLACE"), arguments: [name, Data(value)])
  }
}
