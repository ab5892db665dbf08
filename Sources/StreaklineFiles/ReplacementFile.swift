#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A new file that replaces another one when it is complete: until then, and after a failure, the
/// other one stays as it was. Readable by its owner alone.
///
/// Until it is complete, it is beside the other file as `NAME.streakline.tmp`. Its writer holds its
/// lock. So a file that a killed program left behind can be recognised by its free lock, and is removed.
package final class ReplacementFile {
  private static let bufferSize = 262_144
  private static let maximumWriters = 100
  /// The file to replace, without links.
  package let path: String
  /// Where the new file is until it is complete.
  package let temporary: String
  private let file: OpenFile
  private var buffer: [UInt8] = []
  private var isFinished = false

  /// - Parameter path: The file to replace, which need not exist; for a link, the file that it
  ///   points to.
  package init(_ path: String) throws(FileError) {
    self.path = resolvedPath(path)
    for number in 0..<Self.maximumWriters {
      let name = "\(self.path)\(number == 0 ? "" : ".\(number)").streakline.tmp"
      guard let file = try Self.created(name) else { continue }
      self.file = file
      temporary = name
      return
    }
    throw FileError(
      operation: "create", path: "\(self.path).streakline.tmp", code: EEXIST,
      detail: "\(Self.maximumWriters) files of that kind are in the way")
  }

  deinit {
    if !isFinished { unsafe unlink(temporary) }
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Replaces the other file. A power cut may undo it.
  package func replace() throws(FileError) {
    try flush()
    try renameFile(temporary, to: path)
    isFinished = true
  }

  /// Replaces the other file; returns when everything is on the disk.
  package func replaceDurably() throws(FileError) {
    try flush()
    try file.synchronize()
    try replace()
    try synchronizeFolder(of: path)
  }

  /// Gives the file its name only if no other file has it; returns when everything is on the disk.
  ///
  /// - Throws: When a file has the name already, see ``FileError/isAlreadyThere``.
  package func createDurably() throws(FileError) {
    try flush()
    try file.synchronize()
    if unsafe link(temporary, path) != 0 {
      guard errno == EPERM || errno == ENOTSUP || errno == ENOSYS else {
        throw FileError(operation: "create", path: path, code: errno)
      }
      // The file system has no hard links: a power cut can leave the new file empty.
      _ = try OpenFile(path, .creating)
      try renameFile(temporary, to: path)
    } else {
      // Before the folder is synchronised: a power cut must not bring this name back.
      unsafe unlink(temporary)
    }
    isFinished = true
    try synchronizeFolder(of: path)
  }

  /// Removes what ``createDurably()`` leaves beside a file when it is killed before its end.
  package static func removeLeftover(of path: String) {
    let leftover = "\(resolvedPath(path)).streakline.tmp"
    if isFile(leftover) { _ = isLeftoverRemoved(leftover) }
  }

  /// Writes the bytes that are still in memory, so that the file at ``temporary`` has all of them.
  package func flush() throws(FileError) {
    try file.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Creates and locks a file.
  ///
  /// - Returns: `nil` when another program writes the file, or something else has that name.
  private static func created(_ path: String) throws(FileError) -> OpenFile? {
    // Another program may take the name between any two of these steps; then try again.
    for _ in 0..<10 {
      do {
        let file = try OpenFile(path, .creating)
        if try file.lockIfFree(), isAt(path, try file.identity()) { return file }
      } catch {
        guard error.isAlreadyThere else { throw error }
        guard isLeftoverRemoved(path) else { return nil }
      }
    }
    return nil
  }

  /// Removes the file unless a program is still writing it.
  private static func isLeftoverRemoved(_ path: String) -> Bool {
    guard let file = try? OpenFile(path, .updating, followsLinks: false),
      let status = try? file.status(), status.kind == .regular,
      (try? file.lockIfFree()) == true
    else { return false }
    // While this process holds the lock, no other one removes the file and reuses its name.
    guard isAt(path, status.identity) else { return false }
    return unsafe unlink(path) == 0
  }

  private static func isAt(_ path: String, _ identity: FileIdentity) -> Bool {
    (try? FileStatus(path, followsLinks: false).identity) == identity
  }
}
