/// Reads the rows of a CSV table (RFC 4180), whose cells may hold line breaks in quotes.
///
/// Quotes have a meaning only around a whole cell. A row that breaks this, or is longer than the
/// limit, costs no other row: reading continues with the line after its first one. Because only
/// quotes can make a row longer than its line, the work stays linear.
package struct CSVRows {
  /// A cell's text, without the quotes around it and with each doubled quote as one.
  package struct Cell: Hashable, Sendable {
    package let bytes: [UInt8]
    /// Whether it was in quotes: an empty cell without quotes is null, not an empty text.
    package let isQuoted: Bool
  }

  /// A row, or why it cannot be read.
  package struct Row: Sendable {
    /// The line on which it starts, counted from 1.
    package let line: Int
    package let content: Result<[Cell], RecordFormatError>
  }

  private static let chunkSize = 262_144
  private static let maxRowLength = 1_048_576
  private let source: ByteSource
  private let separator: UInt8
  private var buffer: [UInt8] = []
  /// Where the next row starts.
  private var start = 0
  private var line = 1

  package init(_ source: ByteSource, separator: UInt8) {
    self.source = source
    self.separator = separator
  }

  /// Offset in the source, in bytes, after the rows that were returned.
  package var position: Int { source.position - (buffer.count - start) }

  /// The separator that occurs most often in the first line. Programs write a semicolon in
  /// countries that write decimals with a comma.
  package static func separator(of head: [UInt8]) -> UInt8 {
    let line = head.prefix { $0 != 0x0A && $0 != 0x0D }
    let counts = [comma, UInt8(ascii: ";"), UInt8(ascii: "\t")].map { separator in
      (separator, line.count { $0 == separator })
    }
    return counts.reduce((comma, 0)) { $1.1 > $0.1 ? $1 : $0 }.0
  }

  /// The next row, ended by LF, CRLF, CR or the end of the input; `nil` at the end. An empty line
  /// is a row of one cell.
  package mutating func next() throws(InputError) -> Row? {
    if start * 2 >= buffer.count {
      buffer.removeSubrange(..<start)
      start = 0
    }
    if start == buffer.count, try !fill() { return nil }
    var scan = RowScan(from: start, separator: separator)
    while true {
      switch scan.advance(in: buffer) {
      case .more:
        if scan.end - start > Self.maxRowLength { return try skip("the row is longer than 1 MiB") }
        if try fill() { continue }
        return scan.finish() ? row(scan) : try skip("a quote is not closed")
      case .end: return row(scan)
      case .broken(let reason): return try skip(reason)
      }
    }
  }

  private mutating func row(_ scan: RowScan) -> Row {
    defer {
      line += buffer[start..<scan.end].count { $0 == newline } + (scan.isEndedByReturn ? 1 : 0)
      start = scan.end
    }
    return Row(line: line, content: .success(scan.cells.map { $0.cell(in: buffer) }))
  }

  /// Skips the row's first line, whatever its length.
  private mutating func skip(_ reason: String) throws(InputError) -> Row {
    defer { line += 1 }
    var isBehindReturn = false
    while true {
      if start == buffer.count, try !fill() { break }
      if isBehindReturn {
        start += buffer[start] == newline ? 1 : 0
        break
      }
      let end = buffer[start...].firstIndex { $0 == newline || $0 == carriageReturn }
      guard let end else {
        buffer.removeAll(keepingCapacity: true)
        start = 0
        continue
      }
      start = end + 1
      if buffer[end] == newline { break }
      isBehindReturn = true
    }
    return Row(line: line, content: .failure(RecordFormatError(reason)))
  }

  private mutating func fill() throws(InputError) -> Bool {
    try source.read(Self.chunkSize, into: &buffer)
  }
}

/// Finds the cells of one row, byte by byte.
private struct RowScan {
  enum Step {
    case more, end
    case broken(String)
  }

  /// A cell's content without quotes around it.
  struct CellRange {
    var range: Range<Int>
    var isQuoted = false
    var hasDoubledQuotes = false

    func cell(in buffer: [UInt8]) -> CSVRows.Cell {
      guard hasDoubledQuotes else {
        return CSVRows.Cell(bytes: Array(buffer[range]), isQuoted: isQuoted)
      }
      var bytes: [UInt8] = []
      var isSecond = false
      for byte in buffer[range] {
        isSecond = byte == quote && !isSecond
        if !isSecond { bytes.append(byte) }
      }
      return CSVRows.Cell(bytes: bytes, isQuoted: true)
    }
  }

  private enum State {
    case atStart, plain, quoted, behindQuote, behindReturn
  }

  private static let maxCells = 1_000
  let separator: UInt8
  private(set) var cells: [CellRange] = []
  /// Where the next row starts, once this one is complete; until then the end of what was read.
  private(set) var end: Int
  /// Whether the row ends with a carriage return alone.
  private(set) var isEndedByReturn = false
  private var cell: CellRange
  private var state = State.atStart

  init(from start: Int, separator: UInt8) {
    self.separator = separator
    end = start
    cell = CellRange(range: start..<start)
  }

  /// Continues until the row or the buffer ends.
  mutating func advance(in buffer: [UInt8]) -> Step {
    while end < buffer.count {
      let byte = buffer[end]
      if state == .behindReturn {
        end += byte == newline ? 1 : 0
        isEndedByReturn = byte != newline
        return .end
      }
      if state == .quoted {
        if byte == quote { state = .behindQuote }
        end += 1
        continue
      }
      switch byte {
      case quote:
        guard takeQuote() else { return Self.stray }
      case separator:
        close(at: end)
        if cells.count >= Self.maxCells { return .broken("the row has too many cells") }
      case newline:
        close(at: end)
        end += 1
        return .end
      case carriageReturn:
        close(at: end)
        state = .behindReturn
      default:
        if state == .behindQuote { return Self.stray }
        state = .plain
      }
      end += 1
    }
    return .more
  }

  /// Ends the row at the end of the input.
  ///
  /// - Returns: `false` when it ends within quotes.
  mutating func finish() -> Bool {
    if state == .quoted { return false }
    if state == .behindReturn {
      isEndedByReturn = true
    } else {
      close(at: end)
    }
    return true
  }

  private static var stray: Step { .broken("a quote is where no quote may be") }

  private mutating func takeQuote() -> Bool {
    switch state {
    case .atStart:
      cell.isQuoted = true
      state = .quoted
    case .behindQuote:
      cell.hasDoubledQuotes = true
      state = .quoted
    default: return false
    }
    return true
  }

  private mutating func close(at index: Int) {
    cell.range =
      cell.isQuoted ? cell.range.lowerBound + 1..<index - 1 : cell.range.lowerBound..<index
    cells.append(cell)
    cell = CellRange(range: index + 1..<index + 1)
    state = .atStart
  }
}

private let quote = UInt8(ascii: "\"")
private let comma = UInt8(ascii: ",")
private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
