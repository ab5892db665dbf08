/// What the shares of a draft have in common: their link, and what makes a number the score.
extension RuleDraft {
  /// Whether the first word of a name is in every share.
  static func isName(_ name: String, in shares: [String]) -> Bool {
    guard let word = name.split(separator: " ").first else { return false }
    return shares.allSatisfy { $0.contains(word) }
  }

  /// What the links of all shares have in common: `example.com/daily`. It is long enough to tell a game
  /// from others of the same site where the shares show that.
  static func sharedLink(of shares: [String]) -> String? {
    var common: [Substring]?
    for share in shares {
      guard let link = link(in: share) else { return nil }
      let parts = link.split(separator: "/")
      common = common.map { zip($0, parts).prefix { $0.0 == $0.1 }.map(\.0) } ?? parts
    }
    guard let common, let host = common.first, host.contains(".") else { return nil }
    return shares.count == 1 ? String(host) : common.joined(separator: "/")
  }

  /// The first link without its scheme, `www.` and query.
  private static func link(in share: String) -> String? {
    for word in share.split(whereSeparator: \.isWhitespace) {
      guard let start = word.firstIndex(ofText: "http"), let sign = word.firstIndex(ofText: "://"),
        start < sign
      else { continue }
      let address = word[sign...].dropFirst(3).prefix { !"?#>)".contains($0) }
      return String(address.hasPrefix("www.") ? address.dropFirst(4) : address)
    }
    return nil
  }

  /// The site's name: `example` of `example.com/daily`.
  static func name(ofLink link: String) -> String {
    let host = link.prefix { $0 != "/" }.split(separator: ".")
    return String(host.dropLast().last ?? host.first ?? "")
  }

  /// A layout that starts with a fact, with the link as all shares have it.
  static func layout(_ lines: [DraftLine], foundBy link: String) -> [DraftLine] {
    let start = lines.firstIndex { $0.isFact } ?? 0
    return lines[start...].map { line in
      guard case .text(let tokens) = line else { return line }
      return .text(
        tokens.map { token in
          if case .link(let text) = token, text.contains(link) { .link(link) } else { token }
        })
    }
  }

  /// The layouts with first lines that start with the name: people paste `#`, emoji and words before it
  /// or leave them out, and the scan finds the name itself. Words that every share has there stay.
  static func layouts(_ layouts: [[DraftLine]], startingWith name: String) -> [[DraftLine]] {
    guard let word = name.split(separator: " ").first.map({ DraftToken.word(String($0)) }) else {
      return layouts
    }
    func before(_ lines: [DraftLine]) -> ArraySlice<DraftToken>? {
      guard case .text(let tokens)? = lines.first else { return nil }
      return tokens.firstIndex(of: word).map { tokens[..<$0] }
    }
    let isBare = layouts.contains { lines in
      before(lines)?.allSatisfy { !$0.isLetters && !$0.isFact } ?? false
    }
    let starts = layouts.map { Array(before($0) ?? []) }
    // `I solved` and `I gave up on` differ: what they have in common stays.
    let common = starts.dropFirst().reduce(starts[0]) { start, other in
      zip(start, other).prefix { $0.0 == $0.1 }.map(\.0)
    }
    let differ = starts.contains { $0 != common } && !starts.joined().contains(where: \.isFact)
    guard isBare || differ else { return layouts }
    let prefix: [DraftToken] = isBare ? [] : common + [.anything, .blank]
    return layouts.map { lines in
      guard case .text(let tokens)? = lines.first, let start = before(lines)?.endIndex else {
        return lines
      }
      return [.text(prefix + tokens[start...])] + lines.dropFirst()
    }
  }

  /// What makes a number the score: a kind that as many shares as possible have, and no share twice.
  static func scoreKind(in layouts: [[DraftLine]]) -> DraftToken.ScoreKind? {
    if layouts.joined().contains(where: \.hasDecimalScore) { return nil }
    let kinds = layouts.map { lines in
      lines.enumerated().flatMap { $1.scoreKinds(isFirstLine: $0 == 0) }
    }
    // A fraction beside the game's name, `Foo #87 640/1000`, is more than the guesses that a later line has.
    let heads = layouts.compactMap { $0.first?.scoreKinds(isFirstLine: true) }
    let isInHead = heads.allSatisfy { $0.contains(.fraction) && !$0.contains(.labelled) }
    let candidates = [DraftToken.ScoreKind.announced, .labelled, .fraction, .alone].filter { kind in
      kind == .fraction
        || kinds.allSatisfy { $0.count { $0 == kind } < 2 } && !(kind == .labelled && isInHead)
    }
    let counts = candidates.map { kind in kinds.count { $0.contains(kind) } }
    guard let most = counts.max(), most > 0 else { return weakScoreKind(in: layouts, kinds) }
    // `Solved in 1:47`, and below it `Drops 1/3` in some shares
    if most < layouts.count, layouts.allSatisfy({ $0.contains(where: \.hasNamedTime) }) {
      return nil
    }
    guard let kind = zip(candidates, counts).first(where: { $1 == most })?.0 else { return nil }
    return kind == .fraction && isAlwaysFull(layouts) ? weakScoreKind(in: layouts, kinds) : kind
  }

