import Foundation
import Streakline
import Testing

/// What the library answers. `Tests/Questions` asks the programs the same.
struct ResultHistoryTests {
  private static let day = Day(daysSinceEpoch: 20_730)
  private static let now = Instant(day, hour: 12)

  private static func question(_ user: String? = nil, asOf: Day? = nil) -> HistoryQuestion {
    HistoryQuestion(user: user, asOf: asOf, today: day, now: now)
  }

  /// A store in which Ann has two puzzles and Bob one of them.
  private func withStore(_ body: (RecordStore) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "history-\(UUID().uuidString)"
    )
    .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let store = try RecordStore(path: path + "/history.db")
    for (user, text) in [
      ("ann", "Wordle 1,932 4/6\n\n⬛⬛⬛🟨⬛\n⬛🟩🟨⬛⬛\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩"),
      ("ann", "Wordle 1,933 3/6\n\n⬛⬛🟨⬛⬛\n⬛🟩⬛🟩🟩\n🟩🟩🟩🟩🟩"),
      ("bob", "Wordle 1,933 2/6\n\n⬛⬛🟨⬛⬛\n🟩🟩🟩🟩🟩"),
      ("bob", "Wordle 1,934 9/6"),
    ] {
      _ = try store.ingest(text, options: ImportOptions(user: user, now: Self.now))
    }
    try body(store)
  }

  @Test func `a leaderboard counts the days of its period alone`() throws {
    try withStore { store in
      let day = try store.history.leaderboard(Self.question(), .day).rows
      #expect(day.map(\.user) == ["bob", "ann"])
      #expect(day.map(\.points) == [5, 4])
      #expect(day.map(\.formerRank) == [nil, 1])
      let all = try store.history.leaderboard(Self.question(), .all).rows
      #expect(all.map(\.points) == [7, 5])
    }
  }

  @Test func `two players are compared on the puzzles of both`() throws {
    try withStore { store in
      let match = try store.history.headToHead("ann", "bob", Self.question())
      #expect((match.wins, match.losses, match.ties) == (0, 1, 0))
      #expect(match.days == Self.day...Self.day)
    }
  }

  @Test func `a player's games have their numbers, bars and best score`() throws {
    try withStore { store in
      let game = try #require(try store.history.games(Self.question("ann")).first)
      #expect(game.title == "Wordle")
      #expect(game.statistics.all.played == 2)
      #expect(game.best == "3")
      #expect(game.distribution.bars.map(\.count) == [0, 0, 1, 1, 0, 0])
      #expect(try store.history.games(Self.question("nobody")).isEmpty)
    }
  }

  @Test func `streaks up to a day leave out what was played later`() throws {
    try withStore { store in
      let before = try store.history.streaks(Self.question("ann", asOf: Self.day + -1))
      let after = try store.history.streaks(Self.question("ann"))
      #expect(before.map(\.streak.totalPlayed) == [1])
      #expect(after.map(\.streak.totalPlayed) == [2])
    }
  }

  @Test func `a text that is ingested tells what it could not read`() throws {
    try withStore { store in
      let found = try store.ingest(
        "Wordle 1,935 8/6", options: ImportOptions(user: "cid", now: Self.now))
      #expect(found.results.isEmpty)
      #expect(found.nearMisses.map(\.game) == ["wordle"])
      #expect(try store.history.players() == ["ann", "bob"])
    }
  }

  @Test func `achievements and the calendar count what was played`() throws {
    try withStore { store in
      let progress = try store.history.achievements(Self.question("ann"))
      #expect(progress.first { $0.category.key == "streak_master" }?.number == 2)
      let calendar = try #require(try store.history.calendar(Self.question("ann"), year: 2026))
      #expect(CalendarChart(calendar, title: "Ann").summary.contains("2 puzzles, 2 solved"))
      #expect(try store.history.calendar(Self.question("ann"), year: 0) == nil)
    }
  }

  @Test func `a player's numbers of a past day leave out what was played later`() throws {
    try withStore { store in
      let question = Self.question("ann", asOf: Self.day + -1)
      let game = try #require(try store.history.games(question).first)
      #expect(game.statistics.all.played == 1)
      #expect(game.statistics.last == Self.day + -1)
      #expect(game.streak?.streak.max == 1)
    }
  }

  @Test func `a result whose day has not begun anywhere counts in no answer`() throws {
    try withStore { store in
      let later = Self.day + 3
      let number = 1_933 + (later - Self.day)
      _ = try store.ingest(
        "Wordle \(number) 3/6\n\n⬛⬛🟨⬛⬛\n⬛🟩⬛🟩🟩\n🟩🟩🟩🟩🟩",
        options: ImportOptions(user: "ann", now: Instant(later, hour: 12)))
      for asOf in [nil, later, later + 10] {
        let question = Self.question("ann", asOf: asOf)
        #expect(try store.history.streaks(question).map(\.streak.totalPlayed) == [2])
        #expect(try store.history.games(question).map(\.statistics.all.played) == [2])
        let rows = try store.history.leaderboard(question, .all).rows
        #expect(rows.first { $0.user == "ann" }?.played == 2)
      }
    }
  }

  @Test func `nothing of a past day is open`() throws {
    try withStore { (store: RecordStore) throws in
      func states(_ user: String, _ asOf: Day?) throws -> [Standing.State] {
        try store.history.standings(Self.question(user, asOf: asOf)).map(\.state)
      }
      #expect(try states("ann", nil) == [.played])
      #expect(try states("bob", Self.day + -1).isEmpty)
      let tomorrow = HistoryQuestion(
        user: "ann", today: Self.day + 1, now: Instant(Self.day + 1, hour: 12))
      #expect(try store.history.standings(tomorrow).map(\.state) == [.atRisk])
      let seenLater = HistoryQuestion(
        user: "ann", asOf: Self.day + 1, today: Self.day + 3,
        now: Instant(Self.day + 3, hour: 12))
      #expect(try store.history.standings(seenLater).map(\.state) == [.notPlayed])
    }
  }

  @Test func `an unknown name is told from somebody without an answer`() throws {
    try withStore { store in
      #expect(try store.history.unknownName(in: Self.question("ann")) == nil)
      #expect(
        try store.history.unknownName(in: Self.question("nobody"))
          == .user(known: ["ann", "bob"]))
      var question = Self.question("ann")
      question.game = "no-such-game"
      guard case .game(let known)? = try store.history.unknownName(in: question) else {
        Issue.record("the game is known")
        return
      }
      #expect(known.contains("wordle"))
    }
  }

  @Test
  func `a category in a folder of one's own is counted, and one with a mistake stops counting`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "achievements-\(UUID().uuidString)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let store = try RecordStore(path: folder + "/a.db", achievements: [folder])
    _ = try store.ingest(
      "Wordle 1,933 2/6\n\n⬛⬛🟨⬛⬛\n🟩🟩🟩🟩🟩",
      options: ImportOptions(user: "ann", now: Self.now))
    let text = """
      format: 1
      categories:
        early_bird:
          name: Early Bird
          id: 0B1D7D5E-3C0B-4F4E-9B61-2B7A0C5D8E01
          counts: results
          tiers: {bronze: 1, silver: 5}
      """
    try text.write(toFile: folder + "/own.yaml", atomically: false, encoding: .utf8)
    let progress = try store.history.achievements(Self.question("ann"))
    #expect(progress.map(\.category.name) == ["Early Bird"])
    #expect(progress.map(\.tier) == [1])
    try "format: 1\ncategories: [".write(
      toFile: folder + "/wrong.yaml", atomically: false, encoding: .utf8)
    #expect(throws: LibraryError.self) {
      try store.history.achievements(Self.question("ann"))
    }
  }

  @Test func `the calendar of a past day leaves out what was played later`() throws {
    try withStore { store in
      let question = Self.question("ann", asOf: Self.day + -1)
      let calendar = try #require(try store.history.calendar(question, year: 2026))
      #expect(calendar.cells.reduce(0) { $0 + $1.played } == 1)
    }
  }

  @Test(arguments: [("Etc/GMT+12", -1), ("Pacific/Kiritimati", 0), (nil as String?, 0)])
  func `the day of a share that prints none is that of the store's time zone`(
    zone: String?, offset: Int
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "zone-\(UUID().uuidString)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let store = try RecordStore(path: folder + "/z.db", timeZone: zone ?? "UTC")
    let early = Instant(Self.day, hour: 6)
    #expect(store.today(at: early) == Self.day + offset)
    let found = try store.ingest(
      "Weekly Quordle Challenge 143\n7️⃣4️⃣\n5️⃣6️⃣\nm-w.com/games/quordle/",
      options: ImportOptions(now: early))
    #expect(found.results.map(\.record.day) == [Self.day + offset])
    #expect(throws: LibraryError.self) {
      try RecordStore(path: folder + "/y.db", timeZone: "Mars/Base")
    }
  }
}
