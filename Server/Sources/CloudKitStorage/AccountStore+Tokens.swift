package import CloudKitCore
internal import Foundation
internal import GRDB

/// What can be said of a token without its secret.
package struct TokenEntry: Hashable, Sendable {
  /// Hexadecimal digits.
  package let id: String
  /// `nil` for a token of the page.
  package let container: String?
  /// `nil` for the token of a program.
  package let user: String?
  /// What the holder may do at the page; `nil` for a token with which apps sync.
  package let role: String?
  /// Milliseconds since 1970.
  package let expiresAt: Int
  /// The label that was given to the token when it was made.
  package let label: String?
  /// The start of the last day of use, in milliseconds since 1970; `nil` for a token that was not used.
  package let usedAt: Int?
}

/// Whom a valid token stands for.
package struct TokenHolder: Hashable, Sendable {
  package let container: String
  /// The user's number; `nil` for the token of a program.
  package let user: Int64?
}

extension AccountStore {
  /// Makes a token.
  ///
  /// - Parameters:
  ///   - user: The user's name; `nil` for the token of a program.
  ///   - expiresAt: Milliseconds since 1970.
  ///   - label: What to call the token in lists.
  /// - Returns: The token itself, which is stored nowhere.
  package func createToken(
    container: String, user: String?, now: Int, expiresAt: Int, label: String? = nil
  ) throws -> AccessToken {
    try label.map(Self.checkLabel)
    let token = AccessToken(random: randomBytes)
    try queue.write { db in
      let known = try String.fetchOne(
        db, sql: "SELECT name FROM container WHERE name = ?", arguments: [container])
      guard known != nil else {
        throw StorageError(
          "there is no container '\(container)'; run: streaklined container create \(container)")
      }
      let number = try user.map { name in
        let sql = "SELECT key FROM user WHERE name = ?"
        guard let number = try Int64.fetchOne(db, sql: sql, arguments: [Self.normalized(name)])
        else {
          throw StorageError("there is no user '\(name)'; run: streaklined user add '\(name)'")
        }
        return number
      }
      try db.execute(
        sql: ChecksummedTable.token.insertion(),
        arguments: [Data(token.id), Data(token.hash), container, number, now, expiresAt])
      if let label { try TokenNoteTable.setLabel(label, of: token.id, db) }
    }
    return token
  }

  /// Refuses a label that a list could not show.
  static func checkLabel(_ label: String) throws {
    guard isName(label) else {
      throw StorageError(
        "'\(label)' is no label: it has 1 to 100 bytes, and neither control characters nor blanks at "
          + "its ends")
    }
  }

  package func tokens() throws -> [TokenEntry] {
    try queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT token.id, container, user.name, NULL, expiresAt, label, usedAt,
            \(Self.damage(of: .token))
          FROM token LEFT JOIN user ON user.key = token.user
            LEFT JOIN tokenNote ON tokenNote.id = token.id
          UNION ALL
          SELECT pageToken.id, NULL, user.name, role, expiresAt, label, usedAt,
            \(Self.damage(of: .pageToken))
          FROM pageToken LEFT JOIN user ON user.key = pageToken.user
            LEFT JOIN tokenNote ON tokenNote.id = pageToken.id
          ORDER BY 2, 3, 1
          """
      ).map { row in
        let row = try ChecksummedTable.token.whole(row)
        let id: Data = row[0]
        return TokenEntry(
          id: hexadecimal(Array(id)), container: row[1], user: row[2], role: row[3],
          expiresAt: row[4], label: row[5], usedAt: row[6])
      }
    }
  }

  /// The SQL that says whether a token or its user is damaged, or the user is lost: a user's token must not look
  /// like that of a program.
  private static func damage(of tokens: ChecksummedTable) -> String {
    """
    coalesce(\(tokens.damage), CASE WHEN \(tokens.name).user IS NULL THEN NULL
      WHEN user.key IS NULL THEN 0 ELSE \(ChecksummedTable.user.damage) END,
      iif(tokenNote.id IS NULL, NULL, \(ChecksummedTable.tokenNote.damage)))
    """
  }

  /// - Parameter id: Hexadecimal digits, as ``tokens()`` says them.
  package func revokeToken(_ id: String) throws {
    try queue.write { db in
      let bytes = bytes(hexadecimal: id) ?? []
      var count = 0
      for table in ["token", "pageToken"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE id = ?", arguments: [Data(bytes)])
        count += db.changesCount
      }
      guard count == 1 else { throw StorageError("there is no token '\(id)'") }
      try TokenNoteTable.forgetOrphans(db)
    }
  }

  /// The holder of a token that is known and has not expired. An unknown token costs as much time as a
  /// wrong secret.
  package func holder(of token: AccessToken, now: Int) async throws -> TokenHolder? {
    let row = try await row(token.id)
    let hash = row?.hash ?? [UInt8](repeating: 0, count: 32)
    guard isEqual(token.hash, hash), let row, row.expiresAt > now else { return nil }
    noteUse(of: token.id, now: now)
    return row.holder
  }

  /// The holder of a token that was rotated from the one with this id.
  package func holder(ofRotated id: [UInt8], now: Int) async throws -> TokenHolder? {
    guard let row = try await row(id), row.expiresAt > now else { return nil }
    noteUse(of: id, now: now)
    return row.holder
  }

  private func row(
    _ id: [UInt8]
  ) async throws -> (hash: [UInt8], holder: TokenHolder, expiresAt: Int)? {
    // Not `read`: it sets `query_only` before and after, and with that SQLite compiles all statements anew.
    try await queue.writeWithoutTransaction { db in
      let statement = try db.cachedStatement(
        sql: Self.holderQuery)
      guard let found = try Row.fetchOne(statement, arguments: [Data(id)]) else { return nil }
      let row = try ChecksummedTable.token.whole(found)
      let hash: Data = row[0]
      return (Array(hash), TokenHolder(container: row[1], user: row[2]), row[3])
    }
  }

  private static let holderQuery =
    "SELECT hash, container, user, expiresAt, \(ChecksummedTable.token.damage) FROM token WHERE id = ?"

  /// The name of a user; `nil` when there is none of this number.
  package func userName(_ number: Int64) async throws -> String? {
    try await queue.writeWithoutTransaction { db in
      let table = ChecksummedTable.user
      let row = try Row.fetchOne(
        db, sql: "SELECT name, \(table.damage) FROM user WHERE key = ?", arguments: [number])
      return try row.map { try table.whole($0)[0] }
    }
  }
}
