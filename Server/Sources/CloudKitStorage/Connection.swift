internal import GRDB

/// How this server opens its SQLite files.
enum Connection {
  static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
      try db.execute(sql: "PRAGMA cell_size_check = ON")
      try db.execute(sql: "PRAGMA cache_size = -8192")
      try RowChecksum.install(in: db)
    }
    return configuration
  }

  /// Sets how changes reach the disk, and checks that SQLite has accepted it. GRDB lowers `synchronous`,
  /// and a power cut could lose what was acknowledged.
  static func setDurability(_ db: Database, journal: String) throws {
    try db.execute(sql: "PRAGMA journal_mode = \(journal)")
    try db.execute(sql: "PRAGMA synchronous = FULL")
    let demanded = [
      ("journal_mode", journal.lowercased()), ("synchronous", "2"), ("foreign_keys", "1"),
      ("trusted_schema", "0"), ("cell_size_check", "1"),
    ]
    for (pragma, value) in demanded {
      guard try String.fetchOne(db, sql: "PRAGMA \(pragma)") == value else {
        throw StorageError("SQLite does not accept \(pragma)=\(value)")
      }
    }
  }

  /// Runs the body, and says what to do where the file is damaged.
  static func using<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error where isDamage(error) {
      throw problem(error, with: path) ?? error
    }
  }

  /// What SQLite's error means for whoever runs the server; `nil` for another error.
  static func problem(_ error: any Error, with path: String) -> StorageError? {
    if let row = error as? DamagedRow {
      return StorageError(
        "\(path): \(row.place) is damaged; \"streaklined verify\" says which rows are, and a backup has "
          + "them")
    }
    guard let error = error as? DatabaseError else { return nil }
    guard isDamage(error) else {
      // The message has no values of users; the statement would have them.
      return StorageError("\(path): SQLite says \(error.message ?? "\(error.resultCode)")")
    }
    return StorageError(
      "\(path) is damaged; end the server, and put the file of a backup in its place")
  }

  /// A disk that is full or a file that is locked is no damage: a client is told to try again later.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return error is DamagedRow }
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode.primaryResultCode)
  }

  /// Creates the tables of a new file, and refuses the file of another program or of a newer server.
  static func prepare(_ db: Database, path: String, application: Int, tables: String) throws {
    // In one transaction, because the server and a command may create the file at the same time.
    try db.inTransaction(.immediate) {
      let found = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
      guard found == application || found == 0 && isEmpty else {
        throw StorageError("\(path) is the file of another program")
      }
      guard version <= Self.version else {
        throw StorageError("\(path) was written by a newer server")
      }
      guard version == 0 else { return .rollback }
      try db.execute(sql: tables)
      try db.execute(sql: "PRAGMA application_id = \(application)")
      try db.execute(sql: "PRAGMA user_version = 1")
      return .commit
    }
  }

  /// The version of the files. Those of version 1 have no checksums.
  private static let version = 2

  /// Gives the rows of a file checksums where it has none. All its tables have to be there.
  static func addChecksums(_ db: Database, to tables: [ChecksummedTable]) throws {
    guard try !hasChecksums(db) else { return }
    try db.inTransaction(.immediate) {
      // A command may have been faster.
      guard try !hasChecksums(db) else { return .rollback }
      try ChecksummedTable.addChecksums(to: tables, db)
      try db.execute(sql: "PRAGMA user_version = \(version)")
      return .commit
    }
  }

  /// Whether the rows of a file have checksums.
  static func hasChecksums(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= version
  }
}
