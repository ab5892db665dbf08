internal import StreaklineCore
internal import StreaklineFiles
internal import StreaklineStore

/// Puts what a backup holds where programs look for it, after all of it was checked.
package struct Restoration {
  /// What was done.
  package struct Outcome {
    /// Where the store is.
    package let store: String
    /// The id of the store from now on.
    package let device: String
    /// What was there before, by the names under which it is kept now.
    package fileprivate(set) var kept: [String] = []
    /// The user's own files that were written.
    package fileprivate(set) var written: [String] = []
  }

  private let store: String
  private let locations: Locations
  private let server: ServerFolder?
  private let replaces: Bool
  private let isOnlyStore: Bool

  /// - Parameters:
  ///   - store: Where the store is put.
  ///   - server: Where a server's files are put; `nil` where the backup has none, or they are left.
  ///   - replaces: Whether what is there is replaced, and kept under other names.
  ///   - isOnlyStore: Whether the user's own files stay as they are.
  package init(
    store: String, _ locations: Locations, server: ServerFolder? = nil, replaces: Bool,
    isOnlyStore: Bool
  ) {
    (self.store, self.locations, self.server) = (store, locations, server)
    (self.replaces, self.isOnlyStore) = (replaces, isOnlyStore)
  }

  /// - Throws: ``BackupMistake``, and errors of the store and of files. Nothing has changed then, but for files of the user's
  ///   that were written before one that could not be.
  package func run(_ backup: borrowing BackupFile) throws -> Outcome {
    let files = backup.manifest.files
    try checkServer(backup)
    if !replaces, (try? FileStatus(store, followsLinks: false)) != nil {
      throw BackupMistake.present(store)
    }
    var own: [(path: String, bytes: [UInt8])] = []
    for file in files where file.isOwn && !isOnlyStore {
      let (path, bytes) = (place(of: file.name), try backup.bytes(file))
      if try isToBeWritten(path, bytes) { own.append((path, bytes)) }
    }
    try createFolder(folderPath(of: store))
    let copy = try ReplacementFile(store)
    for file in files where file.name == BackupManifest.storeName {
      try backup.read(file) { try copy.write($0) }
    }
    let restored = try checked(copy, backup.path)
    let restoredServer = try server.map { server in
      try RestoredServer(server, from: backup, replaces: replaces)
    }
    var outcome = Outcome(store: store, device: UniqueID.random().description)
    for (path, bytes) in own { try write(bytes, to: path, &outcome) }
    try putInPlace(restored, restoredServer, &outcome)
    return outcome
  }

  /// A backup with a server is not restored in part without being asked.
  private func checkServer(_ backup: borrowing BackupFile) throws(BackupMistake) {
    let hasServer = backup.manifest.hasServer
    if server != nil, !hasServer {
      throw .refused("\(backup.path) has no files of a server")
    }
    if server == nil, hasServer, !isOnlyStore {
      throw .unsuitable(
        "\(backup.path) has the files of a server, too: name their folder with --server, or leave them with --only-store"
      )
    }
  }

  /// Both are put in place, or none of them.
  private func putInPlace(
    _ restored: RestoredStore, _ restoredServer: RestoredServer?, _ outcome: inout Outcome
  ) throws {
    try restoredServer?.putInPlace()
    do {
      let before = try restored.putInPlace(deviceID: outcome.device, replaces: replaces)
      outcome.kept.insert(contentsOf: [before, restoredServer?.kept].compactMap(\.self), at: 0)
    } catch {
      try restoredServer?.takeBack()
      throw error
    }
  }

  /// Checks the store of the backup. What it says of itself is said of the backup.
  private func checked(_ copy: ReplacementFile, _ path: String) throws -> RestoredStore {
    do {
      let restored = try RestoredStore(copy)
      let findings = try restored.verify()
      guard findings.isEmpty else {
        throw BackupMistake.unsound("the store in \(path)", findings: findings)
      }
      return restored
    } catch StoreError.newer {
      throw BackupMistake.newer("\(path): a newer Streakline has written this backup")
    } catch StoreError.foreign(_, let what) {
      throw BackupMistake.refused("\(path): in place of a store it has something else: \(what)")
    } catch StoreError.corrupt(_, let detail) {
      throw BackupMistake.refused("\(path): the store in it is damaged (\(detail))")
    } catch StoreError.missing {
      throw BackupMistake.refused("\(path): the store in it is empty")
    }
  }

  // MARK: - The user's own files

  private func place(of name: String) -> String {
    guard let slash = name.firstIndex(of: "/") else { return locations.settings }
    let file = name[name.index(after: slash)...]
    return "\(locations.ownFolder(String(name[..<slash])))/\(file)"
  }

  /// - Throws: ``BackupMistake`` when something else has the name.
  private func isToBeWritten(_ path: String, _ bytes: [UInt8]) throws -> Bool {
    do throws(FileError) {
      guard try FileStatus(path, followsLinks: false).kind == .regular else {
        throw FileError(
          operation: "restore", path: path, code: 0, detail: "it is not a regular file")
      }
    } catch {
      if error.isMissing { return true }
      throw error
    }
    if try readSmallFile(path, limit: BackupWriter.mostOwnBytes, followsLinks: false) == bytes {
      return false
    }
    guard replaces else { throw BackupMistake.present(path) }
    return true
  }

  private func write(_ bytes: [UInt8], to path: String, _ outcome: inout Outcome) throws {
    try createFolder(folderPath(of: path))
    if (try? FileStatus(path, followsLinks: false)) != nil {
      outcome.kept.append(try keepFile(path))
    }
    let file = try ReplacementFile(path)
    try file.write(bytes)
    try file.replaceDurably()
    outcome.written.append(path)
  }
}
