internal import StreaklineCore
internal import StreaklineFiles
internal import Synchronization

/// A folder that several devices share: by a program that copies folders, by a network drive or by
/// a stick.
///
/// Each device appends to a log of its own below `FOLDER/DEVICE/ZONE/` and reads the logs of all. No
/// file has two writers, so a program that copies the folder meets no conflicts.
public final class FolderRemote: Remote {
  /// The sizes of segments and pages. Tests choose smaller ones.
  package struct Limits: Sendable {
    /// A segment of this size is sealed, and the next line starts another one.
    package var segmentBytes = 1_024 * 1_024
    package var pageLines = 2_000
    package var pageBytes = 4 * 1_024 * 1_024
    /// A log with fewer segments is not compacted.
    package var segmentsToCompact = 64
    /// A log with fewer lines for each of its records is not compacted: too little would be saved.
    package var linesPerRecordToCompact = 2
    /// A log that was not looked at for so long is compacted if a fifth of its lines would go: a month.
    package var secondsToLookAgain: Int64 = 30 * 86_400

    package init() {}
  }

  private static let maximumEntries = 10_000

  private let path: String
  private let device: String
  private let limits: Limits
  private let logs = Mutex<[ZoneName: Known]>([:])

  /// What this object knows of the log that it writes.
  private struct Known {
    var end: LogEnd
    /// Everything from here to the end was written by this object.
    var ownFrom: LogPosition
  }

  /// The log of a device in a shared folder. Nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: The shared folder, which must exist.
  ///   - device: The id of this device: letters, digits, hyphens and underlines.
  public convenience init(path: String, device: String) {
    self.init(path: path, device: device, limits: Limits())
  }

  package init(path: String, device: String, limits: Limits) {
    self.path = path
    self.device = device
    self.limits = limits
  }

  /// Creates the folder of this device, if it is not there.
  ///
  /// - Returns: It can push and pull, keeps stamps, and takes at most 1,000 records in a batch.
  /// - Throws: ``RemoteError``: of the kind `offline` when the shared folder is not there, `configuration` when the
  ///   path or the id of the device cannot be used, and of other kinds when the system refuses.
  public func open() async throws(RemoteError) -> RemoteDescription {
    try checkFolder()
    guard DeviceLog.isDeviceID(device) else {
      throw RemoteError(
        .configuration,
        "the id of this device cannot be the name of a folder: "
          + "it may have 64 letters, digits, hyphens and underlines")
    }
    // Reports a folder that cannot be written before anything is sent.
    do throws(FileError) {
      try createFolder("\(path)/\(device)")
    } catch {
      throw RemoteError(error)
    }
    return RemoteDescription(abilities: [.push, .pull, .stamps], maxRecords: 1_000)
  }

  /// Appends the batch to this device's log, and returns when it is on the disk. A record that
  /// is too long or nested too deeply for a reader is rejected.
  ///
  /// - Parameter atomic: Ignored, because the remote lacks the ability ``RemoteAbility/atomic``.
  /// - Throws: ``RemoteError``; some records of the batch may be in the log then. Push the batch again.
  public func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError)
    -> [PushResult]
  {
    try checkFolder()
    do {
      return try logs.withLock { logs in try append(batch, &logs) }
    } catch let error as FileError {
      throw RemoteError(error)
    } catch {
      throw RemoteError(.failed, "\(path): \(error)")
    }
  }

  /// Reads what the logs of all devices hold of a zone after the token, but not what this object has written since.
  ///
  /// A damaged log does not keep the others from being read; ``RemoteChanges/problems`` names it.
  ///
  /// - Throws: ``RemoteError`` when nothing can be read, and when this device's log lacks what was read from it before.
  public func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage
  {
    try checkFolder()
    let before = LogToken(token)
    try checkOwnLog(zone, before.positions[device])
    var after = before
    var page = LogPage(zone, maximumLines: limits.pageLines, maximumBytes: limits.pageBytes)
    var failure: FileError?
    var problems: [String] = []
    for device in try devices() where !page.isFull {
      let position = skippingOwn(before.positions[device], of: device, zone)
      after.positions[device] = position
      do throws(FileError) {
        let log = DeviceLog(root: path, device: device, zone: zone)
        var reader = try LogReader(log)
        try reader.read(from: &after.positions[device], into: &page)
        if let damage = reader.damage { problems.append(problem(log, at: damage)) }
      } catch {
        // What vanishes meanwhile comes back, or was replaced.
        if !error.isMissing { failure = failure ?? error }
      }
    }
    // One log that cannot be read does not hold up the others, but it is reported after them.
    if let failure, after == before { throw RemoteError(failure) }
    return .changes(
      RemoteChanges(
        records: page.records, deleted: page.deleted, token: after.bytes,
        hasMore: page.isFull || failure != nil, problems: problems))
  }
}

