/// What one player's results in one game come to.
public struct GameStatistics: Hashable, Sendable {
  /// How many results have a score of a range.
  public struct Bar: Hashable, Sendable {
    /// `nil` for results that were not completed, or that have no score.
    public let scores: ClosedRange<Int>?
    /// Whether the results are of solved puzzles.
    public let isCompleted: Bool
    /// How many results; 0 for a range in which no score lies.
    public let count: Int
  }

  /// The results of some days.
  public struct Summary: Hashable, Sendable {
    /// Results, solved or not.
    public private(set) var played = 0
    /// Results of solved puzzles, with or without a score.
    public private(set) var completed = 0
    /// The mean of the scores of completed results; `nil` when there are none.
    public private(set) var mean: Double?
    /// The score in the middle, or the mean of the two in the middle.
    public private(set) var median: Double?

    fileprivate init(_ results: [PlayedScore]) {
      played = results.count
      completed = results.count(where: \.isCompleted)
      let scores = results.compactMap { $0.isCompleted ? $0.score : nil }.sorted()
      guard !scores.isEmpty else { return }
      mean = scores.reduce(0) { $0 + Double($1) } / Double(scores.count)
      let middle = scores.count / 2
      median =
        scores.count % 2 == 1
        ? Double(scores[middle]) : (Double(scores[middle - 1]) + Double(scores[middle])) / 2
    }
  }

  /// The best score of a solved puzzle.
  public struct Best: Hashable, Sendable {
    /// The number of tries, guesses, hints, seconds or points, as the game counts.
    public let score: Int
    /// The first day on which it was reached.
    public let day: Day

    package init(score: Int, day: Day) {
      (self.score, self.day) = (score, day)
    }
  }

  /// The last days for which there is a summary.
  public static let periods = [7, 30, 365]
  /// A distribution over more scores than these is one over ranges of scores.
  private static let mostBars = 12

  /// All results.
  public let all: Summary
  /// By the number of days, of those that end on the day of the statistics.
  public let recent: [Int: Summary]
  /// Seven, from Monday on.
  public let weekdays: [Summary]
  /// From the best scores to the worst, then what has no score.
  public let distribution: [Bar]
  /// The day of the first result, solved or not; `nil` without results.
  public let first: Day?
  /// The day of the last result, solved or not; `nil` without results.
  public let last: Day?
  /// `nil` where no rule says how scores compare, or no solved puzzle has a score.
  public let best: Best?
  /// First and last day of the longest streak; of several as long, of the latest one.
  public let longestRun: ClosedRange<Day>?

  /// - Parameters:
  ///   - results: One for each day, in any order.
  ///   - scoring: `nil` where no rule says how scores compare.
  ///   - everyDays: Days between two puzzles of the game, as ``Streak/everyDays`` has them.
  ///   - day: The last day of the latest days.
  package init(
    _ results: [PlayedResult], _ scoring: Scoring?, everyDays: Int = 1, asOf day: Day
  ) {
    let results = results.sorted { $0.day < $1.day }
    let scores = results.map { (day: $0.day, score: $0.playedScore) }
    func summary(_ isWanted: (Day) -> Bool) -> Summary {
      Summary(scores.compactMap { isWanted($0.day) ? $0.score : nil })
    }
    all = summary { _ in true }
    recent = Dictionary(
      uniqueKeysWithValues: Self.periods.map { days in
        (days, summary { $0 > day + -days && $0 <= day })
      })
    weekdays = (0..<7).map { weekday in summary { $0.weekday == weekday } }
    (first, last) = (results.first?.day, results.last?.day)
    var best: Best?
    for result in results where result.isCompleted {
      guard let score = result.score, let scoring else { continue }
      if best.map({ scoring.isBetter(score, than: $0.score) }) ?? true {
        best = Best(score: score, day: result.day)
      }
    }
    self.best = best
    longestRun = Streak.longestRun(
      results.map { ($0.day, $0.isCompleted) }, everyDays: everyDays)
    distribution = Self.distribution(results, scoring)
  }

  // MARK: - Distribution

  private static func distribution(_ results: [PlayedResult], _ scoring: Scoring?) -> [Bar] {
    let completed = results.filter(\.isCompleted)
    let scores = completed.compactMap(\.score)
    var bars: [Bar] = []
    if let least = scores.min(), let greatest = scores.max() {
      for range in ranges(least, greatest, results, scoring) {
        bars.append(
          Bar(scores: range, isCompleted: true, count: scores.count(where: range.contains)))
      }
    }
    if scoring == .higherIsBetter { bars.reverse() }
    let others = [(true, completed.count - scores.count), (false, results.count - completed.count)]
    return bars
      + others.filter { $0.1 > 0 }.map { Bar(scores: nil, isCompleted: $0.0, count: $0.1) }
  }

  /// One range for each score that the game can have, or ranges of equal and round width.
  private static func ranges(
    _ least: Int, _ greatest: Int, _ results: [PlayedResult], _ scoring: Scoring?
  ) -> [ClosedRange<Int>] {
    let counts = scoring == .lowerAttempts || scoring == .lowerGuesses
    let most = results.compactMap(\.maxAttempts).max() ?? greatest
    let (first, last) = counts ? (min(1, least), max(greatest, most)) : (least, greatest)
    let (span, overflow) = last.subtractingReportingOverflow(first)
    if !overflow, span < mostBars { return (first...last).map { $0...$0 } }
    let width = roundWidth(Double(last) - Double(first))
    // Rounded down, also below zero.
    let (start, end) = (first / width - (first % width < 0 ? 1 : 0), last / width)
    return (start...max(start, end - (last % width < 0 ? 1 : 0))).map { number in
      let (from, isTooSmall) = number.multipliedReportingOverflow(by: width)
      let (to, isTooGreat) = (isTooSmall ? (number + 1) * width : from)
        .addingReportingOverflow(isTooSmall ? -1 : width - 1)
      return (isTooSmall ? .min : from)...(isTooGreat ? .max : to)
    }
  }

  /// 1, 2 or 5 times a power of ten, so that few ranges cover the span.
  private static func roundWidth(_ span: Double) -> Int {
    var power = 1
    while true {
      for factor in [1, 2, 5] where span / Double(power * factor) < Double(mostBars - 1) {
        return power * factor
      }
      power *= 10
    }
  }
}
