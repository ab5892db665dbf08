/// What the rules say about a text of which it is not known whose shares it holds.
package struct GameKnowledge: Sendable {
  /// Whether words are the name of a game: `Travle Italia`.
  let isTitle: @Sendable (_ words: String) -> Bool
  /// The results in a text, in their order.
  let results: @Sendable (_ text: [UInt8]) -> [PuzzleResult]

  /// For inputs that are read without rules.
  package static let none = GameKnowledge(isTitle: { _ in false }, results: { _ in [] })

  package init(
    isTitle: @escaping @Sendable (_ words: String) -> Bool,
    results: @escaping @Sendable (_ text: [UInt8]) -> [PuzzleResult]
  ) {
    self.isTitle = isTitle
    self.results = results
  }
}

/// A result in a text: of which puzzle it is, and how it went.
package struct PuzzleResult: Sendable {
  /// The share's range in the text.
  let range: Range<Int>
  /// The game, and the number or date that the share prints. Who plays it has one result of it. `nil` where the
  /// share prints neither.
  let puzzle: String?
  /// Equal for equal results.
  let outcome: String

  package init(range: Range<Int>, puzzle: String?, outcome: String) {
    self.range = range
    self.puzzle = puzzle
    self.outcome = outcome
  }
}
