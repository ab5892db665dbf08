import Foundation
import Streakline
import StreaklineCore
import Testing

/// Records that follow from results, without a store.
@Suite struct DerivedRecordTests {
  private static let first = Day(daysSinceEpoch: 20_031)
  private static let now = Instant(milliseconds: 1_800_000_000_000)

  private func played(
    _ day: Int, game: String = "tandem", won: Bool = true, score: Int? = 3, most: Int? = 6
  ) -> PlayedResult {
    PlayedResult(
      game: game, gameID: game, day: Self.first + day, isCompleted: won, score: won ? score : nil,
      maxAttempts: most)
  }

  private static func categories() throws -> [AchievementCategory] {
    let files = AchievementFiles([Tool.root.appending(path: "Achievements").path])
    #expect(files.problems.map(\.rendered) == [])
    return files.categories
  }

  // MARK: - Sums

  @Test func `S8: ten days in a row are a current and a best streak of ten, whatever day it is`() {
    let stats = UserStats.fields(of: (0..<10).map { played($0) })
    #expect(stats["currentStreak"] == .int(10) && stats["bestStreak"] == .int(10))
    #expect(stats["lastStreakDate"] == .string("2024-11-13"))
    let gap = UserStats.fields(of: [0, 1, 2, 4, 5, 6, 7, 8].map { played($0) })
    #expect(gap["currentStreak"] == .int(5) && gap["bestStreak"] == .int(5))
    let lost = UserStats.fields(of: (0..<5).map { played($0) } + [played(5, won: false)])
    #expect(lost["currentStreak"] == .int(0) && lost["bestStreak"] == .int(5))
    #expect(lost["lastStreakDate"] == .string("2024-11-08"))
    #expect(lost["played"] == .int(6) && lost["wins"] == .int(5))
  }

  @Test func `S10: sums are those of the union, in any order, and computing again adds nothing`() {
    var random = SeededRandom(seed: 3)
    let phone = (0..<10).map { played($0) }
    let tablet = (5..<12).map { played($0, won: $0 != 11) }
    let expected: Fields = [
      "played": .int(12), "wins": .int(11), "currentStreak": .int(0), "bestStreak": .int(11),
      "lastStreakDate": .string("2024-11-14"),
    ]
    for _ in 0..<20 {
      #expect(UserStats.fields(of: (phone + tablet).shuffled(using: &random)) == expected)
      #expect(UserStats.fields(of: (phone + tablet + phone).shuffled(using: &random)) == expected)
    }
  }

  // MARK: - Achievements

