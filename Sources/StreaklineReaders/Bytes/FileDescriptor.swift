#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that is open for reading, or standard input.
final class FileDescriptor: Sendable {
  /// The file's size in bytes, or `nil` for a pipe.
  let size: Int?
  private let path: String
  private let descriptor: Int32

  /// - Parameter path: A file's path, or `-` for standard input.
  init(path: String) throws(InputError) {
    self.path = path
    // The system would ignore the path after the NUL and open another file.
    guard !path.utf8.contains(0) else { throw .missing(path) }
    unsafe descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    let openError = errno
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    let statusError = errno
    // With all values set, `deinit` closes the file when this throws.
    size = isKnown && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    guard descriptor >= 0 else { throw InputError(name: path, code: openError) }
    guard isKnown else { throw InputError(name: path, code: statusError) }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder(path) }
  }

  /// Takes over a descriptor that is open already.
  ///
  /// - Parameter name: The file's name in messages.
  init(name: String, regularFile descriptor: Int32) throws(InputError) {
    path = name
    self.descriptor = descriptor
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw InputError(name: name, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(name, reason: "it is not a regular file")
    }
    size = Int(status.st_size)
  }

  deinit {
    if descriptor > STDERR_FILENO {
      close(descriptor)
    }
  }

  /// Reads at most `count` bytes; none at the end.
  func read(_ count: Int) throws(InputError) -> [UInt8] {
    var failure: Int32 = 0
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, used in
      let result = unsafe Self.readBytes(descriptor, memory.baseAddress, count)
      failure = result < 0 ? errno : 0
      used = max(0, result)
    }
    if failure != 0 { throw InputError(name: path, code: failure) }
    return chunk
  }

  /// Reads `count` bytes from `offset` on, fewer only at the file's end. The position of
  /// ``read(_:)`` does not change.
  func read(at offset: Int, count: Int) throws(InputError) -> [UInt8] {
    var failure: Int32 = 0
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, used in
      while used < count {
        let result = unsafe pread(
          descriptor, memory.baseAddress.map { unsafe $0 + used }, count - used,
          off_t(offset + used))
        if result < 0 { failure = errno }
        guard result > 0 else { break }
        used += result
      }
    }
    if failure != 0 { throw InputError(name: path, code: failure) }
    return chunk
  }

  private static func readBytes(
    _ descriptor: Int32, _ memory: UnsafeMutablePointer<UInt8>?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, memory, count)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, memory, count)
    #else
      unsafe Darwin.read(descriptor, memory, count)
    #endif
  }
}