// MARK: - Reading

extension FolderRemote {
  /// The token with which a zone is read again from its beginning. What this device has written to its own
  /// log is not read again, so that it is still noticed when the log lacks it.
  package func tokenToStartAgain(after token: [UInt8]?) -> [UInt8]? {
    guard let own = LogToken(token).positions[device] else { return nil }
    var start = LogToken(nil)
    start.positions[device] = own
    return start.bytes
  }

  /// - Throws: When the shared folder is not there. It is never created here: where a drive is not
  ///   mounted, that would fill the disk below.
  private func checkFolder() throws(RemoteError) {
    let kind: FileStatus.Kind
    do throws(FileError) {
      kind = try FileStatus(path).kind
    } catch {
      guard error.isMissing else { throw RemoteError(error) }
      throw RemoteError(
        .offline, "there is no folder \(path); connect its drive, or create the folder")
    }
    guard kind == .folder else {
      throw RemoteError(.configuration, "\(path) is not a folder; name the folder that is shared")
    }
  }

  /// - Throws: When the log of this device no longer holds what was read from it. Then it lacks what was
  ///   sent, and other devices may lack it, too.
  private func checkOwnLog(_ zone: ZoneName, _ position: LogPosition?) throws(RemoteError) {
    let log = DeviceLog(root: path, device: device, zone: zone)
    do throws(FileError) {
      guard let position, try LogReader(log).hasLost(position) else { return }
    } catch {
      throw RemoteError(error)
    }
    throw RemoteError(
      .configuration,
      "\(log.folder) lacks what this device has written to it; if another drive belongs there, connect "
        + "it; if the folder was emptied, restored or damaged, `streakline sync --from-start` writes all again"
    )
  }

  private func problem(_ log: DeviceLog, at position: LogPosition) -> String {
    let place = "\(log.path(of: position.segment)) is damaged after byte \(position.offset)"
    let end =
      log.device == device
      ? "`streakline sync --from-start` writes all again"
      : "if that stays when it is copied, run `streakline sync --from-start` on its device"
    return "\(place), so nothing after it can be read; \(end)"
  }

  /// The ids of the devices that have written to the folder.
  private func devices() throws(RemoteError) -> [String] {
    do throws(FileError) {
      return try entries(inFolder: path, limit: Self.maximumEntries)
        .filter { $0.isUTF8 && DeviceLog.isDeviceID($0.name) }
        .filter { (try? FileStatus($0, in: path).kind) == .folder }.map(\.name)
    } catch {
      throw RemoteError(error)
    }
  }

  /// The position, moved over what this object has written from there on.
  private func skippingOwn(
    _ position: LogPosition?, of device: String, _ zone: ZoneName
  ) -> LogPosition? {
    guard device == self.device, let known = logs.withLock({ $0[zone] }) else { return position }
    let end = known.end.position
    return known.ownFrom <= position ?? LogPosition(segment: 0) && position ?? end <= end
      ? end : position
  }
}

// MARK: - Writing

extension FolderRemote {
  private func append(
    _ batch: [OutgoingRecord], _ logs: inout [ZoneName: Known]
  ) throws -> [PushResult] {
    var results: [PushResult] = []
    var bodies: [ZoneName: [[UInt8]]] = [:]
    for record in batch {
      let body = LogEntry.body(record)
      if let reason = reasonToReject(record, body) {
        results.append(PushResult(record, .rejected(reason: reason)))
      } else {
        bodies[record.zone, default: []].append(body)
        results.append(PushResult(record, .saved()))
      }
    }
    for (zone, bodies) in bodies.sorted(by: { $0.key.name < $1.key.name }) {
      let known = logs[zone]
      // The next step may fail halfway, and then nothing is known about the log.
      logs[zone] = nil
      logs[zone] = try append(bodies, to: zone, known)
    }
    return results
  }

