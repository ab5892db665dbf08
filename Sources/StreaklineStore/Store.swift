internal import GRDB
internal import StreaklineCore
internal import Synchronization

/// The results of one account in one SQLite file, with all that follows from them.
///
/// Several programs may have it open at once. Every method is one transaction: after an error
/// nothing of it is stored.
package final class Store: Sendable {
  /// Where the file lies.
  package let path: String
  private let queue: DatabaseQueue
  /// `nil` in a store that is open for reading.
  private let lock: WriterLock?
  private let file: StoreFile
  private let memory = Mutex(StreakCache())

  private init(path: String, queue: DatabaseQueue, lock: WriterLock?, file: consuming StoreFile) {
    self.path = path
    self.queue = queue
    self.lock = lock
    self.file = file
  }

  /// Opens the store for reading and writing, and creates it where there is none.
  ///
  /// - Parameter deviceID: The name that a new store gives this device in all versions; a random
  ///   one, and without meaning for a store that is there.
  package static func open(path: String, deviceID: String) throws(StoreError) -> Store {
    try StoreFile.createIfMissing(path)
    let file = try StoreFile(path)
    do {
      let lock = try WriterLock(path: path + ".lock")
      let queue = try lock.whileHeld { try connect(path: path, deviceID: deviceID) }
      return Store(path: path, queue: queue, lock: lock, file: file)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Opens the store for reading alone; creates nothing.
  ///
  /// - Throws: ``StoreError/missing(path:)`` when there is none yet.
  package static func openReading(path: String) throws(StoreError) -> Store {
    let file = try StoreFile(path)
    do {
      let queue = try connectReading(path: path)
      return Store(path: path, queue: queue, lock: nil, file: file)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  deinit {
    // Nobody is left to tell; a connection that is not closed is a crash, which a store survives.
    try? closeConnection()
  }

  /// Writes what is in the log to the main file and closes it. The store is of no use afterwards.
  package func close() throws(StoreError) {
    do {
      try closeConnection()
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// The name that this device has in versions and record names.
  package func deviceID() throws(StoreError) -> String {
    try reading { db in try String.fetchOne(db, sql: "SELECT id FROM device") ?? "" }
  }

  /// Runs the body in a read transaction.
  func reading<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      return try queue.read(body)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Runs the body in a write transaction under the writer lock.
  func writing<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    guard let lock else {
      throw .cannotWrite(path: path, reason: "the store is open for reading")
    }
    do {
      return try lock.whileHeld { try queue.write(body) }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Runs a body that changes results in a write transaction, with what is known of their pairs.
  func changingResults<Result: Sendable>(
    _ body: (Database, inout StreakCache) throws -> Result
  ) throws(StoreError) -> Result {
    // Held until the transaction is over, and empty for the next one when it fails.
    try memory.withLock { memory throws(StoreError) in
      var taken = StreakCache()
      swap(&memory, &taken)
      let result = try writing { db in
        // Others that write to the file make what is in memory worthless.
        let version = try Int64.fetchOne(db, sql: "PRAGMA data_version")
        if taken.dataVersion != version {
          taken = StreakCache()
          taken.dataVersion = version
        }
        return try body(db, &taken)
      }
      swap(&memory, &taken)
      return result
    }
  }

  private func closeConnection() throws {
    // The last connection to close writes the log to the main file, which is a checkpoint.
    guard let lock else { return try queue.close() }
    try lock.whileHeld { try queue.close() }
  }
}
