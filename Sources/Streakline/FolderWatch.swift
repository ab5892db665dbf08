package import StreaklineCore
internal import StreaklineFiles
package import StreaklineReaders

/// Finds new and changed files of a folder by listing it again and again, which works on every file
/// system, also on network drives.
///
/// Folders, links, empty, hidden and temporary files are left out. Memory grows with the number of
/// files, which is limited.
package struct FolderWatch {
  /// A folder with more names was named by mistake.
  private static let limit = 100_000

  /// Changes when a file is written, replaced or made readable.
  private struct Version: Hashable {
    let identity: FileIdentity
    let sizeBytes: Int
    let permissions: UInt32
    let contentChanged: Int64

    init(_ status: FileStatus) {
      identity = status.identity
      sizeBytes = status.sizeBytes
      permissions = status.permissions
      contentChanged = status.contentChanged
    }
  }

  private struct Sighting {
    let version: Version
    /// When this version was first seen.
    var since: Instant
    var isReturned = false
  }

  /// A file of the folder that is new or has changed.
  package struct File: Hashable, Sendable {
    package let folder: String
    /// The name. Bytes that are not UTF-8 are replaced.
    package let name: String
    /// Whether `path` leads to the file: not when its name is not UTF-8.
    package let isNameUTF8: Bool

    package var path: String { "\(folder)/\(name)" }
  }

  private let path: String
  private let settleMilliseconds: Int64
  private var sightings: [FolderEntry: Sighting] = [:]

  /// - Parameter settleMilliseconds: How long a file must not have changed before it is returned, so
  ///   that a file that is still being written waits.
  package init(path: String, settleMilliseconds: Int64 = 2_000) {
    let isSlashed = path.hasSuffix("/") && path != "/"
    self.path = isSlashed ? String(path.dropLast()) : path
    self.settleMilliseconds = settleMilliseconds
  }

  /// Lists the folder once.
  ///
  /// - Parameter now: The time, of any clock. When it is set back, files wait again.
  /// - Returns: The files that are new or changed since they were last returned and have not changed
  ///   for long enough, sorted by name. Files that cannot be read are among them, so that the caller
  ///   reports why.
  /// - Throws: ``InputError`` when the folder cannot be read or has too many files. The next call
  ///   continues with what the last successful one found.
  package mutating func poll(now: Instant) throws(InputError) -> [File] {
    var found: [FolderEntry: Sighting] = [:]
    var settled: [File] = []
    for entry in try listing() where !isTemporary(entry.name) {
      guard let version = version(of: entry) else { continue }
      var sighting = Sighting(version: version, since: now)
      if let before = sightings[entry], before.version == version, before.since <= now {
        sighting = before
      }
      if !sighting.isReturned, now.milliseconds - sighting.since.milliseconds >= settleMilliseconds
      {
        sighting.isReturned = true
        settled.append(File(folder: path, name: entry.name, isNameUTF8: entry.isUTF8))
      }
      found[entry] = sighting
    }
    sightings = found
    return settled
  }

  private func listing() throws(InputError) -> [FolderEntry] {
    if isFile(path) {
      throw .malformed(path, reason: "is a file; name the folder that it is in")
    }
    let entries: [FolderEntry]
    do {
      entries = try StreaklineFiles.entries(inFolder: path, limit: Self.limit + 1)
    } catch {
      throw InputError(name: path, code: error.code)
    }
    guard entries.count <= Self.limit else {
      throw .malformed(path, reason: "holds more than \(Self.limit) files")
    }
    return entries
  }

  /// - Returns: `nil` for an entry that is not a regular file, is empty or no longer exists.
  private func version(of entry: FolderEntry) -> Version? {
    guard let status = try? FileStatus(entry, in: path), status.kind == .regular,
      status.sizeBytes > 0
    else { return nil }
    return Version(status)
  }
}

/// Whether programs use such names for hidden or unfinished files: browsers for downloads, editors and
/// office programs for files that they are writing.
private func isTemporary(_ name: String) -> Bool {
  let prefixes = [".", "~$", "#"]
  let suffixes = [
    "~", ".part", ".partial", ".crdownload", ".download", ".opdownload", ".filepart", ".tmp",
    ".temp",
  ]
  let name = name.lowercased()
  return prefixes.contains(where: name.hasPrefix) || suffixes.contains(where: name.hasSuffix)
}
