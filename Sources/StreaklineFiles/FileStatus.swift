#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The attributes of a file, read without opening it.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case regular, folder, link
    /// A pipe, a socket or a device.
    case special
  }

  package let kind: Kind
  package let identity: FileIdentity
  package let sizeBytes: Int
  /// The permission bits, without the kind.
  package let permissions: UInt32
  /// The number of the user who owns the file.
  package let owner: UInt32
  /// When the content last changed, in nanoseconds since 1970.
  package let contentChanged: Int64
  /// When the content, the name or the permissions last changed, in nanoseconds since 1970.
  package let statusChanged: Int64

  /// - Parameter followsLinks: Whether a link at the path means the file that it points to.
  package init(_ path: String, followsLinks: Bool = true) throws(FileError) {
    try FileError.refuseNUL(in: path, "read the attributes")
    var status = stat()
    let result = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
    guard result == 0 else {
      throw FileError(operation: "read the attributes", path: path, code: errno)
    }
    self.init(status)
  }

  /// - Parameter entry: An entry of the folder at `folder`. A link is not followed.
  package init(_ entry: FolderEntry, in folder: String) throws(FileError) {
    let path = "\(folder)/\(entry.name)"
    try FileError.refuseNUL(in: folder, "read the attributes")
    let bytes = (Array("\(folder)/".utf8) + entry.bytes + [0]).map { CChar(bitPattern: $0) }
    var status = stat()
    guard unsafe lstat(bytes, &status) == 0 else {
      throw FileError(operation: "read the attributes", path: path, code: errno)
    }
    self.init(status)
  }

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
    sizeBytes = Int(status.st_size)
    permissions = UInt32(status.st_mode & 0o7777)
    owner = UInt32(status.st_uid)
    #if canImport(Darwin)
      contentChanged = Self.nanoseconds(status.st_mtimespec)
      statusChanged = Self.nanoseconds(status.st_ctimespec)
    #else
      contentChanged = Self.nanoseconds(status.st_mtim)
      statusChanged = Self.nanoseconds(status.st_ctim)
    #endif
  }

  /// Impossible times wrap around; those of a changed file still differ.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// Which file is at the path. Opens nothing.
package func identityWithoutOpening(_ path: String) throws(FileError) -> FileIdentity {
  try FileStatus(path).identity
}

/// Whether a regular file is at the path. Opens nothing.
package func isRegularFile(_ path: String) throws(FileError) -> Bool {
  try FileStatus(path).kind == .regular
}

/// Whether a regular file is at the path; `false` also when this cannot be found out.
package func isFile(_ path: String) -> Bool {
  (try? FileStatus(path))?.kind == .regular
}

/// Whether a folder is at the path; `false` also when this cannot be found out.
package func isFolder(_ path: String) -> Bool {
  (try? FileStatus(path))?.kind == .folder
}

/// Whether a folder is at the path.
///
/// - Throws: ``FileError`` when this cannot be found out.
package func folderExists(_ path: String) throws(FileError) -> Bool {
  do {
    return try FileStatus(path).kind == .folder
  } catch {
    if error.isMissing { return false }
    throw error
  }
}
