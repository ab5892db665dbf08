internal import GRDB
package import StreaklineCore

/// A near miss with its number, its id and the time of its first import.
package struct StoredMiss: Hashable, Sendable {
  /// The number by which the user names it.
  package let number: Int64
  package let id: UniqueID
  package let nearMiss: NearMiss
  package let seenAt: Instant
  /// The import that has brought it, if it is known.
  package let action: Int64?
  /// Whether the user has put it aside.
  package let isDropped: Bool
}

extension Store {
  /// Near misses that wait for a rule or for the user, the oldest first.
  ///
  /// - Parameter game: A game's slug, or `nil` for all games.
  package func misses(game: String? = nil) throws(StoreError) -> [StoredMiss] {
    try allMisses(game: game).filter { !$0.isDropped }
  }

  /// Near misses with those that the user has dropped, the oldest first. Those of people who are forgotten are left out.
  package func allMisses(game: String? = nil) throws(StoreError) -> [StoredMiss] {
    try reading { db in
      try ChecksummedTable.require("miss", "alias", of: db)
      let rows = try RowStatement(
        db,
        """
        SELECT game, user, sentAt, sentOn, text, source, reason, seenAt, action, key, droppedAt FROM miss
        WHERE (?1 IS NULL OR game = ?1)
          AND user NOT IN (SELECT name FROM alias WHERE user IS NULL) ORDER BY seenAt, key
        """)
      rows.bind(1, game)
      // Another device may have forgotten the sender.
      let decisions = try DecisionTable.active(db)
      var isForgotten: [String: Bool] = [:]
      var misses: [StoredMiss] = []
      while try rows.next() {
        let miss = try StoredMiss(row: rows)
        let user = miss.nearMiss.userId
        // To find the decisions about a name, a digest is made for each of them.
        if isForgotten[user] == nil { isForgotten[user] = decisions.forgetting(user) != nil }
        if isForgotten[user] == false { misses.append(miss) }
      }
      return misses
    }
  }

  /// Puts a near miss aside, or takes that back. A text that is put aside is kept, so that another import of it does
  /// not bring it back.
  ///
  /// - Parameter now: `nil` takes it back.
  /// - Returns: Whether anything changed.
  package func setMissDropped(_ number: Int64, at now: Instant?) throws(StoreError) -> Bool {
    try writing { db in
      try ChecksummedTable.require("miss", of: db)
      try db.execute(
        sql: """
          UPDATE miss SET droppedAt = ?1 WHERE key = ?2 AND (droppedAt IS NULL) = (?1 IS NOT NULL)
          """,
        arguments: [now?.milliseconds, number])
      guard db.changesCount > 0 else { return false }
      try ChecksummedTable.miss.updateChecksums(db, where: "key = ?", arguments: [number])
      return true
    }
  }
}

extension StoredMiss {
  fileprivate init(row: RowStatement) throws {
    guard let game = row.text(0), let user = row.text(1), let text = row.text(4),
      let source = row.bytes(5).flatMap({ try? readJSON($0) })?.object,
      let name = source["name"]?.string, let line = source["line"]?.int, let number = row.number(9)
    else { throw DamagedRow(detail: "a near miss cannot be read") }
    nearMiss = NearMiss(
      game: game, userId: user, sentAt: row.number(2).map(Instant.init(milliseconds:)),
      sentOn: row.number(3).flatMap { Day(dateInt: Int($0)) }, text: text,
      source: SourceLocation(name: name, line: line, id: source["id"]?.string), reason: row.text(6))
    self.number = number
    id = nearMiss.id
    seenAt = Instant(milliseconds: row.number(7) ?? 0)
    action = row.number(8)
    isDropped = row.number(10) != nil
  }
}
