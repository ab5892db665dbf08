internal import StreaklineCore

/// Finds the shares in a text: scans it once for literals, then tries the rules of those that it
/// found. One reader per thread.
package final class ShareReader {
  /// The maximum distance from a literal to the end of its share, in bytes.
  package static let maximumShareLength = 16_384
  /// Bytes on either side of a literal that are searched first for its share.
  private static let nearReach = 1_000
  /// A rule that hits a limit in this many texts is suspended.
  private static let maximumLimits = 3
  /// How many ids of modes are kept for each game.
  private static let maximumModes = 100

  package let rules: RuleSet
  let matcher = Matcher()
  /// Whether rules skip words at line ends.
  private let isTolerant: Bool
  /// Does the second reading, once one is needed.
  private(set) lazy var tolerantReader = ShareReader(rules: rules, isTolerant: true)
  /// In how many texts each rule has hit a limit.
  private var limits: [Int]
  /// Rules that have been needed, so that their lock is taken only once.
  private var compiled: [CompiledRule?]
  /// Where the last share of each rule ended in the text that is being read.
  private var ends: [Int]
  /// The ids of games with modes, by rule and mode.
  private var modeIDs: [Int: [String: String]] = [:]
  // Used for one text after another, so that most texts need no new memory.
  private var hits: [LiteralScanner.Hit] = []
  private var matches: [RuleMatch] = []
  private var captures = Captures()

  package convenience init(rules: RuleSet) {
    self.init(rules: rules, isTolerant: false)
  }

  private init(rules: RuleSet, isTolerant: Bool) {
    self.rules = rules
    self.isTolerant = isTolerant
    limits = Array(repeating: 0, count: rules.count)
    compiled = Array(repeating: nil, count: rules.count)
    ends = Array(repeating: 0, count: rules.count)
  }

  /// Games whose rule was suspended because it exceeded the limits of matching in several texts.
  package var suspended: [String] {
    limits.indices.filter { limits[$0] >= Self.maximumLimits }.map { rules.game($0) }.sorted()
  }

  /// All shares and near misses of one text.
  package func read(_ text: ShareText) -> ScanResult {
    var result = ScanResult()
    read(text, into: &result)
    return result
  }

  /// Replaces the contents of `result` with all shares and near misses of one text.
  package func read(_ text: ShareText, into result: inout ScanResult) {
    result.removeAll()
    let bytes = text.bytes
    var hits = taken(&self.hits)
    defer { self.hits = hits }
    rules.scanner.addHits(in: bytes, to: &hits)
    hits.removeAll { !isWordStart(bytes, $0) || !matchesRest(bytes, $0) }
    guard !hits.isEmpty else { return }
    var matches = taken(&self.matches)
    defer { self.matches = matches }
    var exceededLimits: Set<Int> = []
    for hit in hits {
      let index = rules.literals[hit.literal].rule
      guard limits[index] < Self.maximumLimits, hit.position >= ends[index] else { continue }
      let before = matches.count
      addMatches(of: index, in: bytes, at: hit.position, to: &matches, &result, &exceededLimits)
      for match in before..<matches.count {
        ends[index] = max(ends[index], matches[match].range.upperBound)
      }
    }
    for hit in hits {
      ends[rules.literals[hit.literal].rule] = 0
    }
    resolveOverlaps(of: matches, in: &result)
    // What the second reading cannot do the first has left open; it says nothing against the rule.
    if !exceededLimits.isEmpty, !isTolerant {
      for index in exceededLimits {
        limits[index] += 1
      }
      result.limitedGames = exceededLimits.map { rules.game($0) }.sorted()
    }
    addUnparsed(hits, in: bytes, to: &result)
  }

  /// Moves the list's memory into an empty list. The caller puts it back.
  private func taken<Element>(_ list: inout [Element]) -> [Element] {
    var taken: [Element] = []
    swap(&taken, &list)
    taken.removeAll(keepingCapacity: true)
    return taken
  }

  /// How far the best variant of a rule follows the text after its literals, or after the one at a
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

  /// A match of a rule that gives shares.
  struct RuleMatch {
    let rule: Int
    let range: Range<Int>
    /// Indices of its shares in the result.
    let shares: Range<Int>
    let priority: Int
  }

  private func rule(_ index: Int) -> CompiledRule {
    if let rule = compiled[index] { return rule }
    var rule = rules.compiledRule(index)
    // A rule of the user's own may be too large to skip words. It is then used as it is.
    if isTolerant, let tolerant = try? CompiledRule(rule.definition, jit: true, isTolerant: true) {
      rule = tolerant
    }
    compiled[index] = rule
    return rule
  }

  /// Adds the match of a rule that starts at a literal or, for a rule that searches, contains it.
  private func addMatches(
    of index: Int, in text: [UInt8], at position: Int, to matches: inout [RuleMatch],
    _ result: inout ScanResult, _ exceededLimits: inout Set<Int>
  ) {
    let rule = rule(index)
    guard rule.searches else {
      let range = window(text, from: position)
      for variant in rule.variants
      where isMatch(variant.pattern.code, text, range, from: position, index, &exceededLimits)
        && addMatch(of: rule, index, variant, in: text, range, to: &matches, &result)
      {
        return
      }
      return
    }
    // A short stretch is searched without counting callouts, which cost more than the search.
    let near = searchWindow(text, around: position, reach: Self.nearReach)
    var exceededNearby: Set<Int> = []
    let isCut = search(
      rule, index, in: text, near, at: position, isNear: true, to: &matches, &result,
      &exceededNearby)
    if isCut || !exceededNearby.isEmpty {
      let all = searchWindow(text, around: position)
      search(
        rule, index, in: text, all, at: position, isNear: false, to: &matches, &result,
        &exceededLimits)
    }
  }

  /// Searches a stretch for a share that contains the literal at `position`.
  ///
  /// - Returns: Whether there is one that may continue after a near stretch; then nothing is added.
  @discardableResult
  private func search(
    _ rule: CompiledRule, _ index: Int, in text: [UInt8], _ range: Range<Int>, at position: Int,
    isNear: Bool, to matches: inout [RuleMatch], _ result: inout ScanResult,
    _ exceededLimits: inout Set<Int>
  ) -> Bool {
    for variant in rule.variants {
      let pattern = isNear ? variant.unboundedPattern ?? variant.pattern : variant.pattern
      var from = min(position, max(range.lowerBound, ends[index]))
      while from <= position,
        isMatch(pattern.code, text, range, from: from, index, &exceededLimits),
        let whole = matcher.range(of: 0)?.shifted(by: range.lowerBound), !whole.isEmpty,
        whole.lowerBound <= position
      {
        // A match that ends before the literal belongs to another literal.
        guard whole.upperBound <= position else {
          let isCut = whole.upperBound == range.upperBound && range.upperBound < text.count
          if isNear, isCut { return true }
          if addMatch(of: rule, index, variant, in: text, range, to: &matches, &result) {
            return false
          }
          break
        }
        from = whole.upperBound
      }
    }
    return false
  }

  private func isMatch(
    _ code: PatternCode, _ text: [UInt8], _ range: Range<Int>, from: Int, _ index: Int,
    _ exceededLimits: inout Set<Int>
  ) -> Bool {
    switch matcher.match(code, in: text, range: range, from: from) {
    case .matched: return true
    case .noMatch: return false
    case .limit:
      exceededLimits.insert(index)
      return false
    }
  }

  /// Adds the last match, if it makes a share.
  private func addMatch(
    of rule: CompiledRule, _ index: Int, _ variant: CompiledRule.Variant, in text: [UInt8],
    _ range: Range<Int>, to matches: inout [RuleMatch], _ result: inout ScanResult
  ) -> Bool {
    var captures = Captures()
    swap(&captures, &self.captures)
    defer {
      captures.pop()
      swap(&captures, &self.captures)
    }
    captures.push(matcher, groups: variant.pattern.highestGroup, offset: range.lowerBound)
    let whole = captures.outer
    guard !whole.isEmpty else { return false }
    let first = result.shares.count
    addShares(of: rule, index, variant, 0, &captures, in: text, to: &result)
    guard result.shares.count > first else { return false }
    matches.append(
      RuleMatch(
        rule: index, range: whole, shares: first..<result.shares.count, priority: rule.priority))
    return true
  }

  /// The range from the start of the text, so that a pattern can look back, to the farthest end of
  /// a share.
  func window(_ text: [UInt8], from position: Int) -> Range<Int> {
    0..<boundary(text, min(text.count, position + Self.maximumShareLength))
  }

  /// A stretch on either side of a literal that may be anywhere in its share.
  func searchWindow(
    _ text: [UInt8], around position: Int, reach: Int = ShareReader.maximumShareLength / 2
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

  /// Adds one share; or, with nested `each` patterns, one for every match of the innermost.
  private func addShares(
    of rule: CompiledRule, _ index: Int, _ variant: CompiledRule.Variant, _ level: Int,
    _ captures: inout Captures, in text: [UInt8], to result: inout ScanResult
  ) {
    guard level < variant.each.count else {
      addShare(of: rule, index, variant, captures, in: text, to: &result)
      return
    }
    let pattern = variant.each[level]
    let range = captures.whole
    var from = range.lowerBound
    while from < range.upperBound,
      matcher.match(pattern.code, in: text, range: range, from: from) == .matched
    {
      captures.push(matcher, groups: pattern.highestGroup, offset: range.lowerBound)
      defer { captures.pop() }
      let whole = captures.whole
      guard !whole.isEmpty else { break }
      addShares(of: rule, index, variant, level + 1, &captures, in: text, to: &result)
      from = whole.upperBound
    }
  }

  private func addShare(
    of rule: CompiledRule, _ index: Int, _ variant: CompiledRule.Variant, _ captures: Captures,
    in text: [UInt8], to result: inout ScanResult
  ) {
    let number = variant.number.flatMap { captures[$0] }
    let value = number.flatMap { groupedInteger(text[$0]) }
    let day = printedDay(
      variant.dayRule, text, number: number, value: value,
      date: variant.date.flatMap { captures[$0] })
    if case .known(let day) = day {
      if let since = variant.since, day < since { return }
      if let until = variant.until, day > until { return }
    }
    var evaluator = FieldEvaluator(plan: variant.plan, matcher: matcher)
    let firstValue = evaluator.evaluate(text, captures, into: &result.values)
    let mode = variant.mode.flatMap { captures[$0] }.map { modeName(of: rule, text, $0) }
    let user = variant.user.flatMap { captures[$0] }.map {
      String(decoding: text[$0], as: UTF8.self)
    }
    result.shares.append(
      Share(
        rule: rule, variant: variant, range: captures.outer, number: value, day: day, mode: mode,
        modeID: mode.flatMap { modeID(of: rule, index, $0) }, user: user, firstValue: firstValue,
        complaints: evaluator.complaints))
  }

  private func modeName(of rule: CompiledRule, _ text: [UInt8], _ range: Range<Int>) -> String {
    let captured = String(decoding: text[range], as: UTF8.self)
    return rule.modes[captured] ?? captured.lowercased()
  }

  private func modeID(of rule: CompiledRule, _ index: Int, _ mode: String) -> String? {
    if let known = modeIDs[index]?[mode] { return known }
    guard let id = UniqueID(rule.id) else { return nil }
    let made = UniqueID(namespace: id, name: mode).description
    // A mode may be any captured text, so the number of kept ids is limited.
    if modeIDs[index, default: [:]].count < Self.maximumModes {
      modeIDs[index, default: [:]][mode] = made
    }
    return made
  }

  func printedDay(
    _ rule: DayRule, _ text: [UInt8], number: Range<Int>?, value: Int?, date: Range<Int>?
  ) -> Share.PrintedDay {
    // A printed date with its year has precedence: games have restarted their numbers.
    if let date {
      for format in rule.formats {
        if let day = format.day(in: text[date]) { return .known(day) }
      }
    }
    if let number, !rule.anchors.isEmpty {
      guard let day = value.flatMap({ rule.day(ofNumber: $0) }) else {
        let printed = String(decoding: text[number], as: UTF8.self)
        return .nonsense("no calendar has a day for puzzle \(printed)")
      }
      return .known(day)
    }
    guard let date else { return .absent }
    for format in rule.formats {
      guard let printed = format.date(in: text[date]) else { continue }
      if printed.year == nil { return .yearless(printed) }
      if let day = printed.resolved(near: Day(daysSinceEpoch: 0)) { return .known(day) }
    }
    return .nonsense("there is no date \(String(decoding: text[date], as: UTF8.self))")
  }
}
