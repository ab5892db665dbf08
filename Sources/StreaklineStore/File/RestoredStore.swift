internal import GRDB
internal import StreaklineCore
package import StreaklineFiles

/// A copy of a store that comes out of a backup and becomes a store of its own.
package struct RestoredStore {
  private let file: ReplacementFile

  /// Brings the tables of a copy up to date. Nothing is put in place yet.
  ///
  /// - Parameter file: The copy, written whole; its path is the one of the store.
  /// - Throws: ``StoreError``, with the path of the copy, when it is no store.
  package init(_ file: ReplacementFile) throws(StoreError) {
    self.file = file
    do {
      try file.flush()
      Self.removeLog(of: file.temporary)
      try Self.checkHeader(file.temporary)
      try connected { db in
        // We have none, so somebody else has made it.
        guard try Int.fetchOne(db, sql: Self.strangers) == 0 else {
          throw StoreError.foreign(path: file.temporary, what: "it has triggers, as no store has")
        }
      }
    } catch {
      throw StoreError(error, path: file.temporary)
    }
  }

  private static let strangers = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'"

  /// A sentence for each thing in the copy that does not agree; empty for a sound store.
  package func verify() throws(StoreError) -> [String] {
    let store = try Store.openReading(path: file.temporary)
    let findings = try store.verify()
    try store.close()
    Self.removeLog(of: file.temporary)
    return findings
  }

  /// Gives the copy an id that no store had before, and puts it where the store belongs.
  ///
  /// - Parameters:
  ///   - deviceID: A random id.
  ///   - replaces: Whether a store that is there is kept under another name.
  /// - Returns: The name under which that one is kept; `nil` where none was there.
  /// - Throws: ``StoreError/present(path:)`` when one is there that is not to be replaced.
  package func putInPlace(deviceID: String, replaces: Bool) throws(StoreError) -> String? {
    let path = file.path
    do {
      return try WriterLock(path: path + ".lock").whileHeld {
        let isThere = try Self.isThere(path)
        guard replaces || !isThere else { throw StoreError.present(path: path) }
        let noted = isThere ? VersionNote.read(lockPath: path + ".lock") ?? 0 : 0
        let newest = try renewID(deviceID, after: noted)
        let other = isThere ? try Self.keep(path) : nil
        Self.removeLog(of: path)
        if other == nil { try file.createDurably() } else { try file.replaceDurably() }
        try VersionNote(lockPath: path + ".lock").write(newest)
        return other
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// - Returns: The newest version of the store.
  private func renewID(_ id: String, after noted: Int64) throws -> Int64 {
    try connected { db in
      try OwnDevices.renew(db, newID: id, StoreMarker(path: file.temporary), after: noted)
      return try VersionClock.newest(db)
    }
  }

  private func connected<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let queue = try Store.connect(path: file.temporary, deviceID: "", .standard).queue
    let result = try queue.write(body)
    try queue.close()
    Self.removeLog(of: file.temporary)
    return result
  }

  private static func checkHeader(_ path: String) throws(StoreError) {
    _ = try StoreFile(path)
  }

  private static func isThere(_ path: String) throws(FileError) -> Bool {
    do throws(FileError) {
      _ = try FileStatus(path, followsLinks: false)
      return true
    } catch {
      if error.isMissing { return false }
      throw error
    }
  }

  // MARK: - The store that is replaced

  private static let logs = ["-wal", "-journal"]

  /// Keeps a store under another name. Of a damaged one, the log that SQLite leaves is kept beside it.
  private static func keep(_ path: String) throws -> String {
    try emptyLog(of: path)
    let other = try keepFile(path)
    for end in logs where (try? FileStatus(path + end).sizeBytes) ?? 0 > 0 {
      try renameFile(path + end, to: other + end)
    }
    return other
  }

  /// Writes the log of a store into its file.
  ///
  /// - Throws: ``StoreError/busy(path:)`` while another program reads the store.
  private static func emptyLog(of path: String) throws {
    let isBusy: Bool
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      isBusy = try queue.writeWithoutTransaction { db in
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
        return try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 1
      }
      try queue.close()
    } catch let error as DatabaseError {
      // A damaged store is kept as it is.
      guard [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) else { throw error }
      return
    }
    if isBusy { throw StoreError.busy(path: path) }
  }

  /// Removes what SQLite has kept beside a file, which would be taken for that of the next file of the name.
  private static func removeLog(of path: String) {
    for end in logs + ["-shm"] { try? removeFile(path + end) }
  }
}
