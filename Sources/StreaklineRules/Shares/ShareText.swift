/// A message's text as rules see it, with the way back to the bytes that were received. An object
/// that is used again for the next text keeps its memory.
///
/// Chats add and change characters around a share; this undoes it. Line
/// breaks become LF, and unusual spaces become a space. Variation selectors, zero-width marks and
/// bidi controls are dropped. So are blanks at the end of a line, quote marks and bullets at its
/// start, code fences and spoiler bars. Slack's short names become emoji, and HTML escapes become
/// their characters. Bytes that are not UTF-8 become U+FFFD, so the result is always valid.
package struct ShareText: Sendable {
  /// The normalised text, valid UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Whether everything that was received is valid UTF-8.
  private(set) var isWellFormed = true
  /// Length of the text that was received, in bytes.
  private var rawCount = 0
  /// The points from which on the distance between the two texts is different.
  private var segments: [OffsetSegment] = []
  /// The end, in the received bytes, of what was written last.
  private var writtenEnd = 0

  /// From `start` on, byte n of the text is byte n + (rawStart - start) of what was received. The
  /// received bytes of the text before `start` end at `previousRawEnd`.
  private struct OffsetSegment {
    let start: Int
    let previousRawEnd: Int
    let rawStart: Int
  }

  /// Where the last look-up ended, from which the next one starts: most go forward by little.
  package struct Place {
    fileprivate var segment = 0
    package init() {}
  }

  package init() {}

  package init(_ raw: [UInt8]) {
    read(raw)
  }

  /// Normalises other received bytes, in place of those that were read before.
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

  /// The offset in the received bytes at which byte `offset` of the text starts.
  package func rawStart(_ offset: Int) -> Int {
    var place = Place()
    return rawStart(offset, &place)
  }

  /// The offset in the received bytes at which the text before `offset` ends. Variation selectors
  /// of its last character are included; what was dropped after it is not.
  package func rawEnd(_ offset: Int) -> Int {
    var place = Place()
    return rawEnd(offset, &place)
  }

  package func rawStart(_ offset: Int, _ place: inout Place) -> Int {
    guard let index = segmentIndex(atOrBefore: offset, &place) else {
      return min(offset, segments.first?.rawStart ?? rawCount)
    }
    // A replacement may be longer than the received character; no offset goes past that character.
    let next = index + 1 < segments.count ? segments[index + 1].rawStart : rawCount
    return min(next, segments[index].rawStart + offset - segments[index].start)
  }

  package func rawEnd(_ offset: Int, _ place: inout Place) -> Int {
    if offset == bytes.count { return writtenEnd }
    guard let index = segmentIndex(atOrBefore: offset, &place), segments[index].start == offset
    else { return rawStart(offset, &place) }
    return segments[index].previousRawEnd
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

  /// Records where the next byte of the text comes from, unless it directly follows the previous
  /// one there.
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

  private func segmentIndex(atOrBefore offset: Int, _ place: inout Place) -> Int? {
    // All segments below `low` start at or before the offset, all from `high` on after it.
    var low = place.segment
    if low > 0, low > segments.count || segments[low - 1].start > offset { low = 0 }
    var step = 1
    while low + step <= segments.count, segments[low + step - 1].start <= offset {
      low += step
      step *= 2
    }
    var high = min(low + step - 1, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].start <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    place.segment = low
    return low == 0 ? nil : low - 1
  }
}
