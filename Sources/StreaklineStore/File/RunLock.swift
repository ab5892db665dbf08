internal import StreaklineFiles

/// The lock that a run of a pipeline holds, so that no other program runs the same pipeline of the store
/// meanwhile: `flock` on `<store>.<pipeline>.lock`.
package final class RunLock: Sendable {
  private let file: OpenFile

  fileprivate init(path: String) throws(FileError) {
    file = try OpenFile.lockFile(path)
  }

  fileprivate func lock(waiting limit: Duration) throws(FileError) {
    try file.lock(waiting: limit)
  }

  /// The process that holds the lock; `nil` when nobody does.
  fileprivate func holder() throws(FileError) -> String? {
    guard try !file.lockIfFree() else {
      file.unlock()
      return nil
    }
    return try file.lockHolder()
  }

  package func unlock() {
    file.unlock()
  }
}

extension Store {
  /// Waits until nobody else runs the pipeline, and takes its lock.
  ///
  /// - Throws: ``StoreError/running(pipeline:by:)`` when another run takes longer than `limit`.
  package func lockRun(
    of pipeline: String, waiting limit: Duration = .seconds(10)
  ) throws(StoreError) -> RunLock {
    do throws(FileError) {
      let lock = try RunLock(path: runLockPath(pipeline))
      try lock.lock(waiting: limit)
      return lock
    } catch {
      guard error.isBusy else { throw StoreError(error, path: path) }
      throw .running(pipeline: pipeline, by: runHolder(of: pipeline) ?? "another process")
    }
  }

  /// The process that runs the pipeline now; `nil` when none does.
  package func runHolder(of pipeline: String) -> String? {
    let path = runLockPath(pipeline)
    guard (try? FileStatus(path)) != nil else { return nil }
    return try? RunLock(path: path).holder()
  }
}
