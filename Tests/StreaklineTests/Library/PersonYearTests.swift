import Streakline
import StreaklineCore
import Testing

@Suite struct PersonYearTests {
  private func result(_ iso: String, _ score: Int?, game: String = "wordle") throws -> PlayedResult
  {
    PlayedResult(
      game: game, gameID: game, day: try #require(Day(iso: iso)), isCompleted: score != nil,
      score: score, maxAttempts: 6)
  }

  private func year(_ results: [PlayedResult], asOf iso: String = "2026-12-31") throws
    -> PersonYear
  {
    let category = AchievementCategory(
      key: "many", id: "1", name: "Many", measure: .results,
      requirements: [.init(tier: 1, threshold: 1), .init(tier: 2, threshold: 4)])
    return PersonYear(
      user: "alice", year: try #require(YearCalendar(year: 2026)), results: results,
      rules: .init(scoring: { _ in .lowerAttempts }, achievements: [category]),
      titles: ["wordle": "Wordle"], asOf: try #require(Day(iso: iso)))
  }

  @Test func `results of other years count for streaks and achievements, not for the year`() throws
  {
    let days = ["2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02"]
    let year = try year(try days.map { try result($0, 3) }, asOf: "2026-01-02")
    let game = try #require(year.games.first)
    #expect(year.played == 2 && year.days == 2 && game.statistics.all.played == 2)
    #expect(game.currentStreak == 4 && game.longestStreak == 2)
    #expect(year.unlocks.map(\.tier) == ["silver"])
    #expect(year.unlocks.first?.day.iso == "2026-01-02")
  }

  @Test func `a game has a mean for each month in which a puzzle was solved`() throws {
    let year = try year([
      try result("2026-03-31", 4), try result("2026-03-01", 3), try result("2026-04-01", nil),
      try result("2026-05-09", 6),
    ])
    let means = try #require(year.games.first).means
    #expect(means.map(\.day.iso) == ["2026-03-01", "2026-05-01"])
    #expect(means.map(\.mean) == [3.5, 6] && means.map(\.count) == [2, 1])
  }

  @Test func `the most played game comes first, and one of another year not at all`() throws {
    let year = try year([
      try result("2026-03-31", 4, game: "a"), try result("2026-03-01", 3),
      try result("2026-03-02", 3), try result("2025-03-02", 3, game: "b"),
    ])
    #expect(year.games.map(\.title) == ["Wordle", "a"])
  }
}
