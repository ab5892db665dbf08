internal import Foundation

/// The text of a short file that nobody but its owner can use, for secrets.
///
/// - Throws: When the file is no plain file, or when others could read or write it.
package func privateText(path: String) throws(RemoteFailure) -> String {
  func mistake(_ message: String) -> RemoteFailure { RemoteFailure(.configuration, message) }
  // Not a link and no waiting for a pipe; the checks are of the file that is read.
  let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else {
    let code = errno
    let reason = code == ELOOP ? "it is a link" : errorText(code)
    throw mistake("the secrets file \(path) cannot be read: \(reason)")
  }
  let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    throw mistake("the secrets file \(path) is not a plain file")
  }
  guard status.st_mode & 0o077 == 0 else {
    throw mistake("others can use the secrets file; run: chmod 600 \(path)")
  }
  guard status.st_uid == geteuid() || status.st_uid == 0 else {
    throw mistake("the secrets file \(path) belongs to another user")
  }
  guard status.st_size <= 65_536, let data = try? file.readToEnd() ?? Data(),
    let text = String(data: data, encoding: .utf8)
  else { throw mistake("the secrets file \(path) is not a short text") }
  return text
}

/// Replaces a file by one that nobody but its owner can use. Whoever reads it sees the former text or the
/// new one, also after a power cut.
package func replacePrivateText(path: String, with text: String) throws(RemoteFailure) {
  let new = "\(path).\(getpid()).new"
  let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw notWritten(path, errno) }
  let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  do {
    try file.write(contentsOf: Data(text.utf8))
    try file.synchronize()
  } catch {
    _ = unsafe unlink(new)
    throw notWritten(path, EIO)
  }
  guard unsafe rename(new, path) == 0 else {
    let code = errno
    _ = unsafe unlink(new)
    throw notWritten(path, code)
  }
  let folder = unsafe open(
    URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { return }
  fsync(folder)
  close(folder)
}

private func notWritten(_ path: String, _ code: Int32) -> RemoteFailure {
  RemoteFailure(.configuration, "the secrets file \(path) cannot be written: \(errorText(code))")
}

private func errorText(_ code: Int32) -> String {
  unsafe String(cString: strerror(code))
}
