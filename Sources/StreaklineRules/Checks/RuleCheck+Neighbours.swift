internal import StreaklineCore

/// Checks that a rule leaves what people paste next to a share of its game.
extension RuleCheck {
  /// R309: a share of another game directly before or after an example is lost, most often because the
  /// pattern takes it as a part of its own share. Only the first one of the rule is reported.
  func takenShares(of rule: RuleDefinition) -> [Problem] {
    for example in rule.examples {
      let alone = counts(reader.read(ShareText(Array(example.text.utf8))))
      // What is not read alone is reported elsewhere.
      guard alone[rule.game] != nil else { continue }
      for (index, neighbour) in others.neighbours.enumerated() where neighbour.game != rule.game {
        let gap = index.isMultiple(of: 2) ? "\n" : "\n\n"
        for isAfter in [true, false] {
          let pasted = Pasted(example.text, neighbour, gap: gap, isAfter: isAfter)
          if let problem = problem(rule, example, alone, pasted) { return [problem] }
        }
      }
    }
    return []
  }

  /// An example and a share of another game in one text.
  private struct Pasted {
    let neighbour: OtherGames.Neighbour
    let isAfter: Bool
    let text: ShareText
    /// Where the other game's share is.
    let range: Range<Int>
    /// Where the example is.
    let example: Range<Int>

    init(_ example: String, _ neighbour: OtherGames.Neighbour, gap: String, isAfter: Bool) {
      self.neighbour = neighbour
      self.isAfter = isAfter
      let (first, second) = isAfter ? (example, neighbour.text) : (neighbour.text, example)
      let head = (first.last?.isNewline == true ? String(first.dropLast()) : first) + gap
      text = ShareText(Array((head + second).utf8))
      let boundary = min(ShareText(Array(head.utf8)).bytes.count, text.bytes.count)
      let parts = (0..<boundary, boundary..<text.bytes.count)
      (self.example, range) = isAfter ? parts : (parts.1, parts.0)
    }

    /// What a share takes of a part of the text that is another's.
    func taken(by share: Share, of part: Range<Int>) -> String {
      let taken = quoted(text.bytes[share.range.clamped(to: part)])
      return "    variant \"\(share.variantName)\" takes \(taken), too"
    }
  }

  private func problem(
    _ rule: RuleDefinition, _ example: RuleDefinition.Example, _ alone: [String: Int],
    _ pasted: Pasted
  ) -> Problem? {
    let found = reader.read(pasted.text)
    let now = counts(found)
    let other = pasted.neighbour.game
    // A rule that takes too many steps is reported elsewhere.
    guard !found.limitedGames.contains(rule.game),
      now[rule.game] != alone[rule.game] || now[other] != alone[other, default: 0] + 1
    else { return nil }
    if let share = found.shares.first(where: {
      $0.game == other && $0.range.overlaps(pasted.example)
    }) {
      return taken(example, of: rule, by: share, pasted)
    }
    let side = pasted.isAfter ? "after" : "before"
    guard
      let share = found.shares.first(where: {
        $0.game == rule.game && $0.range.overlaps(pasted.range)
      })
    else {
      let lost = now[rule.game] == alone[rule.game] ? "that share" : "the example"
      return Problem(
        "R309",
        "with a share of \(other) \(side) the example '\(example.name)', \(lost) is not read",
        at: example.location, help: Self.help)
    }
    return Problem(
      "R309", "the pattern takes a share of \(other) \(side) the example '\(example.name)'",
      at: location(of: share, in: rule) ?? example.location, help: Self.help,
      details: [pasted.taken(by: share, of: pasted.range)])
  }

  /// The other game's pattern is at fault. That one ships with the program says nothing against a rule of the
  /// user's own.
  private func taken(
    _ example: RuleDefinition.Example, of rule: RuleDefinition, by share: Share, _ pasted: Pasted
  ) -> Problem? {
    guard isOwn(share.game) || !isOwn(rule.game),
      let other = rules.rule(of: share.game), let location = location(of: share, in: other)
    else { return nil }
    return Problem(
      "R309",
      "the pattern takes the example '\(example.name)' of \(rule.game) beside its own share",
      at: location, help: Self.help, details: [pasted.taken(by: share, of: pasted.example)])
  }

  private static let help =
    "let the pattern start and end where the share does: bound what repeats ({1,6}), and match no line of any words"

  private func location(of share: Share, in rule: RuleDefinition) -> Problem.Location? {
    rule.variants.first { $0.name == share.variantName }?.match.location
  }

  /// How many shares of each game there are.
  private func counts(_ scan: ScanResult) -> [String: Int] {
    scan.shares.reduce(into: [:]) { $0[$1.game, default: 0] += 1 }
  }
}
