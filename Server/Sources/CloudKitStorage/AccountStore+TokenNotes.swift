internal import CloudKitCore
internal import Foundation
internal import GRDB
internal import Synchronization

/// What is known of tokens of both kinds besides whom they stand for: a label, and the last day of use.
enum TokenNoteTable {
  static let table = """
    CREATE TABLE IF NOT EXISTS tokenNote(
      id BLOB PRIMARY KEY, label TEXT, usedAt INTEGER, checksum INTEGER NOT NULL) WITHOUT ROWID;
    """

  static func setLabel(_ label: String, of id: [UInt8], _ db: Database) throws {
    try db.execute(
      sql: ChecksummedTable.tokenNote.insertion("INSERT OR REPLACE"),
      arguments: [Data(id), label, nil])
  }

  static func setUse(of id: [UInt8], at time: Int, _ db: Database) throws {
    let label = "(SELECT label FROM tokenNote WHERE id = ?1)"
    try db.execute(
      sql: ChecksummedTable.tokenNote.insertion("INSERT OR REPLACE", values: ["?1", label, "?2"]),
      arguments: [Data(id), time])
    // The token may have been revoked meanwhile.
    try forgetOrphans(db)
  }

  /// Removes what is known of tokens that are gone.
  static func forgetOrphans(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM tokenNote
        WHERE id NOT IN (SELECT id FROM token UNION ALL SELECT id FROM pageToken)
        """)
  }
}

extension AccountStore {
  private static let day = 86_400_000

  /// Notes that a token was used today. The disk is written once a day for each token.
  ///
  /// - Parameter now: Milliseconds since 1970.
  func noteUse(of id: [UInt8], now: Int) {
    let today = now / Self.day
    guard lastUses.withLock({ $0.updateValue(today, forKey: id) }) != today else { return }
    // Who has a good token is served also where the disk is full: only the list of tokens does not know of it.
    queue.asyncWriteWithoutTransaction { db in
      try? db.inTransaction {
        try TokenNoteTable.setUse(of: id, at: today * Self.day, db)
        return .commit
      }
    }
  }
}
