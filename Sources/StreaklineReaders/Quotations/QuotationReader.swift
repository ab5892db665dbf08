package import StreaklineCore

/// Cuts messages where the words of one person end and those of another start.
///
/// Somebody else's are: lines after `>` in a chat; what is below a mail's `On … wrote:` or below the
/// head of a forwarded mail; what is below the stamp of a copied message, such as `[04/11/2024,
/// 07:58] Bob: `, or below a line such as `Forwarded`. In a text that is no chat, lines after `>` are the sender's own unless they are
/// below one of these: whoever pastes them has copied his own result with its marks.
package struct QuotationReader {
  /// Whose words come next in the message that is read; `nil` before its first quotation, if any.
  private var state: State?

  package init() {}

  /// A part of the text with one author.
  private struct Piece {
    var range: Range<Int>
    let origin: MessageOrigin?
  }

  /// The message, or its pieces in the order of the text.
  ///
  /// - Parameters:
  ///   - message: A whole message, or a part of one; the parts must come in their order.
  ///   - number: Tells the messages of an input apart.
  package mutating func pieces(of message: Message, number: Int) -> [Message] {
    guard !isWhole(message) else { return [message] }
    let end = message.part.map { min($0.range.count, message.text.count) } ?? message.text.count
    let pieces = pieces(of: message, upTo: end)
    if pieces.isEmpty || pieces.count == 1 && pieces[0].range.lowerBound == 0 {
      var message = message
      message.origin = pieces.first?.origin ?? message.origin
      return [message]
    }
    return messages(of: message, pieces, number)
  }

  /// Whether all of the next message is surely of one author, so that it has no pieces.
  package mutating func isWhole(_ message: Message) -> Bool {
    if let known = state {
      if message.part != nil, message.part?.message == known.message {
        return !known.isInsideQuotation && !Self.mayQuote(message)
      }
      state = nil
    }
    return !Self.mayQuote(message)
  }

  /// Whether a text may have words of others. Most texts have none, and are not read line by line.
  private static func mayQuote(_ message: Message) -> Bool {
    let text = message.text
    if !message.quotations.isEmpty || ForwardLine.mayStart(text[...])
      || QuotedReaction.quotation(in: text) != nil
    {
      return true
    }
    for byte in [UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "[")]
    where firstIndex(of: byte, in: text, from: 0, to: text.count) < text.count {
      return true
    }
    return has(UInt8(ascii: ":"), in: text) { $0 == 0x0A || $0 == 0x0D || $0 == 0xE2 }
      || has(0x9A, in: text) { $0 == 0x0A || $0 == 0x0D } || MailHead.mayBe(in: text)
      || has(UInt8(ascii: "-"), in: text) { $0 == UInt8(ascii: "-") }
      || has(UInt8(ascii: "`"), in: text) { $0 == UInt8(ascii: "`") }
  }

  /// Whether a byte is followed by another one somewhere.
  private static func has(
    _ byte: UInt8, in text: [UInt8], followedBy isNext: (UInt8) -> Bool
  ) -> Bool {
    var index = 0
    while true {
      index = firstIndex(of: byte, in: text, from: index, to: text.count) + 1
      guard index < text.count else { return false }
      if isNext(text[index]) { return true }
    }
  }

  private mutating func pieces(of message: Message, upTo limit: Int) -> [Piece] {
    let text = message.text
    var state = self.state ?? State(message: message.part?.message)
    defer { self.state = state }
    var pieces: [Piece] = []
    var marked = quotations(of: message)[...]
    var start = 0
    while start < limit {
      let lineEnd = endOfLine(in: text, from: start)
      var next = min(lineEnd + 1, text.count)
      while let first = marked.first, first.range.upperBound <= start { marked.removeFirst() }
      if let first = marked.first {
        let isInside = first.range.lowerBound <= start
        next = min(next, isInside ? first.range.upperBound : first.range.lowerBound)
        if isInside {
          add(start..<next, first.origin, to: &pieces)
          start = next
          continue
        }
      }
      let line = start..<min(lineEnd, next)
      let words = state.words(in: text, line, isChat: message.isOfChat)
      if !words.isMark {
        let origin = words.origin ?? message.origin
        if text[words.start..<line.upperBound].isBlank, let last = pieces.indices.last {
          pieces[last].range = pieces[last].range.lowerBound..<next
        } else {
          add(min(words.start, next)..<next, origin, to: &pieces)
        }
      }
      start = next
    }
    return pieces
  }

  private func quotations(of message: Message) -> [Quotation] {
    guard message.quotations.isEmpty, message.part == nil,
      let range = QuotedReaction.quotation(in: message.text)
    else { return message.quotations }
    return [Quotation(range)]
  }

  /// Adds a range of the text as a piece. It extends the last piece if that has the same author and ends
  /// where the range starts.
  private func add(_ range: Range<Int>, _ origin: MessageOrigin?, to pieces: inout [Piece]) {
    guard !range.isEmpty else { return }
    if let last = pieces.last, last.origin == origin, last.range.upperBound == range.lowerBound {
      pieces[pieces.count - 1].range = last.range.lowerBound..<range.upperBound
    } else {
      pieces.append(Piece(range: range, origin: origin))
    }
  }

  private func messages(of message: Message, _ pieces: [Piece], _ number: Int) -> [Message] {
    let base = message.part?.range.lowerBound ?? 0
    var line = message.source.line
    var counted = 0
    return pieces.enumerated().map { index, piece in
      line += message.text[counted..<piece.range.lowerBound].lineFeedCount
      counted = piece.range.lowerBound
      // What a part shows of the next one follows the last piece.
      let end = index == pieces.count - 1 ? message.text.count : piece.range.upperBound
      var part = message
      part.text = Array(message.text[piece.range.lowerBound..<end])
      part.origin = piece.origin
      part.quotations = []
      part.source.line = line
      part.part = MessagePart(
        message: message.part?.message ?? number,
        range: base + piece.range.lowerBound..<base + piece.range.upperBound)
      return part
    }
  }
}
