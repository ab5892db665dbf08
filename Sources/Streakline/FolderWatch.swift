#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif
package import StreaklineCore
package import StreaklineReaders

/// The files of a folder as they come and change, found by looking again and again: that works on
/// every file system, and on those of other machines.
///
/// Folders in it, links, empty, hidden and temporary files are left out. Memory grows with the
/// number of files, which is limited.
package struct FolderWatch {
  /// More names than that are a folder that was named by mistake.
  private static let limit = 100_000

  /// What changes when a file is written, replaced or made readable.
  private struct Version: Hashable {
    var inode: UInt64 = 0
    var size: Int64 = 0
    var mode: UInt32 = 0
    var seconds: Int = 0
    var nanoseconds: Int = 0
  }

  private struct Sighting {
    let version: Version
    /// When this version was first seen.
    var since: Instant
    var isReturned = false
  }

  private let path: String
  private let settleMilliseconds: Int64
  private var sightings: [String: Sighting] = [:]

  /// - Parameter settleMilliseconds: How long a file must have stayed the same, so that one that is
  ///   still being written waits.
  package init(path: String, settleMilliseconds: Int64 = 2_000) {
    let isSlashed = path.hasSuffix("/") && path != "/"
    self.path = isSlashed ? String(path.dropLast()) : path
    self.settleMilliseconds = settleMilliseconds
  }

  /// Looks once.
  ///
  /// - Parameter now: The time, of any clock; when it is set back, files wait anew.
  /// - Returns: The paths of the files that are new or changed since they were last returned, and
  ///   have settled, by name. Files that cannot be read are among them, so that somebody says why.
  /// - Throws: ``InputError`` when the folder cannot be read or has too many files. What was seen
  ///   before is kept.
  package mutating func poll(now: Instant) throws(InputError) -> [String] {
    guard let names = names(inFolder: path, limit: Self.limit + 1) else {
      throw InputError(name: path, code: errno)
    }
    guard names.count <= Self.limit else {
      throw .malformed(path, reason: "holds more than \(Self.limit) files")
    }
    var found: [String: Sighting] = [:]
    var settled: [String] = []
    for name in names where !isTemporary(name) {
      guard let version = version(of: name) else { continue }
      var sighting = Sighting(version: version, since: now)
      if let before = sightings[name], before.version == version, before.since <= now {
        sighting = before
      }
      if !sighting.isReturned, now.milliseconds - sighting.since.milliseconds >= settleMilliseconds
      {
        sighting.isReturned = true
        settled.append("\(path)/\(name)")
      }
      found[name] = sighting
    }
    sightings = found
    return settled
  }

  /// - Returns: `nil` for what is no regular file, empty, or gone.
  private func version(of name: String) -> Version? {
    var status = stat()
    guard unsafe lstat("\(path)/\(name)", &status) == 0 else {
      // The bytes of a name that is not UTF-8 are lost; whoever opens it says so.
      return name.contains("\u{FFFD}") ? Version() : nil
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
    #if canImport(Darwin)
      let written = status.st_mtimespec
    #else
      let written = status.st_mtim
    #endif
    return Version(
      inode: UInt64(status.st_ino), size: Int64(status.st_size), mode: UInt32(status.st_mode),
      seconds: Int(written.tv_sec), nanoseconds: Int(written.tv_nsec))
  }
}

/// Whether programs use such names for what is hidden or not whole yet: browsers while they load,
/// editors and offices while they write.
private func isTemporary(_ name: String) -> Bool {
  let prefixes = [".", "~$", "#"]
  let suffixes = [
    "~", ".part", ".partial", ".crdownload", ".download", ".opdownload", ".filepart", ".tmp",
    ".temp",
  ]
  let name = name.lowercased()
  return prefixes.contains(where: name.hasPrefix) || suffixes.contains(where: name.hasSuffix)
}
