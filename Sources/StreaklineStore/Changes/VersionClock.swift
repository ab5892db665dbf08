internal import GRDB
internal import StreaklineCore

/// Gives each change of a transaction a version: the time in milliseconds, shifted left by ten bits
/// that count the changes of a millisecond. Each version is greater than all earlier ones, also when
/// the wall clock was set back.
///
/// 1,024 changes use up a millisecond. So an import of ten million results puts the versions at most
/// ten seconds ahead of the wall clock.
struct VersionClock {
  private static let counterBits: Int64 = 10

  /// The newest version before the transaction.
  let stored: Int64
  /// The version of the first change of the transaction.
  let first: Int64
  /// The newest version given so far.
  private(set) var newest: Int64

  init(_ db: Database, now: Instant) throws {
    stored = try Self.newest(db)
    first = max(Self.version(at: now), stored &+ 1)
    newest = stored
  }

  /// The newest version in the store.
  static func newest(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT version FROM device")) ?? 0
  }

  /// The first version of a moment. A clock can show any time, so the result is kept in range.
  static func version(at moment: Instant) -> Int64 {
    let latest = Int64.max >> (counterBits + 1)
    return min(max(moment.milliseconds, 0), latest) << counterBits
  }

  /// The moment of a version.
  static func instant(of version: Int64) -> Instant {
    Instant(milliseconds: version >> counterBits)
  }

  /// The version of the change with that number. Numbers start at 0, may be left out and may come in
  /// any order.
  mutating func version(of change: Int) -> Int64 {
    let version = first &+ Int64(change)
    newest = max(newest, version)
    return version
  }

  /// Stores the newest version. Writes nothing when no version was given.
  func save(_ db: Database) throws {
    guard newest > stored else { return }
    try db.cachedStatement(sql: "UPDATE device SET version = ?1, checksum = rowChecksum(id, ?1)")
      .execute(arguments: [newest])
  }
}
