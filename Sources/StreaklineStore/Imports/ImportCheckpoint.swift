internal import GRDB
package import StreaklineCore

/// How far an input is imported. Stored in the same transaction as everything before its offset.
package struct ImportCheckpoint: Hashable, Sendable {
  /// Identifies the input and how it is read: a digest of its first bytes and of all settings.
  package var key: String
  /// Bytes of the input that are imported.
  package var offset: Int
  /// Digest of exactly these bytes.
  package var digest: UInt64
  /// Whether the input ends there.
  package var isComplete: Bool
  /// The name under which it was imported.
  package var name: String
  package var at: Instant
  /// The import's sums so far, as JSON.
  package var counts: Value

  package init(
    key: String, offset: Int, digest: UInt64, isComplete: Bool, name: String, at: Instant,
    counts: Value = .null
  ) {
    self.key = key
    self.offset = offset
    self.digest = digest
    self.isComplete = isComplete
    self.name = name
    self.at = at
    self.counts = counts
  }
}

extension Store {
  /// The checkpoints with that key, by offset. There are several when different inputs start with the
  /// same bytes.
  package func checkpoints(key: String) throws(StoreError) -> [ImportCheckpoint] {
    try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT key, digest, offset, isComplete, name, at, counts, checksum FROM import
        WHERE key = ? ORDER BY offset, digest
        """)
      rows.bind(1, key)
      var checkpoints: [ImportCheckpoint] = []
      while try rows.next() {
        // Without its checkpoint an input is read again, which adds nothing twice.
        guard rows.checksum(ofColumns: 7) == rows.number(7) else { continue }
        guard let offset = rows.number(2), let digest = rows.number(1), let name = rows.text(4),
          let at = rows.number(5),
          let counts = rows.bytes(6).flatMap({ try? readJSON($0) })
        else { throw DamagedRow(detail: "an import's checkpoint cannot be read") }
        checkpoints.append(
          ImportCheckpoint(
            key: key, offset: Int(offset), digest: UInt64(bitPattern: digest),
            isComplete: rows.number(3) == 1, name: name, at: Instant(milliseconds: at),
            counts: counts))
      }
      return checkpoints
    }
  }
}

/// The table `import`.
enum ImportTable {
  /// The maximum number of checkpoints: as many files are known.
  static let maximumCount = 100_000

  /// Stores a checkpoint. Of all checkpoints the last ``maximumCount`` that were added are kept.
  ///
  /// - Parameter previous: The digest of the checkpoint of the same run, which it replaces.
  static func store(_ checkpoint: ImportCheckpoint, replacing previous: UInt64?, _ db: Database)
    throws
  {
    if let previous {
      let removal = try RowStatement(db, "DELETE FROM import WHERE key = ? AND digest = ?")
      removal.bind(1, checkpoint.key)
      removal.bind(2, Int64(bitPattern: previous))
      try removal.run()
    }
    // An updated row keeps its rowid, so that the rowids have few gaps.
    let insertion = try RowStatement(
      db,
      """
      INSERT INTO import VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (key, digest) DO UPDATE
      SET offset = ?3, isComplete = ?4, name = ?5, at = ?6, counts = ?7, checksum = ?8
      """)
    insertion.bindWithChecksum(
      .text(checkpoint.key), .number(Int64(bitPattern: checkpoint.digest)),
      .number(Int64(checkpoint.offset)), .number(checkpoint.isComplete ? 1 : 0),
      .text(checkpoint.name), .number(checkpoint.at.milliseconds),
      .text(String(json: checkpoint.counts)))
    try insertion.run()
    // Rowids rise, so that nothing has to be counted or sorted.
    let trimming = try RowStatement(
      db, "DELETE FROM import WHERE rowid <= (SELECT max(rowid) FROM import) - ?")
    trimming.bind(1, maximumCount)
    try trimming.run()
  }
}
