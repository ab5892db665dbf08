internal import StreaklineCore
internal import StreaklineFiles

/// The log of this device for one zone, while it is locked.
struct OwnLog: ~Copyable {
  let log: DeviceLog
  let limits: FolderRemote.Limits
  /// Open, and so locked, for as long as this value lives.
  private let lockFile: OpenFile

  /// Creates the folder of the log and locks all logs of the device.
  init(_ log: DeviceLog, _ limits: FolderRemote.Limits) throws(FileError) {
    try createFolder(log.folder)
    // A file of its own, because some network drives cannot lock folders.
    let lockFile = try OpenFile.lockFile(
      "\(folderPath(of: log.folder))/.lock", followsLinks: false)
    try lockFile.lock()
    self.lockFile = lockFile
    self.log = log
    self.limits = limits
  }

  /// Where the log ends on the disk. A line that a crash has torn is cut off before.
  ///
  /// - Parameter known: Where it ended after this process had written to it.
  func end(known: LogEnd?) throws(FileError) -> LogEnd {
    guard let last = try log.numbers().last else { return .empty }
    let path = log.path(of: last)
    if let known, known.position.segment == last,
      try FileStatus(path, followsLinks: false).sizeBytes == known.position.offset
    {
      return known
    }
    guard let scan = try scan(last) else {
      throw FileError(
        operation: "append", path: path, code: 0, detail: "it is no regular file; remove it")
    }
    // Also when it is whole: a process that was killed may have written it, but not to the disk.
    let end = try scan.isWhole ? synchronized(scan.end) : repaired(last, scan)
    // Such a process may have left replaced segments, too.
    try LogCompaction.removeReplaced(log, base: end.base)
    return end
  }

  private func synchronized(_ end: LogEnd) throws(FileError) -> LogEnd {
    let file = try OpenFile(log.path(of: end.position.segment), .appending, followsLinks: false)
    try file.synchronize()
    try synchronizeFolder(of: file.path)
    return end
  }
}

// MARK: - Repair

extension OwnLog {
  private struct Scan {
    var end: LogEnd
    /// Whether the segment ends where its last whole line ends.
    var isWhole: Bool
  }

  /// Reads the whole lines of a segment; `nil` when it is no regular file.
  private func scan(_ number: Int) throws(FileError) -> Scan? {
    guard var reader = try SegmentReader(log.path(of: number), from: LogPosition(segment: number))
    else { return nil }
    var end = LogEnd(position: reader.position, base: number)
    while let line = try reader.next() {
      let entry = LogEntry(line)
      if end.position.offset == 0 {
        guard case .start(let start) = entry, log.isStart(start, of: number) else { break }
        end.base = start.base
      }
      end.position = reader.position
      if case .seal = entry {
        end.position.isSealed = true
        break
      }
    }
    let size = try reader.sizeBytes()
    return Scan(end: end, isWhole: size == end.position.offset && size > 0)
  }

  /// Writes the last segment again without the lines that are damaged: at once, so that nothing
  /// else is lost if this is interrupted.
  private func repaired(_ number: Int, _ scan: Scan) throws(FileError) -> LogEnd {
    let path = log.path(of: number)
    let (whole, rest) = try bytes(of: path, whole: scan.end.position.offset)
    var content = whole
    var end = scan.end
    func add(_ body: some Collection<UInt8>) {
      let line = LogLine(body: body, after: end.position.sum)
      content += line.bytes + [newline]
      end.position.pass(line)
    }
    if whole.isEmpty {
      let start = try newStart(of: number)
      end.base = start.base
      add(start.body)
    }
    for line in linesAfterDamage(rest) {
      let entry = LogEntry(line)
      if case .start = entry { continue }
      add(line.body)
      if case .seal = entry { end.position.isSealed = true }
    }
    let file = try ReplacementFile(path)
    try file.write(content)
    try file.replaceDurably()
    return end
  }

  /// The whole lines of a segment, and what comes after them. A segment is small; what is longer
  /// than one with a line of the greatest length is not ours and is left out.
  private func bytes(
    of path: String, whole: Int
  ) throws(FileError) -> (whole: [UInt8], rest: [UInt8]) {
    let file = try OpenFile(path, .reading, followsLinks: false)
    let maximum = limits.segmentBytes + LogLine.maximumBytes
    return (
      try file.read(from: 0, count: whole),
      try file.read(from: whole, count: min(max(0, try file.sizeBytes() - whole), maximum))
    )
  }

  /// The first line of a segment whose first line is damaged.
  private func newStart(of number: Int) throws(FileError) -> SegmentStart {
    let before = number > 1 ? try scan(number - 1)?.end : nil
    if let before, before.position.isSealed {
      return SegmentStart(
        device: log.device, number: number, base: before.base, previous: before.position.sum)
    }
    return SegmentStart(
      device: log.device, number: number, base: try log.numbers().first ?? number, previous: nil)
  }

  /// Lines after a damaged one that are whole themselves: each fits the checksum that the line
  /// before it states.
  private func linesAfterDamage(_ rest: [UInt8]) -> [LogLine] {
    // What follows the last newline is torn.
    let lines = rest.split(separator: newline, omittingEmptySubsequences: false).dropLast()
    return zip(lines, lines.dropFirst()).compactMap { before, line in
      LogLine.statedSum(Array(before)).flatMap { LogLine(Array(line), after: $0) }
    }
  }
}

private let newline = UInt8(ascii: "\n")
