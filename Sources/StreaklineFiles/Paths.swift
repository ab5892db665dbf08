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
