internal import StreaklineFiles
internal import Synchronization

/// The lock that every program takes before it writes to a store: `flock` on `<store>.lock`.
///
/// SQLite before 3.51.3 can corrupt its log when two connections write or checkpoint at the same
/// instant, and its own way of waiting is unfair.
final class WriterLock: Sendable {
  // The mutex is for the threads of this process: they share one open file, so `flock` does not
  // exclude them from each other.
  private let file: Mutex<OpenFile>

  /// Opens the lock file. Creates it when it is missing.
  init(path: String) throws(FileError) {
    file = Mutex(try OpenFile.lockFile(path))
  }

  /// Runs the body while no other program and no other thread holds the lock.
  func whileHeld<Result>(_ body: () throws -> Result) throws -> Result {
    try file.withLock { file in
      try file.lock()
      defer { file.unlock() }
      return try body()
    }
  }
}