  /// Whether a line below the head has the same full fraction in several shares, as in `35 (1000/1000)`, and their heads
  /// have another number: that one tells the shares apart.
  private static func isAlwaysFull(_ layouts: [[DraftLine]]) -> Bool {
    let fractions = layouts.compactMap { fraction(in: $0, .fraction) }
    return layouts.count > 2 && fractions.count == layouts.count
      && fractions.allSatisfy { $0.part == $0.whole && $0.whole == fractions[0].whole }
      && layouts.allSatisfy { $0.first?.hasResult(beside: .fraction, isFirstLine: true) ?? false }
      && layouts.allSatisfy { $0.first?.scoreKinds(isFirstLine: true).contains(.fraction) == false }
  }

  /// The kind of a number that nothing but its place or the word beside it makes the score. Two shares with
  /// different values must have it, because a number that is always the same is something else.
  private static func weakScoreKind(
    in layouts: [[DraftLine]], _ kinds: [[DraftToken.ScoreKind]]
  ) -> DraftToken.ScoreKind? {
    let mistakes = kinds.map { $0.count { $0 == .mistakes } }
    if mistakes.contains(where: { $0 > 0 }) {
      // A time or another number beside them may be the score as well.
      let isAlone =
        mistakes.allSatisfy { $0 < 2 } && mistakes.count { $0 > 0 } * 2 > layouts.count
        && !layouts.joined().contains(where: \.hasTime) && !kinds.joined().contains(.unit)
      return isAlone ? .mistakes : nil
    }
    for kind in [DraftToken.ScoreKind.unit, .only]
    where kinds.allSatisfy({ $0.count { $0 == kind } == 1 })
      && !isOnlyDone(layouts, kind)
    {
      let values = layouts.map { lines in
        lines.enumerated().compactMap { $1.number(of: kind, isFirstLine: $0 == 0) }
      }
      let isAlone = !layouts.contains { lines in
        lines.enumerated().contains { number, line in
          if case .rows = line, hasKnownUnit(lines, kind) { return false }
          return line.hasResult(beside: kind, isFirstLine: number == 0)
        }
      }
      if Set(values).count > 1, kind == .unit || isAlone { return kind }
    }
    return nil
  }

  /// Whether fractions of a kind are full in all shares, as in `25/25 cells`, or have a time beside them.
  private static func isOnlyDone(_ layouts: [[DraftLine]], _ kind: DraftToken.ScoreKind) -> Bool {
    let fractions = layouts.compactMap { fraction(in: $0, kind) }
    return !fractions.isEmpty
      && (fractions.allSatisfy { $0.part == $0.whole }
        || layouts.joined().contains(where: \.hasTime))
  }

  /// Whether a word says what the number of a kind counts, so that it is the score although the share has rows.
  private static func hasKnownUnit(_ lines: [DraftLine], _ kind: DraftToken.ScoreKind) -> Bool {
    lines.enumerated().contains { number, line in
      guard case .text(let tokens) = line else { return false }
      return tokens.indices.contains {
        DraftToken.scoreKind(at: $0, in: tokens, isFirstLine: number == 0) == kind
          && DraftDirection(at: $0, in: tokens) != nil
      }
    }
  }

  /// The lines, with those of a list as one: lines with an emoji before the words, of which shares have
  /// different ones, and more lines with results after them.
  func withLists(
    _ lines: [(line: DraftLine, isOptional: Bool)]
  ) -> [(line: DraftLine, isOptional: Bool)] {
    func isItem(_ index: Int) -> Bool {
      index > 0 && lines[index].line.startsWithEmoji && !isNeeded(lines[index].line)
    }
    var result: [(line: DraftLine, isOptional: Bool)] = []
    var index = 0
    while index < lines.count {
      let end = lines[index...].indices.first { !isItem($0) } ?? lines.count
      let isList =
        lines[index..<end].count { $0.isOptional } > 1
        && lines[end...].contains { isNeeded($0.line) }
      if isList {
        result.append((.list(end - index), false))
        index = end
      } else {
        result.append(lines[index])
        index += 1
      }
    }
    return result
  }

  /// Whether the day or the score is read from a line.
  private func isNeeded(_ line: DraftLine) -> Bool {
    line.hasDate || line.hasMarkedNumber
      || scoreKind.map { line.scoreKinds(isFirstLine: false).contains($0) } ?? false
  }

  /// Whether a time may be the score: a fraction that counts something else may as well be, unless it is always
  /// full or a rank.
  static func isScoredByTime(_ layouts: [[DraftLine]]) -> Bool {
    let hasNamedTime = layouts.joined().contains(where: \.hasNamedTime)
    return !layouts.joined().contains { line in
      guard case .text(let tokens) = line else { return false }
      if line.hasDecimalScore { return true }
      let kinds = line.scoreKinds(isFirstLine: false)
      if kinds.contains(.mistakes) && !hasNamedTime || kinds.contains(where: { $0 > .fraction }) {
        return true
      }
      return tokens.indices.contains { index in
        guard case .fraction(let part, let whole, let isWritten) = tokens[index] else {
          return false
        }
        let kind = DraftToken.scoreKind(at: index, in: tokens)
        return part != whole && !isWritten && !hasNamedTime && (kind ?? .only) < .fraction
      }
    }
  }
}
