internal import StreaklineFiles

/// A file that replaces the one of its name when it is complete.
package enum WholeFile {
  /// Why a file is not written.
  package enum Mistake: Error {
    /// The path is that of a folder, a pipe or a device.
    case notRegular
    case belongsToStore
    /// - Parameter wasWriting: Whether it could be created.
    case failed(String, wasWriting: Bool)
  }

  /// Whether something has the name.
  package static func isThere(_ path: String) -> Bool {
    (try? FileStatus(path, followsLinks: false)) != nil
  }

  /// - Parameters:
  ///   - store: The files of this store are not replaced.
  ///   - body: Gets a function that appends bytes.
  /// - Throws: ``Mistake``, and what `body` throws.
  package static func write(
    _ path: String, besideStore store: String, _ body: (([UInt8]) throws -> Void) throws -> Void
  ) throws {
    do {
      let resolved = resolvedPath(path)
      guard (try? isRegularFile(resolved)) ?? true else { throw Mistake.notRegular }
      let store = resolvedPath(store)
      guard !["", "-wal", "-shm", ".lock"].contains(where: { store + $0 == resolved }) else {
        throw Mistake.belongsToStore
      }
      let file = try ReplacementFile(resolved)
      try body { try file.write($0) }
      try file.replaceDurably()
    } catch let error as FileError {
      throw Mistake.failed(
        error.description, wasWriting: error.isFull || error.operation == "write")
    }
  }
}

extension ReportPage {
  /// Whether a path leads to nothing, or to a report that can be made again.
  package static func mayReplace(_ path: String) -> Bool {
    guard let start = try? OpenFile(resolvedPath(path), .reading).read(from: 0, count: 512) else {
      return true
    }
    return start.isEmpty || String(decoding: start, as: UTF8.self).contains(mark)
  }
}
