internal import StreaklineCore

/// Reads a chat that is text in lines: finds where messages start, and reads sender and time only
/// of those that may hold a share.
///
/// A message of any length is read: one that is longer than a ``MessagePart`` is returned in parts.
package struct ChatTextReader<Layout: ChatLayout>: MessageReader {
  let layout: Layout
  private let source: ByteSource
  private let scan: CandidateScan
  private var pending: [UInt8] = []
  /// The line on which `pending` starts.
  private var line = 1
  /// Bytes of the source before `pending`.
  private var offset = 0
  private var isFinished = false
  /// The message that continues at the start of `pending`, and the offset at which it starts.
  private var open: (header: ChatHeader, offset: Int)?
  /// Whether `pending` starts inside a line.
  private var isInsideLine = false

  package init(_ source: ByteSource, layout: Layout, scan: CandidateScan) {
    self.source = source
    self.layout = layout
    self.scan = scan
  }

  // The reader is called through an existential, and asks its layout about every line: without
  // these specialisations each question would be a dynamic call.
  @_specialize(where Layout == PlainLayout)
  @_specialize(where Layout == WhatsAppLayout)
  @_specialize(where Layout == SignalLayout)
  @_specialize(where Layout == MessagesLayout)
  @_specialize(where Layout == DiscordLayout)
  package mutating func next() throws(InputError) -> MessageBatch? {
    while !isFinished, pending.count < MessagePart.size + MessagePart.overlap {
      isFinished = try !source.read(MessagePart.size, into: &pending)
    }
    guard !pending.isEmpty else { return nil }
    var segments = self.segments()
    if segments[0].kind != .nothing { open = nil }
    guard isFinished || segments.count > 1 else { return part(of: segments[0]) }
    let rest = isFinished ? nil : segments.removeLast()
    let batch = batch(segments, end: rest?.start ?? pending.count)
    drop(rest?.start ?? pending.count, lines: rest?.lines ?? 0)
    open = nil
    return batch
  }

  /// The start of a message, of a notice, or of text that is neither.
  private struct Segment {
    let start: Int
    /// Line breaks before it in `pending`.
    let lines: Int
    let kind: ChatBeginning
  }

  /// The segments of `pending`, in its order; the first one starts at 0.
  private func segments() -> [Segment] {
    var found: [Segment] = []
    found.reserveCapacity(pending.count / 64)
    var start = 0
    var lines = 0
    // Later lines wait until more of the input has been read.
    let last = isFinished ? pending.count - 1 : pending.count - MessagePart.overlap
    while start <= last {
      let end = endOfLine(in: pending, from: start)
      let kind =
        isInsideLine && start == 0 ? .nothing : layout.beginning(of: pending, at: start..<end)
      if kind != .nothing || start == 0 {
        found.append(Segment(start: start, lines: lines, kind: kind))
      }
      start = end + 1
      lines += 1
    }
    return found
  }

  /// Messages that end before `end`.
  private mutating func batch(_ segments: [Segment], end: Int) -> MessageBatch {
    var batch = MessageBatch(end: offset + end)
    for segment in segments {
      switch segment.kind {
      case .message: batch.counts.messages += 1
      case .notice: batch.counts.notices += 1
      case .deleted:
        batch.counts.notices += 1
        batch.counts.deleted += 1
      case .frame: break
      case .nothing: batch.counts.messages += open == nil && layout.preamble != nil ? 1 : 0
      }
    }
    var index = 0
    for position in scan.positions(in: pending, 0..<end) {
      while index + 1 < segments.count, segments[index + 1].start <= position { index += 1 }
      guard index < segments.count, segments[index].start <= position else { continue }
      let upper = index + 1 < segments.count ? segments[index + 1].start : end
      append(segments[index], upTo: upper, to: &batch)
      index += 1
    }
    return batch
  }

  private mutating func append(_ segment: Segment, upTo end: Int, to batch: inout MessageBatch) {
    let range = segment.start..<end
    switch segment.kind {
    case .notice, .deleted, .frame: return
    case .nothing:
      // The end of a message whose earlier parts were returned, or text before the first message.
      guard let header = open?.header ?? layout.preamble else {
        report(segment, to: &batch)
        return
      }
      if header.isNotice { return }
      var message = message(header, range, in: segment)
      message.part = open.map { MessagePart(message: $0.offset, range: shifted(range)) }
      batch.messages.append(message)
    case .message:
      guard let header = layout.header(of: pending, in: range) else {
        batch.counts.messages -= 1
        report(segment, to: &batch)
        return
      }
      add(header.remark, segment, to: &batch)
      if header.isNotice {
        batch.counts.messages -= 1
        batch.counts.notices += 1
      } else {
        batch.messages.append(message(header, header.body.clamped(to: range), in: segment))
      }
    }
  }

  /// The next part of a message that is longer than one.
  private mutating func part(of segment: Segment) -> MessageBatch {
    let cut = MessagePart.end(in: pending, before: pending.count - MessagePart.overlap)
    var batch = MessageBatch(end: offset + cut)
    let message = open ?? (longHeader(segment, &batch), offset)
    open = message
    open?.header.body = 0..<0
    let text = min(message.header.body.lowerBound, cut)..<cut
    if !message.header.isNotice, scan.isPresent(in: pending, text) {
      var shown = self.message(message.header, text.lowerBound..<pending.count, in: segment)
      shown.part = MessagePart(message: message.offset, range: shifted(text))
      batch.messages.append(shown)
    }
    drop(cut)
    return batch
  }

  /// A range of `pending` as offsets in the input.
  private func shifted(_ range: Range<Int>) -> Range<Int> {
    offset + range.lowerBound..<offset + range.upperBound
  }

  /// The header of a message that is longer than a part; a notice for text that nobody wrote.
  private func longHeader(_ segment: Segment, _ batch: inout MessageBatch) -> ChatHeader {
    var nobody = ChatHeader.unknown
    nobody.isNotice = true
    if segment.kind == .frame { return nobody }
    if segment.kind == .notice || segment.kind == .deleted {
      batch.counts.notices = 1
      batch.counts.deleted = segment.kind == .deleted ? 1 : 0
      return nobody
    }
    let header =
      segment.kind == .message
      ? layout.header(of: pending, in: 0..<pending.count) : layout.preamble
    guard var header else {
      report(segment, to: &batch)
      return nobody
    }
    add(header.remark, segment, to: &batch)
    if header.isNotice {
      batch.counts.notices = 1
    } else {
      batch.counts.messages = 1
    }
    // What the program added to a text shows only at its end, which has not been read yet.
    header.text = nil
    return header
  }

  private func message(
    _ header: ChatHeader, _ range: Range<Int>, in segment: Segment
  ) -> Message {
    let bodyLine =
      line + segment.lines + pending[segment.start..<range.lowerBound].lineFeedCount
    var message = Message(
      sender: header.sender, sentAt: header.sentAt, sentOn: header.sentOn,
      text: header.text ?? Array(pending[range]), origin: header.origin,
      source: .init(name: source.name, line: bodyLine))
    if header.isEdited { message.isEdited = true }
    if header.dayProblem != nil { message.dayProblem = header.dayProblem }
    if let doubt = layout.doubt { message.doubt = doubt }
    return message
  }

  private func report(_ segment: Segment, to batch: inout MessageBatch) {
    batch.counts.unreadable += 1
    let summary =
      segment.kind == .message
      ? "the message's date or sender cannot be read" : "this is before the first message"
    add(summary, segment, to: &batch)
  }

  private func add(_ summary: String?, _ segment: Segment, to batch: inout MessageBatch) {
    guard let summary else { return }
    batch.issues.append(
      ReadIssue(summary, at: .init(name: source.name, line: line + segment.lines)))
  }

  private mutating func drop(_ count: Int) {
    drop(count, lines: pending[..<count].lineFeedCount)
  }

  /// - Parameter lines: How many line breaks the dropped bytes have.
  private mutating func drop(_ count: Int, lines: Int) {
    guard count > 0 else { return }
    line += lines
    offset += count
    isInsideLine = pending[count - 1] != 0x0A
    pending.removeSubrange(..<count)
  }
}
