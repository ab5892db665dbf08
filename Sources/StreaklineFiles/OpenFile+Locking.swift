#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension OpenFile {
  /// How long to wait for a lock, unless the caller says otherwise.
  package static let usualWait: Duration = .seconds(10)

  /// Waits until no other open file holds the lock of this file.
  ///
  /// - Throws: ``FileError``: `isBusy`, with the process that holds the lock, when the time is up;
  ///   `isInterrupted` when the user asks the program to stop meanwhile.
  package borrowing func lock(waiting limit: Duration = Self.usualWait) throws(FileError) {
    if try lockIfFree() { return }
    let end = ContinuousClock.now + limit
    repeat {
      if Interruption.isRequested {
        throw FileError(operation: "lock", path: path, code: EINTR)
      }
      // Polling, because flock(2) waits without a limit. An import gives up the lock only for a moment
      // between two transactions, which a longer pause could miss again and again.
      sleepMillisecond()
      if try lockIfFree() { return }
    } while ContinuousClock.now < end
    throw FileError(
      operation: "lock", path: path, code: EWOULDBLOCK,
      detail: "\(try lockHolder()) has kept it locked for \(limit.components.seconds) seconds")
  }

  /// The process that holds the lock of this file, such as `process 708 (streakline)`.
  package borrowing func lockHolder() throws(FileError) -> String {
    LockHolder(of: try identity()).map(String.init(describing:)) ?? "another process"
  }

  /// How often the system may be interrupted before a lock counts as taken by somebody.
  private static let mostInterruptions = 100

  /// Takes the lock of this file unless another open file holds it.
  ///
  /// - Returns: Whether it was taken.
  package borrowing func lockIfFree() throws(FileError) -> Bool {
    var interruptions = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      // On some network drives for ever: the caller knows how long to wait, and whether to stop.
      case EINTR where interruptions < Self.mostInterruptions: interruptions += 1
      case EINTR, EWOULDBLOCK: return false
      default: throw failure("lock")
      }
    }
    return true
  }

  package borrowing func unlock() {
    flock(descriptor, LOCK_UN)
  }
}

/// Sleeps for a millisecond, or until a signal comes.
private func sleepMillisecond() {
  var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
  _ = unsafe nanosleep(&time, nil)
}
