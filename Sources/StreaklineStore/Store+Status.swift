internal import GRDB
internal import GRDBSQLite
package import StreaklineCore

/// The numbers of results, near misses and disputes in a store.
package struct Counts: Hashable, Sendable {
  /// Results that were not deleted, including suspect ones.
  package var records = 0
  /// Results that do not count now.
  package var suspects = 0
  package var deleted = 0
  package var misses = 0
  package var disputes = 0
}

extension Store {
  /// The version of the SQLite library that is linked, such as `3.40.1`.
  package static var sqliteVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// The number of the newest change of the tables that this program knows.
  package static var schemaVersion: Int { Schema.version }

  /// - Parameter now: Results whose day has not started then are suspect.
  package func counts(at now: Instant) throws(StoreError) -> Counts {
    try reading { db in
      func count(_ rows: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0
      }
      // The index `resultNotCounted` has only these states, so this reads few rows.
      func count(_ state: ResultState) throws -> Int {
        try count("result WHERE state = \(state.rawValue) AND state > 1")
      }
      let deleted = try count(.deleted)
      let end = ResultKey.all(on: now.latestDay.dateInt).upperBound
      let future = try count("result WHERE number >= \(end) AND state < 2")
      let suspects = try count(.suspect)
      return Counts(
        records: try Self.countedResults(db) + suspects, suspects: suspects + future,
        deleted: deleted,
        misses: try count("miss WHERE droppedAt IS NULL"),
        // Disputes of a user who was merged or forgotten are kept for undoing only.
        disputes: try count(
          """
          dispute JOIN result ON number = dispute.item
          WHERE state <> \(ResultState.withdrawn.rawValue)
          """))
    }
  }

  /// How many results count, from the sums that are kept for each player and game: counting the rows themselves
  /// takes as long as reading them.
  private static func countedResults(_ db: Database) throws -> Int {
    let table = try PlayedTable(db)
    return try PlayedGame.all(db, user: nil, game: nil).reduce(0) { sum, pair in
      let scores = try pair.scores() ?? table.history(of: pair.key).scores
      return sum + scores.total
    }
  }
}
