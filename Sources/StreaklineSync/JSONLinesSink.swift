internal import StreaklineFiles
internal import StreaklineCore
internal import StreaklineStore
internal import Synchronization

/// Appends each record to a file as a line of JSON.
///
/// The file is opened for every batch and locked while it is used, so that it can be moved away
/// between batches and several programs can append to it.
package final class JSONLinesSink: Sink {
  private let path: String
  private let state = Mutex(State())

  private struct State {
    var tail: JSONLinesTail?
    var tornLines = 0
  }

  package init(path: String) {
    self.path = path
  }

  /// How many torn lines, left by a crash or a power cut, were cut off so far.
  package var tornLines: Int { state.withLock { $0.tornLines } }

  package func send(_ batch: [OutgoingRecord]) async throws(SinkError) -> [DeliveryResult] {
    do {
      try state.withLock { state in try write(batch, &state) }
      return batch.map { DeliveryResult($0, .saved) }
    } catch let error as FileError {
      throw SinkError(error)
    } catch let error as SinkError {
      throw error
    } catch {
      throw SinkError(.failed, "\(path): \(error)")
    }
  }

  private func write(_ batch: [OutgoingRecord], _ state: inout State) throws {
    let file = try open()
    try file.lock()
    var tail = try currentTail(of: file, &state)
    let new = batch.filter { !tail.holds($0) }
    // What comes next may fail halfway, and then nothing is known about the file.
    state.tail = nil
    try append(new, to: file, at: tail.sizeBytes)
    tail.add(new, sizeBytes: try file.sizeBytes())
    state.tail = tail
  }

  private func open() throws -> OpenFile {
    do {
      let file = try OpenFile(path, .appending)
      guard try file.isRegular() else {
        throw SinkError(.failed, "\(path) is a folder, a pipe or a device; name a file")
      }
      return file
    } catch let error as FileError where error.isMissing {
      _ = try OpenFile(path, .creating)
      try synchronizeFolder(of: path)
      return try OpenFile(path, .appending)
    }
  }

  /// The end of the file as it was left; read anew, and mended, when anybody has touched it since.
  private func currentTail(of file: borrowing OpenFile, _ state: inout State) throws
    -> JSONLinesTail
  {
    if let tail = state.tail, try tail.isUnchanged(file) { return tail }
    let tail = try JSONLinesTail(file)
    if tail.tornLines > 0 {
      try file.truncate(to: tail.sizeBytes)
      try file.synchronize()
      state.tornLines += tail.tornLines
    }
    return tail
  }

  /// One write, then the disk: also when all lines stand there, because whoever wrote them may have
  /// died before they were on the disk.
  private func append(_ batch: [OutgoingRecord], to file: borrowing OpenFile, at end: Int) throws {
    var writer = JSONWriter()
    for delivery in batch {
      writer.write(delivery.json)
      writer.endLine()
    }
    do {
      try file.write(writer.bytes)
      try file.synchronize()
    } catch {
      // Half a batch must not stay, nor one that the disk may have lost. If cutting fails too, the
      // next batch finds a torn line or whole ones, and both are in order.
      try? file.truncate(to: end)
      throw error
    }
  }
}

extension SinkError {
  fileprivate init(_ error: FileError) {
    let advice =
      if error.isFull {
        "make room"
      } else if error.isMissing {
        "create the folder"
      } else if error.isForbidden {
        "mend the permissions"
      } else {
        "check the disk"
      }
    self.init(.failed, "\(error); \(advice), the queue is kept")
  }
}
