internal import GRDB
package import StreaklineCore
internal import StreaklineFiles
internal import Synchronization

/// The results of one account, and all that is computed from them, in one SQLite file.
///
/// Several programs may have it open at once. Every method is one transaction: a method that throws
/// has stored nothing.
package final class Store: Sendable {
  /// The path as the caller has given it.
  package let path: String
  private let queue: DatabaseQueue
  /// Whether the connection is closed. Locked while the connection is used, because SQLite crashes
  /// when a closed one is.
  private let isClosed = Mutex(false)
  /// `nil` in a store that is open for reading.
  private let lock: WriterLock?
  private let file: StoreFile
  /// `nil` in a store that is open for reading.
  private let note: VersionNote?
  /// Whether the file holds less than the store has held: a backup was put in its place, or its last changes
  /// were damaged.
  package let isOlderThanNoted: Bool
  /// SQLite's log beside the file; `nil` in a store that is open for reading.
  private let log: FileIdentity?
  /// The result types that the store knows.
  let types: ResultTypes
  private let cache = Mutex(StreakCache())

  private init(
    path: String, queue: DatabaseQueue, lock: WriterLock?, file: consuming StoreFile,
    log: FileIdentity?, types: ResultTypes, note: consuming VersionNote?, isOlderThanNoted: Bool
  ) {
    self.path = path
    self.queue = queue
    self.lock = lock
    self.file = file
    self.log = log
    self.types = types
    self.note = note
    self.isOlderThanNoted = isOlderThanNoted
  }

  /// Opens the store for reading and writing. Creates it where there is none.
  ///
  /// - Parameters:
  ///   - deviceID: A random name for this device, for a new store and for one that turns out to be a copy
  ///     or a backup of another. Ignored for any other store.
  ///   - schema: The record types of the program. Types that the store already has are kept.
  package static func open(
    path: String, deviceID: String, schema: RecordSchema = .standard
  ) throws(StoreError) -> Store {
    try StoreFile.createIfMissing(path)
    let file = try StoreFile(path)
    do {
      try refuseFullDisk(file.path)
      let lock = try WriterLock(path: file.path + ".lock")
      let note = try VersionNote(lockPath: file.path + ".lock")
      let (opened, log) = try lock.whileHeld {
        try file.emptyIfOnlyZeros()
        let opened = try connect(
          path: file.path, deviceID: deviceID,
          noted: VersionNote.read(lockPath: file.path + ".lock"),
          schema)
        note.write(try opened.queue.read(VersionClock.newest))
        return (opened, try identityWithoutOpening(file.path + "-wal"))
      }
      let types = try opened.queue.read(ResultTypes.init)
      return Store(
        path: path, queue: opened.queue, lock: lock, file: file, log: log, types: types, note: note,
        isOlderThanNoted: opened.isOlder)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Opens the store for reading only. Creates nothing, but undoes a creation that was interrupted.
  ///
  /// - Throws: ``StoreError/missing(path:)`` when there is no store yet.
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
      } catch is OlderTables {
        do {
          try WriterLock(path: file.path + ".lock").whileHeld { try migrate(path: file.path) }
        } catch {
          guard case .cannotWrite(_, let reason) = StoreError(error, path: path) else {
            throw error
          }
          throw StoreError.older(path: path, reason: reason)
        }
        queue = try connectReading(path: file.path)
      }
      let types = try queue.read(ResultTypes.init)
      let noted = VersionNote.read(lockPath: file.path + ".lock") ?? 0
      let isOlder = try queue.read(VersionClock.newest) < noted
      return Store(
        path: path, queue: queue, lock: nil, file: file, log: nil, types: types, note: nil,
        isOlderThanNoted: isOlder)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  deinit {
    // Nobody is left to report an error to. A store survives a connection that was not closed.
    try? closeConnection()
  }

  /// Writes the log into the main file and closes both. The store cannot be used afterwards.
  package func close() throws(StoreError) {
    do {
      try closeConnection()
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// The id of this device, as used in stamps and for its logs.
  package func deviceID() throws(StoreError) -> String {
    try reading { db in try OwnDevices(db).current }
  }

  /// The id of this device in the names of records. Unlike ``deviceID()`` it stays the same when the store
  /// is copied or restored.
  package func namingID() throws(StoreError) -> String {
    try reading { db in try OwnDevices(db).naming }
  }

  /// All ids that this device has had. Logs of others may have them too: those of the store's copies.
  package func ownDeviceIDs() throws(StoreError) -> Set<String> {
    try reading { db in try OwnDevices(db).all }
  }

  /// The file that a run of a pipeline locks. A pipeline's name has only letters, digits and hyphens.
  func runLockPath(_ pipeline: String) -> String { "\(file.path).\(pipeline).lock" }

  /// Runs the body in a read transaction.
  ///
  /// Not with GRDB's `read`, which sets `PRAGMA query_only` before and after: SQLite then compiles all
  /// prepared statements again (`OP_Expire` in its pragma.c).
  func reading<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      try file.checkIsThere()
      return try whileOpen {
        try queue.inDatabase { db in
          let changes = db.totalChangesCount
          var result: Result?
          try db.inTransaction(.deferred) {
            defer { RowStatement.resetAll(db) }
            try Schema.refuseNewer(db, path: path)
            result = try body(db)
            return .commit
          }
          assert(
            db.totalChangesCount == changes, "only `writing` holds the lock that a write needs")
          guard let result else { throw StoreError.closed(path: path) }
          return result
        }
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Runs a body that uses the connection.
  ///
  /// - Throws: ``StoreError/closed(path:)``, and what the body throws.
  private func whileOpen<Result>(_ body: () throws -> Result) throws -> Result {
    var result: Result?
    try isClosed.withLock { isClosed in
      if !isClosed { result = try body() }
    }
    guard let result else { throw StoreError.closed(path: path) }
    return result
  }

  /// Runs the body in a write transaction under the writer lock.
  func writing<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    guard let lock else {
      throw .cannotWrite(path: path, reason: "the store is open for reading only")
    }
    do {
      return try lock.whileHeld {
        try whileOpen {}
        try Self.refuseFullDisk(file.path)
        try checkIsThere()
        let (result, newest) = try whileOpen {
          try queue.write { db in
            defer { RowStatement.resetAll(db) }
            try Schema.refuseNewer(db, path: path)
            return (try body(db), try VersionClock.newest(db))
          }
        }
        // If the file was removed meanwhile, the new rows are lost with it.
        try checkIsThere()
        note?.write(newest)
        return result
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Runs a body that changes results in a write transaction, with the cache of pairs.
  func changingResults<Result: Sendable>(
    _ body: (Database, inout StreakCache) throws -> Result
  ) throws(StoreError) -> Result {
    // Locked until the transaction ends. After a failure the cache stays empty.
    try cache.withLock { cache throws(StoreError) in
      var taken = StreakCache()
      swap(&cache, &taken)
      let result = try writing { db in
        // After another connection has written, the cache may be wrong.
        let version = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
        if taken.dataVersion != version {
          taken = StreakCache()
          taken.dataVersion = version
        }
        return try body(db, &taken)
      }
      swap(&cache, &taken)
      return result
    }
  }

  /// Writes the whole file anew, so that it holds no byte of what was deleted, and empties the log.
  ///
  /// - Returns: Whether the log is empty: not while another program reads the store.
  func rewriteFile() throws(StoreError) -> Bool {
    guard let lock else {
      throw .cannotWrite(path: path, reason: "the store is open for reading only")
    }
    do {
      return try lock.whileHeld {
        try Self.refuseFullDisk(file.path)
        try checkIsThere()
        return try whileOpen {
          try queue.writeWithoutTransaction { db in
            try db.execute(sql: "VACUUM")
            // The first column says whether somebody kept the log from being emptied.
            return try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0
          }
        }
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Writes the store, as it is at one moment, into another file, without the space in which SQLite keeps bytes of rows
  /// that are gone. Others may write to the store meanwhile.
  ///
  /// - Parameter other: An empty file.
  package func writeCopy(to other: String) throws(StoreError) {
    do {
      try file.checkIsThere()
      try whileOpen {
        try queue.inDatabase { db in
          try Schema.refuseNewer(db, path: path)
          try db.execute(sql: "VACUUM INTO ?", arguments: [other])
        }
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Bytes that a disk must have free for a store to be written.
  static let minimumFreeBytes = 1 << 20

  /// Throws when the disk is almost full. On some file systems SQLite crashes when there is no room
  /// for the index of its log.
  private static func refuseFullDisk(_ path: String) throws {
    if let free = freeBytes(at: path), free < minimumFreeBytes {
      throw StoreError.full(path: path)
    }
  }

  /// Throws when the store's file or its log was removed or replaced.
  private func checkIsThere() throws {
    try file.checkIsThere()
    guard let log else { return }
    guard (try? identityWithoutOpening(file.path + "-wal")) == log else {
      throw StoreError.removed(path: path)
    }
  }

  private func closeConnection() throws {
    guard let lock else { return try closeQueue() }
    guard !isClosed.withLock({ $0 }) else { return }
    try lock.whileHeld {
      try checkIsThere()
      // The last connection that closes does this anyway. While another one is open, the log would grow on and
      // stay behind when that one is killed; and of a log in which a bit has changed SQLite drops the rest.
      try? whileOpen {
        try queue.writeWithoutTransaction { db in
          try db.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
        }
      }
      try closeQueue()
    }
  }

  private func closeQueue() throws {
    try isClosed.withLock { isClosed in
      guard !isClosed else { return }
      try queue.close()
      isClosed = true
    }
  }
}
