#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Creates a file together with its content, for its owner alone: after a crash or a power cut the
/// file is there whole or not at all.
///
/// - Throws: When a file is there already, see ``FileError/isAlreadyThere``.
package func createFile(_ path: String, content: [UInt8]) throws(FileError) {
  let temporary = "\(path).\(getpid()).new"
  // A leftover of a process that had the same id and was killed.
  unsafe unlink(temporary)
  let file = try OpenFile(temporary, .creating)
  defer { unsafe unlink(temporary) }
  try file.write(content)
  try file.synchronize()
  if unsafe link(temporary, path) != 0 {
    guard errno == EPERM || errno == ENOTSUP || errno == ENOSYS else {
      throw FileError(operation: "create", path: path, code: errno)
    }
    // The file system has no hard links.
    let file = try OpenFile(path, .creating)
    try file.write(content)
    try file.synchronize()
  }
  try synchronizeFolder(of: path)
}

/// Removes a file; does nothing when there is none.
package func removeFile(_ path: String) throws(FileError) {
  guard unsafe unlink(path) == 0 || errno == ENOENT else {
    throw FileError(operation: "remove", path: path, code: errno)
  }
}
