internal import StreaklineCore
internal import StreaklineFiles

/// When a log is looked at for compaction, kept beside it in a file of its own. Looking means reading the whole
/// log, so it has to be rare beside writing.
///
/// Without the file, which may be lost, a log is looked at once more than needed.
struct CompactionLook {
  private static let longestFile = 64
  private static let nanosecondsPerSecond: Int64 = 1_000_000_000

  private let path: String
  /// The first segment with which the log is worth another look; `nil` when it was never looked at.
  private let nextSegment: Int?
  /// When it was looked at last, by the clock of the file system.
  private let lookedAt: Int64?

  init(_ log: DeviceLog) {
    path = "\(log.folder).look"
    let bytes = try? readSmallFile(path, limit: Self.longestFile, followsLinks: false)
    nextSegment = bytes.flatMap { Int(String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self)) }
    lookedAt = (try? FileStatus(path, followsLinks: false))?.contentChanged
  }

  /// Why a log is due.
  enum Reason {
    /// It has enough segments, and may have enough superseded lines.
    case size
    /// It was not looked at for long.
    case age
  }

  /// Whether a log is to be looked at that ends so; `nil` when not.
  func reason(_ log: DeviceLog, _ end: LogEnd, _ limits: FolderRemote.Limits) -> Reason? {
    let segments = end.position.segment - end.base
    if segments >= limits.segmentsToCompact, end.position.segment >= nextSegment ?? 0 {
      return .size
    }
    guard segments > 0, let written = changed(log, end.position.segment),
      let since = lookedAt ?? changed(log, end.base)
    else { return nil }
    let seconds = (written - since) / Self.nanosecondsPerSecond
    return seconds >= limits.secondsToLookAgain ? .age : nil
  }

  private func changed(_ log: DeviceLog, _ segment: Int) -> Int64? {
    (try? FileStatus(log.path(of: segment), followsLinks: false))?.contentChanged
  }

  /// Notes that a log was looked at.
  ///
  /// - Parameters:
  ///   - end: Where it ends now.
  ///   - count: What it has; `nil` when that could not be found out.
  ///   - linesPerRecord: With how many lines for each record it is compacted.
  func note(_ end: LogEnd, _ count: LogCompaction.Count?, linesPerRecord: Int) {
    // Even if all lines from now on repeat known records, there are enough only then. At least an eighth more,
    // because otherwise a log just below the limit would be read again and again.
    let segments = end.position.segment - end.base
    let (lines, records) = (max(count?.lines ?? 1, 1), count?.records ?? 1)
    let enough = segments * linesPerRecord * records / lines
    let next = end.base + max(enough, segments + segments / 8 + 1)
    guard let file = try? ReplacementFile(path) else { return }
    try? file.write(Array("\(next)\n".utf8))
    try? file.replace()
  }
}
