/// How a game's results compare: the key `scoring` of its rule file (Documentation/rules.md).
package enum Scoring: String, CaseIterable, Sendable {
  case lowerAttempts, lowerGuesses, lowerHints, lowerTimeSeconds, higherIsBetter

  /// The most points of a result whose game says no maximum of its own.
  private static let mostPoints = 7
  private static let secondsOfPoint = 30
  /// The numbers of tries that count. Whatever a record says, sums of points do not overflow.
  private static let tries = 0...1_000

  /// Whether a score is better than another one.
  package func isBetter(_ score: Int, than other: Int) -> Bool {
    self == .higherIsBetter ? score > other : score < other
  }

  /// The points of a result in leaderboards: none for a puzzle that was not completed, else at
  /// least one. A completed result without a score gets one.
  package func points(of result: PlayedScore) -> Int {
    guard result.isCompleted else { return 0 }
    guard let score = result.score else { return 1 }
    func counted(_ tries: Int) -> Int {
      min(max(tries, Self.tries.lowerBound), Self.tries.upperBound)
    }
    let most = result.maxAttempts.map(counted)
    let points =
      switch self {
      case .lowerAttempts, .lowerGuesses: (most ?? Self.mostPoints) - counted(score) + 1
      case .lowerHints: (most ?? Self.mostPoints - 1) - counted(score) + 1
      case .lowerTimeSeconds: Self.mostPoints - max(0, score) / Self.secondsOfPoint
      case .higherIsBetter: min(Self.mostPoints, score)
      }
    return max(1, points)
  }
}

extension Scoring? {
  /// The points of a result; without a scoring one for a completed puzzle.
  package func points(of result: PlayedScore) -> Int {
    self?.points(of: result) ?? (result.isCompleted ? 1 : 0)
  }
}
