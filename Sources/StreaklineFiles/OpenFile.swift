#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Why the system refused something about a file.
package struct FileError: Error, Equatable, CustomStringConvertible {
  /// What was tried, such as `write`.
  package let operation: String
  package let path: String
  /// The `errno` of the refusal.
  package let code: Int32

  /// The system's own words for the refusal.
  package var reason: String { unsafe String(cString: strerror(code)) }

  package var description: String { "\(path): cannot \(operation): \(reason)" }

  /// Whether the disk, or the user's share of it, is full.
  package var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  /// Whether the file system or its permissions forbid writing.
  package var isForbidden: Bool { code == EACCES || code == EPERM || code == EROFS }

  /// Whether the file that was to be created is there already.
  package var isAlreadyThere: Bool { code == EEXIST }

  /// Whether there is no such file or folder.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

/// An open file; closed when it goes out of scope.
package struct OpenFile: ~Copyable, Sendable {
  /// How a file is opened.
  package enum Mode: Sendable {
    /// Reads a file that is there; never waits, not even for a pipe.
    case reading
    /// Creates the file, which must not be there, readable by its owner alone under any umask.
    case creating
    /// Reads and writes at the end only; creates nothing.
    case appending
    /// Reads and writes; creates nothing.
    case updating
  }

  package let path: String
  private let descriptor: Int32

  package init(_ path: String, _ mode: Mode) throws(FileError) {
    let flags: Int32 =
      switch mode {
      case .reading: O_RDONLY | O_NONBLOCK
      case .creating: O_RDWR | O_CREAT | O_EXCL
      case .appending: O_RDWR | O_APPEND | O_NONBLOCK
      case .updating: O_RDWR | O_NONBLOCK
      }
    let opened = unsafe open(path, flags | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw FileError(operation: "open", path: path, code: errno) }
    // A umask can take bits away from the owner too.
    if case .creating = mode, fchmod(opened, 0o600) != 0 {
      let code = errno
      close(opened)
      throw FileError(operation: "set the permissions", path: path, code: code)
    }
    descriptor = opened
    self.path = path
  }

  deinit {
    close(descriptor)
  }

  /// Waits until no other open file holds the lock of this file.
  package borrowing func lock() throws(FileError) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure("lock") }
    }
  }

  package borrowing func unlock() {
    flock(descriptor, LOCK_UN)
  }

  /// Whether it is a plain file, not a folder, pipe or device.
  package borrowing func isRegular() throws(FileError) -> Bool {
    try status().st_mode & S_IFMT == S_IFREG
  }

  package borrowing func sizeBytes() throws(FileError) -> Int {
    Int(try status().st_size)
  }

  /// Up to `count` bytes from `offset` on; fewer only at the end of the file.
  package borrowing func read(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled,
          off_t(offset + filled))
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw failure("read") }
      guard got > 0 else { break }
      filled += got
    }
    return Array(bytes.prefix(filled))
  }

  /// Writes all bytes: one `write(2)`, and more only where the system took less.
  package borrowing func write(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let taken = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(
          descriptor, buffer.baseAddress.map { unsafe $0 + written }, bytes.count - written)
      }
      if taken < 0 && errno == EINTR { continue }
      guard taken >= 0 else { throw failure("write") }
      written += taken
    }
  }

  package borrowing func truncate(to sizeBytes: Int) throws(FileError) {
    try check("cut", ftruncate(descriptor, off_t(sizeBytes)))
  }

  /// Returns when the content is on the disk. After a failure nothing is known about what was
  /// written, and asking again would only pretend: write it anew (RELIABILITY I17).
  package borrowing func synchronize() throws(FileError) {
    try check("put on the disk", fsync(descriptor))
  }

  /// Which file it is, whatever its path.
  package borrowing func identity() throws(FileError) -> FileIdentity {
    FileIdentity(try status())
  }

  private borrowing func status() throws(FileError) -> stat {
    var status = stat()
    try check("look at", unsafe fstat(descriptor, &status))
    return status
  }

  private borrowing func check(_ operation: String, _ result: Int32) throws(FileError) {
    guard result == 0 else { throw failure(operation) }
  }

  private borrowing func failure(_ operation: String) -> FileError {
    FileError(operation: operation, path: path, code: errno)
  }
}

/// A file as the system knows it: two paths to one file are equal.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// Which file lies at the path. Opens nothing.
package func identityWithoutOpening(_ path: String) throws(FileError) -> FileIdentity {
  FileIdentity(try statusWithoutOpening(path))
}

/// Whether a plain file lies at the path. Opens nothing.
package func isRegularFile(_ path: String) throws(FileError) -> Bool {
  try statusWithoutOpening(path).st_mode & S_IFMT == S_IFREG
}

private func statusWithoutOpening(_ path: String) throws(FileError) -> stat {
  var status = stat()
  guard unsafe stat(path, &status) == 0 else {
    throw FileError(operation: "look at", path: path, code: errno)
  }
  return status
}

/// Waits until a folder's entries are on the disk, so that a new file survives a power cut.
package func synchronizeFolder(of path: String) throws(FileError) {
  let folder = try OpenFile(folderPath(of: path), .reading)
  try folder.synchronize()
}

/// Gives a file another name, in place of the file that had it.
package func renameFile(_ path: String, to other: String) throws(FileError) {
  guard unsafe rename(path, other) == 0 else {
    throw FileError(operation: "put into its place", path: other, code: errno)
  }
}

/// The folder in which a file lies; `.` for a bare name.
package func folderPath(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Creates a folder and those above it that are missing, open to their owner alone.
package func createFolder(_ path: String) throws(FileError) {
  guard unsafe !path.isEmpty && mkdir(path, 0o700) != 0 else { return }
  switch errno {
  case EEXIST: return
  case ENOENT where folderPath(of: path) != path:
    try createFolder(folderPath(of: path))
    if unsafe mkdir(path, 0o700) == 0 { return }
  default: break
  }
  throw FileError(operation: "create the folder", path: path, code: errno)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
