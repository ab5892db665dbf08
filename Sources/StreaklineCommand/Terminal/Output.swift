internal import Foundation
internal import StreaklineCore
internal import Synchronization

/// Data to standard output, talk to standard error.
enum Output {
  /// On a terminal C1 and bidi controls are escaped in JSON too.
  private static let buffer = Mutex(JSONWriter(escapesForTerminal: isTerminal(STDOUT_FILENO)))
  private static let bufferSize = 65_536

  /// Writes a line of data. Control characters from outside must have been escaped.
  static func line(_ text: String) {
    fill {
      $0.append(Array(text.utf8))
      $0.endLine()
    }
  }

  /// Writes a value as a line of JSON.
  static func json(_ value: Value) {
    fill {
      $0.write(value)
      $0.endLine()
    }
  }

  /// Writes a record as a line of JSON.
  static func json(_ record: Record) {
    fill {
      $0.write(record)
      $0.endLine()
    }
  }

  static func write(_ bytes: [UInt8]) {
    fill { $0.append(bytes) }
  }

  private static func fill(_ body: (inout JSONWriter) -> Void) {
    let isFull = buffer.withLock { writer in
      body(&writer)
      return writer.count >= bufferSize
    }
    if isFull { flush() }
  }

  /// Says something on standard error.
  static func note(_ text: String) {
    flush()
    writeAll(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  /// Shows a line on standard error in place of the one before, without ending it.
  static func status(_ text: String) {
    writeAll(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
  }

  /// Hands buffered data to the system. A reader that has gone away ends the program quietly;
  /// callers flush only what is stored already.
  static func flush() {
    let failure = buffer.withLock { writer in
      defer { writer.removeAll() }
      return unsafe writer.withBytes { unsafe writeAll($0, to: STDOUT_FILENO) }
    }
    guard let code = failure else { return }
    if code == EPIPE { Foundation.exit(ExitCodes.done) }
    writeAll(
      Array(
        "streakline: cannot write the output: \(unsafe String(cString: strerror(code)))\n".utf8),
      to: STDERR_FILENO)
    Foundation.exit(ExitCodes.inputOutput)
  }

  static func exit(_ code: Int32) -> Never {
    flush()
    Foundation.exit(code)
  }

  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// - Returns: `errno` of a write that failed, or `nil`.
  @discardableResult
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
  }

  private static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) -> Int32? {
    var written = 0
    while written < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = unsafe Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        written += count
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

/// Aligned columns of text; the widths are counted in characters.
struct Table {
  private var rows: [[String]]

  init(header: [String]) {
    rows = [header]
  }

  mutating func add(_ row: [String]) {
    rows.append(row.map(escapedForTerminal))
  }

  func print() {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    for row in rows {
      let cells = row.enumerated().map { index, cell in
        index == row.count - 1
          ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
      }
      Output.line(cells.joined(separator: "  "))
    }
  }
}
