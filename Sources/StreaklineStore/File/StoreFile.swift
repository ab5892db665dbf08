internal import StreaklineFiles
internal import Synchronization

/// A store's file as it lies on the disk, looked at before SQLite sees it.
///
/// A value of it says that this process has the file open, until it goes out of scope. Closing any
/// descriptor of a file drops all POSIX locks that the process holds on it, also those of SQLite
/// (https://www.sqlite.org/howtocorrupt.html section 2.2). So the header is read only while no
/// connection of this process is open; it was read when the first one was.
struct StoreFile: ~Copyable, Sendable {
  private let identity: FileIdentity
  private static let open = Mutex<[FileIdentity: Int]>([:])

  /// Creates an empty file for its owner alone; does nothing when something is there.
  static func createIfMissing(_ path: String) throws(StoreError) {
    do {
      try createFolder(folderPath(of: path))
      _ = try OpenFile(path, .creating)
      try synchronizeFolder(of: path)
    } catch {
      guard error.isAlreadyThere else { throw StoreError(error) }
    }
  }

  /// Refuses, and leaves as it is, what is neither empty nor a store that we can read.
  init(_ path: String) throws(StoreError) {
    do {
      guard try isRegularFile(path) else {
        throw StoreError.foreign(path: path, what: "this is a folder, a pipe or a device, no file")
      }
      identity = try Self.open.withLock { open in
        let identity = try identityWithoutOpening(path)
        if open[identity] == nil {
          try Self.checkHeader(try OpenFile(path, .reading).read(from: 0, count: 100), path: path)
        }
        open[identity, default: 0] += 1
        return identity
      }
    } catch let error as FileError {
      throw error.isMissing ? .missing(path: path) : StoreError(error)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  deinit {
    Self.open.withLock { open in
      let others = (open[identity] ?? 1) - 1
      open[identity] = others == 0 ? nil : others
    }
  }

  /// Nothing but zeros is a first write that a power cut has undone: SQLite knows what to do.
  private static func checkHeader(_ header: [UInt8], path: String) throws(StoreError) {
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