  @Test func `the file of achievements has the categories and numbers of the issue`() throws {
    let numbers = Dictionary(
      uniqueKeysWithValues: try Self.categories().map {
        ($0.key, $0.requirements.map(\.threshold))
      })
    #expect(
      numbers == [
        "streak_master": [3, 7, 14, 30, 60], "game_collector": [10, 25, 50, 100, 250],
        "perfectionist": [5, 15, 30, 75, 150], "daily_devotee": [3, 7, 14, 30, 60],
        "variety_player": [3, 5, 8, 12, 16], "speed_demon": [1, 5, 10, 25, 50],
        "marathon_runner": [7, 30, 60, 120, 365], "personal_best": [1, 3, 5, 10, 20],
        "social_player": [1, 3, 5, 10, 15], "completionist": [3, 5, 7, 9],
      ])
    let tiers = try Self.categories().map { $0.requirements.map(\.tier) }
    #expect(tiers.allSatisfy { $0 == [1, 2, 3, 4, 6] || $0 == [1, 2, 3, 4] })
  }

  @Test func `each category counts what its name says, and dates the day of each tier`() throws {
    // Wordle each day with scores 6, 5, …, 1 and then 1; connections on three of the days.
    var results = (0..<8).map { played($0, game: "wordle", score: max(1, 6 - $0)) }
    results += [0, 3, 4].map { played($0, game: "connections", won: $0 != 3, score: 1, most: 4) }
    let count = AchievementCount(
      try Self.categories(), of: results, AchievementCount.Games(),
      others: Array(repeating: Self.first, count: 4))
    let numbers = Dictionary(
      uniqueKeysWithValues: count.progress.map { ($0.category.key, $0.number) })
    #expect(
      numbers == [
        "streak_master": 8, "game_collector": 11, "perfectionist": 10, "daily_devotee": 8,
        "variety_player": 2, "speed_demon": 5, "marathon_runner": 8, "personal_best": 5,
        "social_player": 4, "completionist": 1,
      ])
    let streaks = try #require(count.progress.first { $0.category.key == "streak_master" })
    #expect(streaks.unlocks == [1: Self.first + 2, 2: Self.first + 6] && streaks.tier == 2)
    // The fifth personal best is of the sixth day, and gold.
    let bests = try #require(count.progress.first { $0.category.key == "personal_best" })
    #expect(bests.unlocks[3] == Self.first + 5)
  }

  @Test func `other people count from their first day on, but not before one's own`() throws {
    let results = [2, 3, 6].map { played($0) }
    let others = [0, 4, 4, 6, 9, 9].map { Self.first + $0 }
    let count = AchievementCount(
      try Self.categories(), of: results, AchievementCount.Games(), others: others)
    let people = try #require(count.progress.first { $0.category.key == "social_player" })
    #expect(people.number == 6)
    #expect(people.unlocks == [1: Self.first + 2, 2: Self.first + 4, 3: Self.first + 9])
    #expect(
      AchievementCount(try Self.categories(), of: [PlayedResult](), .init(), others: others)
        .progress
        .allSatisfy { $0.number == 0 })
  }

  @Test func `where the greater score is better, a greater one is a personal best`() throws {
    let results = [3, 5, 4, 9].enumerated().map { played($0, game: "bee", score: $1) }
    let games = AchievementCount.Games(higherIsBetter: ["bee"])
    let count = AchievementCount(try Self.categories(), of: results, games)
    #expect(count.progress.first { $0.category.key == "personal_best" }?.number == 2)
  }

  @Test func `a score that is no number of tries is no first try`() throws {
    let results = [played(0, game: "strands", score: 1), played(1, game: "wordle", score: 1)]
    let games = AchievementCount.Games(withoutTries: ["strands"])
    let count = AchievementCount(try Self.categories(), of: results, games)
    #expect(count.progress.first { $0.category.key == "speed_demon" }?.number == 1)
  }

  private func record(
    _ results: [PlayedResult], stored: Fields? = nil, now: Instant = now
  ) throws -> Fields? {
    UserAchievements.fields(
      try Self.categories(), of: results, AchievementCount.Games(), people: 0, stored: stored,
      now: now)
  }

  private func payload(_ fields: Fields?) throws -> [String: Fields] {
    let text = try #require(fields?["payload"]?.string)
    let bytes = try #require(Data(base64Encoded: text))
    guard case .list(let list) = try readJSON(Array(bytes)) else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: list.compactMap { $0.object }.map {
        ($0["category"]?.string ?? "", $0)
      })
  }

  @Test func `the payload is StreakSync's list of tiered achievements, with a summary`() throws {
    let fields = try record((0..<7).map { played($0) })
    let streaks = try #require(try payload(fields)["streak_master"])
    #expect(streaks["id"] == .string("A1B2C3D4-E5F6-4789-A012-3456789ABCDE"))
    let progress = try #require(streaks["progress"]?.object)
    #expect(progress["currentValue"] == .int(7) && progress["currentTier"] == .int(2))
    #expect(
      progress["tierUnlockDates"]
        == .list([
          .int(1), .string("2024-11-06T00:00:00Z"), .int(2), .string("2024-11-10T00:00:00Z"),
        ]))
    #expect(fields?["version"] == .int(1))
    let summary = try #require(
      fields?["summary"]?.string.flatMap { Data(base64Encoded: $0) })
    #expect(
      String(decoding: summary, as: UTF8.self)
        == #"{"daily_devotee":1,"marathon_runner":1,"perfectionist":1,"streak_master":1}"#)
  }

  @Test func `computing again says nothing new, and what was reached stays when results go`() throws
  {
    let seven = try #require(try record((0..<7).map { played($0) }))
    #expect(try record((0..<7).map { played($0) }, stored: seven) == nil)
    #expect(try record([played(0)], stored: seven) == nil)
    let later = try #require(
      try record((0..<8).map { played($0) }, stored: seven, now: Self.now.adding(hours: 1)))
    #expect(later["lastUpdated"] == .string(Self.now.adding(hours: 1).iso))
    #expect(try payload(later)["streak_master"]?["progress"]?.object?["currentValue"] == .int(8))
    // A result of an earlier day makes the first unlock earlier.
    let earlier = try record((-1..<7).map { played($0) }, stored: seven)
    let dates = try payload(earlier)["streak_master"]?["progress"]?.object?["tierUnlockDates"]
    #expect(
      dates
        == .list([
          .int(1), .string("2024-11-05T00:00:00Z"), .int(2), .string("2024-11-09T00:00:00Z"),
        ]))
  }

  @Test func `what the app has written of a category stays: its id, its numbers, its progress`()
    throws
  {
    let app = """
      [{"category":"streak_master","id":"X","requirements":[{"tier":1,"threshold":2},\
      {"tier":2,"threshold":100}],"progress":{"currentValue":40,"currentTier":1,\
      "tierUnlockDates":[1,"2020-01-01T00:00:00Z"],"lastUpdated":"2025-01-01T00:00:00Z"}},\
      {"category":"early_bird","id":"Y","requirements":[],"progress":{"currentValue":3,\
      "tierUnlockDates":[]}}]
      """
    let stored: Fields = ["payload": .string(Data(app.utf8).base64EncodedString())]
    let joined = try payload(try record((0..<7).map { played($0) }, stored: stored))
    #expect(joined.count == 11)
    let streaks = try #require(joined["streak_master"])
    #expect(streaks["id"] == .string("X"))
    #expect(streaks["progress"]?.object?["currentValue"] == .int(40))
    #expect(
      streaks["progress"]?.object?["tierUnlockDates"]
        == .list([.int(1), .string("2020-01-01T00:00:00Z")]))
    #expect(
      streaks["requirements"]
        == .list([
          .object(["threshold": .int(2), "tier": .int(1)]),
          .object(["threshold": .int(100), "tier": .int(2)]),
        ]))
    #expect(joined["early_bird"]?["progress"]?.object?["currentValue"] == .int(3))
  }

  @Test func `a payload that cannot be read is left alone`() throws {
    for payload in ["AAAA", "e30=", "?"] {
      #expect(try record([played(0)], stored: ["payload": .string(payload)]) == nil)
    }
  }

  @Test func `two lists of unlock dates join by tier, the earliest date of each`() {
    let policy = MergePolicy.achievements
    func version(_ dates: [Value], _ device: String) -> RecordVersion {
      RecordVersion(
        fields: ["tierUnlockDates": .list(dates)],
        stamp: Stamp(time: Self.now, device: device, life: 0))
    }
    let merged = policy.merged(
      version([.int(1), .string("b"), .int(3), .string("c")], "a"),
      version([.int(2), .string("x"), .int(1), .string("a")], "b"))
    #expect(
      merged.fields?["tierUnlockDates"]
        == .list([
          .int(1), .string("a"), .int(2), .string("x"), .int(3), .string("c"),
        ]))
  }

  @Test func `joining lists of unlock dates has no order, and joining again changes nothing`() {
    var random = SeededRandom(seed: 5)
    func version() -> RecordVersion {
      var list: [Value] = []
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        list.append(.int(Int.random(in: 1...3, using: &random)))
        list.append(.string(Bool.random(using: &random) ? "a" : "b"))
      }
      // Now and then the last date is missing, or the whole list.
      if Int.random(in: 0...5, using: &random) == 0 { list.append(.int(2)) }
      let fields: Fields =
        Int.random(in: 0...5, using: &random) == 0 ? [:] : ["tierUnlockDates": .list(list)]
      return RecordVersion(
        fields: fields,
        stamp: Stamp(
          time: Instant(milliseconds: .random(in: 0...3, using: &random)), device: "a", life: 0))
    }
    func joined(_ one: RecordVersion, _ other: RecordVersion) -> RecordVersion {
      MergePolicy.achievements.merged(one, other)
    }
    func says(_ one: RecordVersion, _ other: RecordVersion) -> Bool {
      (one.fields ?? [:]).says(other.fields ?? [:])
    }
    for round in 0..<LongRun.rounds(2_000, long: 100_000) {
      let (a, b, c) = (version(), version(), version())
      #expect(says(joined(a, b), joined(b, a)), "round \(round)")
      #expect(says(joined(joined(a, b), b), joined(a, b)), "round \(round)")
      #expect(says(joined(joined(a, b), c), joined(a, joined(b, c))), "round \(round)")
    }
  }

  // MARK: - Scores

  @Test(arguments: [
    DailyScoreName(group: "G", account: "_a|b", day: first, gameID: "w%"),
    DailyScoreName(
      group: nil, account: "é", day: first, gameID: "550E8400-E29B-41D4-A716-446655440000"),
  ])
  func `a score's name keeps its four parts apart`(name: DailyScoreName) {
    #expect(DailyScoreName(name.text) == name)
    #expect(name.gameID == name.gameID.lowercased())
  }

  @Test func `a score is written again only when its result says something else`() throws {
    let name = DailyScoreName(group: "g", account: "_a", day: Self.first, gameID: "wordle")
    let score = try #require(
      DailyScore.fields(of: played(0), name, stored: nil, now: Self.now))
    #expect(score["dateInt"] == .int(20_241_104) && score["score"] == .int(3))
    #expect(DailyScoreName(score) == name)
    let later = Self.now.adding(hours: 1)
    #expect(DailyScore.fields(of: played(0), name, stored: score, now: later) == nil)
    let lost = DailyScore.fields(of: played(0, won: false), name, stored: score, now: later)
    #expect(lost?["score"] == .null && lost?["completed"] == .bool(false))
    #expect(lost?["updatedAt"] == .string(later.iso))
  }
}
