internal import GRDB
internal import StreaklineCore

/// Gives each change of a transaction a version: a hybrid logical clock, which never goes back when
/// the wall clock does (RELIABILITY finding 8).
struct VersionClock {
  /// The newest version before the transaction.
  let stored: Int64
  /// The version of the first change of the transaction.
  let first: Int64
  /// The newest version that was given.
  private(set) var newest: Int64

  init(_ db: Database, now: Instant) throws {
    stored = try Int64.fetchOne(db, sql: "SELECT version FROM device") ?? 0
    first = max(now.milliseconds, stored &+ 1)
    newest = stored
  }

  /// The version of the change with that number, counted from 0. Numbers may be left out and come in
  /// any order.
  mutating func version(of change: Int) -> Int64 {
    let version = first &+ Int64(change)
    newest = max(newest, version)
    return version
  }

  /// Keeps the newest version; writes nothing when none was given.
  func save(_ db: Database) throws {
    guard newest > stored else { return }
    try db.execute(sql: "UPDATE device SET version = ?", arguments: [newest])
  }
}
