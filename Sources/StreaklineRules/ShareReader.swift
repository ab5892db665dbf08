internal import StreaklineCore

/// Finds the shares in a text: literals by one scan, then the rules anchored there. One per thread.
package final class ShareReader {
  /// A share is looked for in at most so many bytes behind its literal.
  package static let longestShare = 16_384
  private static let longestGlimpse = 2_048
  private static let mostGlimpseLines = 24
  /// A rule that hits a limit in so many texts is not used any more.
  private static let mostLimits = 3

  package let rules: RuleSet
  let matcher = Matcher()
  private var limits: [Int: Int] = [:]

  package init(rules: RuleSet) {
    self.rules = rules
  }

  /// Games whose rule was suspended because it worked too hard on several texts.
  package var suspended: [String] {
    limits.filter { $0.value >= Self.mostLimits }.map { rules.game($0.key) }.sorted()
  }

  /// Where in a text, as it was received, something stands that a share may begin with; most texts
  /// have no such place.
  package func candidates(in received: [UInt8]) -> [Int] {
    rules.scanner.candidates(in: received)
  }

  /// All shares and near misses of one text.
  package func read(_ text: ShareText) -> Finding {
    let hits = rules.scanner.hits(in: text.bytes)
    guard !hits.isEmpty else { return Finding() }
    var limitedRules: Set<Int> = []
    var claims: [Claim] = []
    var ends: [Int: Int] = [:]
    var candidates: [LiteralScanner.Hit] = []
    for hit in hits where isWordStart(text.bytes, hit) {
      let index = rules.literals[hit.literal].rule
      candidates.append(hit)
      guard (limits[index] ?? 0) < Self.mostLimits, hit.position >= (ends[index] ?? 0) else {
        continue
      }
      let found = self.claims(of: index, in: text.bytes, at: hit.position, &limitedRules)
      claims += found
      ends[index] = found.map(\.range.upperBound).max() ?? ends[index]
    }
    for index in limitedRules {
      limits[index, default: 0] += 1
    }
    var finding = resolved(claims)
    finding.limited = limitedRules.map { rules.game($0) }.sorted()
    finding.glimpses += glimpses(candidates, in: text.bytes, claimed: finding.shares.map(\.range))
    return finding
  }

  /// How far the best variant of a rule follows the text behind its literals, or behind the one at a
  /// position.
  package func progress(
    of game: String, in text: ShareText, at position: Int? = nil
  ) -> (variant: String, end: Int)? {
    guard let index = rules.index(of: game) else { return nil }
    let rule = rules.compiledRule(index)
    var best: (variant: String, end: Int)?
    for hit in rules.scanner.hits(in: text.bytes)
    where rules.literals[hit.literal].rule == index && hit.position == position ?? hit.position {
      let range = window(text.bytes, from: hit.position)
      for variant in rule.variants {
        let end = matcher.progress(
          of: variant.pattern, in: text.bytes, range: range, from: hit.position)
        if end > best?.end ?? -1 {
          best = (variant.name, end)
        }
      }
    }
    return best
  }

  /// A share that a rule claims.
  private struct Claim {
    let rule: Int
    let range: Range<Int>
    let shares: [Share]
    let priority: Int
  }

  /// No letter or digit may stand before a literal that begins with one, so `Worldle` and
  /// `xWordle` are not `Wordle`; an emoji or `#` may.
  func isWordStart(_ text: [UInt8], _ hit: LiteralScanner.Hit) -> Bool {
    guard hit.position > 0, let first = rules.literals[hit.literal].text.unicodeScalars.first,
      first.properties.isAlphabetic || ("0"..."9").contains(first)
    else { return true }
    var start = hit.position - 1
    while start > 0, text[start] & 0xC0 == 0x80 {
      start -= 1
    }
    guard
      let before = String(decoding: text[start..<hit.position], as: UTF8.self).unicodeScalars.first
    else { return true }
    return !(before.properties.isAlphabetic || before.properties.numericType == .decimal)
  }

  private func claims(
    of index: Int, in text: [UInt8], at position: Int, _ limited: inout Set<Int>
  ) -> [Claim] {
    let rule = rules.compiledRule(index)
    let isSearch = rule.definition.searches
    let range = isSearch ? searchWindow(text, around: position) : window(text, from: position)
    var from = isSearch ? range.lowerBound : position
    var claims: [Claim] = []
    search: while from <= range.upperBound {
      for variant in rule.variants {
        switch matcher.match(variant.pattern, in: text, range: range, from: from) {
        case .limit: limited.insert(index)
        case .noMatch: continue
        case .matched:
          guard let groups = groups(of: variant.pattern, offset: range.lowerBound),
            let whole = groups[0], !whole.isEmpty
          else { continue }
          let shares = shares(of: rule, variant, groups, in: text, &limited, index)
          guard !shares.isEmpty else { continue }
          claims.append(
            Claim(rule: index, range: whole, shares: shares, priority: rule.definition.priority))
          guard isSearch else { break search }
          from = whole.upperBound
          continue search
        }
      }
      break
    }
    return claims
  }

  /// From the begin of the text, so that a pattern can look behind, to the farthest end of a share.
  func window(_ text: [UInt8], from position: Int) -> Range<Int> {
    0..<boundary(text, min(text.count, position + Self.longestShare))
  }

  /// Half of the longest share on either side of a literal that may stand anywhere in it.
  func searchWindow(_ text: [UInt8], around position: Int) -> Range<Int> {
    let half = Self.longestShare / 2
    return boundary(
      text, max(0, position - half))..<boundary(text, min(text.count, position + half))
  }

  private func boundary(_ text: [UInt8], _ index: Int) -> Int {
    var index = index
    while index > 0, index < text.count, text[index] & 0xC0 == 0x80 {
      index -= 1
    }
    return index
  }

  private func groups(of pattern: Pattern, offset: Int) -> [Range<Int>?]? {
    (0...pattern.captureCount).map { matcher.range(of: $0)?.shifted(by: offset) }
  }

  private func shares(
    of rule: CompiledRule, _ variant: CompiledRule.Variant, _ groups: [Range<Int>?],
    in text: [UInt8], _ limited: inout Set<Int>, _ index: Int
  ) -> [Share] {
    var levels = [Captures(levels: [groups])]
    for pattern in variant.each {
      levels = levels.flatMap { outer -> [Captures] in
        inner(pattern, outer, in: text)
      }
    }
    return levels.compactMap { share(of: rule, variant, $0, in: text) }
  }

  /// Every match of an `each` pattern inside the innermost match so far.
  private func inner(_ pattern: Pattern, _ outer: Captures, in text: [UInt8]) -> [Captures] {
    let range = outer.whole
    var found: [Captures] = []
    var from = range.lowerBound
    while from < range.upperBound,
      matcher.match(pattern, in: text, range: range, from: from) == .matched,
      let groups = groups(of: pattern, offset: range.lowerBound), let whole = groups[0],
      !whole.isEmpty
    {
      found.append(Captures(levels: outer.levels + [groups]))
      from = whole.upperBound
    }
    return found
  }

  private func share(
    of rule: CompiledRule, _ variant: CompiledRule.Variant, _ captures: Captures, in text: [UInt8]
  ) -> Share? {
    func string(_ reference: GroupReference?) -> String? {
      reference.flatMap { captures[$0] }.map { String(decoding: text[$0], as: UTF8.self) }
    }
    let number = string(variant.number)
    let day = printedDay(rule.definition.day, number: number, date: string(variant.date))
    if case .known(let day) = day, let since = variant.since, day < since { return nil }
    if case .known(let day) = day, let until = variant.until, day > until { return nil }
    var evaluator = FieldEvaluator(text: text, captures: captures, matcher: matcher)
    let values = evaluator.values(of: variant.fields)
    let mode = string(variant.mode).map { rule.definition.mode?.map[$0] ?? $0.lowercased() }
    return Share(
      rule: rule, variant: variant.name, range: captures.outer,
      number: number.flatMap(groupedInteger), day: day,
      daysBefore: variant.daysBefore, mode: mode, user: string(variant.user),
      values: values, complaints: evaluator.complaints + disagreements(rule, values))
  }

  private func printedDay(_ rule: DayRule, number: String?, date: String?) -> Share.PrintedDay {
    // A printed date with its year is the game's own word; numbers have been restarted.
    if let date, let day = rule.formats.lazy.compactMap({ $0.day(in: date) }).first {
      return .known(day)
    }
    if let number, !rule.anchors.isEmpty {
      guard let day = groupedInteger(number).flatMap(rule.day(ofNumber:)) else {
        return .nonsense("no calendar has a day for puzzle \(number)")
      }
      return .known(day)
    }
    if let date {
      let printed = rule.formats.lazy.compactMap { $0.date(in: date) }
      for candidate in printed {
        if candidate.year == nil { return .yearless(candidate) }
        if let day = candidate.resolved(near: Day(daysSinceEpoch: 0)) { return .known(day) }
      }
      return .nonsense("there is no date \(date)")
    }
    return .absent
  }

  private func disagreements(
    _ rule: CompiledRule, _ values: [(name: String, value: Value)]
  ) -> [String] {
    rule.agreements.compactMap { names in
      let found = names.map { name in values.first { $0.name == name }?.value ?? .null }
      guard !found.contains(.null), Set(found).count > 1 else { return nil }
      let pairs = zip(names, found).map { "\($0) \($1.text ?? "null")" }
      return "disagree: " + pairs.joined(separator: ", ")
    }
  }
}

