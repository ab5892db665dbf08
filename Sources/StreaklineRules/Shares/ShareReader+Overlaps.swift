internal import StreaklineCore

/// Overlaps and near misses.
extension ShareReader {
  private static let maximumUnparsedLength = 2_048
  private static let maximumUnparsedLines = 24
  /// Bytes from a literal on in which its share has a number or a square.
  private static let openLength = 160

  /// Of overlapping matches the one with the higher priority wins, then the longer, then the
  /// earlier one. When two rules with the same priority match the same text, one that ships with
  /// the program wins over the user's own, and a near miss names both. When both ship, neither
  /// wins: the text becomes a near miss of both games.
  func resolveOverlaps(of matches: [RuleMatch], in result: inout ScanResult) {
    let overlaps = matches.indices.dropFirst().contains { index in
      matches[index - 1].range.upperBound > matches[index].range.lowerBound
    }
    guard overlaps else { return }
    let shares = result.shares
    result.shares.removeAll()
    var taken = DisjointRanges()
    let ranked = matches.sorted {
      ($1.priority, $1.range.count, $0.range.lowerBound)
        < ($0.priority, $0.range.count, $1.range.lowerBound)
    }
    let equals = Dictionary(grouping: matches, by: \.range)
    for match in ranked where taken.insert(match.range) {
      let rivals = (equals[match.range] ?? []).filter {
        $0.priority == match.priority && $0.rule != match.rule
      }
      if rivals.isEmpty {
        result.shares += shares[match.shares]
        continue
      }
      let all = [match] + rivals
      let winner = winner(of: all)
      if let winner { result.shares += shares[winner.shares] }
      result.unparsed += all.filter { $0.rule != winner?.rule }.map { conflict($0, among: all) }
    }
    result.shares.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// - Returns: `nil` when the choice would be arbitrary.
  private func winner(of matches: [RuleMatch]) -> RuleMatch? {
    let shipped = matches.filter { !rules.isOwn($0.rule) }
    // Rules are in the order of their games.
    return shipped.count > 1 ? nil : shipped.first ?? matches.min { $0.rule < $1.rule }
  }

  private func conflict(_ match: RuleMatch, among all: [RuleMatch]) -> UnparsedMatch {
    let games = all.map { rules.game($0.rule) }.sorted().joined(separator: " and ")
    return UnparsedMatch(
      game: rules.game(match.rule), range: match.range, reason: "claimed by \(games)")
  }

  /// Adds literals at the start of a line, with a number or a square after them, that no share
  /// covers. Of several games' literals at one position the longest is used.
  func addUnparsed(
    _ hits: [LiteralScanner.Hit], in text: [UInt8], to result: inout ScanResult
  ) {
    // Shares and hits are both in the order of the text.
    var next = 0
    var open: [LiteralScanner.Hit] = []
    for hit in hits {
      while next < result.shares.count, result.shares[next].range.upperBound <= hit.position {
        next += 1
      }
      if next == result.shares.count || hit.position < result.shares[next].range.lowerBound {
        open.append(hit)
      }
    }
    guard !open.isEmpty else { return }
    for hit in open where hit.position != result.openLiterals.last {
      let end = min(text.count, hit.position + Self.openLength)
      if rules.searches(rules.literals[hit.literal].rule)
        || hasNumberOrSquare(text, in: hit.position..<end)
      {
        result.openLiterals.append(hit.position)
      }
    }
    let shares = DisjointRanges(result.shares.map(\.range))
    var best: [(hit: LiteralScanner.Hit, length: Int)] = []
    for hit in open where isLineStart(text, hit.position) {
      let literal = rules.literals[hit.literal].literal.text
      guard hasLiteral(literal, text, hit.position) else { continue }
      let length = literal.utf8.count
      if best.last?.hit.position != hit.position {
        best.append((hit, length))
      } else if best[best.count - 1].length < length {
        best[best.count - 1] = (hit, length)
      }
    }
    result.unparsed += best.indices.compactMap { index in
      // A near miss ends where the next share or near miss starts.
      let hit = best[index].hit
      let next = index + 1 < best.count ? best[index + 1].hit.position : text.count
      let limit = min(next, shares.start(after: hit.position) ?? text.count)
      return unparsed(hit, in: text, limit: limit)
    }
  }

  /// - Parameter limit: Where the next share or near miss starts.
  private func unparsed(_ hit: LiteralScanner.Hit, in text: [UInt8], limit: Int) -> UnparsedMatch? {
    let range = hit.position..<unparsedEnd(text, from: hit.position, limit: limit)
    let keyEnd = hit.position + rules.literals[hit.literal].literal.keyLength
    guard keyEnd < range.upperBound, hasNumberOrSquare(text, in: keyEnd..<range.upperBound)
    else { return nil }
    return UnparsedMatch(
      game: rules.game(rules.literals[hit.literal].rule), range: range, reason: nil)
  }

  /// A near miss is limited in lines and bytes, so that it does not hold the whole chat after it.
  private func unparsedEnd(_ text: [UInt8], from position: Int, limit: Int) -> Int {
    var end = position
    var lines = 0
    while end < limit, lines < Self.maximumUnparsedLines,
      end - position < Self.maximumUnparsedLength
    {
      lines += text[end] == 0x0A ? 1 : 0
      end += 1
    }
    return boundary(text, end)
  }

  /// The scan looks for a literal's first word only; a near miss must have all its words.
  private func hasLiteral(_ literal: String, _ text: [UInt8], _ position: Int) -> Bool {
    let wanted = literal.utf8.last == 0x20 ? Array(literal.utf8.dropLast()) : Array(literal.utf8)
    return text[position...].starts(with: wanted)
  }

  private func isLineStart(_ text: [UInt8], _ position: Int) -> Bool {
    var index = position
    while index > 0, text[index - 1] == 0x20 || text[index - 1] == 0x09 {
      index -= 1
    }
    return index == 0 || text[index - 1] == 0x0A
  }

  /// Whether a number or a square is in the range's first three lines.
  private func hasNumberOrSquare(_ text: [UInt8], in range: Range<Int>) -> Bool {
    var lines = 0
    for index in range {
      let byte = text[index]
      if byte < 0x80 {
        if (0x30...0x39).contains(byte) { return true }
        lines += byte == 0x0A ? 1 : 0
        if lines == 3 { return false }
      } else if tileLength(text, index) > 0 || digitLength(text, index) > 0 {
        return true
      }
    }
    return false
  }
}
