#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Why the system refused something about a file or a folder.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed, such as `write`.
  package let operation: String
  package let path: String
  /// The `errno` of the refusal.
  package let code: Int32
  /// The reason, where the system's own words would say too little.
  private let detail: String?

  package init(operation: String, path: String, code: Int32, detail: String? = nil) {
    self.operation = operation
    self.path = path
    self.code = code
    self.detail = detail
  }

  /// Why it was refused, in a clause.
  package var reason: String {
    if let detail { return detail }
    return code == ELOOP ? "it is a link" : unsafe String(cString: strerror(code))
  }

  package var description: String { "\(path): cannot \(operation): \(reason)" }

  /// Whether the disk, or the user's share of it, is full.
  package var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  /// Whether the file system or its permissions forbid it.
  package var isForbidden: Bool { code == EACCES || code == EPERM || code == EROFS }

  /// Whether the file that was to be created exists already.
  package var isAlreadyThere: Bool { code == EEXIST }

  /// Whether there is no such file or folder.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether this process or the system has no descriptor or memory left for another file.
  package var isExhausted: Bool { code == EMFILE || code == ENFILE || code == ENOMEM }

  /// Whether another process held the lock of the file for as long as the caller would wait.
  package var isBusy: Bool { code == EWOULDBLOCK }

  /// Whether the file system has no locks, as some network drives.
  package var isWithoutLocks: Bool {
    code == ENOLCK || operation == "lock" && [ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code)
  }

  /// Whether the user asked the program to stop while it waited.
  package var isInterrupted: Bool { code == EINTR }
}

extension FileError {
  /// - Throws: For a path with a NUL character, because the system would ignore the rest of it.
  static func refuseNUL(in path: String, _ operation: String) throws(FileError) {
    guard path.utf8.contains(0) else { return }
    throw FileError(
      operation: operation, path: path, code: EINVAL, detail: "the path contains a NUL character")
  }
}