  private func append(
    _ bodies: [[UInt8]], to zone: ZoneName, _ known: Known?
  ) throws(FileError) -> Known {
    let own = try OwnLog(DeviceLog(root: path, device: device, zone: zone), limits)
    let start = try own.end(known: known?.end)
    var writer = LogWriter(own.log, end: start, segmentBytes: limits.segmentBytes)
    for body in bodies { try writer.add(body) }
    try writer.flush()
    compactIfDue(own, &writer)
    let isContinued = known?.end == start
    return Known(
      end: writer.end, ownFrom: isContinued ? known?.ownFrom ?? start.position : start.position)
  }

  private func compactIfDue(_ own: borrowing OwnLog, _ writer: inout LogWriter) {
    let look = CompactionLook(own.log)
    guard let reason = look.reason(own.log, writer.end, limits) else { return }
    let limit = limits.linesPerRecordToCompact
    // The records are on the disk. A compaction that fails has deleted nothing that is needed,
    // and is tried again when the log has grown.
    let count = try? LogCompaction(own.log, end: writer.end).run(&writer) { count in
      reason == .age
        ? count.lines * 4 >= count.records * 5 : count.lines >= limit * count.records
    }
    look.note(writer.end, count, linesPerRecord: limit)
  }

  /// Why no reader could read the line; `nil` when all can.
  private func reasonToReject(_ record: OutgoingRecord, _ body: [UInt8]) -> String? {
    if LogLine.sizeBytes(body: body) > LogLine.maximumBytes {
      return "it is longer than \(LogLine.maximumBytes / 1_024 / 1_024) MiB"
    }
    // A line with few brackets cannot be nested deeply.
    let brackets = body[...].count(of: UInt8(ascii: "{")) + body[...].count(of: UInt8(ascii: "["))
    guard brackets >= deepestJSON / 2 else { return nil }
    // The fields are in the record, which is in the object of the line.
    let levels = Value.object(record.fields).levels + 2
    return levels > deepestJSON ? "its fields are nested too deeply" : nil
  }
}

extension FolderRemote {
  /// Starts the log of this device anew, for all zones: what it holds is left out, because it is written
  /// again.
  ///
  /// - Throws: When the folder is not there or cannot be written.
  package func startAgain(_ zones: [ZoneName]) throws(RemoteError) {
    try checkFolder()
    do {
      try logs.withLock { logs in
        for zone in zones {
          logs[zone] = nil
          let own = try OwnLog(DeviceLog(root: path, device: device, zone: zone), limits)
          let end = try own.end(known: nil)
          guard end != .empty else { continue }
          var writer = LogWriter(own.log, end: end, segmentBytes: limits.segmentBytes)
          try writer.seal()
          let base = writer.end.position.segment + 1
          try writer.startSegment(base: base)
          try writer.flush()
          try LogCompaction.removeReplaced(own.log, base: base)
        }
      }
    } catch let error as FileError {
      throw RemoteError(error)
    } catch {
      throw RemoteError(.failed, "\(path): \(error)")
    }
  }
}

// MARK: - Erasing

extension FolderRemote: ErasingRemote {
  /// Deletes the records, and writes the log of this device again without their former lines.
  package func erase(_ records: [OutgoingRecord]) async throws(RemoteError) {
    _ = try await push(records, atomic: false)
    do {
      try logs.withLock { logs in
        for zone in Set(records.map(\.zone)) {
          logs[zone] = nil
          let own = try OwnLog(DeviceLog(root: path, device: device, zone: zone), limits)
          let end = try own.end(known: nil)
          var writer = LogWriter(own.log, end: end, segmentBytes: limits.segmentBytes)
          guard try LogCompaction(own.log, end: end).run(&writer) != nil else {
            throw RemoteError(
              .failed,
              "\(own.log.folder) is damaged, so that it cannot be written again without what was erased; "
                + "`streakline sync --from-start` starts it anew")
          }
        }
      }
    } catch let error as FileError {
      throw RemoteError(error)
    } catch let error as RemoteError {
      throw error
    } catch {
      throw RemoteError(.failed, "\(path): \(error)")
    }
  }
}
