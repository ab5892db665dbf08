internal import GRDB
internal import GRDBSQLite
internal import StreaklineCore
internal import StreaklineFiles

extension Store {
  /// A connection for writing, with its settings checked and its tables up to date.
  ///
  /// - Parameters:
  ///   - deviceID: The id for a new store, or for a copy; empty to leave an old store its id.
  ///   - noted: The newest version that the store is known to have had; `nil` when it is not known.
  static func connect(
    path: String, deviceID: String, noted: Int64? = nil, _ schema: RecordSchema
  ) throws -> (queue: DatabaseQueue, isOlder: Bool) {
    let queue = try DatabaseQueue(path: path, configuration: configuration())
    try queue.writeWithoutTransaction { db in
      try mark(db, path: path)
      guard try !Schema.migrator.hasBeenSuperseded(db) else { throw StoreError.newer(path: path) }
      try setDurability(db)
    }
    if try !queue.read({ db in try Schema.isComplete(db, path: path) }) {
      try Schema.migrator.migrate(queue)
    }
    let isOlder = try queue.write { db in
      let isNew = try Int.fetchOne(db, sql: "SELECT count(*) FROM device") == 0
      let isOlder = try !isNew && VersionClock.newest(db) < noted ?? 0
      try OwnDevices.settle(db, newID: deviceID, StoreMarker(path: path), wasNewer: isOlder)
      try ResultTypes.register(schema, db)
      return isOlder
    }
    queue.inDatabase(stopAuthorizing)
    return (queue, isOlder)
  }

  static func connectReading(path: String) throws -> DatabaseQueue {
    var reading = configuration()
    reading.readonly = true
    let queue = try openReading(path: path, reading)
    try queue.read { db in
      guard try !Schema.migrator.hasBeenSuperseded(db) else { throw StoreError.newer(path: path) }
      if try Schema.isOlder(db) { throw OlderTables() }
      guard try Schema.isComplete(db, path: path) else { throw StoreError.missing(path: path) }
    }
    queue.inDatabase(stopAuthorizing)
    return queue
  }

  /// Bytes that a disk of small blocks must have free for the file that SQLite shares with the writers
  /// of a store.
  private static let sharedFileBytes = 1 << 18
  /// SQLite writes a byte into every part of the shared file that has this size. Where blocks are
  /// smaller, the rest of the part has no room on the disk yet.
  private static let sharedFilePart = 4_096

  /// To read a file that others may write, SQLite must write files beside it. Where it cannot, and
  /// there is no log, nobody else can write either. Then the file is opened as one that never
  /// changes.
  ///
  /// - Throws: ``StoreError/full(path:)`` where a disk of small blocks is too full and there is a log:
  ///   SQLite would map a file into memory that has no room on the disk, and the system would end the
  ///   program.
  private static func openReading(path: String, _ configuration: Configuration) throws
    -> DatabaseQueue
  {
    let hasLog = isThere(path + "-wal") || isThere(path + "-journal")
    let free = freeBytes(at: path) ?? .max
    if free < minimumFreeBytes, !hasLog { return try openUnchanging(path, configuration) }
    let hasSmallBlocks = (blockBytes(at: path) ?? sharedFilePart) < sharedFilePart
    if hasSmallBlocks, free < sharedFileBytes { throw StoreError.full(path: path) }
    do {
      return try DatabaseQueue(path: path, configuration: configuration)
    } catch let error as DatabaseError {
      let couldNotWrite = [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
      guard couldNotWrite, !hasLog else { throw error }
      return try openUnchanging(path, configuration)
    }
  }

  private static func openUnchanging(_ path: String, _ configuration: Configuration) throws
    -> DatabaseQueue
  {
    try DatabaseQueue(
      path: "file:\(escapedForURI(path))?immutable=1", configuration: configuration)
  }

  /// Whether a reader has failed because a writer was killed while it created the store. That leaves a
  /// journal, which only a writer can roll back.
  static func wasCutOff(_ error: DatabaseError, path: String) -> Bool {
    [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_NOTADB].contains(error.resultCode)
      && isThere(path + "-journal")
  }

  /// Adds what the tables of an older program lack.
  static func migrate(path: String) throws {
    try connect(path: path, deviceID: "", .standard).queue.close()
  }

  /// Rolls back what a killed writer has left incomplete. A complete store stays as it is.
  static func rollBack(path: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: configuration())
    try queue.writeWithoutTransaction { db in
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
    }
    try queue.close()
  }

  private static func isThere(_ path: String) -> Bool {
    (try? identityWithoutOpening(path)) != nil
  }

  /// Escapes the bytes that a file URI cannot contain (https://www.sqlite.org/uri.html).
  private static func escapedForURI(_ path: String) -> String {
    path.utf8.reduce(into: "") { result, byte in
      let isPlain = byte > 0x20 && byte < 0x7F && !"%?#".utf8.contains(byte)
      let digits = String(byte, radix: 16)
      result += isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
  }

  private static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
      try db.execute(sql: "PRAGMA cell_size_check = ON")
      db.add(function: ChecksummedTable.function)
      try limitCache(db)
    }
    return configuration
  }

  /// Ends that SQLite tells GRDB, for each statement that it prepares, every column that the statement reads. GRDB needs
  /// this to observe changes, which nobody here does, and to follow changes of the tables, which are made by now. It takes
  /// a third of the time that preparing takes.
  private static func stopAuthorizing(_ db: Database) {
    unsafe sqlite3_set_authorizer(db.sqliteConnection, nil, nil)
  }

  /// Sets a cache of 32 MiB. SQLite converts this to a number of pages of the current page size.
  private static func limitCache(_ db: Database) throws {
    try db.execute(sql: "PRAGMA cache_size = -32768")
  }

  /// Sets the page size and the application id of an empty file, before the first table.
  private static func mark(_ db: Database, path: String) throws {
    switch try Int.fetchOne(db, sql: "PRAGMA application_id") {
    case Schema.applicationID: return
    case 0 where try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0:
      try db.execute(sql: "PRAGMA page_size = \(Schema.pageSizeBytes)")
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
      try limitCache(db)
    default:
      throw StoreError.foreign(path: path, what: "this is the file of another program")
    }
  }

  /// With the write-ahead log GRDB would set `synchronous` to NORMAL, and a power cut could lose
  /// commits that were reported. So we set both and check them.
  private static func setDurability(_ db: Database) throws {
    try db.execute(sql: "PRAGMA journal_mode = WAL")
    try db.execute(sql: "PRAGMA synchronous = FULL")
    let demanded = [
      ("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"),
      ("trusted_schema", "0"), ("cell_size_check", "1"), ("busy_timeout", "10000"),
    ]
    for (pragma, value) in demanded {
      guard try String.fetchOne(db, sql: "PRAGMA \(pragma)") == value else {
        throw DatabaseError(message: "SQLite does not accept \(pragma)=\(value)")
      }
    }
  }
}

/// The tables are those of an older program.
struct OlderTables: Error {}
