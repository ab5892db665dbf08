import StreaklineCore
import Testing

@Suite struct GameStatisticsTests {
  private let monday = Day(dateInt: 20_241_104) ?? Day(daysSinceEpoch: 0)

  private func results(_ scores: [Int?], most: Int? = 6) -> [PlayedResult] {
    scores.enumerated().map { index, score in
      PlayedResult(
        game: "wordle", gameID: "g", day: monday + index, isCompleted: score != nil, score: score,
        maxAttempts: most)
    }
  }

  @Test func `each score that a game can have is a bar, and what was not solved comes last`() {
    let statistics = GameStatistics(results([3, 4, nil, 3]), .lowerAttempts, asOf: monday + 3)
    #expect(statistics.distribution.map(\.count) == [0, 0, 2, 1, 0, 0, 1])
    #expect(statistics.distribution.map(\.scores?.lowerBound) == [1, 2, 3, 4, 5, 6, nil])
  }

  @Test(arguments: [[17, 230, 999], [0, 100_000], [Int.min, Int.max], [-7, 40]])
  func `many scores are counted in few ranges of one width`(scores: [Int]) {
    let statistics = GameStatistics(
      results(scores, most: nil), .lowerTimeSeconds, asOf: monday + 9)
    let ranges = statistics.distribution.compactMap(\.scores)
    #expect(ranges.count <= 12)
    if scores.contains(999) { #expect(ranges.first == 0...99 && ranges.last == 900...999) }
    #expect(statistics.distribution.map(\.count).reduce(0, +) == scores.count)
  }

  @Test func `where more is better the greatest scores come first`() {
    let statistics = GameStatistics(
      results([5, 7, 6], most: nil), .higherIsBetter, asOf: monday + 2)
    #expect(statistics.distribution.map(\.scores) == [7...7, 6...6, 5...5])
    #expect(statistics.best == GameStatistics.Best(score: 7, day: monday + 1))
  }

  @Test func `the mean and the median are of solved puzzles, for the last days and for all`() {
    let scores = (0..<40).map { $0 < 30 ? 6 : 2 } + [nil]
    let statistics = GameStatistics(results(scores), .lowerAttempts, asOf: monday + 40)
    #expect(statistics.recent[7]?.played == 7 && statistics.recent[7]?.completed == 6)
    #expect(statistics.recent[7]?.mean == 2 && statistics.all.mean == 5)
    #expect(statistics.all.median == 6)
    #expect(GameStatistics(results([2, 3]), .lowerAttempts, asOf: monday).all.median == 2.5)
    #expect(statistics.weekdays.map(\.played) == [6, 6, 6, 6, 6, 6, 5])
    #expect(statistics.best == GameStatistics.Best(score: 2, day: monday + 30))
  }

  @Test func `no results are no numbers`() {
    let statistics = GameStatistics([], nil, asOf: monday)
    #expect(statistics.all.played == 0 && statistics.all.mean == nil)
    #expect(statistics.distribution.isEmpty && statistics.best == nil && statistics.first == nil)
  }
}

@Suite struct LeaderboardTests {
  private func result(_ score: Int?, most: Int? = 6, isCompleted: Bool? = nil) -> PlayedResult {
    PlayedResult(
      game: "g", gameID: "g", day: Day(daysSinceEpoch: 20_000),
      isCompleted: isCompleted ?? (score != nil),
      score: score, maxAttempts: most)
  }

  @Test(
    arguments: [
      (.lowerAttempts, 1, 6, 6), (.lowerAttempts, 6, 6, 1), (.lowerGuesses, 2, 5, 4),
      (.lowerGuesses, 3, nil, 5), (.lowerHints, 0, 10, 11), (.lowerHints, 0, nil, 7),
      (.lowerTimeSeconds, 29, nil, 7), (.lowerTimeSeconds, 30, nil, 6),
      (.lowerTimeSeconds, 100_000, nil, 1), (.higherIsBetter, 4, nil, 4),
      (.higherIsBetter, 9_999, nil, 7), (.higherIsBetter, 0, nil, 1),
    ] as [(Scoring, Int, Int?, Int)])
  func `points follow from how the game counts`(
    scoring: Scoring, score: Int, most: Int?, points: Int
  ) {
    #expect(scoring.points(of: result(score, most: most).playedScore) == points)
    #expect(scoring.points(of: result(score, most: most, isCompleted: false).playedScore) == 0)
    #expect(scoring.points(of: result(nil, most: most, isCompleted: true).playedScore) == 1)
  }

  @Test(arguments: Scoring.allCases, [Int.min, -1, 0, 1_000_000, Int.max])
  func `no number of a record makes points that cannot be added up`(scoring: Scoring, score: Int) {
    for most in [Int.min, 0, 6, Int.max] {
      #expect((1...1_001).contains(scoring.points(of: result(score, most: most).playedScore)))
    }
  }

  private func points(_ pairs: [(String, Int)]) -> [Leaderboard.Row] {
    pairs.map { user, points in
      var row = Leaderboard.Row(user: user)
      row.add(PlayedScore(isCompleted: points > 0, score: points), .higherIsBetter)
      return row
    }
  }

  @Test func `players with equal points share a rank, and the next one is left out`() {
    let board = Leaderboard(
      points([("b", 3), ("a", 2), ("a", 1), ("c", 5), ("d", 0)]),
      former: points([("a", 7), ("b", 6)]))
    #expect(board.rows.map(\.user) == ["c", "a", "b", "d"])
    #expect(board.rows.map(\.rank) == [1, 2, 2, 4])
    #expect(board.rows.map(\.formerRank) == [nil, 1, 2, nil])
    #expect(board.rows.map(\.played) == [1, 2, 1, 1])
    #expect(board.rows.map(\.completed) == [1, 2, 1, 0])
  }

  @Test(
    arguments: [
      (.day, 20_241_104, 20_241_104, 20_241_104), (.week, 20_241_110, 20_241_104, 20_241_110),
      (.week, 20_241_104, 20_241_104, 20_241_110), (.month, 20_240_215, 20_240_201, 20_240_229),
      (.month, 20_241_231, 20_241_201, 20_241_231), (.week, 19_691_231, 19_691_229, 19_700_104),
    ] as [(Leaderboard.Period, Int, Int, Int)])
  func `a week starts on a Monday, a month on its first day`(
    period: Leaderboard.Period, day: Int, first: Int, last: Int
  ) throws {
    let chosen = try #require(Day(dateInt: day))
    let days = try #require(period.days(around: chosen))
    #expect(days.lowerBound.dateInt == first && days.upperBound.dateInt == last)
  }
}