// MARK: - Overlaps and near misses

extension ShareReader {
  /// Of overlapping claims the higher priority wins, then the longer, then the earlier. Two rules
  /// that claim the same text with the same priority are both kept as a conflict to look at.
  private func resolved(_ claims: [Claim]) -> Finding {
    var finding = Finding()
    var taken = DisjointRanges()
    let ranked = claims.sorted {
      ($1.priority, $1.range.count, $0.range.lowerBound)
        < ($0.priority, $0.range.count, $1.range.lowerBound)
    }
    let equals = Dictionary(grouping: claims, by: \.range)
    for claim in ranked where taken.insert(claim.range) {
      let rivals = (equals[claim.range] ?? []).filter {
        $0.priority == claim.priority && $0.rule != claim.rule
      }
      if rivals.isEmpty {
        finding.shares += claim.shares
      } else {
        finding.glimpses += ([claim] + rivals).map { conflict($0, among: [claim] + rivals) }
      }
    }
    finding.shares.sort { $0.range.lowerBound < $1.range.lowerBound }
    return finding
  }

  private func conflict(_ claim: Claim, among all: [Claim]) -> Glimpse {
    let games = all.map { rules.game($0.rule) }.sorted().joined(separator: " and ")
    return Glimpse(
      game: rules.game(claim.rule), range: claim.range, reason: "claimed by \(games)")
  }

