internal import StreaklineCore
internal import StreaklineFiles

/// A backup that was written before, opened and checked as far as its heads say: it is not trusted.
package struct BackupFile: ~Copyable {
  private let file: OpenFile
  package let path: String
  package let manifest: BackupManifest
  /// Where each content starts, by name.
  private let starts: [String: Int]
  private static let chunkBytes = 1 << 20

  /// - Throws: ``BackupMistake``, and errors of the file.
  package init(_ path: String) throws {
    let file = try OpenFile(path, .reading)
    let (manifest, starts) = try Self.heads(of: file, path)
    self.file = file
    self.path = path
    self.manifest = manifest
    self.starts = starts
  }

  private static func heads(
    of file: borrowing OpenFile, _ path: String
  ) throws -> (manifest: BackupManifest, starts: [String: Int]) {
    guard try file.isRegular() else {
      throw BackupMistake.refused("\(path) is a folder, a pipe or a device, and no backup")
    }
    let entries = try entries(of: file, path)
    guard let first = entries.first, first.header.name == BackupManifest.name,
      first.header.sizeBytes <= BackupManifest.mostBytes
    else { throw BackupMistake.refused("\(path): this is no backup of Streakline") }
    let manifest = try BackupManifest(
      try file.read(from: first.start, count: first.header.sizeBytes), path: path)
    return (manifest, try starts(Array(entries.dropFirst()), manifest, path))
  }

  /// What stands in the archive.
  private static func entries(
    of file: borrowing OpenFile, _ path: String
  ) throws -> [(header: TarHeader, start: Int)] {
    let size = try file.sizeBytes()
    var entries: [(header: TarHeader, start: Int)] = []
    var place = 0
    while true {
      let block = try file.read(from: place, count: TarHeader.blockBytes)
      if block.count == TarHeader.blockBytes, block.allSatisfy({ $0 == 0 }) { break }
      let header = try header(block, isFirst: entries.isEmpty, path)
      place += TarHeader.blockBytes
      let padded = TarHeader.paddedBytes(header.sizeBytes)
      guard padded <= size - place else {
        throw BackupMistake.refused(
          "\(path) ends in the middle of \(shown(header.name)): it is cut off")
      }
      guard entries.count < BackupWriter.mostFiles else {
        throw BackupMistake.refused("\(path) has more files than a backup has")
      }
      entries.append((header, place))
      place += padded
    }
    guard size - place <= Self.mostEndBytes,
      try file.read(from: place, count: size - place).allSatisfy({ $0 == 0 })
    else { throw BackupMistake.refused("\(path) goes on after its end") }
    return entries
  }

  /// The end is zeros; tar programs fill it up to some size.
  private static let mostEndBytes = 1 << 20

  private static func header(
    _ block: [UInt8], isFirst: Bool, _ path: String
  ) throws(BackupMistake) -> TarHeader {
    do throws(TarHeader.Mistake) {
      return try TarHeader(block)
    } catch {
      switch error {
      case .notAFile(let name):
        throw .refused(
          "\(path): \(shown(name)) is a link, a folder or a device, which no backup has")
      case .damaged where isFirst: throw .refused("\(path): this is no backup of Streakline")
      case .damaged where block.count < TarHeader.blockBytes:
        throw .refused("\(path) has no end: it is cut off")
      case .damaged: throw .refused("\(path) is damaged")
      }
    }
  }

  /// Compares what is there with what the manifest says.
  private static func starts(
    _ entries: [(header: TarHeader, start: Int)], _ manifest: BackupManifest, _ path: String
  ) throws(BackupMistake) -> [String: Int] {
    var starts: [String: Int] = [:]
    for (header, start) in entries {
      guard BackupManifest.mayHold(header.name) else {
        throw .refused("\(path) has a file that no backup has: \(shown(header.name))")
      }
      guard starts.updateValue(start, forKey: header.name) == nil else {
        throw .refused("\(path) has \(shown(header.name)) twice")
      }
      let file = BackupManifest.File(name: header.name, sizeBytes: header.sizeBytes, hash: "")
      let isDatabase = header.name == BackupManifest.storeName || file.isOfServer
      guard isDatabase || header.sizeBytes <= BackupWriter.mostOwnBytes else {
        throw .refused("\(path): \(shown(header.name)) is larger than such a file can be")
      }
    }
    let said = manifest.files.map { TarHeader(name: $0.name, sizeBytes: $0.sizeBytes) }
    guard said.count == entries.count, Set(said) == Set(entries.map(\.header)),
      starts[BackupManifest.storeName] != nil
    else {
      throw .refused("\(path): its files are not those that its \(BackupManifest.name) lists")
    }
    return starts
  }

  private static func shown(_ name: String) -> String {
    "'\(escapedForTerminal(String(name.prefix(100))))'"
  }

  // MARK: - Contents

  /// Passes a content on in pieces, and checks it at its end.
  ///
  /// - Throws: ``BackupMistake`` when it is not what was written.
  func read(_ kept: BackupManifest.File, _ body: ([UInt8]) throws -> Void) throws {
    guard let start = starts[kept.name] else { preconditionFailure("the manifest lists the file") }
    var hash = XXHash64()
    var done = 0
    while done < kept.sizeBytes {
      if Interruption.isRequested { throw BackupMistake.interrupted }
      let chunk = try file.read(
        from: start + done, count: min(Self.chunkBytes, kept.sizeBytes - done))
      guard !chunk.isEmpty else {
        throw BackupMistake.refused("\(path) was cut off while it was read")
      }
      hash.add(chunk)
      try body(chunk)
      done += chunk.count
    }
    guard hash.hexadecimal == kept.hash else {
      throw BackupMistake.refused("\(path): \(Self.shown(kept.name)) is not what was written")
    }
  }

  /// Writes a content into a new file that only its owner can read.
  func write(_ kept: BackupManifest.File, to path: String) throws {
    try createFolder(folderPath(of: path))
    let copy = try ReplacementFile(path)
    try read(kept) { try copy.write($0) }
    try copy.createDurably()
  }

  /// A small content.
  func bytes(_ kept: BackupManifest.File) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try read(kept) { bytes += $0 }
    return bytes
  }
}
