internal import StreaklineCore
internal import StreaklineFiles

extension JSONLinesRemote: ErasingRemote {
  private static let chunkBytes = 1 << 20

  /// Writes the file anew without the lines of the records. The file is locked meanwhile, and stays as
  /// it was if this fails.
  package func erase(_ records: [OutgoingRecord]) async throws(RemoteError) {
    do throws(FileError) {
      guard (try? FileStatus(path)) != nil else { return }
      let file = try OpenFile(path, .updating)
      try file.lock()
      guard try identityWithoutOpening(path) == file.identity() else {
        throw FileError(operation: "erase", path: path, code: 0, detail: "it was moved away")
      }
      try rewrite(file, without: Set(records.map(Line.init)))
    } catch {
      throw RemoteError(error)
    }
  }

  /// What names the record of a line.
  private struct Line: Hashable {
    let zone: String
    let recordName: String

    init(_ record: OutgoingRecord) {
      zone = record.zone.name
      recordName = record.recordName
    }

    /// `nil` for what is no record.
    init?(_ line: ArraySlice<UInt8>) {
      guard let fields = (try? readJSON(Array(line)))?.object,
        let zone = fields["zone"]?.string, let recordName = fields["recordName"]?.string
      else { return nil }
      self.zone = zone
      self.recordName = recordName
    }
  }

  private func rewrite(
    _ file: borrowing OpenFile, without erased: Set<Line>
  ) throws(FileError) {
    let replacement = try ReplacementFile(path)
    var rest: [UInt8] = []
    var (offset, count) = (0, 0)
    func keep(_ line: ArraySlice<UInt8>, _ end: [UInt8]) throws(FileError) {
      if let name = Line(line), erased.contains(name) {
        count += 1
      } else {
        try replacement.write(Array(line) + end)
      }
    }
    while true {
      let chunk = try file.read(from: offset, count: Self.chunkBytes)
      if chunk.isEmpty { break }
      offset += chunk.count
      rest += chunk
      var start = rest.startIndex
      while let end = rest[start...].firstIndex(of: newline) {
        try keep(rest[start..<end], [newline])
        start = end + 1
      }
      rest.removeSubrange(..<start)
    }
    if !rest.isEmpty { try keep(rest[...], []) }
    if count > 0 { try replacement.replaceDurably() }
  }
}

private let newline = UInt8(ascii: "\n")
