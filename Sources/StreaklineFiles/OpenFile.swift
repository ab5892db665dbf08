#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An open file; closed when it goes out of scope.
package struct OpenFile: ~Copyable, Sendable {
  /// How a file is opened.
  package enum Mode: Sendable {
    /// Reads a file that exists; never waits, not even for a pipe.
    case reading
    /// Creates the file, which must not exist yet. Only its owner can read it, whatever the umask
    /// is.
    case creating
    /// Reads anywhere and writes at the end; creates nothing.
    case appending
    /// Reads and writes; creates nothing.
    case updating
  }

  package let path: String
  let descriptor: Int32

  /// - Parameter followsLinks: Whether a link at the path means the file that it points to.
  package init(_ path: String, _ mode: Mode, followsLinks: Bool = true) throws(FileError) {
    try FileError.refuseNUL(in: path, "open")
    let flags: Int32 =
      switch mode {
      case .reading: O_RDONLY | O_NONBLOCK
      case .creating: O_RDWR | O_CREAT | O_EXCL
      case .appending: O_RDWR | O_APPEND | O_NONBLOCK
      case .updating: O_RDWR | O_NONBLOCK
      }
    let opened = unsafe open(
      path, flags | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW), 0o600)
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

  /// Whether it is a regular file, not a folder, pipe or device.
  package borrowing func isRegular() throws(FileError) -> Bool {
    try status().kind == .regular
  }

  package borrowing func sizeBytes() throws(FileError) -> Int {
    try status().sizeBytes
  }

  /// Which file it is, whatever its path.
  package borrowing func identity() throws(FileError) -> FileIdentity {
    try status().identity
  }

  package borrowing func status() throws(FileError) -> FileStatus {
    var status = stat()
    try check("read the attributes", unsafe fstat(descriptor, &status))
    return FileStatus(status)
  }

  /// Up to `count` bytes from `offset` on; fewer only at the end of the file.
  package borrowing func read(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
      while filled < count {
        let got = unsafe pread(
          descriptor, memory.baseAddress.map { unsafe $0 + filled }, count - filled,
          off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        guard got > 0 else { break }
        filled += got
      }
    }
    if failure != 0 { throw FileError(operation: "read", path: path, code: failure) }
    return bytes
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

  /// Writes the bytes over those at `offset`: one `pwrite(2)`.
  package borrowing func overwrite(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    let taken = unsafe bytes.withUnsafeBytes { buffer in
      unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    }
    try check("write", taken == bytes.count ? 0 : -1)
  }

  package borrowing func truncate(to sizeBytes: Int) throws(FileError) {
    try check("truncate", ftruncate(descriptor, off_t(sizeBytes)))
  }

  /// Returns when the content is on the disk. After a failure nothing is known about what was
  /// written, and a second call would report success without reason: write the file again.
  package borrowing func synchronize() throws(FileError) {
    try check("write to the disk", fsync(descriptor))
  }

  private borrowing func check(_ operation: String, _ result: Int32) throws(FileError) {
    guard result == 0 else { throw failure(operation) }
  }

  borrowing func failure(_ operation: String) -> FileError {
    FileError(operation: operation, path: path, code: errno)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

/// Whether no more files can be opened now.
///
/// - Returns: The system's error; `nil` while files can be opened.
package func exhaustion() -> FileError? {
  do {
    _ = try OpenFile("/dev/null", .reading)
    return nil
  } catch {
    return error.isExhausted ? error : nil
  }
}
