internal import GRDB
internal import StreaklineCore

/// Gives each change of a transaction a version: the time in milliseconds, shifted left by ten bits
/// that count the changes within a millisecond. Each version is greater than all before it, also
/// when the wall clock was set back.
///
/// A thousand changes take a millisecond of versions. So ten million results that are imported at
/// once run ten seconds ahead of the wall clock at most.
struct VersionClock {
  private static let counterBits: Int64 = 10

  /// The newest version before the transaction.
  let stored: Int64
  /// The version of the first change of the transaction.
  let first: Int64
  /// The newest version that was given.
  private(set) var newest: Int64

  init(_ db: Database, now: Instant) throws {
    stored = try Self.newest(db)
    first = max(Self.version(at: now), stored &+ 1)
    newest = stored
  }

  /// The newest version in the store.
  static func newest(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT version FROM device") ?? 0
  }

  /// The first version of a moment; the clock of a machine may say anything.
  static func version(at moment: Instant) -> Int64 {
    let most = Int64.max >> (counterBits + 1)
    return min(max(moment.milliseconds, 0), most) << counterBits
  }

  /// The moment of a version.
  static func instant(of version: Int64) -> Instant {
    Instant(milliseconds: version >> counterBits)
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
