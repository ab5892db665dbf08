internal import StreaklineCore

/// Finds the shares in a text: literals by one scan, then the rules anchored there. One per thread.
package final class ShareReader {
  /// A share is looked for in at most so many bytes behind its literal.
  package static let longestShare = 16_384
  /// Bytes on either side of a literal that are searched for its share, which must begin there.
  private static let nearReach = 1_000
  /// A rule that hits a limit in so many texts is not used any more.
  private static let mostLimits = 3
  /// Ids of so many modes of a game are kept at hand.
  private static let mostModes = 100

  package let rules: RuleSet
  let matcher = Matcher()
  /// In how many texts each rule has hit a limit.
  private var limits: [Int]
  /// Rules that have been met, so that their lock is taken once.
  private var compiled: [CompiledRule?]
  /// Where, in the text that is being read, the last share of each rule ended.
  private var ends: [Int]
  /// The ids of games with modes, by rule and mode.
  private var modeIDs: [Int: [String: String]] = [:]
  package init(rules: RuleSet) {
    self.rules = rules
    limits = Array(repeating: 0, count: rules.count)
    compiled = Array(repeating: nil, count: rules.count)
    ends = Array(repeating: 0, count: rules.count)
  }

  /// Games whose rule was suspended because it worked too hard on several texts.
  package var suspended: [String] {
    limits.indices.filter { limits[$0] >= Self.mostLimits }.map { rules.game($0) }.sorted()
  }

  /// All shares and near misses of one text.
  package func read(_ text: ShareText) -> ScanResult {
    let hits = rules.scanner.hits(in: text.bytes).filter {
      isWordStart(text.bytes, $0) && goesOn(text.bytes, $0)
    }
    guard !hits.isEmpty else { return ScanResult() }
    var limitedRules: Set<Int> = []
    var claims: [RuleMatch] = []
    for hit in hits {
      let index = rules.literals[hit.literal].rule
      guard limits[index] < Self.mostLimits, hit.position >= ends[index] else { continue }
      let before = claims.count
      addClaims(of: index, in: text.bytes, at: hit.position, to: &claims, &limitedRules)
      for claim in claims[before...] {
        ends[index] = max(ends[index], claim.range.upperBound)
      }
    }
    for hit in hits {
      ends[rules.literals[hit.literal].rule] = 0
    }
    for index in limitedRules {
      limits[index] += 1
    }
    var finding = resolved(claims)
    finding.limited = limitedRules.map { rules.game($0) }.sorted()
    addGlimpses(hits, in: text.bytes, to: &finding)
    return finding
  }

  /// How far the best variant of a rule follows the text behind its literals, or behind the one at a
  /// position.
  package func progress(
    of game: String, in text: ShareText, at position: Int? = nil
  ) -> (variant: String, end: Int)? {
    guard let index = rules.index(of: game) else { return nil }
    let rule = rule(index)
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
  struct RuleMatch {
    let rule: Int
    let range: Range<Int>
    let shares: [Share]
    let priority: Int
  }

  private func rule(_ index: Int) -> CompiledRule {
    if let rule = compiled[index] { return rule }
    let rule = rules.compiledRule(index)
    compiled[index] = rule
    return rule
  }

  /// Whether the words of a literal behind its first stand there, with any blanks between them: of
  /// the many games whose name begins with `Daily`, one rule is tried.
  private func goesOn(_ text: [UInt8], _ hit: LiteralScanner.Hit) -> Bool {
    let rest = rules.literals[hit.literal].literal.rest
    guard !rest.isEmpty else { return true }
    var index = hit.position + rules.literals[hit.literal].literal.keyLength
    var isBetween = false
    for byte in rest {
      if isBlank(byte) {
        isBetween = true
        continue
      }
      if isBetween {
        guard index < text.count, isBlank(text[index]) else { return false }
        while index < text.count, isBlank(text[index]) { index += 1 }
        isBetween = false
      }
      guard index < text.count, text[index] == byte else { return false }
      index += 1
    }
    return true
  }

  /// No letter or digit may stand before a literal that begins with one, so `Worldle` and
  /// `xWordle` are not `Wordle`; an emoji or `#` may.
  func isWordStart(_ text: [UInt8], _ hit: LiteralScanner.Hit) -> Bool {
    guard hit.position > 0, rules.literals[hit.literal].literal.startsWord else { return true }
    let last = text[hit.position - 1]
    if last < 0x80 { return !isWordCharacter(Unicode.Scalar(last)) }
    var start = hit.position - 1
    while start > 0, text[start] & 0xC0 == 0x80 {
      start -= 1
    }
    // Emoji beyond the letters of the last planes: F0 9F.
    if text[start] == 0xF0, text[start + 1] == 0x9F { return true }
    let before = String(decoding: text[start..<hit.position], as: UTF8.self).unicodeScalars.first
    return !(before.map(isWordCharacter) ?? false)
  }

  /// The share of a rule that begins at a literal; or, of a rule that searches, that holds it.
  private func addClaims(
    of index: Int, in text: [UInt8], at position: Int, to claims: inout [RuleMatch],
    _ limited: inout Set<Int>
  ) {
    let rule = rule(index)
    guard rule.searches else {
      let range = window(text, from: position)
      for variant in rule.variants
      where match(variant.pattern, text, range, from: position, index, &limited)
        && addClaim(of: rule, index, variant, in: text, range, to: &claims)
      {
        return
      }
      return
    }
    // A short stretch is searched without counting callouts, which cost more than the search.
    let near = searchWindow(text, around: position, reach: Self.nearReach)
    var tooHard: Set<Int> = []
    let isCut = search(
      rule, index, in: text, near, at: position, isNear: true, to: &claims, &tooHard)
    if isCut || !tooHard.isEmpty {
      let all = searchWindow(text, around: position)
      search(rule, index, in: text, all, at: position, isNear: false, to: &claims, &limited)
    }
  }

  /// Searches a stretch for a share that holds the literal at `position`.
  ///
  /// - Returns: Whether there is one that may go on behind a near stretch; then nothing is claimed.
  @discardableResult
  private func search(
    _ rule: CompiledRule, _ index: Int, in text: [UInt8], _ range: Range<Int>, at position: Int,
    isNear: Bool, to claims: inout [RuleMatch], _ limited: inout Set<Int>
  ) -> Bool {
    for variant in rule.variants {
      let pattern = isNear ? variant.narrow ?? variant.pattern : variant.pattern
      var from = min(position, max(range.lowerBound, ends[index]))
      while from <= position, match(pattern, text, range, from: from, index, &limited),
        let whole = matcher.range(of: 0)?.shifted(by: range.lowerBound), !whole.isEmpty,
        whole.lowerBound <= position
      {
        // What ends before the literal is another literal's.
        guard whole.upperBound <= position else {
          let isCut = whole.upperBound == range.upperBound && range.upperBound < text.count
          if isNear, isCut { return true }
          if addClaim(of: rule, index, variant, in: text, range, to: &claims) { return false }
          break
        }
        from = whole.upperBound
      }
    }
    return false
  }

  private func match(
    _ pattern: Pattern, _ text: [UInt8], _ range: Range<Int>, from: Int, _ index: Int,
    _ limited: inout Set<Int>
  ) -> Bool {
    switch matcher.match(pattern, in: text, range: range, from: from) {
    case .matched: return true
    case .noMatch: return false
    case .limit:
      limited.insert(index)
      return false
    }
  }

  /// Takes what has just been matched, if it makes a share.
  private func addClaim(
    of rule: CompiledRule, _ index: Int, _ variant: CompiledRule.Variant, in text: [UInt8],
    _ range: Range<Int>, to claims: inout [RuleMatch]
  ) -> Bool {
    var captures = Captures()
    captures.push(matcher, groups: variant.pattern.highestGroup, offset: range.lowerBound)
    let whole = captures.outer
    guard !whole.isEmpty else { return false }
    var shares: [Share] = []
    addShares(of: rule, index, variant, 0, &captures, in: text, to: &shares)
    guard !shares.isEmpty else { return false }
    claims.append(RuleMatch(rule: index, range: whole, shares: shares, priority: rule.priority))
    return true
  }

  /// From the begin of the text, so that a pattern can look behind, to the farthest end of a share.
  func window(_ text: [UInt8], from position: Int) -> Range<Int> {
    0..<boundary(text, min(text.count, position + Self.longestShare))
  }

  /// A stretch on either side of a literal that may stand anywhere in its share.
  func searchWindow(
    _ text: [UInt8], around position: Int, reach: Int = ShareReader.longestShare / 2
  ) -> Range<Int> {
    boundary(text, max(0, position - reach))..<boundary(text, min(text.count, position + reach))
  }

  func boundary(_ text: [UInt8], _ index: Int) -> Int {
    var index = index
    while index > 0, index < text.count, text[index] & 0xC0 == 0x80 {
      index -= 1
    }
    return index
  }

  /// One share; or, with nested `each` patterns, one for every match of the innermost.
  private func addShares(
    of rule: CompiledRule, _ index: Int, _ variant: CompiledRule.Variant, _ level: Int,
    _ captures: inout Captures, in text: [UInt8], to shares: inout [Share]
  ) {
    guard level < variant.each.count else {
      if let share = share(of: rule, index, variant, captures, in: text) { shares.append(share) }
      return
    }
    let pattern = variant.each[level]
    let range = captures.whole
    var from = range.lowerBound
    while from < range.upperBound,
      matcher.match(pattern, in: text, range: range, from: from) == .matched
    {
      captures.push(matcher, groups: pattern.highestGroup, offset: range.lowerBound)
      defer { captures.pop() }
      let whole = captures.whole
      guard !whole.isEmpty else { break }
      addShares(of: rule, index, variant, level + 1, &captures, in: text, to: &shares)
      from = whole.upperBound
    }
  }

  private func share(
    of rule: CompiledRule, _ index: Int, _ variant: CompiledRule.Variant, _ captures: Captures,
    in text: [UInt8]
  ) -> Share? {
    func string(_ reference: GroupReference?) -> String? {
      reference.flatMap { captures[$0] }.map { String(decoding: text[$0], as: UTF8.self) }
    }
    let number = string(variant.number)
    let day = printedDay(rule, number: number, date: string(variant.date))
    if case .known(let day) = day, let since = variant.since, day < since { return nil }
    if case .known(let day) = day, let until = variant.until, day > until { return nil }
    var evaluator = FieldEvaluator(text: text, captures: captures, matcher: matcher)
    let values = evaluator.values(of: variant.fields)
    let mode = string(variant.mode).map { rule.definition.mode?.map[$0] ?? $0.lowercased() }
    return Share(
      rule: rule, layout: variant, range: captures.outer,
      number: number.flatMap(groupedInteger), day: day, mode: mode,
      gameId: gameId(of: rule, index, mode), user: string(variant.user), fieldValues: values,
      complaints: evaluator.complaints + disagreements(variant.fields, values))
  }

  private func gameId(of rule: CompiledRule, _ index: Int, _ mode: String?) -> String {
    guard let mode else { return rule.id }
    if let known = modeIDs[index]?[mode] { return known }
    guard let id = UniqueID(rule.id) else { return rule.id }
    let made = UniqueID(namespace: id, name: mode).description
    // A mode may be any text that a rule captures.
    if modeIDs[index, default: [:]].count < Self.mostModes {
      modeIDs[index, default: [:]][mode] = made
    }
    return made
  }

  private func printedDay(
    _ rule: CompiledRule, number: String?, date: String?
  ) -> Share.PrintedDay {
    // A printed date with its year is the game's own word; numbers have been restarted.
    if let date, let day = rule.formats.lazy.compactMap({ $0.day(in: date) }).first {
      return .known(day)
    }
    if let number, rule.hasAnchors {
      guard let day = groupedInteger(number).flatMap(rule.definition.day.day(ofNumber:)) else {
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

  private func disagreements(_ fields: CompiledFields, _ values: [Value]) -> [String] {
    fields.agreements.compactMap { indices in
      guard let first = indices.first, !indices.contains(where: { values[$0] == .null }),
        indices.contains(where: { values[$0] != values[first] })
      else { return nil }
      let pairs = indices.map { "\(fields.names[$0]) \(values[$0].text ?? "null")" }
      return "disagree: " + pairs.joined(separator: ", ")
    }
  }
}
