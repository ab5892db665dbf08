internal import StreaklineCore

/// How a draft tells won shares from lost ones.
extension RuleDraft {
  /// The field `completed`.
  var outcome: DraftOutcome {
    let fractions = layouts.map { lines in
      scoreKind.flatMap { Self.fraction(in: lines, $0) }
    }
    if fractions.contains(where: { $0 != nil && $0?.part == nil }) {
      return DraftOutcome(
        operation: "{found: '\\d', in: score}", note: "CHECK: is X how a loss is printed?")
    }
    let grids =
      captures.contains("grid") ? DraftOutcome.evidence(inGridsOf: layouts) : []
    let isFraction = fractions.contains { $0 != nil }
    let hasScore = shares.map { share in facts(of: share).contains { $0.name == "score" } }
    let isSometimesScored = hasScore.contains(true) && hasScore.contains(false)
    var scores: [DraftOutcome.Evidence] = []
    if isFraction, direction == .more {
      if let most = maximumAttempts.flatMap(Int.init) {
        scores.append(
          .init(
            condition: "when: {field: score, atLeast: \(most)}",
            holds: fractions.map { $0?.part == most }))
      }
    } else if isFraction && direction == .fewerTries || isSometimesScored {
      scores.append(.init(condition: "found: '\\d', in: score", holds: hasScore))
    }
    return DraftOutcome(
      of: zip(shares, layouts).map { Self.matched($0, $1, name: name) }, grids + scores,
      isOpen: isFraction && direction != .fewerTries || isSometimesScored || scoreGroup == nil
        || isPartlyRight, score: scoreGroup)
  }

  /// The name of the group of the pattern that holds the score; `nil` where it is counted in a grid.
  private var scoreGroup: String? {
    if fields.contains(where: { $0.name == "score" && $0.operation.contains("in: ") }) {
      return nil
    }
    return ["score", isTimeScore ? "time" : nil].compactMap(\.self).first(where: captures.contains)
  }

  /// Whether a share has a fraction that is not full beside its score, such as `6/9 correct`.
  private var isPartlyRight: Bool {
    layouts.joined().contains { line in
      guard case .text(let tokens) = line else { return false }
      return tokens.indices.contains { index in
        guard case .fraction(let part, let whole, _) = tokens[index],
          let kind = DraftToken.scoreKind(at: index, in: tokens), kind != scoreKind
        else { return false }
        return groupedInteger(part) != groupedInteger(whole)
      }
    }
  }

  /// The first fraction that is a score of a kind. Its part is `nil` where an X or a dash stands for it.
  static func fraction(
    in lines: [DraftLine], _ kind: DraftToken.ScoreKind
  ) -> (part: Int?, whole: Int)? {
    for (number, line) in lines.enumerated() {
      guard case .text(let tokens) = line else { continue }
      for (index, token) in tokens.enumerated() {
        if case .fraction(let part, let whole, _) = token,
          DraftToken.scoreKind(at: index, in: tokens, isFirstLine: number == 0) == kind
        {
          return (groupedInteger(part), groupedInteger(whole) ?? 0)
        }
      }
    }
    return nil
  }

  /// The share from where the pattern starts: a pattern that starts with the name does not see words before it.
  private static func matched(_ share: String, _ layout: [DraftLine], name: String) -> String {
    guard case .text(let tokens)? = layout.first, let word = name.split(separator: " ").first,
      tokens.first == .word(String(word)), let start = share.firstIndex(ofText: String(word))
    else { return share }
    return String(share[start...])
  }
}
