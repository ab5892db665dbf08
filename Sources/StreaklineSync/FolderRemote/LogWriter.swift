internal import StreaklineFiles

/// How far a log goes on the disk.
struct LogEnd: Equatable {
  /// The end of the last line. Its segment is 0 while the log has no segment.
  var position: LogPosition
  /// The segment with which a new reader starts.
  var base: Int

  static let empty = LogEnd(position: LogPosition(segment: 0), base: 1)
}

/// Appends lines to a log and starts new segments. The log has to be locked.
struct LogWriter {
  let log: DeviceLog
  /// A segment of this size is sealed.
  let segmentBytes: Int
  /// What is on the disk.
  private(set) var end: LogEnd
  /// What will be on the disk when `waiting` is.
  private var next: LogEnd
  private var waiting: [UInt8] = []

  init(_ log: DeviceLog, end: LogEnd, segmentBytes: Int) {
    self.log = log
    self.segmentBytes = segmentBytes
    self.end = end
    next = end
  }

  /// Adds a line. It is on the disk after ``flush()``.
  mutating func add(_ body: some Collection<UInt8>) throws(FileError) {
    if next.position.isSealed || next.position.segment == 0 { try startSegment(base: next.base) }
    addLine(body)
    if next.position.offset >= segmentBytes { try seal() }
  }

  /// Ends the last segment, unless it is ended.
  mutating func seal() throws(FileError) {
    guard !next.position.isSealed, next.position.segment > 0 else { return }
    addLine(LogEntry.sealBody)
    next.position.isSealed = true
    try flush()
  }

  /// Starts a segment. The one before has to be sealed.
  ///
  /// - Parameter base: The segment with which a new reader starts from now on.
  mutating func startSegment(base: Int) throws(FileError) {
    try flush()
    let last = next.position
    next = LogEnd(position: LogPosition(segment: last.segment + 1), base: base)
    addLine(
      SegmentStart(
        device: log.device, number: next.position.segment, base: base,
        previous: last.segment > 0 ? last.sum : nil
      ).body)
  }

  private mutating func addLine(_ body: some Collection<UInt8>) {
    let line = LogLine(body: body, after: next.position.sum)
    waiting += line.bytes
    waiting.append(UInt8(ascii: "\n"))
    next.position.pass(line)
  }

  /// Returns when all lines are on the disk. After a failure, none of those that waited is.
  mutating func flush() throws(FileError) {
    guard !waiting.isEmpty else { return }
    let path = log.path(of: next.position.segment)
    if next.position.segment == end.position.segment {
      try append(to: path)
    } else {
      try create(path)
    }
    end = next
    waiting.removeAll(keepingCapacity: true)
  }

  private func append(to path: String) throws(FileError) {
    let file = try OpenFile(path, .appending, followsLinks: false)
    do throws(FileError) {
      try file.write(waiting)
      try file.synchronize()
    } catch {
      // If this fails too, the next writer finds a torn line and cuts it off.
      try? file.truncate(to: end.position.offset)
      throw error
    }
  }

  private func create(_ path: String) throws(FileError) {
    let file = try OpenFile(path, .creating, followsLinks: false)
    do throws(FileError) {
      try file.write(waiting)
      try file.synchronize()
      try synchronizeFolder(of: path)
    } catch {
      try? removeFile(path)
      throw error
    }
  }
}
