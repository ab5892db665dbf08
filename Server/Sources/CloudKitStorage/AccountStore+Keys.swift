internal import CloudKitCore
internal import Crypto
internal import Foundation
internal import GRDB

/// A server-to-server key of a container (CloudKit Web Services).
package struct ServerKeyEntry: Hashable, Sendable {
  /// 64 hexadecimal digits.
  package let id: String
  package let container: String
  /// The public key in its X9.63 form.
  package let publicKey: [UInt8]
  /// Milliseconds since 1970.
  package let createdAt: Int
}

extension AccountStore {
  static let keyTable = """
    CREATE TABLE IF NOT EXISTS serverKey(
      id BLOB PRIMARY KEY, container TEXT NOT NULL REFERENCES container(name),
      publicKey BLOB NOT NULL, createdAt INTEGER NOT NULL) WITHOUT ROWID;
    """

  /// Adds a key.
  ///
  /// - Parameter pem: The text of a file with the public key.
  /// - Returns: The key's id: 64 hexadecimal digits.
  package func addKey(container: String, pem: String, now: Int) throws -> String {
    guard !pem.contains("PRIVATE KEY") else {
      throw StorageError(
        "this is the private key, which only its owner may have; write the public one to a file: "
          + "openssl ec -in PRIVATE.pem -pubout -out PUBLIC.pem")
    }
    guard let key = try? P256.Signing.PublicKey(pemRepresentation: pem) else {
      throw StorageError("the file is not a public key (PEM) of the curve P-256, or prime256v1")
    }
    guard try containers().contains(container) else {
      throw StorageError(
        "there is no container '\(container)'; run: streaklined container create \(container)")
    }
    let id = randomBytes(RequestSignature.keyIDBytes)
    try queue.write { db in
      try db.execute(
        sql: ChecksummedTable.serverKey.insertion(),
        arguments: [Data(id), container, Data(key.x963Representation), now])
    }
    return hexadecimal(id)
  }

  package func keys() throws -> [ServerKeyEntry] {
    try queue.read { db in
      try Row.fetchAll(db, sql: "\(Self.query) ORDER BY container, createdAt, id")
        .map(Self.entry)
    }
  }

  /// Removes a key. The records that it wrote stay.
  package func removeKey(_ id: String) throws {
    try queue.write { db in
      try db.execute(
        sql: "DELETE FROM serverKey WHERE id = ?",
        arguments: [Data(bytes(hexadecimal: id) ?? [])])
      guard db.changesCount == 1 else { throw StorageError("there is no key '\(id)'") }
    }
  }

  /// The key of an id; `nil` when there is none.
  package func serverKey(_ id: String) async throws -> ServerKeyEntry? {
    guard id.utf8.count == 2 * RequestSignature.keyIDBytes, let bytes = bytes(hexadecimal: id)
    else { return nil }
    return try await queue.writeWithoutTransaction { db in
      let statement = try db.cachedStatement(sql: "\(Self.query) WHERE id = ?")
      return try Row.fetchOne(statement, arguments: [Data(bytes)]).map(Self.entry)
    }
  }

  private static let query =
    "SELECT id, container, publicKey, createdAt, \(ChecksummedTable.serverKey.damage) FROM serverKey"

  private static func entry(_ row: Row) throws -> ServerKeyEntry {
    let row = try ChecksummedTable.serverKey.whole(row)
    let (id, key): (Data, Data) = (row[0], row[2])
    return ServerKeyEntry(
      id: hexadecimal(Array(id)), container: row[1], publicKey: Array(key), createdAt: row[3])
  }
}
