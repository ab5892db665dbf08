/// Reads an input line by line. A line that is longer than a limit is not kept.
struct LineReader {
  /// A line and its number.
  struct Line {
    /// Counted from 1.
    let number: Int
    /// The line without its line break; `nil` when the line is longer than the limit.
    let bytes: [UInt8]?
  }

  private static let chunkSize = 262_144
  private let source: ByteSource
  private let longest: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var number = 0

  /// - Parameter longest: The limit in bytes, without the line break.
  init(_ source: ByteSource, longest: Int = 1_048_576) {
    self.source = source
    self.longest = longest
  }

  /// Offset in the source, in bytes, after the lines that were returned.
  var position: Int { source.position - (buffer.count - start) }

  /// The next line, ended by LF, CRLF or the end of the input; `nil` at the end.
  mutating func next() throws(InputError) -> Line? {
    var searched = start
    var isTooLong = false
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return line(upTo: end, isTooLong)
      }
      if buffer.count - start > longest {
        isTooLong = true
        start = buffer.count
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      guard try source.read(Self.chunkSize, into: &buffer) else { break }
    }
    defer { start = buffer.count }
    return buffer.isEmpty && !isTooLong ? nil : line(upTo: buffer.count, isTooLong)
  }

  private mutating func line(upTo end: Int, _ isTooLong: Bool) -> Line {
    number += 1
    let isCarriageReturn = end > start && buffer[end - 1] == 0x0D
    let content = buffer[start..<(isCarriageReturn ? end - 1 : end)]
    return Line(
      number: number, bytes: isTooLong || content.count > longest ? nil : Array(content))
  }
}
