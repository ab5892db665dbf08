internal import Foundation
internal import GRDB

/// A user of the server.
package struct UserEntry: Hashable, Sendable {
  package let name: String
  /// The player whose results are the user's own at the page.
  package let player: String
}

/// The players whose results are a user's own, where their names differ from the user's.
enum PlayerTable {
  static let table = """
    CREATE TABLE IF NOT EXISTS player(
      user INTEGER PRIMARY KEY REFERENCES user(key) ON DELETE CASCADE,
      name TEXT NOT NULL, checksum INTEGER NOT NULL DEFAULT 0);
    """
  /// Joins a query of users with the table.
  static let join = "LEFT JOIN player ON player.user = user.key"
  /// The SQL that says whether a row of such a query is damaged.
  static let damage = """
    coalesce(\(ChecksummedTable.user.damage),
      iif(player.user IS NULL, NULL, \(ChecksummedTable.player.damage)))
    """
}

extension AccountStore {
  /// A name as it is stored: letters that can be written in two ways are written in one.
  static func normalized(_ name: String) -> String { name.precomposedStringWithCanonicalMapping }

  /// Whether a list, a terminal and a page can show a name.
  static func isName(_ name: String) -> Bool {
    (1...100).contains(name.utf8.count)
      && name == name.trimmingCharacters(in: .whitespacesAndNewlines)
      && name.unicodeScalars.allSatisfy(isVisible)
  }

  /// Joiners hold emoji together; other marks without width could turn the line around.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    case .format: scalar == "\u{200D}"
    default: true
    }
  }

  /// Says whose results are a user's own; an empty name is the user's own name again.
  package func setPlayer(_ player: String, of name: String) throws {
    let player = Self.normalized(player)
    guard player.isEmpty || Self.isName(player) else {
      throw StorageError(
        "'\(player)' is no player: a name has up to 100 bytes, and neither control characters nor "
          + "blanks at its ends")
    }
    try queue.write { db in
      let name = Self.normalized(name)
      let sql = "SELECT key FROM user WHERE name = ?"
      guard let number = try Int64.fetchOne(db, sql: sql, arguments: [name]) else {
        throw StorageError("there is no user '\(name)'; run: streaklined user add '\(name)'")
      }
      guard !player.isEmpty else {
        return try db.execute(sql: "DELETE FROM player WHERE user = ?", arguments: [number])
      }
      try db.execute(
        sql: ChecksummedTable.player.insertion("INSERT OR REPLACE"), arguments: [number, player])
    }
  }

  package func userEntries() throws -> [UserEntry] {
    try queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT user.name, coalesce(player.name, user.name), \(PlayerTable.damage)
          FROM user \(PlayerTable.join) ORDER BY user.name
          """
      ).map(ChecksummedTable.user.whole).map { UserEntry(name: $0[0], player: $0[1]) }
    }
  }
}
