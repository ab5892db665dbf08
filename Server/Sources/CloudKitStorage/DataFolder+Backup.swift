internal import CloudKitCore
internal import Foundation
internal import GRDB

extension DataFolder {
  /// Writes a copy of everything to a new folder, while requests may go on.
  ///
  /// The folder appears when it is complete and on the disk. Each file is as it was at one moment; the accounts
  /// are copied last, so that no record's user is missing, whose number another user would get.
  ///
  /// - Parameter folder: An absolute path where nothing is yet.
  package func backUp(to folder: String) async throws {
    guard folder.hasPrefix("/") else { throw StorageError("'\(folder)' is no absolute path") }
    let own = URL(filePath: path).resolvingSymlinksInPath().path + "/"
    guard !(URL(filePath: folder).resolvingSymlinksInPath().path + "/").hasPrefix(own) else {
      throw StorageError("\(folder) is in the server's own folder; choose another one")
    }
    guard unsafe access(folder, F_OK) != 0 else {
      throw StorageError("\(folder) is there already; name a new folder")
    }
    let parent = URL(filePath: folder).deletingLastPathComponent().path
    guard unsafe access(parent, W_OK) == 0 else {
      throw StorageError("\(parent) is no folder in which the server may write")
    }
    let partial = folder + ".partial-" + UUID().uuidString
    do {
      try await copy(to: partial)
      guard unsafe rename(partial, folder) == 0 else {
        throw StorageError("the folder \(folder) cannot be created")
      }
      try synchronize(parent)
    } catch {
      try? FileManager.default.removeItem(atPath: partial)
      throw error
    }
  }

  private func copy(to folder: String) async throws {
    try createPrivateFolder(folder + "/containers")
    for container in try accounts.containers() {
      let place = "/containers/\(container)"
      try createPrivateFolder(folder + place)
      for environment in Environment.allCases {
        // Opening the store makes sure that there is a file.
        _ = try store(container, environment)
        let file = "\(place)/\(environment.rawValue).db"
        try await DatabaseCopy(from: path + file, to: folder + file).write { db in
          try ContainerStore.markAsCopy(db)
        }
      }
      try synchronize(folder + place)
    }
    try await DatabaseCopy(from: path + "/accounts.db", to: folder + "/accounts.db").write { _ in }
    try synchronize(folder + "/containers")
    try synchronize(folder)
  }
}

/// A copy of an SQLite file that this process has open.
private struct DatabaseCopy: Sendable {
  let from: String
  let to: String

  /// Copies the file as it is at one moment, and checks the copy.
  ///
  /// - Parameter change: What is to be different in the copy.
  func write(_ change: @Sendable (Database) throws -> Void) async throws {
    try createPrivateFile(to)
    var configuration = Connection.configuration()
    configuration.readonly = true
    // A connection that only reads, of the process that writes: nobody waits for the copy.
    let source = try DatabaseQueue(path: from, configuration: configuration)
    try await source.writeWithoutTransaction { [to] db in
      try db.execute(sql: "VACUUM INTO ?", arguments: [to])
    }
    try source.close()
    let copy = try DatabaseQueue(path: to, configuration: Connection.configuration())
    try await copy.write(change)
    let found = try await copy.read { db in
      try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
    }
    try copy.close()
    guard found == "ok" else { throw StorageError("\(from) is damaged: \(found ?? "")") }
    try synchronize(to)
  }
}

extension ContainerStore {
  /// The name under which a copy says in `secret` that it is one.
  private static let copyMark = "isCopy"

  private static let restoredName = "restored"

  static func restored(_ db: Database) throws -> String? {
    try SecretTable.value(of: restoredName, db).map { hexadecimal(Array($0)) }
  }

  static func markAsCopy(_ db: Database) throws {
    try SecretTable.set(copyMark, [1], db)
  }

  /// Makes what a restored copy hands out differ from all that the original has handed out since: sync tokens
  /// by another key, tags of changes and of new zones by a jump of their numbers that nobody can guess.
  ///
  /// It happens when the copy is opened, so that one copy can be restored more than once.
  static func renewCopy(_ db: Database) throws {
    guard try SecretTable.value(of: copyMark, db) != nil else { return }
    let jump = randomBytes(5).reduce(Int64(1)) { $0 << 8 | Int64($1) }
    try db.inTransaction(.immediate) {
      try db.execute(sql: "DELETE FROM secret WHERE name IN (?, 'tokens')", arguments: [copyMark])
      try SecretTable.set(restoredName, randomBytes(8), db)
      for table in [ChecksummedTable.zone, .database] {
        let jumping = table.change(["sequence": "sequence + ?1"])
        try db.execute(sql: "UPDATE \(table.quoted) SET \(jumping)", arguments: [jump])
      }
      try db.execute(
        sql: "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'zone'", arguments: [jump])
      if db.changesCount == 0 {
        try db.execute(sql: "INSERT INTO sqlite_sequence VALUES ('zone', ?)", arguments: [jump])
      }
      return .commit
    }
  }
}

/// Waits until what was written to a file, or the names in a folder, are on the disk.
func synchronize(_ path: String) throws(StorageError) {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw StorageError("\(path) cannot be opened") }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 else { throw StorageError("\(path) cannot be written to the disk") }
}
