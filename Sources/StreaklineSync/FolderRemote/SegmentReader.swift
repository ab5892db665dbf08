internal import StreaklineFiles

/// Reads the lines of a segment, from its start or from a position on.
///
/// It stops before the first line that is damaged, too long or not there yet.
struct SegmentReader: ~Copyable {
  private static let bytesAtOnce = 65_536

  /// The end of the last line that was read.
  private(set) var position: LogPosition
  private let file: OpenFile
  /// What was read from the file and is not a line yet.
  private var buffer: [UInt8] = []
  /// Where the next line starts in the buffer.
  private var lineStart = 0
  /// How far the buffer was searched for a newline.
  private var searched = 0

  /// - Returns: `nil` when there is no such file, or when it is a link, a folder or the like.
  init?(_ path: String, from position: LogPosition) throws(FileError) {
    guard let file = try regularFile(path) else { return nil }
    self.file = file
    self.position = position
  }

  /// Whether what comes next is a line that is damaged, and not one that is still being copied.
  mutating func isDamaged() throws(FileError) -> Bool {
    try nextBytes().map { LogLine($0, after: position.sum) == nil } ?? false
  }

  func sizeBytes() throws(FileError) -> Int { try file.sizeBytes() }

  /// The next line; `nil` when there is none, or none that can be trusted.
  mutating func next() throws(FileError) -> LogLine? {
    guard let bytes = try nextBytes(), let line = LogLine(bytes, after: position.sum) else {
      return nil
    }
    position.pass(line)
    lineStart = searched
    return line
  }

  /// The bytes up to the next newline, without it; `nil` when no newline comes within the longest
  /// line. Returns the same bytes again unless they were accepted.
  private mutating func nextBytes() throws(FileError) -> [UInt8]? {
    searched = lineStart
    while true {
      if let newline = buffer[searched...].firstIndex(of: newline) {
        searched = newline + 1
        let bytes = buffer[lineStart..<newline]
        return bytes.count > LogLine.maximumBytes ? nil : Array(bytes)
      }
      buffer.removeFirst(lineStart)
      lineStart = 0
      searched = buffer.count
      guard buffer.count <= LogLine.maximumBytes else { return nil }
      let more = try file.read(from: position.offset + buffer.count, count: Self.bytesAtOnce)
      if more.isEmpty { return nil }
      buffer += more
    }
  }
}

/// Opens a file of the folder that others may have written.
///
/// - Returns: `nil` when there is no such file, or when it is a link, a folder or the like.
func regularFile(_ path: String) throws(FileError) -> OpenFile? {
  do {
    guard try FileStatus(path, followsLinks: false).kind == .regular else { return nil }
    let file = try OpenFile(path, .reading, followsLinks: false)
    guard try file.isRegular() else { return nil }
    return file
  } catch {
    if error.isMissing { return nil }
    throw error
  }
}

private let newline = UInt8(ascii: "\n")
