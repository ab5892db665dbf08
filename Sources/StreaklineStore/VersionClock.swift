internal import GRDB
internal import StreaklineCore

/// Gives each change a version: a hybrid logical clock, which never goes back when the wall clock
/// does (RELIABILITY finding 8).
struct VersionClock {
  private let now: Int64
  private let stored: Int64
  private var highest: Int64
  private var previous: Int64

  init(_ db: Database, now: Instant) throws {
    self.now = now.milliseconds
    stored = try Int64.fetchOne(db, sql: "SELECT version FROM device") ?? 0
    highest = stored
    previous = stored
  }

  mutating func next() -> Int64 {
    previous = highest
    highest = max(now, highest + 1)
    return highest
  }

  /// Undoes the last `next`, whose version nothing has got.
  mutating func takeBack() {
    highest = previous
  }

  /// Keeps the highest version; writes nothing when none was given.
  ///
  /// - Parameter queues: The pipelines that were told of all that has changed. One that had missed
  ///   an earlier change keeps its mark, so that `catchUp` finds what it missed.
  func save(_ db: Database, queues: [Queue]) throws {
    guard highest > stored else { return }
    try db.execute(sql: "UPDATE device SET version = ?", arguments: [highest])
    for queue in queues {
      try db.execute(
        sql: "UPDATE queued SET version = ? WHERE pipeline = ? AND version = ?",
        arguments: [highest, queue.pipeline, stored])
    }
  }
}
