package import Crypto
internal import Foundation
internal import GRDB
internal import Synchronization

/// Containers, users and tokens: one SQLite file, which the running server and the commands open at the
/// same time. It has no write-ahead log, because SQLite before 3.51.3 can corrupt one that two programs
/// write.
package final class AccountStore: Sendable {
  let queue: DatabaseQueue
  private let path: String
  /// Signs rotated tokens and makes the names of users.
  package let key: SymmetricKey
  /// The last day, counted from 1970, on which each token was used since this process started.
  let lastUses = Mutex<[[UInt8]: Int]>([:])

  /// - Parameter folder: Where the server keeps its files.
  package init(folder: String) throws {
    try createPrivateFolder(folder)
    let path = folder + "/accounts.db"
    self.path = path
    try createPrivateFile(path)
    (queue, key) = try Connection.using(path) {
      let queue = try DatabaseQueue(path: path, configuration: Connection.configuration())
      let key = try queue.writeWithoutTransaction { db in
        try Connection.setDurability(db, journal: "TRUNCATE")
        try Connection.prepare(db, path: path, application: 0x534C_4B41, tables: Self.tables)
        try PersonTable.create(db)
        try db.execute(sql: Self.keyTable)
        try db.execute(sql: Self.pageTokenTable)
        try Connection.addChecksums(db, to: ChecksummedTable.ofAccounts)
        try db.execute(sql: TokenNoteTable.table + PlayerTable.table)
        return try Self.key(db)
      }
      return (queue, key)
    }
  }

  /// What an error of the file means for whoever runs the server; `nil` for one that a request has made.
  package func problem(_ error: any Error) -> String? {
    Connection.problem(error, with: path)?.description
  }

  private static func key(_ db: Database) throws -> SymmetricKey {
    // Only a new file needs to be written.
    let name = "server"
    if try SecretTable.value(of: name, db) == nil {
      // A command may be doing the same.
      try db.execute(
        sql: ChecksummedTable.secret.insertion("INSERT OR IGNORE"),
        arguments: [name, Data(randomBytes(32))])
    }
    guard let bytes = try SecretTable.value(of: name, db), bytes.count == 32 else {
      throw StorageError("the server's key is damaged")
    }
    return SymmetricKey(data: bytes)
  }

  /// A token without a user is a program's. Times are in milliseconds since 1970.
  private static let tables = """
    CREATE TABLE secret(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE container(name TEXT PRIMARY KEY, createdAt INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE user(
      key INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
      createdAt INTEGER NOT NULL);
    CREATE TABLE token(
      id BLOB PRIMARY KEY, hash BLOB NOT NULL,
      container TEXT NOT NULL REFERENCES container(name),
      user INTEGER REFERENCES user(key) ON DELETE CASCADE, createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL) WITHOUT ROWID;
    """
}

// MARK: - Containers and users

extension AccountStore {
  /// - Parameter name: `iCloud.` and then letters, digits, dots and hyphens.
  package func createContainer(_ name: String, now: Int) throws {
    guard Self.isContainerName(name) else {
      throw StorageError(
        "'\(name)' is no container: its name is iCloud. and then letters, digits, dots and hyphens")
    }
    try queue.write { db in
      try db.execute(
        sql: ChecksummedTable.container.insertion("INSERT OR IGNORE"), arguments: [name, now])
    }
  }

  package func containers() throws -> [String] {
    try queue.read { db in
      let table = ChecksummedTable.container
      let rows = try Row.fetchAll(
        db, sql: "SELECT name, \(table.damage) FROM container ORDER BY name")
      return try rows.map { try table.whole($0)[0] }
    }
  }

  static func isContainerName(_ name: String) -> Bool {
    name.hasPrefix("iCloud.") && isPlain(name, besides: ".-") && (8...200).contains(name.utf8.count)
  }

  private static func isPlain(_ name: String, besides marks: String) -> Bool {
    name.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        || marks.unicodeScalars.contains(scalar)
    }
  }

  package func addUser(_ name: String, now: Int) throws {
    let name = Self.normalized(name)
    guard Self.isName(name) else {
      throw StorageError(
        "'\(name)' is no user name: it has up to 100 bytes, and neither control characters nor blanks "
          + "at its ends")
    }
    try queue.write { db in
      try db.execute(
        sql: "INSERT OR IGNORE INTO user(name, createdAt) VALUES (?, ?)", arguments: [name, now])
      guard db.changesCount == 1 else { throw StorageError("there is a user '\(name)' already") }
      try ChecksummedTable.user.writeChecksum(ofRow: db.lastInsertedRowID, db)
    }
  }

  package func hasUser(_ name: String) throws -> Bool {
    try userEntries().contains { $0.name == Self.normalized(name) }
  }

  /// Removes a user with all tokens. The records stay.
  package func removeUser(_ name: String) throws {
    try queue.write { db in
      try db.execute(
        sql: "DELETE FROM user WHERE name = ?", arguments: [Self.normalized(name)])
      guard db.changesCount == 1 else { throw StorageError("there is no user '\(name)'") }
      try TokenNoteTable.forgetOrphans(db)
    }
  }
}
