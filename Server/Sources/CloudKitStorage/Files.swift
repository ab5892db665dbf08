internal import Foundation

/// Creates a folder that only its owner can use, and those above it. Does nothing when it is there. Its name
/// is on the disk afterwards.
func createPrivateFolder(_ path: String) throws(StorageError) {
  do {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  } catch {
    throw StorageError("the folder \(path) cannot be created")
  }
  try syncFolder(of: path)
}

/// Creates an empty file that only its owner can use, before SQLite would create one for everybody. Does
/// nothing when it is there. Its name is on the disk afterwards.
func createPrivateFile(_ path: String) throws(StorageError) {
  let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  guard descriptor >= 0 else { throw StorageError("the file \(path) cannot be opened") }
  close(descriptor)
  try syncFolder(of: path)
}

/// Writes to the disk which names the folder of a file has. Without this a power cut can take away a new
/// file with all that was synced into it. It is done for old files too: the server may have been killed
/// right after it had created one.
private func syncFolder(of path: String) throws(StorageError) {
  let folder = URL(filePath: path).standardizedFileURL.deletingLastPathComponent().path
  let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  // In a folder that it cannot read, the server has created nothing.
  guard descriptor >= 0 else { return }
  defer { close(descriptor) }
  // Some file systems cannot sync folders, and say so.
  guard fsync(descriptor) == 0 || errno == EINVAL else {
    throw StorageError("the folder \(folder) cannot be written to the disk")
  }
}

/// The lock that a running server holds on its folder.
package final class FolderLock: Sendable {
  private let descriptor: Int32

  /// - Throws: When another server uses the folder.
  package init(folder: String) throws(StorageError) {
    try createPrivateFolder(folder)
    let path = folder + "/lock"
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StorageError("the file \(path) cannot be opened") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      // `deinit` closes it. Closed twice, it could be a file that another thread has just opened.
      throw StorageError("another server uses \(folder); stop it, or choose another --data")
    }
  }

  deinit {
    close(descriptor)
  }
}

/// Bytes that nobody can guess: the system's generator is a cryptographic one.
func randomBytes(_ count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}
