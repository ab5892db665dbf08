/// How a game's results compare (DESIGN §4, games.csv).
package enum Scoring: String, CaseIterable, Sendable {
  case lowerAttempts, lowerGuesses, lowerHints, lowerTimeSeconds, higherIsBetter

  /// The most points of a result whose game says no maximum of its own.
  private static let mostPoints = 7
  private static let secondsOfPoint = 30

  /// Whether a score is better than another one.
  package func isBetter(_ score: Int, than other: Int) -> Bool {
    self == .higherIsBetter ? score > other : score < other
  }

  /// The points of a result in leaderboards (DESIGN §4): none for a puzzle that was not completed, else at
  /// least one. A completed result without a score gets one.
  package func points(of result: PlayedResult) -> Int {
    guard result.isCompleted else { return 0 }
    guard let score = result.score else { return 1 }
    let points =
      switch self {
      case .lowerAttempts, .lowerGuesses: (result.maxAttempts ?? Self.mostPoints) - score + 1
      case .lowerHints: (result.maxAttempts ?? Self.mostPoints - 1) - score + 1
      case .lowerTimeSeconds: Self.mostPoints - score / Self.secondsOfPoint
      case .higherIsBetter: min(Self.mostPoints, score)
      }
    return max(1, points)
  }
}
