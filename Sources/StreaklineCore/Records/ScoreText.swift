/// A score as people read it: seconds as a clock shows them.
///
/// - Parameter scoring: `nil` where no rule says how scores compare.
package func scoreText(_ score: Int, _ scoring: Scoring?) -> String {
  scoring == .lowerTimeSeconds ? clock(score) : withThousandsSeparators(score)
}

/// A mean or a median of scores, with two decimals; a dash for `nil`.
package func scoreText(_ number: Double?, _ scoring: Scoring?) -> String {
  // A record may say any number, also one whose hundredths no integer can hold.
  guard let number, let hundredths = Int(exactly: (number * 100).rounded()) else { return "–" }
  if scoring == .lowerTimeSeconds { return clock(Int(number.rounded())) }
  let sign = hundredths < 0 && hundredths > -100 ? "-" : ""
  return sign
    + "\(withThousandsSeparators(hundredths / 100)).\(padded(abs(hundredths % 100), 2))"
}

/// A share in whole percent, rounded down; a dash where there is nothing to have a share of.
package func percentText(_ count: Int, of all: Int) -> String {
  all == 0 ? "–" : "\(count * 100 / all) %"
}

extension GameStatistics.Bar {
  /// The bar's score or range of scores, or what its results have in common.
  package func label(_ scoring: Scoring?) -> String {
    guard let scores else { return isCompleted ? "solved" : "not solved" }
    let (from, to) = (
      scoreText(scores.lowerBound, scoring), scoreText(scores.upperBound, scoring)
    )
    return from == to ? from : "\(from)–\(to)"
  }
}
