/// What a score counts, so that fewer or more of it is better.
enum DraftDirection {
  case fewerTries, fewerMistakes, more

  private static let triesWords = Set(
    [
      "guesses", "guess", "tries", "try", "attempts", "attempt", "turns", "turn", "moves", "move",
      "steps", "step", "strokes", "stroke", "swaps", "swap", "clicks", "click",
    ] + DraftLanguage.tries)
  /// Words for what is better when there is less of it, besides tries: mistakes, help, and the distance from the answer.
  static let mistakeWords = Set(
    [
      "mistakes", "mistake", "misses", "miss", "missed", "errors", "error", "wrong", "incorrect",
      "fails", "strikes", "hints", "hint", "clues", "clue", "off", "away", "distance", "penalty",
      "seconds", "minutes",
    ] + DraftLanguage.hints + DraftLanguage.mistakes)
  private static let pointWords = Set(
    [
      "points", "point", "pts", "pt", "correct", "right", "hits", "hit", "found", "%", "percent",
      "accuracy", "$", "€", "£", "🏆", "⭐", "xp", "coins", "words", "chips",
    ] + DraftLanguage.points)
  /// Games call tries a score too, as in `Score: 4/6`.
  private static let scoreWords: Set<String> = ["score", "scored", "scores", "total"]

  /// The direction that the words beside a number say; `nil` where they say nothing.
  init?(at index: Int, in tokens: [DraftToken]) {
    if let words = Self(unitAt: index, in: tokens) { self = words; return }
    guard Self.words(beside: index, in: tokens).contains(where: Self.scoreWords.contains) else {
      return nil
    }
    self = .more
  }

  /// The direction of a fraction: `X/6` counts tries, then the words beside it decide, then what all fractions show.
  init?(
    ofFractionAt index: Int, in tokens: [DraftToken], of layouts: [[DraftLine]],
    _ kind: DraftToken.ScoreKind
  ) {
    let fractions = layouts.compactMap { RuleDraft.fraction(in: $0, kind) }
    if fractions.contains(where: { $0.part == nil }) { self = .fewerTries; return }
    guard
      let direction = Self(unitAt: index, in: tokens)
        ?? Self(
          fractionsOf: layouts, kind, hasUnit: tokens[(index + 1)...].contains(where: \.isLetters))
        ?? Self(at: index, in: tokens)
    else { return nil }
    self = direction
  }

  private init?(unitAt index: Int, in tokens: [DraftToken]) {
    let words = Self.words(beside: index, in: tokens)
    for word in words {
      if Self.mistakeWords.contains(word) { self = .fewerMistakes; return }
      if Self.triesWords.contains(word) { self = .fewerTries; return }
      if Self.pointWords.contains(word) { self = .more; return }
    }
    // `Solved in 5 leaps`
    guard tokens[..<index].last(where: { $0 != .blank }) == .word("in"),
      !words.contains(where: Self.scoreWords.contains)
    else { return nil }
    self = .fewerTries
  }

  /// `0/5` and `724/1000` are points. A grid has a row for each try, or a row in which the right one is the last;
  /// of hits, it has as many as the fraction says.
  private init?(fractionsOf layouts: [[DraftLine]], _ kind: DraftToken.ScoreKind, hasUnit: Bool) {
    var (fitsTries, fitsHits, hasRows) = (true, true, false)
    for lines in layouts {
      guard let fraction = RuleDraft.fraction(in: lines, kind), let part = fraction.part else {
        continue
      }
      if part == 0 || fraction.whole > 20, !hasUnit { self = .more; return }
      let rows = lines.flatMap { line -> [[String]] in
        if case .rows(let rows) = line { rows.samples } else { [] }
      }
      guard let first = rows.first else { continue }
      hasRows = true
      let place = first.firstIndex(where: Self.isHit)
      fitsTries = fitsTries && (rows.count == 1 ? place == part - 1 : rows.count == part)
      fitsHits = fitsHits && rows.joined().count(where: Self.isHit) == part
    }
    guard hasRows, fitsTries != fitsHits else { return nil }
    self = fitsTries ? .fewerTries : .more
  }

  private static func isHit(_ cell: String) -> Bool { ["🟩", "✅", "🟢"].contains(cell) }

  /// The words after a number, then those before it, the nearest first. What is counted stands after the number
  /// or, with a colon, before it.
  private static func words(beside index: Int, in tokens: [DraftToken]) -> [String] {
    func words(_ part: some Sequence<DraftToken>) -> [String] {
      var words: [String] = []
      for token in part where token != .blank && token != .word(":") {
        guard words.count < 3, case .word(let word) = token, !DraftToken.divides(token),
          !["in", "with", "and", "after"].contains(word)
        else { break }
        words.append(word.lowercased())
      }
      return words
    }
    return words(tokens[(index + 1)...]) + words(tokens[..<index].reversed())
  }
}
