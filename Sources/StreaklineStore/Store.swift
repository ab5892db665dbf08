internal import GRDB
package import StreaklineCore
internal import StreaklineFiles
internal import Synchronization

/// The results of one account in one SQLite file, with all that follows from them.
///
/// Several programs may have it open at once. Every method is one transaction: after an error
/// nothing of it is stored.
package final class Store: Sendable {
  /// Where the file lies, as the user says it.
  package let path: String
  private let queue: DatabaseQueue
  /// `nil` in a store that is open for reading.
  private let lock: WriterLock?
  private let file: StoreFile
  /// What the log was when the store was opened for writing.
  private let log: FileIdentity?
  /// The result types that the store has met.
  let types: ResultTypes
  private let memory = Mutex(StreakCache())

  private init(
    path: String, queue: DatabaseQueue, lock: WriterLock?, file: consuming StoreFile,
    log: FileIdentity?, types: ResultTypes
  ) {
    self.path = path
    self.queue = queue
    self.lock = lock
    self.file = file
    self.log = log
    self.types = types
  }

  /// Opens the store for reading and writing, and creates it where there is none.
  ///
  /// - Parameters:
  ///   - deviceID: The name that a new store gives this device in all versions; a random one, and
  ///     without meaning for a store that is there.
  ///   - schema: The record types that the program knows. Those that the store has met before stay.
  package static func open(
    path: String, deviceID: String, schema: RecordSchema = .standard
  ) throws(StoreError) -> Store {
    try StoreFile.createIfMissing(path)
    let file = try StoreFile(path)
    do {
      try refuseFullDisk(file.path)
      let lock = try WriterLock(path: file.path + ".lock")
      let (queue, log) = try lock.whileHeld {
        try file.emptyIfOnlyZeros()
        let queue = try connect(path: file.path, deviceID: deviceID, schema)
        return (queue, try identityWithoutOpening(file.path + "-wal"))
      }
      let types = try queue.read(ResultTypes.init)
      return Store(path: path, queue: queue, lock: lock, file: file, log: log, types: types)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Opens the store for reading alone. Creates nothing, but undoes a creation that was cut off.
  ///
  /// - Throws: ``StoreError/missing(path:)`` when there is none yet.
  package static func openReading(path: String) throws(StoreError) -> Store {
    let file = try StoreFile(path)
    guard !file.isOnlyZeros else { throw .missing(path: path) }
    do {
      let queue: DatabaseQueue
      do {
        queue = try connectReading(path: file.path)
      } catch let error as DatabaseError where wasCutOff(error, path: file.path) {
        try WriterLock(path: file.path + ".lock").whileHeld { try rollBack(path: file.path) }
        queue = try connectReading(path: file.path)
      }
      let types = try queue.read(ResultTypes.init)
      return Store(path: path, queue: queue, lock: nil, file: file, log: nil, types: types)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  deinit {
    // Nobody is left to report to. A connection that is not closed is a crash, which a store
    // survives.
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
      try file.checkIsThere()
      return try queue.read { db in
        try Schema.refuseNewer(db, path: path)
        return try body(db)
      }
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
      return try lock.whileHeld {
        try Self.refuseFullDisk(file.path)
        try checkIsThere()
        let result = try queue.write { db in
          try Schema.refuseNewer(db, path: path)
          return try body(db)
        }
        // Whoever removes the file takes with it what has just been written.
        try checkIsThere()
        return result
      }
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

  /// SQLite keeps its log and an index of it beside the file. On some file systems it crashes where
  /// the disk has no room for the index, so nothing is written on a disk that is nearly full.
  private static func refuseFullDisk(_ path: String) throws {
    if let free = freeBytes(at: path), free < 1 << 20 { throw StoreError.full(path: path) }
  }

  /// Throws when the store's file, or its log, is no longer where it was opened.
  private func checkIsThere() throws {
    try file.checkIsThere()
    guard let log else { return }
    guard (try? identityWithoutOpening(file.path + "-wal")) == log else {
      throw StoreError.removed(path: path)
    }
  }

  private func closeConnection() throws {
    // The last connection to close writes the log to the main file, which is a checkpoint.
    guard let lock else { return try queue.close() }
    try lock.whileHeld {
      try checkIsThere()
      try queue.close()
    }
  }
}
