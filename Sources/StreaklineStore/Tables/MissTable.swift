internal import GRDB
internal import StreaklineCore

/// The table `miss`: near misses with their text, each once.
enum MissTable {
  /// Whether the batch has a near miss that is not in the table.
  static func lacksAny(of batch: Batch, _ db: Database) throws -> Bool {
    let search = try RowStatement(db, "SELECT 1 FROM miss WHERE id = ?")
    return try batch.chunk.nearMisses.contains { miss in
      search.bind(1, miss.id.description)
      defer { search.reset() }
      return try !search.next()
    }
  }

  /// Removes the near misses that an action has brought. What the user has put aside since stays, so that
  /// another import does not bring it back; it belongs to no action then.
  static func withdraw(action: Int64, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM miss WHERE action = ? AND droppedAt IS NULL", arguments: [action])
    let kept = try Int64.fetchAll(
      db, sql: "SELECT key FROM miss WHERE action = ?", arguments: [action])
    for key in kept {
      try db.execute(sql: "UPDATE miss SET action = NULL WHERE key = ?", arguments: [key])
      try ChecksummedTable.miss.updateChecksums(db, where: "key = ?", arguments: [key])
    }
  }

  /// - Parameter action: The action that brings the near misses.
  static func store(_ batch: Batch, action: Int64?, _ db: Database) throws {
    let insertion = try RowStatement(
      db,
      """
      INSERT INTO miss
        (id, game, user, sentAt, sentOn, text, source, reason, seenAt, action, droppedAt,
         checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let search = try RowStatement(db, "SELECT 1 FROM miss WHERE id = ?")
    for miss in batch.chunk.nearMisses {
      // An insertion that a conflict turns into nothing would write the last number again.
      search.bind(1, miss.id.description)
      defer { search.reset() }
      if try search.next() { continue }
      insertion.bindWithChecksum(
        .text(miss.id.description), .text(miss.game), .text(miss.userId),
        .number(miss.sentAt?.milliseconds), .number(miss.sentOn.map { Int64($0.dateInt) }),
        .text(miss.text), .text(String(json: miss.source.json)), .text(miss.reason),
        .number(batch.now.milliseconds), .number(action), .number(nil))
      try insertion.run()
    }
    let removal = try RowStatement(db, "DELETE FROM miss WHERE id = ?")
    for id in batch.settledMisses {
      removal.bind(1, id.description)
      try removal.run()
    }
  }
}
