internal import GRDB
package import StreaklineCore

/// A streak with its user and game.
package struct StoredStreak: Hashable, Sendable {
  package let userID: String
  /// The game's slug.
  package let game: String
  package let gameID: String
  package let streak: Streak
}

/// A content that contradicts the stored result of its id.
package struct Dispute: Hashable, Sendable {
  /// The number by which it is listed.
  package let key: Int64
  /// The stored result; `nil` when it was deleted.
  package let first: Record?
  package let other: Record
  package let seenAt: Instant
}

extension Store {
  /// Calls `body` with each result that the filter wants, by day, user and game. Rethrows what `body`
  /// throws.
  ///
  /// The results are read day by day, so any number of them takes as much memory as one day.
  package func forEachResult(_ filter: ResultFilter, _ body: (Record) throws -> Void) throws {
    var stopped: (any Error)?
    try reading { db in
      try ResultReader(db, types, filter).forEach { record in
        do {
          try body(record)
        } catch {
          stopped = error
        }
        return stopped == nil
      }
    }
    if let stopped { throw stopped }
  }

  /// The results that the filter wants, by day, user and game.
  package func results(_ filter: ResultFilter = ResultFilter()) throws(StoreError) -> [Record] {
    try reading { db in
      var records: [Record] = []
      try ResultReader(db, types, filter).forEach { record in
        records.append(record)
        return true
      }
      return records
    }
  }

  /// Results that may be wrong and so do not count, those of the latest days first.
  package func suspects(limit: Int) throws(StoreError) -> [Record] {
    try reading { db in
      // With the second condition SQLite takes the index `resultNotCounted`.
      try ChecksummedTable.require("pair", of: db)
      let rows = try RowStatement(
        db,
        """
        SELECT \(Record.columns), \(Record.sums), state FROM \(Record.tables)
        WHERE result.state = \(ResultState.suspect.rawValue) AND result.state > 1
        ORDER BY number DESC LIMIT ?
        """)
      rows.bind(1, Int64(limit))
      var records: [Record] = []
      while try rows.next() {
        records.append(try Record(checked: rows, sums: 5, state: 10, types))
      }
      return records
    }
  }

  /// The result with that composite id, or `nil` when there is none or it was deleted.
  package func record(id: String) throws(StoreError) -> Record? {
    guard let id = CompositeID(encoded: id) else { return nil }
    return try reading { db in
      try RecordLookup(db, types)(id).lazy.compactMap(\.record).first
    }
  }

  /// The name of a user's game, and its mode, in its latest result; each `nil` when that result has
  /// none.
  package func gameName(userID: String, gameID: String) throws(StoreError)
    -> (name: String?, mode: String?)
  {
    try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT \(Record.columns), \(Record.sums) FROM \(Record.tables)
        WHERE user = ? AND gameId = ? AND state < \(ResultState.deleted.rawValue)
        ORDER BY number DESC LIMIT 1
        """)
      rows.bind(1, userID)
      rows.bind(2, gameID)
      defer { rows.reset() }
      guard try rows.next() else { return (nil, nil) }
      let fields = try Record(checked: rows, sums: 5, types).fields
      return (
        try fields["gameName"]?.string ?? Self.habitName(gameID, db), fields["mode"]?.string
      )
    }
  }

  /// The name of a habit, whose days an app sends without it.
  private static func habitName(_ id: String, _ db: Database) throws -> String? {
    let rows = try RowStatement(
      db,
      """
      SELECT json_extract(fields, '$.name') FROM document
      JOIN record ON record.version = document.version AND item = -key
      WHERE type = ?1 AND lower(name) = ?2 AND state <> \(ResultState.deleted.rawValue)
      """)
    rows.bind(1, RecordType.habit.name)
    rows.bind(2, id)
    defer { rows.reset() }
    return try rows.next() ? rows.text(0) : nil
  }

  /// Results that contradict the stored one of their id, the oldest first.
  package func disputes() throws(StoreError) -> [Dispute] {
    try reading { db in
      try ChecksummedTable.require("dispute", "pair", of: db)
      let rows = try RowStatement(
        db,
        """
        SELECT number, user, gameId, game, record.fields, dispute.fields, seenAt, dispute.key, state,
          \(Record.sums)
        FROM dispute CROSS JOIN \(Record.tables)
        WHERE number = dispute.item AND state <> \(ResultState.withdrawn.rawValue)
        ORDER BY seenAt, dispute.key
        """)
      var disputes: [Dispute] = []
      while try rows.next() {
        disputes.append(
          Dispute(
            key: rows.number(7) ?? 0,
            first: rows.number(8) == ResultState.deleted.rawValue
              ? nil : try Record(checked: rows, sums: 9, types),
            other: try Record(row: rows, types, fieldsColumn: 5),
            seenAt: Instant(milliseconds: rows.number(6) ?? 0)))
      }
      return disputes
    }
  }
}
