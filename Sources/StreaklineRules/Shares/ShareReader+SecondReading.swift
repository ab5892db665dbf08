internal import StreaklineCore

/// What a second reading of a text has found, in the text as it was tidied for it.
package struct SecondReading: Sendable {
  package let text: ShareText
  package var scan: ScanResult
}

/// The second reading. Words beside the rows of a grid, empty lines and markup keep a share from being
/// read, or from being read to its end. Where that may be so, the text is tidied and read once more,
/// with rules whose `(?&EOL)` skips words too; of what that finds the better shares are taken.
extension ShareReader {
  /// How far behind a share it is looked for more of its grid, in bytes and lines.
  private static let reach = 240
  private static let mostLinesBetween = 2
  /// A longer text is a document, in which words after a share are nothing unusual.
  private static let longestPaste = 4_096
  /// How much of a longer text is read again on either side of what is open, in bytes.
  private static let longestShare = 1_500

  /// Reads a text again, if the first reading has left something open: tidied; without the words
  /// beside rows; and with rules that skip words. Each is tried where the one before was not enough.
  ///
  /// - Parameter first: Loses what is read better now.
  package func readAgain(_ text: ShareText, after first: inout ScanResult) -> [SecondReading] {
    guard isOpen(first, text) else { return [] }
    let parts = openParts(of: text, first)
    var found: [SecondReading] = []
    var taken: [Range<Int>] = []
    var tidied = text
    for (isGrid, skipsWords) in [(false, false), (true, false), (true, true)] {
      // A text of one line has no rows, and words are skipped at line breaks only.
      if isGrid, !tidied.bytes.contains(0x0A) { break }
      let next = skipsWords ? tidied : text.tidied(parts, isGrid: isGrid)
      guard skipsWords || next.bytes != tidied.bytes else { continue }
      tidied = next
      let reader = skipsWords ? tolerantReader : self
      if let better = reader.betterShares(in: tidied, than: &first, text, &taken) {
        found.append(better)
      }
      if !isOpen(first, text) { break }
    }
    addMissingRows(in: &first, text, taken)
    return found
  }

  private func isOpen(_ scan: ScanResult, _ text: ShareText) -> Bool {
    !scan.openLiterals.isEmpty || scan.shares.indices.contains { isOpen($0, of: scan, text) }
  }

  /// The lines around what is open; a short text is read again as a whole.
  private func openParts(of text: ShareText, _ scan: ScanResult) -> [Range<Int>] {
    let bytes = text.bytes
    guard bytes.count > Self.longestPaste else { return [bytes.indices] }
    let shares = scan.shares.indices.filter { isOpen($0, of: scan, text) }
    let starts = scan.openLiterals + shares.map { scan.shares[$0].range.lowerBound }
    var parts: [Range<Int>] = []
    for start in starts.sorted() {
      let to = min(bytes.count, start + Self.longestShare)
      // The search begins at the end of the last part, so that a line with thousands of starts is searched
      // once.
      let end = parts.last?.upperBound ?? 0
      if !parts.isEmpty, to <= end { continue }
      let from = max(end, start - Self.longestShare)
      let lower = bytes[end..<from].lastIndex(of: 0x0A).map { $0 + 1 } ?? end
      let upper = bytes[to...].firstIndex(of: 0x0A) ?? bytes.count
      if lower == end, let last = parts.popLast() {
        parts.append(last.lowerBound..<upper)
      } else {
        parts.append(lower..<upper)
      }
    }
    return parts
  }

  private func betterShares(
    in tidied: ShareText, than first: inout ScanResult, _ text: ShareText,
    _ taken: inout [Range<Int>]
  ) -> SecondReading? {
    var scan = read(tidied)
    addMissingRows(in: &scan, tidied, [])
    scan.unparsed.removeAll()
    scan.shares.removeAll { share in
      let range = rawRange(share.range, tidied)
      return taken.contains { $0.overlaps(range) } || !isBetter(share, at: range, than: first, text)
    }
    guard !scan.shares.isEmpty else { return nil }
    let ranges = scan.shares.map { rawRange($0.range, tidied) }
    taken += ranges
    func isReplaced(_ range: Range<Int>) -> Bool {
      let range = rawRange(range, text)
      return ranges.contains { $0.overlaps(range) }
    }
    first.shares.removeAll { isReplaced($0.range) }
    first.unparsed.removeAll { $0.reason == nil && isReplaced($0.range) }
    first.openLiterals.removeAll { isReplaced($0..<$0 + 1) }
    return SecondReading(text: tidied, scan: scan)
  }

  private func rawRange(_ range: Range<Int>, _ text: ShareText) -> Range<Int> {
    let start = text.rawStart(range.lowerBound)
    return start..<max(start, text.rawEnd(range.upperBound))
  }

  private func isOpen(_ index: Int, of scan: ScanResult, _ text: ShareText) -> Bool {
    // Where nothing follows a suspect share, nothing keeps the rest of it from being read.
    if !scan.shares[index].complaints.isEmpty { return isFollowed(index, of: scan, text) }
    if case .nonsense = scan.shares[index].day { return true }
    return isAfterMark(scan.shares[index].range, text) || isBeforeWords(index, of: scan, text)
      || nextRow(after: index, of: scan, text) != nil && !isConfirmed(scan.shares[index], scan)
  }

