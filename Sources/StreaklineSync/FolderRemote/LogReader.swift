internal import StreaklineFiles

/// Reads what a log holds after a position.
///
/// The log may be on its way here: segments arrive in any order, half, and in place of others. What
/// is not whole is not read; the position stays before it.
struct LogReader {
  private let log: DeviceLog
  private let numbers: [Int]
  /// Where the last reading has stopped because of a damaged line; `nil` when it has met none.
  private(set) var damage: LogPosition?

  init(_ log: DeviceLog) throws(FileError) {
    self.log = log
    numbers = try log.numbers()
  }

  /// Adds the lines after the position to the page and moves the position, until the page is full
  /// or nothing whole is left. A position of `nil` means that nothing was read yet.
  mutating func read(
    from known: inout LogPosition?, into page: inout LogPage
  ) throws(FileError) {
    guard !numbers.isEmpty else { return }
    var position: LogPosition
    if let known, try !isReplaced(known) {
      position = known
    } else {
      guard let start = try log.latestStart(numbers) else { return }
      position = LogPosition(segment: start.base)
    }
    // What was read before a failure has been read.
    defer { known = position }
    while true {
      try readSegment(from: &position, into: &page)
      guard !page.isFull, let next = try nextSegment(after: position) else { return }
      position = next
    }
  }

  private mutating func readSegment(
    from position: inout LogPosition, into page: inout LogPage
  ) throws(FileError) {
    damage = nil
    guard !position.isSealed,
      var reader = try SegmentReader(log.path(of: position.segment), from: position)
    else { return }
    while !page.isFull, !position.isSealed, let line = try reader.next() {
      let entry = LogEntry(line)
      if position.offset == 0 {
        guard case .start(let start) = entry, log.isStart(start, of: position.segment) else {
          return
        }
      }
      page.add(entry, sizeBytes: line.bytes.count)
      position = reader.position
      if case .seal = entry { position.isSealed = true }
    }
    if !page.isFull, !position.isSealed, try reader.isDamaged() { damage = position }
  }

  /// The start of the segment that follows; `nil` while it is not here.
  private func nextSegment(after position: LogPosition) throws(FileError) -> LogPosition? {
    let next = position.segment + 1
    if position.isSealed, let start = try log.start(of: next), start.previous == position.sum {
      return LogPosition(segment: next)
    }
    // The writer may have deleted what comes next, or what is damaged here, because a newer base
    // repeats it.
    guard let highest = numbers.last, highest > position.segment,
      let latest = try log.latestStart(numbers), latest.base > position.segment
    else { return nil }
    return LogPosition(segment: latest.base)
  }
}

// MARK: - Logs that were replaced

extension LogReader {
  /// Whether the log no longer holds what was read up to the position: it was emptied, came from an older
  /// copy, or was damaged in the position's segment.
  func hasLost(_ position: LogPosition) throws(FileError) -> Bool {
    guard let last = numbers.last, last >= position.segment else { return true }
    // A segment that is not here was replaced by later ones.
    guard numbers.contains(position.segment) else { return false }
    return try !holds(position)
  }

  /// Whether the log is not the one in which the position was reached, for example because its
  /// folder was deleted and written anew.
  private func isReplaced(_ position: LogPosition) throws(FileError) -> Bool {
    guard var reader = try SegmentReader(log.path(of: position.segment), from: position) else {
      return numbers.last.map { $0 < position.segment } ?? false
    }
    if try !isSuspect(position, sizeBytes: try reader.sizeBytes(), &reader) { return false }
    return try !holds(position)
  }

  /// Whether what follows the position does not fit it.
  private func isSuspect(
    _ position: LogPosition, sizeBytes: Int, _ reader: inout SegmentReader
  ) throws(FileError) -> Bool {
    if sizeBytes < position.offset { return true }
    if sizeBytes > position.offset { return try position.isSealed ? true : reader.next() == nil }
    return try position.isSealed ? isContradicted(position) : false
  }

  /// Whether the next segment follows another end than this one.
  private func isContradicted(_ position: LogPosition) throws(FileError) -> Bool {
    guard let start = try log.start(of: position.segment + 1) else { return false }
    return start.previous != position.sum
  }

  /// Whether a line of the position's segment ends there with the position's checksum.
  private func holds(_ position: LogPosition) throws(FileError) -> Bool {
    let start = LogPosition(segment: position.segment)
    guard var reader = try SegmentReader(log.path(of: position.segment), from: start) else {
      return false
    }
    while reader.position.offset < position.offset, try reader.next() != nil {}
    return reader.position.offset == position.offset && reader.position.sum == position.sum
  }
}
