/// A .zip archive. Its entries are inflated as they are read: none is held whole, nothing is
/// written to disk.
///
/// Hidden entries, those of `__MACOSX/`, folders, links and paths that lead out of the archive are
/// left out. Of several entries with the same path, the first in the directory is kept. An archive
/// inside the archive is a file like any other.
package struct ZipArchive: FileTree, Sendable {
  /// A small archive can hold any amount of data; beyond these limits it is refused.
  package struct Limits: Sendable {
    package var entries = 100_000
    /// Bytes of the directory at the archive's end.
    package var directoryBytes = 16 << 20
    /// Bytes of all paths together.
    package var pathBytes = 8 << 20
    /// Bytes of one entry once it is inflated.
    package var entryBytes = 4 << 30
    /// How many bytes an entry may give for each byte of it in the archive, once it gives more than
    /// 1 MiB.
    package var ratio = 200

    package init() {}
  }

  package let name: String
  package var paths: [String] { entries.paths }
  private let file: FileDescriptor
  private let limits: Limits
  private let entries: SortedPaths<ZipEntry>

  /// Reads the directory at the archive's end.
  ///
  /// - Parameter path: A file's path, or `-` for standard input if that is a file.
  /// - Throws: ``InputError/malformed(_:reason:)`` for a file that is not an archive, and for one
  ///   that is truncated, damaged, hostile or in several parts.
  package init(path: String, limits: Limits = Limits()) throws(InputError) {
    name = path
    file = try FileDescriptor(path: path)
    self.limits = limits
    guard let size = file.size else {
      throw .malformed(
        path, reason: "a zip archive is read from its end; save it as a file and name that")
    }
    entries = try ZipDirectory(name: path, file: file, fileSize: size, limits: limits).entries()
  }

  /// Whether a file with this start is an archive; four bytes suffice.
  package static func isZip(head: [UInt8]) -> Bool {
    // A local header, or the end of an empty archive (APPNOTE 4.3.7, 4.3.16).
    head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Opens one of `paths`. Sources that are open at the same time do not disturb each other.
  ///
  /// - Throws: ``InputError/malformed(_:reason:)`` for an encrypted entry or an unknown method. The
  ///   source throws it where data is damaged, cut off or beyond the limits.
  package func open(_ path: String) throws(InputError) -> ByteSource {
    let name = "\(self.name)/\(path)"
    guard let entry = entries[path] else { throw .missing(name) }
    let stream = try ZipEntryStream(name: name, file: file, entry: entry, limits: limits)
    return ByteSource(name: name, size: entry.size, stream.read)
  }
}
