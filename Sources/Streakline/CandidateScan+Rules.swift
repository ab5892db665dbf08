internal import StreaklineCore
package import StreaklineReaders
package import StreaklineRules

extension CandidateScan {
  /// Finds the shares of games by their rules.
  ///
  /// - Parameter seen: Gets what is searched.
  package init(_ rules: RuleSet, seen: SeenText? = nil) {
    self.init(games: GameKnowledge(rules)) { text, range in
      seen?.note(text, range)
      return rules.candidates(in: text, range)
    }
  }
}

extension GameKnowledge {
  fileprivate init(_ rules: RuleSet) {
    self.init(
      isTitle: { rules.isTitle($0) }, results: { ShareReader(rules: rules).puzzleResults(in: $0) })
  }
}

extension ShareReader {
  /// The results in a text, but for those that name their player.
  fileprivate func puzzleResults(in bytes: [UInt8]) -> [PuzzleResult] {
    let text = ShareText(bytes)
    let scan = read(text)
    return scan.shares.compactMap { share in
      // What Discord's Wordle posts of a group has a result of each member, with the name.
      guard share.user == nil else { return nil }
      let range = text.rawStart(share.range.lowerBound)..<text.rawEnd(share.range.upperBound)
      let fields = scan.fields(of: share, in: text)
      let outcome = ["completed", "score"].map { name in
        fields.first { $0.name == name }.map { "\($0.value)" } ?? ""
      }
      return PuzzleResult(
        range: range, puzzle: share.puzzle, outcome: outcome.joined(separator: " "))
    }
  }
}

extension Share {
  /// The game and its puzzle's number or date; `nil` where the share prints neither.
  fileprivate var puzzle: String? {
    if let number { return "\(gameId) \(number)" }
    switch day {
    case .known(let day): return "\(gameId) \(day.iso)"
    case .yearless(let date): return "\(gameId) \(date)"
    case .absent, .nonsense: return nil
    }
  }
}
