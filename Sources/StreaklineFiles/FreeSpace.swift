#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// How many bytes the disk of a file or folder has left for this user; `nil` where the file system
/// does not say.
package func freeBytes(at path: String) -> Int? {
  var status = statvfs()
  guard unsafe statvfs(path, &status) == 0, status.f_blocks > 0 else { return nil }
  let (bytes, overflow) = Int(status.f_bavail).multipliedReportingOverflow(
    by: Int(status.f_frsize))
  return overflow ? nil : bytes
}

/// The size of the blocks in which a file system gives space to a file; `nil` where it does not say.
package func blockBytes(at path: String) -> Int? {
  var status = statvfs()
  guard unsafe statvfs(path, &status) == 0, status.f_bsize > 0 else { return nil }
  return Int(status.f_bsize)
}
