import Foundation
import Streakline
import Testing

struct ViewsTests {
  private static let day = Day(daysSinceEpoch: 20_730)
  private static let now = Instant(day, hour: 12)

  /// A store in which Ann has two puzzles and Bob one of them.
  private func withStore(_ body: (RecordStore) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "views-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let store = try RecordStore(path: path + "/views.db")
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
      let day = try store.leaderboard(.day, around: Self.day, now: Self.now).rows
      #expect(day.map(\.user) == ["bob", "ann"])
      #expect(day.map(\.points) == [5, 4])
      #expect(day.map(\.formerRank) == [nil, 1])
      let all = try store.leaderboard(.all, around: Self.day, now: Self.now).rows
      #expect(all.map(\.points) == [7, 5])
    }
  }

  @Test func `two players are compared on the puzzles of both`() throws {
    try withStore { store in
      let match = try store.headToHead("ann", "bob", now: Self.now)
      #expect((match.wins, match.losses, match.ties) == (0, 1, 0))
      #expect(match.days == Self.day...Self.day)
    }
  }

  @Test func `a player's games have their numbers, bars and best score`() throws {
    try withStore { store in
      let game = try #require(try store.games(of: "ann", asOf: Self.day, now: Self.now).first)
      #expect(game.title == "Wordle")
      #expect(game.statistics.all.played == 2)
      #expect(game.best == "3")
      #expect(game.distribution.bars.map(\.count) == [0, 0, 1, 1, 0, 0])
      #expect(try store.games(of: "nobody", asOf: Self.day, now: Self.now).isEmpty)
    }
  }

  @Test func `streaks up to a day leave out what was played later`() throws {
    try withStore { store in
      let before = try store.streaks(user: "ann", upTo: Self.day + -1)
      let after = try store.streaks(user: "ann", upTo: Self.day)
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
      #expect(try store.players() == ["ann", "bob"])
    }
  }

  @Test func `achievements and the calendar count what was played`() throws {
    try withStore { store in
      let progress = try store.achievements(user: "ann", now: Self.now)
      #expect(progress.first { $0.category.key == "streak_master" }?.number == 2)
      let calendar = try store.calendar(user: "ann", year: 2026, title: "Ann", now: Self.now)
      #expect(calendar?.summary.contains("2 puzzles, 2 solved") == true)
      #expect(try store.calendar(user: "ann", year: 0, title: "Ann", now: Self.now) == nil)
    }
  }
}