  /// Whether something follows a share that is no part of the next one.
  private func isFollowed(_ index: Int, of scan: ScanResult, _ text: ShareText) -> Bool {
    let start = scan.shares[index].range.upperBound
    let end = min(end(ofGapAfter: index, scan, text), start + Self.reach)
    return start < end && text.bytes[start..<end].contains { !isBlank($0) }
  }

  /// Where the next share starts, or the text ends.
  private func end(ofGapAfter index: Int, _ scan: ScanResult, _ text: ShareText) -> Int {
    index + 1 < scan.shares.count ? scan.shares[index + 1].range.lowerBound : text.bytes.count
  }

  /// Whether, in a short text, words or marks and then another line follow a share: they may be in the
  /// middle of it.
  private func isBeforeWords(_ index: Int, of scan: ScanResult, _ text: ShareText) -> Bool {
    let bytes = text.bytes
    guard bytes.count <= Self.longestPaste else { return false }
    let end = scan.shares[index].range.upperBound
    let next = self.end(ofGapAfter: index, scan, text)
    guard end < next, let word = bytes[end..<next].firstIndex(where: { !isBlank($0) }),
      let line = bytes[word..<next].firstIndex(of: 0x0A)
    else { return false }
    return bytes[line..<next].contains { !isBlank($0) }
  }

  /// Whether a share has what no other reading gives, and nothing speaks against it.
  private func isBetter(
    _ share: Share, at range: Range<Int>, than first: ScanResult, _ text: ShareText
  ) -> Bool {
    guard share.complaints.isEmpty else { return false }
    let rivals = shares(of: first, at: range, text)
    guard let rival = rivals.first else { return true }
    guard rivals.allSatisfy({ $0.game == share.game && $0.range == rival.range }) else {
      return false
    }
    if !rival.complaints.isEmpty { return true }
    if case .nonsense = rival.day { return true }
    return rivals.count == 1 && share.number == rival.number && share.mode == rival.mode
      && (isAfterMark(rival.range, text) || rawRange(rival.range, text).count < range.count)
  }

  /// The shares at a range of the received bytes. Shares are in order and do not overlap.
  private func shares(
    of scan: ScanResult, at range: Range<Int>, _ text: ShareText
  ) -> ArraySlice<Share> {
    var low = 0
    var high = scan.shares.count
    while low < high {
      let middle = (low + high) / 2
      if text.rawEnd(scan.shares[middle].range.upperBound) <= range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return scan.shares[low...].prefix { text.rawStart($0.range.lowerBound) < range.upperBound }
  }

  /// Whether a mark of bold or italic text stands before a share; its pair may have been read as a
  /// part of the share.
  private func isAfterMark(_ range: Range<Int>, _ text: ShareText) -> Bool {
    guard range.lowerBound > 0 else { return false }
    let mark = text.bytes[range.lowerBound - 1]
    return mark == UInt8(ascii: "*") || mark == UInt8(ascii: "_")
  }

  /// Whether fields that must agree are known and do: then nothing of the share is missing. Another check of the rule may
  /// be about a part that the share does not have.
  private func isConfirmed(_ share: Share, _ scan: ScanResult) -> Bool {
    share.variant.plan.agreements.contains { pair in
      pair.allSatisfy { !scan.values[share.firstValue + $0].isNull }
    }
  }

  /// Makes shares suspect after which more of their grid follows.
  ///
  /// - Parameter taken: What other shares hold, as ranges of the received bytes.
  private func addMissingRows(
    in scan: inout ScanResult, _ text: ShareText, _ taken: [Range<Int>]
  ) {
    for index in scan.shares.indices {
      let share = scan.shares[index]
      guard share.complaints.isEmpty, let row = nextRow(after: index, of: scan, text),
        !isConfirmed(share, scan),
        !taken.contains(where: { $0.contains(text.rawStart(row.lowerBound)) }),
        Array(text.bytes[share.range]).firstIndex(of: Array(text.bytes[row])) != nil
      else { continue }
      scan.shares[index].complaints = ["more rows follow than were read"]
    }
  }

  /// The first tile of a row after a share that no share holds: behind words and few lines of words.
  private func nextRow(after index: Int, of scan: ScanResult, _ text: ShareText) -> Range<Int>? {
    let bytes = text.bytes
    let start = scan.shares[index].range.upperBound
    let limit = min(end(ofGapAfter: index, scan, text), start + Self.reach)
    var lines = 0
    var position = start
    while position < limit {
      let byte = bytes[position]
      if byte == 0x0A {
        lines += position > start && bytes[position - 1] != 0x0A ? 1 : 0
        if lines > Self.mostLinesBetween { return nil }
      } else if (0x30...0x39).contains(byte) || byte == UInt8(ascii: "#") {
        return nil
      } else if byte >= 0x80 {
        let length = tileLength(bytes, position)
        if length > 0, position + length < limit, tileLength(bytes, position + length) > 0 {
          return position..<position + length
        }
      }
      position += 1
    }
    return nil
  }
}
