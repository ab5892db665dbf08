package import StreaklineCore
internal import StreaklineFiles
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
    /// The name; what is not UTF-8 in it is replaced.
    package let name: String
    /// Whether `path` leads to the file: not when its name is not UTF-8.
    package let isNameUTF8: Bool

    package var path: String { "\(folder)/\(name)" }
  }

  private let path: String
  private let settleMilliseconds: Int64
  private var sightings: [FolderEntry: Sighting] = [:]

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
  /// - Returns: The files that are new or changed since they were last returned, and have settled, by
  ///   name. Files that cannot be read are among them, so that whoever reads them reports why.
  /// - Throws: ``InputError`` when the folder cannot be read or has too many files. What was seen
  ///   before is kept.
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

  /// - Returns: `nil` for what is no regular file, empty, or gone.
  private func version(of entry: FolderEntry) -> Version? {
    guard let status = try? FileStatus(entry, in: path), status.kind == .regular,
      status.sizeBytes > 0
    else { return nil }
    return Version(status)
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
