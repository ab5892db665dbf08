#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The names in a folder, sorted, at most `limit`; `nil` when it cannot be read.
func names(inFolder path: String, limit: Int = .max) -> [String]? {
  guard let folder = unsafe opendir(path) else { return nil }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while names.count < limit, let entry = unsafe readdir(folder) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      unsafe pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
        unsafe String(cString: $0)
      }
    }
    names.append(name)
  }
  return names.sorted()
}

/// Whether a folder lies at the path.
func isFolder(_ path: String) -> Bool {
  mode(of: path).map { $0 & S_IFMT == S_IFDIR } ?? false
}

/// Whether a regular file lies at the path.
func isFile(_ path: String) -> Bool {
  mode(of: path).map { $0 & S_IFMT == S_IFREG } ?? false
}

private func mode(of path: String) -> mode_t? {
  var status = stat()
  return unsafe stat(path, &status) == 0 ? status.st_mode : nil
}

/// What changes whenever a file's content does: its size, its inode and the time of its last change.
///
/// - Returns: `nil` when it is no regular file, a link, or not ours to read.
func fileVersion(_ path: String) -> String? {
  var status = stat()
  guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
    unsafe access(path, R_OK) == 0
  else { return nil }
  #if canImport(Darwin)
    let changed = status.st_ctimespec
  #else
    let changed = status.st_ctim
  #endif
  return "\(status.st_ino) \(status.st_size) \(changed.tv_sec).\(changed.tv_nsec)"
}

/// Reads a small file whole.
///
/// - Parameters:
///   - limit: Bytes that are read at most; one more than that means that the file is larger.
///   - followsLinks: Whether a symbolic link may stand at the path.
/// - Returns: `nil` and the reason when it is no regular file or cannot be read.
func readSmallFile(
  _ path: String, limit: Int, followsLinks: Bool
) -> Result<[UInt8], FileProblem> {
  let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
  let descriptor = unsafe open(path, flags)
  guard descriptor >= 0 else { return .failure(FileProblem(code: errno)) }
  defer { close(descriptor) }
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { return .failure(FileProblem(code: errno)) }
  guard status.st_mode & S_IFMT == S_IFREG else {
    return .failure(FileProblem(reason: "it is not a regular file"))
  }
  var bytes: [UInt8] = []
  while bytes.count <= limit {
    let room = max(4_096, Int(status.st_size) + 1 - bytes.count)
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: min(room, limit + 1)) { memory, used in
      used = unsafe max(0, read(descriptor, memory.baseAddress, memory.count))
    }
    if chunk.isEmpty { break }
    bytes += chunk
  }
  return .success(bytes)
}

/// Why a file could not be read.
struct FileProblem: Error {
  let reason: String

  init(reason: String) {
    self.reason = reason
  }

  /// - Parameter code: A value of `errno`.
  init(code: Int32) {
    reason = code == ELOOP ? "it is a link" : unsafe String(cString: strerror(code))
  }
}

/// Writes a file of ours whole, so that readers see the old or the new one. Failing is no error.
func replaceFile(_ path: String, with bytes: [UInt8]) {
  makeFolder(parent(path))
  let temporary = "\(path).\(getpid())"
  let descriptor = unsafe open(
    temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
  guard descriptor >= 0 else { return }
  let written = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  close(descriptor)
  if written != bytes.count || (unsafe rename(temporary, path)) != 0 {
    unsafe unlink(temporary)
  }
}

private func makeFolder(_ path: String) {
  guard !isFolder(path), unsafe mkdir(path, 0o700) != 0, errno == ENOENT, parent(path) != path
  else { return }
  makeFolder(parent(path))
  _ = unsafe mkdir(path, 0o700)
}
