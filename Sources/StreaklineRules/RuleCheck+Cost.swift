internal import StreaklineCore

/// Checks that a rule does not take long on texts that are long or hostile.
extension RuleCheck {
  /// A real share needs about 23 steps; a pattern that needs more than this backtracks too much.
  private static let maximumSteps = Matcher.matchLimit / 10
  private static let pumps = 50
  private static let maximumNanoseconds: Int64 = 10_000_000
  /// Repetitions of these pieces make backtracking matchers very slow.
  private static let hostilePieces = [
    "a", "a ", "a,", "1", "ab", "\n", "aaaaaaaaaaaaa!", "🟩", "é", " ",
  ]
  private static let hostileSizes = [4_096, 16_384]

  private static let tails: [(piece: String, bytes: [UInt8])] = hostilePieces.flatMap { piece in
    hostileSizes.map { size in
      let count = size / piece.utf8.count
      return (piece, Array(repeatElement(Array(piece.utf8), count: count).joined()) + [0x21])
    }
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

  /// R403: a literal followed by hostile text must fail soon.
  func hostileTexts(_ rule: RuleDefinition) -> [Problem] {
    guard let literal = rule.literals.first else { return [] }
    let head = Array(withoutVariationSelectors(literal.value).utf8)
    let example = rule.examples.first.map { ShareText(Array($0.text.utf8)).bytes } ?? []
    for (piece, tail) in Self.tails {
      let start = threadNanoseconds()
      _ = reader.exceeds(Matcher.matchLimit, rule.game, head + tail, at: 0)
      let used = threadNanoseconds() - start
      // A share must be read even if other text follows it without a blank.
      if let position = reader.start(of: rule.game, in: example),
        reader.exceeds(Matcher.matchLimit, rule.game, example + tail, at: position)
      {
        return [
          Problem(
            "R403",
            "an example followed by \(tail.count) bytes of '\(piece)' is not read: the pattern takes too many steps",
            at: literal.location,
            help: "bound the repetitions of the pattern, or make them possessive (++)")
        ]
      }
      guard used > Self.maximumNanoseconds else { continue }
      return [
        Problem(
          "R403",
          "'\(literal.value)' followed by \(tail.count) bytes of '\(piece)' takes \(used / 1_000_000) ms",
          at: literal.location, help: "bound the repetitions of the pattern")
      ]
    }
    return []
  }
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
