/// A message's text as rules see it, and the way back to the bytes that were received. It can be used
/// for one text after another, which keeps its memory.
///
/// Chats add and change things around a share; this undoes them (RULES §3, FORMATS §1.8): line
/// breaks become LF, odd spaces a space; variation selectors, zero-width marks and bidi controls
/// go; so do trailing blanks, quote marks and bullets before a line, code fences and spoiler bars.
/// Slack's short names become emoji, HTML escapes their character. Bytes that are not UTF-8
/// become U+FFFD, so the result is always valid.
package struct ShareText: Sendable {
  /// The normalised text, valid UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Whether everything that was received is valid UTF-8.
  private(set) var isWellFormed = true
  /// Length of the text that was received, in bytes.
  private var rawCount = 0
  /// Where the distance between the two texts changes.
  private var segments: [OffsetSegment] = []
  /// End, in the received bytes, of what has been written last.
  private var writtenEnd = 0

  /// From `start` on, byte n of the text is byte n + (rawStart - start) of what was received. The
  /// text before `start` ended at `previousRawEnd` there.
  private struct OffsetSegment {
    let start: Int
    let previousRawEnd: Int
    let rawStart: Int
  }

  package init() {}

  package init(_ raw: [UInt8]) {
    read(raw)
  }

  /// Takes the place of the text that was read before.
  package mutating func read(_ raw: [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(raw.count)
    isWellFormed = true
    rawCount = raw.count
    writtenEnd = 0
    var reader = RawReader(raw)
    var isLineStart = true
    while !reader.isAtEnd {
      if isLineStart {
        reader.skipQuoteMarks()
        isLineStart = false
        continue
      }
      let plain = reader.skipPlain()
      if !plain.isEmpty {
        addSegment(at: plain.lowerBound)
        bytes.append(contentsOf: raw[plain])
        writtenEnd = plain.upperBound
        continue
      }
      isLineStart = step(&reader)
    }
    dropTrailingBlanks()
  }

  /// Where byte `offset` of the text started in the received bytes.
  package func rawStart(_ offset: Int) -> Int {
    guard let index = segmentIndex(atOrBefore: offset) else {
      return min(offset, segments.first?.rawStart ?? rawCount)
    }
    // A character that was replaced may be longer than what it replaced.
    let next = index + 1 < segments.count ? segments[index + 1].rawStart : rawCount
    return min(next, segments[index].rawStart + offset - segments[index].start)
  }

  /// Where the text up to `offset` ended in the received bytes, with the variation selectors that
  /// belonged to it and without what was dropped after it.
  package func rawEnd(_ offset: Int) -> Int {
    if offset == bytes.count { return writtenEnd }
    guard let index = segmentIndex(atOrBefore: offset) else { return rawStart(offset) }
    return segments[index].start == offset ? segments[index].previousRawEnd : rawStart(offset)
  }

  /// An empty text of the message of which another text is.
  init(rewriting other: ShareText) {
    rawCount = other.rawCount
    isWellFormed = other.isWellFormed
  }

  /// Appends what takes the place of a part of another text of the same message.
  mutating func append(
    _ replacement: some Collection<UInt8>, inPlaceOf range: Range<Int>, of other: ShareText
  ) {
    write(replacement, from: other.rawStart(range.lowerBound))
    writtenEnd = other.rawEnd(range.upperBound)
  }

  /// Reads one character and writes what it becomes.
  ///
  /// - Returns: Whether a line starts after it.
  private mutating func step(_ reader: inout RawReader) -> Bool {
    let start = reader.position
    switch reader.next() {
    case .plain(let range):
      write(reader.raw[range], from: start)
      writtenEnd = reader.position
    case .replaced(let replacement):
      write(replacement, from: start)
      writtenEnd = reader.position
    case .malformed:
      isWellFormed = false
      write([0xEF, 0xBF, 0xBD], from: start)
      writtenEnd = reader.position
    case .lineBreak:
      dropTrailingBlanks()
      write(CollectionOfOne(UInt8(ascii: "\n")), from: start)
      writtenEnd = reader.position
      return true
    case .variationSelector:
      if writtenEnd == start {
        writtenEnd = reader.position
      }
    case .dropped:
      break
    }
    return false
  }

  private mutating func write(_ text: some Collection<UInt8>, from raw: Int) {
    addSegment(at: raw)
    bytes.append(contentsOf: text)
  }

  /// Notes where the next byte of the text comes from, unless it follows from the one before.
  @inline(__always)
  private mutating func addSegment(at raw: Int) {
    let expected = segments.last.map { $0.rawStart + bytes.count - $0.start } ?? bytes.count
    if raw != expected {
      segments.append(
        OffsetSegment(start: bytes.count, previousRawEnd: writtenEnd, rawStart: raw))
    }
  }

  private mutating func dropTrailingBlanks() {
    let kept = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
    guard kept < bytes.count else { return }
    writtenEnd = rawEnd(kept)
    bytes.removeLast(bytes.count - kept)
    while let last = segments.last, last.start > kept {
      segments.removeLast()
    }
  }

  private func segmentIndex(atOrBefore offset: Int) -> Int? {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].start <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low == 0 ? nil : low - 1
  }
}
