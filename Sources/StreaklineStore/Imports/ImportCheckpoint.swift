internal import GRDB
package import StreaklineCore

/// How far an input has been imported. Written in the transaction that stores what stands before it.
package struct ImportCheckpoint: Hashable, Sendable {
  /// Says what was imported how: a digest of the input's first bytes and of everything that decides
  /// what it yields.
  package var key: String
  /// Bytes of the input that are done.
  package var offset: Int
  /// Digest of exactly these bytes.
  package var digest: UInt64
  /// Whether the input ended there.
  package var isComplete: Bool
  /// The name under which it was imported.
  package var name: String
  package var at: Instant
  /// Sums so far, as the import wants to have them back: any JSON.
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
  /// How far the input with that key has been imported, by offset. More than one where inputs begin
  /// alike and go on differently.
  package func checkpoints(key: String) throws(StoreError) -> [ImportCheckpoint] {
    try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT offset, digest, isComplete, name, at, counts FROM import
        WHERE key = ? ORDER BY offset, digest
        """)
      rows.bind(1, key)
      var checkpoints: [ImportCheckpoint] = []
      while try rows.next() {
        guard let offset = rows.number(0), let digest = rows.number(1), let name = rows.text(3),
          let at = rows.number(4),
          let counts = rows.bytes(5).flatMap({ try? readJSON($0) })
        else { throw DamagedRow(detail: "an import's checkpoint cannot be read") }
        checkpoints.append(
          ImportCheckpoint(
            key: key, offset: Int(offset), digest: UInt64(bitPattern: digest),
            isComplete: rows.number(2) == 1, name: name, at: Instant(milliseconds: at),
            counts: counts))
      }
      return checkpoints
    }
  }
}

/// The table `import`.
enum ImportTable {
  /// How many checkpoints are kept.
  static let maximumCount = 1_000

  /// Keeps a checkpoint, and of all the newest ``maximumCount``.
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
    let insertion = try RowStatement(
      db, "INSERT OR REPLACE INTO import VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    insertion.bindWithChecksum(
      .text(checkpoint.key), .number(Int64(bitPattern: checkpoint.digest)),
      .number(Int64(checkpoint.offset)), .number(checkpoint.isComplete ? 1 : 0),
      .text(checkpoint.name), .number(checkpoint.at.milliseconds),
      .text(String(json: checkpoint.counts)))
    try insertion.run()
    // A run that goes on has taken the place of one.
    guard previous == nil else { return }
    let trimming = try RowStatement(
      db,
      """
      DELETE FROM import WHERE rowid IN (
        SELECT rowid FROM import ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?)
      """)
    trimming.bind(1, maximumCount)
    try trimming.run()
  }
}
