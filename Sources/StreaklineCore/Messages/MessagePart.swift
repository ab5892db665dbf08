/// Which part of a long message a text is.
///
/// A message that is longer than a part is read in parts, so that memory does not grow with it. The
/// text of a part extends beyond its range by more than the longest share, so that every share lies
/// whole in the part in which it starts.
package struct MessagePart: Hashable, Sendable {
  /// The size of a part in bytes, without its overlap with the next one.
  package static let size = 262_144
  /// How many bytes of the next part a text also holds: twice the longest share.
  package static let overlap = 32_768

  /// The number of the message, unique in its input.
  package var message: Int
  /// Where the shares of this part start, as offsets in the message or in the input. The text
  /// starts at the lower bound.
  package var range: Range<Int>

  package init(message: Int, range: Range<Int>) {
    self.message = message
    self.range = range
  }

  /// The end of a part, at most `limit`: the start of a line or, in a text without line breaks, the
  /// start of a character.
  package static func end(in text: [UInt8], before limit: Int) -> Int {
    if let lineBreak = text[..<limit].suffix(overlap).lastIndex(of: 0x0A) {
      return lineBreak + 1
    }
    // A character has at most three bytes after its first one.
    let starts = (max(0, limit - 3)...limit).reversed()
    return starts.first { $0 < text.count && text[$0] & 0xC0 != 0x80 } ?? limit
  }
}

extension Message {
  /// Whether the message is so short that it is read whole.
  package var isOnePart: Bool {
    // A part that shows some of the next one has its size from the reader.
    text.count <= MessagePart.size + MessagePart.overlap
      || text.count > part?.range.count ?? text.count
  }

  /// The message itself, or parts of it if it is longer than one.
  ///
  /// - Parameter number: The number of the message, unique in its input; a piece of a message has the
  ///   number of that message.
  package func parts(number: Int) -> [Message] {
    if isOnePart { return [self] }
    let (number, base) = part.map { ($0.message, $0.range.lowerBound) } ?? (number, 0)
    var parts: [Message] = []
    var start = 0
    var line = source.line
    while start < text.count {
      let rest = text.count - start
      let end =
        rest <= MessagePart.size + MessagePart.overlap
        ? text.count : MessagePart.end(in: text, before: start + MessagePart.size)
      var message = self
      message.text = Array(text[start..<min(end + MessagePart.overlap, text.count)])
      message.source.line = line
      message.part = MessagePart(message: number, range: base + start..<base + end)
      parts.append(message)
      line += text[start..<end].lineFeedCount
      start = end
    }
    return parts
  }
}
