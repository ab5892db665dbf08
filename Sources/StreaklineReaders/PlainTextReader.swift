package import StreaklineCore

/// Plain text as a sequence of overlapping windows, so that a text of any size needs little memory
/// and no share is cut in two.
///
/// A window ends in an overlap as long as the longest share. What begins in the overlap belongs to
/// the next window, which shows it again with all that follows.
package struct PlainTextReader {
  /// A stretch of the text.
  package struct Window {
    /// The stretch as a message without sender and time.
    package let message: Message
    /// Shares that begin at or behind this offset belong to the next window.
    package let cut: Int
  }

  private static let windowSize = 262_144
  private let source: ByteSource
  private let overlap: Int
  private var pending: [UInt8] = []
  private var line = 1
  private var isFinished = false
  private var cut = 0

  /// - Parameter overlap: Length of the longest share in bytes.
  package init(_ source: ByteSource, overlap: Int) {
    self.source = source
    self.overlap = overlap
  }

  /// The next window, or `nil` at the end. An empty text has no window.
  package mutating func next() throws(InputError) -> Window? {
    while !isFinished, pending.count < Self.windowSize + overlap {
      if try !source.read(Self.windowSize, into: &pending) {
        isFinished = true
      }
    }
    guard !pending.isEmpty else { return nil }
    cut = isFinished ? pending.count : cutBefore(pending.count - overlap)
    return Window(
      message: Message(text: pending, source: .init(name: source.name, line: line)), cut: cut)
  }

  /// Drops what has been read: up to the window's cut, or to the end of a share that reaches
  /// behind it.
  package mutating func consume(upTo end: Int) {
    let count = max(cut, end)
    line += pending[..<count].count { $0 == 0x0A }
    pending.removeSubrange(..<count)
  }

  /// The begin of a line at or before `limit`; in a text without line breaks, of a character.
  private func cutBefore(_ limit: Int) -> Int {
    if let lineBreak = pending[..<limit].suffix(overlap).lastIndex(of: 0x0A) {
      return lineBreak + 1
    }
    var index = limit
    while index > 1, pending[index] & 0xC0 == 0x80 {
      index -= 1
    }
    return index
  }
}
