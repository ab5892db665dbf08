internal import Foundation

/// The lines of a file, a pipe or a terminal, read as they come.
package struct Lines {
  private static let longest = 32 << 20

  private let descriptor: Int32
  private var received: [UInt8] = []
  private var searched = 0
  private var isAtEnd = false

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Waits for the next line.
  ///
  /// - Returns: The line without its line feed; `nil` at the end, and when a line is longer than 32 MiB.
  ///   An end without line feed makes no line: its writer has died.
  package mutating func next() -> [UInt8]? {
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(received[..<end])
        received.removeSubrange(...end)
        searched = 0
        return line
      }
      searched = received.count
      guard !isAtEnd, searched <= Self.longest else { return nil }
      readMore()
    }
  }

  private mutating func readMore() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    if count > 0 {
      received += buffer[..<count]
    } else if count == 0 || errno != EINTR {
      isAtEnd = true
    }
  }

  /// Writes a line.
  ///
  /// - Returns: Whether somebody still reads.
  package static func write(_ line: [UInt8], to descriptor: Int32) -> Bool {
    let bytes = line + [UInt8(ascii: "\n")]
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        sent += count
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