  /// Literals at the start of a line with a number or a square behind them that no share covers
  /// (RULES §6). Of several games' literals at one place the longest counts.
  private func glimpses(
    _ hits: [LiteralScanner.Hit], in text: [UInt8], claimed: [Range<Int>]
  ) -> [Glimpse] {
    let shares = DisjointRanges(claimed)
    var best: [(hit: LiteralScanner.Hit, length: Int)] = []
    for hit in hits where isLineStart(text, hit.position) && !shares.contains(hit.position) {
      let literal = rules.literals[hit.literal].text
      guard hasLiteral(literal, text, hit.position) else { continue }
      let length = literal.utf8.count
      if best.last?.hit.position != hit.position {
        best.append((hit, length))
      } else if best[best.count - 1].length < length {
        best[best.count - 1] = (hit, length)
      }
    }
    return best.indices.compactMap { index in
      // What the next share or near miss says is not this one's.
      let hit = best[index].hit
      let next = index + 1 < best.count ? best[index + 1].hit.position : text.count
      let limit = min(next, shares.start(after: hit.position) ?? text.count)
      return glimpse(hit, in: text, limit: limit)
    }
  }

  /// - Parameter limit: Where something else begins.
  private func glimpse(_ hit: LiteralScanner.Hit, in text: [UInt8], limit: Int) -> Glimpse? {
    let range = hit.position..<glimpseEnd(text, from: hit.position, limit: limit)
    let key = LiteralScanner.key(of: rules.literals[hit.literal].text)
    guard hit.position + key.count < range.upperBound,
      hasNumberOrSquare(text, in: hit.position + key.count..<range.upperBound)
    else { return nil }
    return Glimpse(game: rules.game(rules.literals[hit.literal].rule), range: range, reason: nil)
  }

  /// A near miss keeps as much as a share may have: some lines, never the whole chat behind it.
  private func glimpseEnd(_ text: [UInt8], from position: Int, limit: Int) -> Int {
    var end = position
    var lines = 0
    while end < limit, lines < Self.mostGlimpseLines, end - position < Self.longestGlimpse {
      lines += text[end] == 0x0A ? 1 : 0
      end += 1
    }
    return boundary(text, end)
  }

  /// The scan looks for a literal's first word only; a near miss has all of it.
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

  /// Whether one stands on the range's first line or the next two.
  private func hasNumberOrSquare(_ text: [UInt8], in range: Range<Int>) -> Bool {
    let lines = text[range].split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
    let part = String(decoding: lines.prefix(3).flatMap(\.self), as: UTF8.self)
    return part.unicodeScalars.contains { ("0"..."9").contains($0) || isSquare($0) }
  }

  private func isSquare(_ scalar: Unicode.Scalar) -> Bool {
    [0x2B1B, 0x2B1C].contains(scalar.value) || (0x1F7E0...0x1F7EB).contains(scalar.value)
  }
}
