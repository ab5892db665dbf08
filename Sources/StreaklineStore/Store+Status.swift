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
      return Counts(
        records: try count("result") - deleted - count(.withdrawn),
        suspects: try count(.suspect) + future,
        deleted: deleted,
        misses: try count("miss"), disputes: try count("dispute"))
    }
  }
}
