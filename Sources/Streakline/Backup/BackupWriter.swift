package import StreaklineCore
internal import StreaklineFiles
internal import StreaklineStore

/// Writes a store and the user's own files into one file, a tar archive.
package struct BackupWriter {
  private let path: String
  private let store: Store
  private let locations: Locations
  private let server: ServerFolder?
  private let now: Instant

  /// A file of the user's.
  private struct OwnFile {
    let name: String
    let bytes: [UInt8]
  }

  static let mostOwnBytes = 1 << 20
  static let mostOwnFiles = 10_000
  private static let mostServerFiles = 100_000
  /// With the manifest, the settings and the store.
  static let mostFiles = mostOwnFiles + mostServerFiles + 3
  private static let chunkBytes = 1 << 20

  /// - Parameter server: The server whose files are kept, too.
  init(
    _ path: String, of store: Store, _ locations: Locations, server: ServerFolder?, now: Instant
  ) {
    (self.path, self.store, self.locations) = (path, store, locations)
    (self.server, self.now) = (server, now)
  }

  /// Writes the backup. Others may write to the store meanwhile, and the server goes on.
  func write() throws -> BackupManifest {
    guard let server else { return try write(serverFiles: [], in: "") }
    return try server.withCopy(for: resolvedPath(path)) { try write(serverFiles: $0, in: $1) }
  }

  /// - Parameters:
  ///   - serverFiles: The names of the server's files.
  ///   - folder: Where they are.
  private func write(serverFiles: [String], in folder: String) throws -> BackupManifest {
    try check(serverFiles)
    let path = resolvedPath(path)
    // SQLite copies the store in one transaction, so that the copy shows a single moment.
    let copy = try ReplacementFile("\(path).store")
    try writeCopy(to: copy.temporary, path)
    let (counts, device, schema) = try facts(of: copy.temporary)
    try stopIfInterrupted()
    let own = try ownFiles()
    let databases =
      [(BackupManifest.storeName, copy.temporary)] + serverFiles.map { ($0, "\(folder)/\($0)") }
    let files = try own.map(described) + databases.map(describedDatabase)
    let manifest = BackupManifest(
      createdAt: now, device: device, counts: counts, schema: schema, files: files)
    let first = OwnFile(
      name: BackupManifest.name,
      bytes: String(json: manifest.json).utf8 + [UInt8(ascii: "\n")])
    try WholeFile.write(path, besideStore: store.path) { append in
      for file in [first] + own { try self.append(file, append) }
      for (name, file) in databases { try appendDatabase(name, file, append) }
      try append([UInt8](repeating: 0, count: 2 * TarHeader.blockBytes))
    }
    return manifest
  }

  private func check(_ serverFiles: [String]) throws {
    guard serverFiles.count <= Self.mostServerFiles else {
      throw BackupMistake.unsuitable("the server has more containers than a backup can hold")
    }
    for name in serverFiles where !BackupManifest.mayHold(name) {
      throw BackupMistake.unsuitable(
        "\(name): no such file of a server is known, or its name is too long for a backup")
    }
  }

  private func writeCopy(to copy: String, _ path: String) throws {
    do throws(StoreError) {
      try store.writeCopy(to: copy)
    } catch {
      guard case .full = error else { throw error }
      throw BackupMistake.unsuitable("\(path): the disk is full; nothing was kept")
    }
  }

  // MARK: - What is kept

  /// Checks the copy, and counts what is in it.
  private func facts(
    of copy: String
  ) throws -> (counts: [(what: String, number: Int)], device: String, schema: Int) {
    let copied = try Store.openReading(path: copy)
    let findings = try copied.verify()
    guard findings.isEmpty else { throw BackupMistake.unsound(store.path, findings: findings) }
    let counts = try copied.counts(at: now)
    let documents = try copied.documentCounts().reduce(0) { $0 + $1.documents }
    let users = try copied.users().count
    let device = try copied.deviceID()
    try copied.close()
    return (
      [
        ("results", counts.records), ("people", users), ("nearMisses", counts.misses),
        ("disputes", counts.disputes), ("documents", documents),
      ], device, Store.schemaVersion
    )
  }

  private func ownFiles() throws -> [OwnFile] {
    var files: [OwnFile] = []
    if let bytes = try ownBytes(locations.settings) {
      files.append(OwnFile(name: BackupManifest.settingsName, bytes: bytes))
    }
    for folder in BackupManifest.folders {
      let place = locations.ownFolder(folder)
      guard isFolder(place) else { continue }
      for name in try names(inFolder: place) where BackupManifest.isOwnFile(name) {
        guard BackupManifest.mayHold("\(folder)/\(name)") else {
          throw BackupMistake.unsuitable("\(place)/\(name): its name is too long for a backup")
        }
        guard let bytes = try ownBytes("\(place)/\(name)") else { continue }
        files.append(OwnFile(name: "\(folder)/\(name)", bytes: bytes))
      }
    }
    guard files.count <= Self.mostOwnFiles else {
      throw BackupMistake.unsuitable(
        "there are more than \(Self.mostOwnFiles) files of rules and pipelines")
    }
    return files
  }

  /// - Returns: `nil` where there is no such file.
  private func ownBytes(_ path: String) throws -> [UInt8]? {
    do {
      let bytes = try readSmallFile(path, limit: Self.mostOwnBytes, followsLinks: true)
      guard bytes.count <= Self.mostOwnBytes else {
        throw BackupMistake.unsuitable(
          "\(path) is larger than \(Self.mostOwnBytes) bytes, as none of our files is; move it elsewhere"
        )
      }
      return bytes
    } catch let error as FileError where error.isMissing {
      return nil
    }
  }

  // MARK: - The archive

  private func described(_ file: OwnFile) -> BackupManifest.File {
    var hash = XXHash64()
    hash.add(file.bytes)
    return .init(name: file.name, sizeBytes: file.bytes.count, hash: hash.hexadecimal)
  }

  private func describedDatabase(
    _ name: String, _ copy: String
  ) throws -> BackupManifest.File {
    var (hash, size) = (XXHash64(), 0)
    try eachPiece(of: copy) { piece in
      hash.add(piece)
      size += piece.count
    }
    return .init(name: name, sizeBytes: size, hash: hash.hexadecimal)
  }

  private func append(_ file: OwnFile, _ append: ([UInt8]) throws -> Void) throws {
    let size = file.bytes.count
    try append(TarHeader(name: file.name, sizeBytes: size).bytes(changedAt: seconds))
    try append(file.bytes)
    try append(padding(after: size))
  }

  private func appendDatabase(
    _ name: String, _ copy: String, _ append: ([UInt8]) throws -> Void
  ) throws {
    let size = try FileStatus(copy).sizeBytes
    let header = TarHeader(name: name, sizeBytes: size)
    try append(header.bytes(changedAt: seconds))
    try eachPiece(of: copy, append)
    try append(padding(after: size))
  }

  private func eachPiece(of path: String, _ body: ([UInt8]) throws -> Void) throws {
    let file = try OpenFile(path, .reading)
    var place = 0
    while true {
      try stopIfInterrupted()
      let piece = try file.read(from: place, count: Self.chunkBytes)
      if piece.isEmpty { return }
      try body(piece)
      place += piece.count
    }
  }

  private func padding(after size: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: TarHeader.paddedBytes(size) - size)
  }

  private var seconds: Int { Int(now.milliseconds / 1_000) }

  private func stopIfInterrupted() throws {
    if Interruption.isRequested { throw BackupMistake.interrupted }
  }
}

extension RecordStore {
  /// Writes a backup of the store and of the user's own files.
  ///
  /// - Parameter server: The sync server whose files are kept, too.
  /// - Throws: ``BackupMistake``, ``WholeFile/Mistake``, and errors of the store.
  package func writeBackup(
    to path: String, _ locations: Locations, server: ServerFolder? = nil, now: Instant = .now
  ) throws -> BackupManifest {
    try BackupWriter(path, of: store, locations, server: server, now: now).write()
  }
}
