#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Reads a small regular file whole.
///
/// - Parameters:
///   - limit: The maximum size in bytes. Of a larger file, one byte more than that is returned.
///   - followsLinks: Whether a link at the path means the file that it points to.
package func readSmallFile(
  _ path: String, limit: Int, followsLinks: Bool
) throws(FileError) -> [UInt8] {
  let file = try OpenFile(path, .reading, followsLinks: followsLinks)
  let status = try file.status()
  guard status.kind == .regular else {
    throw FileError(
      operation: "read", path: path, code: EINVAL, detail: "it is not a regular file")
  }
  var bytes: [UInt8] = []
  while bytes.count <= limit {
    // A file of the system, such as those in /proc, has no size before it is read.
    let room = max(4_096, status.sizeBytes + 1 - bytes.count)
    let chunk = try file.read(from: bytes.count, count: min(room, limit + 1 - bytes.count))
    if chunk.isEmpty { break }
    bytes += chunk
  }
  return bytes
}

/// Creates a small file together with its content, for its owner alone: after a crash or a power cut
/// it is there whole or not at all.
///
/// - Throws: When a file is there already, see ``FileError/isAlreadyThere``.
package func createFile(_ path: String, content: [UInt8]) throws(FileError) {
  let file = try ReplacementFile(path)
  try file.write(content)
  try file.createDurably()
}

/// Removes a file; does nothing when there is none.
package func removeFile(_ path: String) throws(FileError) {
  try FileError.refuseNUL(in: path, "remove")
  guard unsafe unlink(path) == 0 || errno == ENOENT else {
    throw FileError(operation: "remove", path: path, code: errno)
  }
}

/// Replaces a small file that can be made again, such as a cache: readers see the old content or the
/// new one. A power cut may undo it, and a failure is not reported.
package func replaceFile(_ path: String, with bytes: [UInt8]) {
  do {
    try createFolder(folderPath(of: path))
    let file = try ReplacementFile(path)
    try file.write(bytes)
    try file.replace()
  } catch {
    // The next reader finds the old file, or none.
  }
}
