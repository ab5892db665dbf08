internal import StreaklineCore
internal import StreaklineFiles

/// Writes the newest lines of each record of a log again, and then deletes the segments before.
///
/// Until all these lines are on the disk, they are lines like others, and nothing is deleted. So a
/// crash at any point leaves a log that can be read.
struct LogCompaction {
  /// About how many bytes of the log are kept in mind at once.
  private static let partBytes = 64 * 1_024 * 1_024

  private let log: DeviceLog
  private let end: LogEnd
  private let segments: [Int]
  /// The records are handled in this many parts, so that a long log needs no more memory.
  private let parts: Int

  init(_ log: DeviceLog, end: LogEnd, partBytes: Int = Self.partBytes) throws(FileError) {
    self.log = log
    self.end = end
    segments = try log.numbers().filter { $0 >= end.base && $0 <= end.position.segment }
    var bytes = 0
    for segment in segments {
      bytes += try FileStatus(log.path(of: segment), followsLinks: false).sizeBytes
    }
    parts = bytes / partBytes + 1
  }

  /// What a part of a log has: lines, and how many of them are kept.
  struct Count {
    let lines: Int
    let records: Int
  }

  /// - Parameters:
  ///   - writer: At the end of the log.
  ///   - isWorthwhile: Whether a log that has so much is compacted; otherwise it is left as it is.
  /// - Returns: What the log has in the end; `nil` when it is damaged, and left as it is.
  /// - Throws: When a segment cannot be read or written. Nothing is deleted then.
  @discardableResult
  func run(
    _ writer: inout LogWriter, if isWorthwhile: (Count) -> Bool = { _ in true }
  ) throws(FileError) -> Count? {
    // The names are spread evenly over the parts, so one part shows what all are like.
    guard let first = try newestLines(part: 0) else { return nil }
    let count = Count(lines: first.lines, records: first.newest.count)
    guard isWorthwhile(count) else { return count }
    try writer.seal()
    let base = writer.end.position.segment + 1
    for part in 0..<parts {
      guard let newest = try part == 0 ? first : newestLines(part: part) else { return nil }
      try copy(newest.newest, to: &writer)
    }
    try writer.seal()
    try writer.startSegment(base: base)
    try writer.flush()
    try Self.removeReplaced(log, base: base)
    return Count(lines: count.records, records: count.records)
  }

  /// Deletes the segments before the base, the oldest first.
  static func removeReplaced(_ log: DeviceLog, base: Int) throws(FileError) {
    let replaced = try log.numbers().filter { $0 < base }
    for number in replaced { try removeFile(log.path(of: number)) }
    if !replaced.isEmpty { try synchronizeFolder(of: log.path(of: base)) }
  }
}

// MARK: - The newest lines

extension LogCompaction {
  private struct Name: Hashable {
    let zone: ZoneName
    let recordName: String
  }

  /// The lines of a record that are kept.
  private struct Newest {
    /// The newest stamp, and its line.
    private(set) var stamp: Stamp?
    private(set) var line: Int
    /// The last line, which says what this device had in the end. After its clock was set back, or its
    /// store, that line may not have the newest stamp.
    private(set) var last: Int

    init(_ stamp: Stamp?, line: Int) {
      self.stamp = stamp
      self.line = line
      last = line
    }

    mutating func add(_ stamp: Stamp?, line: Int) {
      last = line
      if let other = self.stamp, let stamp, stamp.isOlder(than: other) { return }
      self.stamp = stamp
      self.line = line
    }
  }

  /// The numbers of the lines of the part's records that are kept, counted from the base; `nil` when a
  /// line of the log is damaged.
  private func newestLines(part: Int) throws(FileError) -> (lines: Int, newest: Set<Int>)? {
    var newest: [Name: Newest] = [:]
    var unknown: Set<Int> = []
    var lines = 0
    let isWhole = try forEachLine { number, line in
      // Most lines of a long log are of another part, which their beginning shows.
      let known = parts > 1 ? LogEntry.recordName(line) : nil
      if let known, !isOf(part, known) { return }
      let (name, stamp): (Name, Stamp?)
      switch LogEntry(line) {
      case .record(let record):
        (name, stamp) = (Name(zone: record.zone, recordName: record.recordName), record.stamp)
      case .deletion(let deletion):
        (name, stamp) = (Name(zone: deletion.zone, recordName: deletion.recordName), deletion.stamp)
      case .unknown:
        if known != nil || part == 0 {
          unknown.insert(number)
          lines += 1
        }
        return
      case .start, .seal: return
      }
      guard known != nil || isOf(part, name.recordName) else { return }
      lines += 1
      newest[name, default: Newest(stamp, line: number)].add(stamp, line: number)
    }
    return isWhole
      ? (lines, unknown.union(newest.values.flatMap { [$0.line, $0.last] })) : nil
  }

  private func isOf(_ part: Int, _ recordName: String) -> Bool {
    guard parts > 1 else { return true }
    var hash = XXHash64()
    hash.add(Array(recordName.utf8))
    return hash.digest % UInt64(parts) == UInt64(part)
  }

  private func copy(_ lines: Set<Int>, to writer: inout LogWriter) throws(FileError) {
    _ = try forEachLine { (number, line) throws(FileError) in
      if lines.contains(number) { try writer.add(line.body) }
    }
    try writer.flush()
  }

  /// - Returns: Whether all segments are here and whole.
  private func forEachLine(
    _ body: (Int, LogLine) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    var number = 0
    var position = LogPosition(segment: end.base - 1)
    for segment in segments {
      guard segment == position.segment + 1,
        var reader = try SegmentReader(
          log.path(of: segment), from: LogPosition(segment: segment))
      else { return false }
      while reader.position.offset < end.position.offset || segment < end.position.segment,
        let line = try reader.next()
      {
        try body(number, line)
        number += 1
      }
      let size = try segment == end.position.segment ? end.position.offset : reader.sizeBytes()
      guard reader.position.offset == size else { return false }
      position = reader.position
    }
    return position.segment == end.position.segment
  }
}

extension Stamp {
  /// Whether a change with the other stamp wins over one with this stamp.
  fileprivate func isOlder(than other: Stamp) -> Bool {
    (life, revision, time, device) < (other.life, other.revision, other.time, other.device)
  }
}
