internal import CloudKitCore
internal import Foundation
internal import GRDB

/// Tokens for the page and its interface. They belong to a user and to no container.
extension AccountStore {
  static let pageTokenTable = """
    CREATE TABLE IF NOT EXISTS pageToken(
      id BLOB PRIMARY KEY, hash BLOB NOT NULL,
      user INTEGER NOT NULL REFERENCES user(key) ON DELETE CASCADE, role TEXT NOT NULL,
      createdAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL) WITHOUT ROWID;
    """
  private static let prefix = "slk_"

  /// Makes a token.
  ///
  /// - Parameters:
  ///   - role: What the page calls the role.
  ///   - expiresAt: Milliseconds since 1970.
  ///   - label: What to call the token in lists.
  /// - Returns: The token's text, which is stored nowhere.
  package func createPageToken(
    user: String, role: String, now: Int, expiresAt: Int, label: String? = nil
  ) throws -> String {
    try label.map(Self.checkLabel)
    let token = AccessToken(random: randomBytes)
    try queue.write { db in
      let sql = "SELECT key FROM user WHERE name = ?"
      guard let number = try Int64.fetchOne(db, sql: sql, arguments: [Self.normalized(user)])
      else {
        throw StorageError("there is no user '\(user)'; run: streaklined user add '\(user)'")
      }
      try db.execute(
        sql: ChecksummedTable.pageToken.insertion(),
        arguments: [Data(token.id), Data(token.hash), number, role, now, expiresAt])
      if let label { try TokenNoteTable.setLabel(label, of: token.id, db) }
    }
    return Self.prefix + token.apiText
  }

  /// The user, role and player of a token that is known and has not expired. An unknown token costs as much
  /// time as a wrong secret.
  package func pageHolder(
    of text: String, now: Int
  ) throws -> (user: String, role: String, player: String)? {
    guard text.hasPrefix(Self.prefix),
      let token = AccessToken(apiText: String(text.dropFirst(Self.prefix.count)))
    else { return nil }
    let row = try queue.read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT hash, expiresAt, user.name, role, coalesce(player.name, user.name),
            coalesce(\(ChecksummedTable.pageToken.damage), \(PlayerTable.damage))
          FROM pageToken JOIN user ON user.key = pageToken.user \(PlayerTable.join) WHERE id = ?
          """, arguments: [Data(token.id)]
      ).map(ChecksummedTable.pageToken.whole)
    }
    let hash: Data = row?[0] ?? Data(count: 32)
    guard isEqual(token.hash, Array(hash)), let row, row[1] as Int > now else { return nil }
    noteUse(of: token.id, now: now)
    return (row[2], row[3], row[4])
  }
}
