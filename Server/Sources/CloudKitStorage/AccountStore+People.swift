internal import GRDB

/// A user of a container.
package struct ContainerPerson: Hashable, Sendable {
  package let number: Int64
  package let name: String
  /// `nil` for a user who is not to be found by others.
  package let displayName: String?
}

/// The names by which users are shown to others.
enum PersonTable {
  /// Creates the table in a file that lacks it.
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS person(
          user INTEGER PRIMARY KEY REFERENCES user(key) ON DELETE CASCADE,
          displayName TEXT NOT NULL)
        """)
  }
}

extension AccountStore {
  /// A token of which a bit has changed says nothing of anybody; who sends it is told.
  private static let isWholeToken = ChecksummedTable.token.isWhole

  /// Sets the name by which other users of the same containers find a user; an empty one removes it.
  package func setDisplayName(_ displayName: String, of name: String) throws {
    guard displayName.utf8.count <= 100,
      !displayName.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else { throw StorageError("a display name has up to 100 bytes, and no control characters") }
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO person(user, displayName) SELECT key, ? FROM user WHERE name = ?
          """,
        arguments: [displayName, Self.normalized(name)])
      guard db.changesCount == 1 else { throw StorageError("there is no user '\(name)'") }
      try ChecksummedTable.person.writeChecksum(ofRow: db.lastInsertedRowID, db)
      try db.execute(sql: "DELETE FROM person WHERE displayName = ''")
    }
  }

  /// The users who have a token for a container.
  ///
  /// - Parameters:
  ///   - now: Milliseconds since 1970.
  ///   - only: The numbers of those that are wanted; `nil` for all.
  package func people(
    in container: String, now: Int, only: [Int64]?
  ) async throws -> [ContainerPerson] {
    try await queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT key, name, displayName, coalesce(
            \(ChecksummedTable.user.damage),
            iif(person.user IS NULL, NULL, \(ChecksummedTable.person.damage)))
          FROM user LEFT JOIN person ON person.user = user.key
          WHERE key IN (
            SELECT user FROM token WHERE container = ? AND expiresAt > ? AND \(Self.isWholeToken))
          ORDER BY name
          """, arguments: [container, now]
      ).map(ChecksummedTable.user.whole)
        .map { ContainerPerson(number: $0[0], name: $0[1], displayName: $0[2]) }
        .filter { only?.contains($0.number) ?? true }
    }
  }

  /// Whether a user has a token for a container.
  package func isUser(_ number: Int64, of container: String, now: Int) async throws -> Bool {
    try await queue.read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS(
            SELECT 1 FROM token
            WHERE user = ? AND container = ? AND expiresAt > ? AND \(Self.isWholeToken))
          """, arguments: [number, container, now]) ?? false
    }
  }
}
