#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The entries of a folder, sorted by name, without `.` and `..`.
///
/// - Parameters:
///   - limit: At most this many entries; which ones is not defined.
/// - Throws: ``FileError`` when the folder cannot be read to its end.
package func entries(
  inFolder path: String, limit: Int = .max
) throws(FileError) -> [FolderEntry] {
  try FileError.refuseNUL(in: path, "list the folder")
  guard let folder = unsafe opendir(path) else {
    throw FileError(operation: "list the folder", path: path, code: errno)
  }
  defer { unsafe closedir(folder) }
  var entries: [FolderEntry] = []
  while entries.count < limit {
    errno = 0
    guard let entry = unsafe readdir(folder) else {
      guard errno == 0 else {
        throw FileError(operation: "list the folder", path: path, code: errno)
      }
      break
    }
    let bytes = unsafe nameBytes(entry)
    if bytes != Array(".".utf8), bytes != Array("..".utf8) {
      entries.append(FolderEntry(bytes: bytes))
    }
  }
  return entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
}

/// The names in a folder, sorted, without `.` and `..`; bytes that are not UTF-8 are replaced.
///
/// - Throws: ``FileError`` when the folder cannot be read to its end.
package func names(inFolder path: String, limit: Int = .max) throws(FileError) -> [String] {
  try entries(inFolder: path, limit: limit).map(\.name)
}

@unsafe
private func nameBytes(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
  unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
    unsafe pointer.withMemoryRebound(to: UInt8.self, capacity: Int(NAME_MAX) + 1) { bytes in
      unsafe Array(UnsafeBufferPointer(start: bytes, count: unsafe strlen(pointer)))
    }
  }
}

/// Creates a folder and the missing folders above it. Only their owner can use them, whatever the
/// umask is. Returns when they are on the disk.
package func createFolder(_ path: String) throws(FileError) {
  guard !path.isEmpty else { return }
  try FileError.refuseNUL(in: path, "create the folder")
  if try makeFolder(path) { return }
  try createFolder(folderPath(of: path))
  guard try makeFolder(path) else {
    throw FileError(operation: "create the folder", path: path, code: ENOENT)
  }
}

/// - Returns: Whether the folder exists now; `false` when the folder above it is missing.
private func makeFolder(_ path: String) throws(FileError) -> Bool {
  guard unsafe mkdir(path, 0o700) != 0 else {
    // A umask can take bits away from the owner too.
    _ = unsafe chmod(path, 0o700)
    try synchronizeFolder(of: path)
    return true
  }
  if errno == EEXIST { return true }
  guard errno == ENOENT, folderPath(of: path) != path else {
    throw FileError(operation: "create the folder", path: path, code: errno)
  }
  return false
}

/// Writes the entries of the folder that contains `path` to the disk, so that a new file or folder
/// survives a power cut.
package func synchronizeFolder(of path: String) throws(FileError) {
  let folder = try OpenFile(folderPath(of: path), .reading)
  do {
    try folder.synchronize()
  } catch {
    // Some file systems cannot synchronize folders, and write their entries at once instead.
    guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
  }
}
