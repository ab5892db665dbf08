internal import StreaklineFiles
internal import Synchronization

/// A store's file, checked before SQLite opens it.
///
/// As long as a value exists, this process counts as having the file open. Closing any descriptor of
/// a file drops all POSIX locks of the process on it, also those of SQLite
/// (https://www.sqlite.org/howtocorrupt.html section 2.2). So the file is read only when this process
/// does not have it open yet.
struct StoreFile: ~Copyable, Sendable {
  /// The path without links. SQLite keeps its other files beside this one.
  let path: String
  private let identity: FileIdentity
  /// Whether the file holds nothing but zeros and SQLite has nothing to restore: a power cut has
  /// interrupted the first write to a new store.
  let isOnlyZeros: Bool
  private static let open = Mutex<[FileIdentity: Int]>([:])

  /// Creates an empty file that only its owner can read. Does nothing when the path exists.
  static func createIfMissing(_ path: String) throws(StoreError) {
    do {
      try createFolder(folderPath(of: path))
      _ = try OpenFile(path, .creating)
      try synchronizeFolder(of: path)
    } catch {
      guard error.isAlreadyThere else { throw StoreError(error) }
    }
  }

  /// Checks that the file is empty or a store that this program can read. Changes nothing.
  init(_ path: String) throws(StoreError) {
    self.path = resolvedPath(path)
    do {
      guard try isRegularFile(path) else {
        throw StoreError.foreign(
          path: path, what: "this is a folder, a pipe or a device, not a file")
      }
      (identity, isOnlyZeros) = try Self.open.withLock { open in
        let identity = try identityWithoutOpening(path)
        var isOnlyZeros = false
        if open[identity] == nil {
          let file = try OpenFile(path, .reading)
          isOnlyZeros = try Self.holdsOnlyZeros(file)
          try Self.checkHeader(file.read(from: 0, count: 100), path: path)
        }
        open[identity, default: 0] += 1
        return (identity, isOnlyZeros)
      }
    } catch let error as FileError {
      guard error.isMissing else { throw StoreError(error) }
      guard (try? FileStatus(path, followsLinks: false))?.kind != .link else {
        throw .cannotWrite(
          path: path, reason: "it is a link to a file that does not exist; remove the link")
      }
      throw .missing(path: path)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Throws when the file was removed or replaced.
  func checkIsThere() throws(StoreError) {
    guard (try? identityWithoutOpening(path)) == identity else { throw .removed(path: path) }
  }

  deinit {
    Self.open.withLock { open in
      let others = (open[identity] ?? 1) - 1
      open[identity] = others == 0 ? nil : others
    }
  }

  /// Empties a file that holds nothing but zeros. Call this under the writer lock, before the first
  /// connection.
  func emptyIfOnlyZeros() throws(FileError) {
    guard isOnlyZeros else { return }
    let file = try OpenFile(path, .updating)
    guard try Self.holdsOnlyZeros(file) else { return }
    try file.truncate(to: 0)
  }

  private static func holdsOnlyZeros(_ file: borrowing OpenFile) throws(FileError) -> Bool {
    let size = try file.sizeBytes()
    guard size > 0, size <= largestZeroBytes,
      (try? identityWithoutOpening(file.path + "-journal")) == nil,
      (try? identityWithoutOpening(file.path + "-wal")) == nil
    else { return false }
    return try !file.read(from: 0, count: size).contains { $0 != 0 }
  }

  /// A larger file is not the rest of a first write, which is a few pages.
  private static let largestZeroBytes = 1 << 20

  private static func checkHeader(_ header: [UInt8], path: String) throws(StoreError) {
    // Zeros are the rest of an interrupted first write, which SQLite can undo.
    guard header.contains(where: { $0 != 0 }) else { return }
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
      throw StoreError.foreign(path: path, what: "this is not an SQLite file")
    }
    // Offsets 60 and 68 of the header: user version and application id, big endian
    // (https://www.sqlite.org/fileformat.html#the_database_header).
    guard number(header[68..<72]) == Schema.applicationID else {
      throw StoreError.foreign(path: path, what: "this is the file of another program")
    }
    guard number(header[60..<64]) <= Schema.version else { throw StoreError.newer(path: path) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
