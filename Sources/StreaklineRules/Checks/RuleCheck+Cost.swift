internal import StreaklineCore

/// Checks that a rule does not take long on texts that are long or hostile.
extension RuleCheck {
  /// A real share needs about 23 steps; a pattern that needs more than this backtracks too much.
  private static let maximumSteps = Matcher.matchLimit / 10
  private static let pumps = 50
  /// Repetitions of these pieces make backtracking matchers very slow.
  private static let hostilePieces = [
    "a", "a ", "a,", "1", "ab", "\n", "aaaaaaaaaaaaa!", "🟩", "é", " ",
  ]
  /// Long enough that a quadratic pattern reaches the limit, and short enough that a linear one does
  /// not: a pattern may look once at everything that follows.
  private static let hostileSize = 512

  private static let tails: [(piece: String, bytes: [UInt8])] = hostilePieces.map { piece in
    let count = hostileSize / piece.utf8.count
    return (piece, Array(repeatElement(Array(piece.utf8), count: count).joined()) + [0x21])
  }

  /// R401: an example that needs more than a tenth of the match limit, alone or repeated fifty times.
  func stepLints(_ rule: RuleDefinition) -> [Problem] {
    rule.examples.compactMap { example in
      let text = ShareText(Array(example.text.utf8)).bytes
      let pumped = Array(repeatElement(text + [0x0A], count: Self.pumps).joined())
      guard let start = reader.start(of: rule.game, in: text),
        reader.exceeds(Self.maximumSteps, rule.game, text, at: start)
          || reader.exceeds(Self.maximumSteps, rule.game, pumped, at: start)
      else { return nil }
      return Problem(
        "R401", "reading the example '\(example.name)' takes more than \(Self.maximumSteps) steps",
        at: example.location,
        help:
          "make repetitions possessive (++) or bound them ({1,6}), so that a mismatch is found soon"
      )
    }
  }

  /// R403: patterns that take too many steps on texts that are made to be hard for them.
  func costs(of rule: RuleDefinition) -> [Problem] {
    let repetitions = repetitions(rule)
    return repetitions.isEmpty ? hostileTexts(rule) : repetitions
  }

  /// A literal, or an example, followed by much of one thing.
  private func hostileTexts(_ rule: RuleDefinition) -> [Problem] {
    guard let literal = rule.literals.first else { return [] }
    let head = Array(withoutVariationSelectors(literal.value).utf8)
    let examples = rule.examples.map { ShareText(Array($0.text.utf8)).bytes }
    let starts =
      [(head, 0)]
      + examples.compactMap { text in
        reader.start(of: rule.game, in: text).map { (text, $0) }
      }
    for (piece, tail) in Self.tails {
      for (text, position) in starts
      // A search looks at every position, so without a share it takes longer by itself.
      where !(rule.searches && text == head)
        && reader.exceeds(Matcher.matchLimit, rule.game, text + tail, at: position)
      {
        return [
          Problem(
            "R403",
            "a share followed by \(tail.count) bytes of '\(escapedForTerminal(piece))' takes too many steps",
            at: rule.variants.first?.match.location ?? literal.location,
            help: "bound the repetitions of the pattern ({1,6}), or make them possessive (++)")
        ]
      }
    }
    return []
  }

  /// Groups that repeat and can match one text in very many ways, such as `(a+)+`, found by trying each
  /// on texts made of its own parts.
  private func repetitions(_ rule: RuleDefinition) -> [Problem] {
    let fields = rule.fields + rule.variants.flatMap(\.fields)
    let patterns =
      rule.variants.flatMap { [$0.match] + $0.each } + fields.flatMap(\.operation.patterns)
    return patterns.compactMap { source in
      let text = withoutVariationSelectors(source.text)
      for group in PatternShape(text).repeatedGroups {
        // Alone, with what follows it: whatever comes before has matched already.
        guard
          let pattern = try? Pattern(
            group.source + "\n" + group.rest + "\n", definitions: rule.definitions, jit: false)
        else { continue }
        for piece in group.pieces(definitions: rule.definitions)
        where isHard(pattern, for: piece, before: group.rest) {
          return Problem(
            "R403",
            "this group can match '\(escapedForTerminal(piece))', repeated, in too many ways",
            at: source.location(ofByte: group.offset),
            help:
              "one repetition inside another: let each pass start with something of its own, or write ++ or (?> … ) inside"
          )
        }
      }
      return nil
    }
  }

  /// - Parameter rest: What follows in the pattern. Its literals stand at the end of the text, because
  ///   PCRE2 gives up at once when one of them is nowhere.
  private func isHard(_ pattern: Pattern, for piece: String, before rest: String) -> Bool {
    let count = max(8, Self.pumpedSize / max(1, piece.unicodeScalars.count))
    let text = Array(String(repeating: piece, count: count).utf8)
    // What follows is either something that no pattern expects, or nothing.
    return [text + [0x01], text + [0x01] + Array(rest.utf8), text].contains { subject in
      reader.matcher.match(pattern, in: subject, range: 0..<subject.count, from: 0) == .limit
    }
  }

  /// So few characters that a quadratic pattern stays below the limit, and enough for an exponential one.
  private static let pumpedSize = 40
}

extension ShareReader {
  /// The position of the first literal of a game.
  func start(of game: String, in text: [UInt8]) -> Int? {
    guard let index = rules.index(of: game) else { return nil }
    return rules.scanner.hits(in: text).first { rules.literals[$0.literal].rule == index }?.position
  }

  /// Whether one of a game's patterns needs more than `steps` steps at a position of a normalised text.
  func exceeds(_ steps: UInt32, _ game: String, _ text: [UInt8], at position: Int) -> Bool {
    guard let index = rules.index(of: game) else { return false }
    let isSearch = rules.searches(index)
    let range = isSearch ? searchWindow(text, around: position) : window(text, from: position)
    return rules.compiledRule(index).variants.contains {
      matcher.match(
        $0.pattern, in: text, range: range, from: isSearch ? range.lowerBound : position,
        matchLimit: steps) == .limit
    }
  }
}
