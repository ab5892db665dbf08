#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The folder that contains a file; `.` for a bare name, `/` for the root.
package func folderPath(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The path without links and dots. The file itself need not exist; its folder must.
///
/// - Returns: The unchanged path if the folder is missing.
package func resolvedPath(_ path: String) -> String {
  if let real = realPath(path) { return real }
  let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
  guard let folder = realPath(folderPath(of: path)) else { return path }
  return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
}

private func realPath(_ path: String) -> String? {
  guard !path.utf8.contains(0), let real = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(real) }
  return unsafe String(cString: real)
}

/// Gives a file another name, in place of the file that had it.
package func renameFile(_ path: String, to other: String) throws(FileError) {
  try FileError.refuseNUL(in: path + other, "rename")
  guard unsafe rename(path, other) == 0 else {
    throw FileError(operation: "replace", path: other, code: errno)
  }
}

/// Gives a file a second name. Where the file system has no such thing, the first name is gone.
///
/// - Throws: When something has the name already, see ``FileError/isAlreadyThere``.
package func nameFile(_ path: String, also other: String) throws(FileError) {
  try FileError.refuseNUL(in: path + other, "name")
  if unsafe link(path, other) == 0 { return }
  let code = errno
  guard code == EPERM || code == ENOTSUP || code == ENOSYS else {
    throw FileError(operation: "create", path: other, code: code)
  }
  guard (try? FileStatus(other, followsLinks: false)) == nil else {
    throw FileError(operation: "create", path: other, code: EEXIST)
  }
  try renameFile(path, to: other)
}

/// Gives a file the next free name that says that it is from before something was restored.
///
/// - Returns: That name. The file has its first name still, too, where the file system permits two.
package func keepFile(_ path: String) throws(FileError) -> String {
  var number = 1
  while true {
    let other = "\(path).before-restore-\(number)"
    do throws(FileError) {
      try nameFile(path, also: other)
      return other
    } catch {
      guard error.isAlreadyThere else { throw error }
      number += 1
    }
  }
}
