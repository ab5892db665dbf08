internal import StreaklineCore
internal import StreaklineFiles
internal import Synchronization

/// Appends each record to a file, as a line of JSON.
///
/// The file is opened for every batch and locked while it is used. So it can be moved away between
/// batches, and several programs can append to it. A delivered line is deleted only
/// when its record is erased; damaged lines are moved to ``damagedLinesPath``.
public final class JSONLinesRemote: Remote {
  let path: String
  private let forbiddenPaths: [String]
  private let state = Mutex(State())

  private struct State {
    var end: KnownEnd?
    var damagedLines = 0
  }

  /// The end of the file after this remote's last write.
  private struct KnownEnd {
    let identity: FileIdentity
    let sizeBytes: Int
    var lines: JSONLinesEnd
  }

  /// A remote in a file. Nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: The file. It is created with the first record.
  ///   - storePath: A store whose files must not be written to.
  public init(path: String, storePath: String? = nil) {
    self.path = path
    forbiddenPaths =
      storePath.map { store in ["", "-wal", "-shm", ".lock"].map { store + $0 } } ?? []
  }

  /// `true`: what was written to the file does not come back into a store.
  public var isPushOnly: Bool { true }

  /// How many damaged lines were moved to ``damagedLinesPath`` so far.
  public var damagedLines: Int { state.withLock { $0.damagedLines } }

  /// The file that damaged lines are moved to.
  public var damagedLinesPath: String { path + ".damaged" }

  /// Checks that the file can be written, and repairs its end where an earlier write was not finished.
  ///
  /// - Returns: It can only push, and takes at most 1,000 records in a batch.
  /// - Throws: ``RemoteError``, as ``push(_:atomic:)`` does.
  public func open() async throws(RemoteError) -> RemoteDescription {
    // Reports a file that cannot be written before anything is sent.
    _ = try await push([], atomic: false)
    return RemoteDescription(
      abilities: [.push], maxRecords: 1_000, maxBytes: JSONLinesRepair.endBytes / 2)
  }

  /// Appends the lines of the batch, and returns when they are on the disk. What the end of the file already
  /// holds in the same version is not written again.
  ///
  /// - Parameter atomic: Ignored, because the remote lacks the ability ``RemoteAbility/atomic``.
  /// - Throws: ``RemoteError``: of the kind `configuration` when the path cannot be that of the file, and of other
  ///   kinds when the system refuses. The file is cut off where it ended before, if the disk permits it.
  public func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError)
    -> [PushResult]
  {
    do {
      try state.withLock { state in try append(batch, &state) }
      return batch.map { PushResult($0, .saved()) }
    } catch let error as FileError {
      throw RemoteError(error)
    } catch let error as RemoteError {
      throw error
    } catch {
      throw RemoteError(.failed, "\(path): \(error)")
    }
  }

  private func append(_ batch: [OutgoingRecord], _ state: inout State) throws {
    for _ in 0..<Self.maximumTries {
      if try isMissing() {
        if batch.isEmpty { return try checkFolder() }
        if try create(lines(of: batch)) { return }
      } else if try appendToFile(batch, &state) {
        return
      }
    }
    throw RemoteError(.throttled, "\(path) is moved away again and again; try again later")
  }

  /// Writes the records that the file does not hold yet, and returns when they are on the disk.
  /// Synchronizes the file even when it writes nothing, because the process that wrote the lines
  /// may have been killed before it did.
  private func append(
    _ batch: [OutgoingRecord], to file: borrowing OpenFile, _ state: inout State
  ) throws {
    var end = try knownEnd(of: file, &state)
    // The next step may fail halfway, and then nothing is known about the file.
    state.end = nil
    let new = batch.filter { !end.lines.keys.contains(JSONLinesEnd.Key($0)) }
    do {
      try file.write((end.lines.lacksNewline ? [newline] : []) + lines(of: new))
      try file.synchronize()
    } catch {
      // Half a batch must not stay, nor one that the disk may have lost. If truncating fails too,
      // the next batch finds torn or whole lines, and handles both.
      try? file.truncate(to: end.sizeBytes)
      throw error
    }
    end.lines.add(new)
    state.end = KnownEnd(
      identity: end.identity, sizeBytes: try file.sizeBytes(), lines: end.lines)
  }

  private func lines(of batch: [OutgoingRecord]) -> [UInt8] {
    var writer = JSONWriter()
    for record in batch {
      record.write(to: &writer)
      writer.endLine()
    }
    return writer.bytes
  }
}

// MARK: - Opening

extension JSONLinesRemote {
  /// How often a file is opened again that is moved away each time.
  private static let maximumTries = 100

  private func isMissing() throws(FileError) -> Bool {
    do {
      _ = try FileStatus(path, followsLinks: false)
      return false
    } catch {
      if error.isMissing { return true }
      throw error
    }
  }

  private func checkFolder() throws {
    let folder = folderPath(of: path)
    guard try folderExists(folder) else {
      throw RemoteError(.configuration, "there is no folder \(folder); create it")
    }
  }

  /// - Returns: Whether the file was created: `false` when another program has just created it.
  private func create(_ content: [UInt8]) throws -> Bool {
    try checkFolder()
    do throws(FileError) {
      try createFile(path, content: content)
      return true
    } catch {
      if error.isAlreadyThere { return false }
      throw error
    }
  }

  /// - Returns: Whether the batch was appended: `false` when the file was moved away meanwhile.
  private func appendToFile(_ batch: [OutgoingRecord], _ state: inout State) throws -> Bool {
    switch (try? FileStatus(path))?.kind {
    case .regular: break
    case nil where (try? FileStatus(path, followsLinks: false))?.kind == .link:
      throw RemoteError(
        .configuration, "\(path) is a link to nothing; remove it or name another file")
    case nil: return false
    default:
      throw RemoteError(.configuration, "\(path) is a folder, a pipe or a device; name a file")
    }
    if state.end == nil { ReplacementFile.removeLeftover(of: path) }
    let file = try OpenFile(path, .appending)
    let identity = try file.identity()
    guard !forbiddenPaths.contains(where: { (try? identityWithoutOpening($0)) == identity }) else {
      throw RemoteError(.configuration, "\(path) belongs to the store; name another file")
    }
    try file.lock()
    // The file may have been moved away before it was locked.
    guard (try? identityWithoutOpening(path)) == identity else { return false }
    try append(batch, to: file, &state)
    return true
  }

  private func knownEnd(of file: borrowing OpenFile, _ state: inout State) throws -> KnownEnd {
    let identity = try file.identity()
    let size = try file.sizeBytes()
    if let end = state.end, end.identity == identity, end.sizeBytes == size { return end }
    let repair = JSONLinesRepair(path: path, damagedLinesPath: damagedLinesPath)
    let (lines, damaged) = try repair.endOfLines(file)
    state.damagedLines += damaged
    return KnownEnd(identity: identity, sizeBytes: try file.sizeBytes(), lines: lines)
  }
}

private let newline = UInt8(ascii: "\n")
