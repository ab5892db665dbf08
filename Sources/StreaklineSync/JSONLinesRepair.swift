internal import StreaklineCore
internal import StreaklineFiles

/// Reads the end of a JSON Lines file and moves damaged lines out of it. The file has to be locked.
///
/// No whole line is lost if this is interrupted: before the file is cut at the first damaged line,
/// the lines after it are written to another file, and the next call puts them back.
struct JSONLinesRepair {
  let path: String
  let damagedLinesPath: String

  private var linesAfterPath: String { path + ".repair" }

  /// How many bytes of the end are read at least. A crash between writing and acknowledging a batch
  /// sends the batch again, so this has to be more than a batch.
  static let endBytes = 512 * 1_024
  /// The longest line that can be one of ours: a share of the longest message and its fields.
  private static let maximumLineBytes = 16 * 1_024 * 1_024

  /// - Returns: The end of the file, now without damaged lines, and how many there were.
  func endOfLines(_ file: borrowing OpenFile) throws -> (JSONLinesEnd, damaged: Int) {
    try restoreLines(file)
    let (start, end) = try read(file)
    guard let damage = end.damage else { return (end, 0) }
    try append(damage.lines.flatMap { $0 + [newline] }, to: damagedLinesPath)
    if !damage.linesAfter.isEmpty { try append(damage.linesAfter, to: linesAfterPath) }
    try file.truncate(to: start + damage.offset)
    try file.synchronize()
    try restoreLines(file)
    return (try read(file).end, damage.lines.count)
  }

  /// Puts lines back that a repair has cut off.
  private func restoreLines(_ file: borrowing OpenFile) throws {
    let kept: [UInt8]
    do throws(FileError) {
      let rest = try OpenFile(linesAfterPath, .reading)
      kept = try rest.read(from: 0, count: try rest.sizeBytes())
    } catch {
      guard error.isMissing else { throw error }
      return
    }
    let (_, end) = try end(of: file)
    let present = Set(end.split(separator: newline))
    let missing = kept.split(separator: newline, omittingEmptySubsequences: false).dropLast()
      .filter { !present.contains($0) }
    // A torn line becomes a line of its own.
    let lineEnd = end.last == newline || end.isEmpty ? [] : [newline]
    try file.write(lineEnd + missing.flatMap { $0 + [newline] })
    try file.synchronize()
    try removeFile(linesAfterPath)
  }

  private func read(_ file: borrowing OpenFile) throws -> (start: Int, end: JSONLinesEnd) {
    let (start, bytes) = try end(of: file)
    do {
      return (start, try JSONLinesEnd(bytes, startsInLine: start > 0))
    } catch {
      let line = error.line.map { String(decoding: $0, as: UTF8.self) }
      let what =
        line.map { "has a line that is no record, beginning with '\($0)'; remove it, or" }
        ?? "does not hold records of a pipeline;"
      throw RemoteError(.configuration, "\(path) \(what) name another file")
    }
  }

  private func end(of file: borrowing OpenFile) throws -> (start: Int, bytes: [UInt8]) {
    let size = try file.sizeBytes()
    var count = min(size, Self.endBytes)
    while true {
      let bytes = try file.read(from: size - count, count: count)
      if count == size || bytes.dropLast().contains(newline) { return (size - count, bytes) }
      guard count < Self.maximumLineBytes else {
        throw RemoteError(.configuration, "\(path) does not hold lines; name another file")
      }
      count = min(size, count * 4)
    }
  }

  private func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    do {
      try createFile(path, content: bytes)
    } catch {
      guard error.isAlreadyThere else { throw error }
      let file = try OpenFile(path, .appending)
      try file.write(bytes)
      try file.synchronize()
    }
  }
}

private let newline = UInt8(ascii: "\n")
