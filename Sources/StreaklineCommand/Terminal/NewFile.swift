internal import StreaklineFiles
internal import Foundation
internal import StreaklineStore

/// A file that is there whole or not at all: it is written under another name beside its place, and
/// takes the place of what was there when it is finished. Readable by its owner alone.
final class NewFile {
  private static let bufferSize = 262_144
  private let path: String
  private let temporary: String
  private let file: OpenFile
  private var buffer: [UInt8] = []
  private var isFinished = false

  /// - Parameters:
  ///   - path: Where it is to lie; of a link, what it points to is replaced.
  ///   - store: A store, whose files must not be overwritten.
  /// - Throws: ``FileError``, or ``CommandFailure`` when something else than a file lies there.
  init(_ path: String, notOver store: String) throws {
    self.path = Self.resolved(path)
    guard Self.isPlainOrMissing(self.path) else {
      throw CommandFailure(
        ExitCodes.cannotWrite,
        "\(path) is a folder, a pipe or a device; name a file, or leave out --output-file")
    }
    let kept = ["", "-wal", "-shm", ".lock"].map { Self.resolved(store) + $0 }
    guard !kept.contains(self.path) else {
      throw CommandFailure(ExitCodes.cannotWrite, "\(path) belongs to the store; name another file")
    }
    temporary = "\(self.path).\(getpid()).new"
    file = try OpenFile(temporary, .creating)
  }

  deinit {
    if !isFinished { unsafe unlink(temporary) }
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Puts everything on the disk, and the file in its place.
  func finish() throws(FileError) {
    try flush()
    try file.synchronize()
    try renameFile(temporary, to: path)
    isFinished = true
    try synchronizeFolder(of: path)
  }

  private func flush() throws(FileError) {
    try file.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// The path without links and dots, as far as something lies there.
  private static func resolved(_ path: String) -> String {
    if let real = real(path) { return real }
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return real(folderPath(of: path)).map { "\($0)/\(name)" } ?? path
  }

  private static func real(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func isPlainOrMissing(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }
}
