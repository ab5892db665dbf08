import Foundation
import Streakline
import Testing

struct ViewTests {
  private static let other = TodayTests.solved.replacing("3/6", with: "4/6").replacing(
    "⬛⬛🟨⬛⬛", with: "⬛⬛🟨⬛⬛\n⬛🟩⬛⬛⬛")

  /// Two players, one of them with a result that contradicts the stored one.
  private func fill(_ page: RunningPage) throws {
    for (user, text) in [
      ("alice", TodayTests.before), ("alice", TodayTests.solved), ("bob \"&<x>/é", Self.other),
      ("alice", Self.other),
    ] {
      _ = try page.store.ingest(text, options: ImportOptions(user: user, now: RunningPage.now))
    }
  }

  private static let bob = "/players/bob%20%22%26%3Cx%3E%2F%C3%A9"

  @Test(arguments: [
    ("/streaks", "alive"), ("/streaks?player=alice", "2 days"), ("/leaderboard", "same rank|new"),
    ("/leaderboard?period=day", "on 2026-10-04"), ("/leaderboard?period=all", "of all days"),
    ("/versus?first=alice&second=bob+%22%26%3Cx%3E%2F%C3%A9", "1 : 0"),
    ("/achievements?player=alice", "<progress"), ("/players/alice", "<svg"), (bob, "<svg"),
    ("/check", "Take the other one"), ("/paste", "<textarea"),
  ])
  func `each page shows its part without script or style of its own`(
    address: String, words: String
  ) async throws {
    try await RunningPage.run { page in
      try fill(page)
      let reply = try await page.get(address)
      #expect(reply.status == 200)
      #expect(words.split(separator: "|").contains { reply.text.contains($0) })
      #expect(reply.text.components(separatedBy: "<script").count == 2)
      #expect(reply.text.contains("<script src=\"/assets/page."))
      for forbidden in [" style=", "<style", "<x>", " onclick"] {
        #expect(!reply.text.contains(forbidden))
      }
      #expect(reply.text.utf8.count < 60_000)
    }
  }

  @Test func `a player's page says when the longest streak was`() async throws {
    try await RunningPage.run { page in
      try fill(page)
      let text = try await page.get("/players/alice").text
      #expect(text.contains("2 days<small>2026-10-03 to 2026-10-04</small>"))
    }
  }

  @Test(arguments: [".", ".."]) func `a name that browsers take for a folder has a page`(
    name: String
  ) async throws {
    try await RunningPage.run { page in
      _ = try page.store.ingest(
        TodayTests.solved, options: ImportOptions(user: name, now: RunningPage.now))
      #expect(try await page.get("/").text.contains("href=\"/players?name=\(name)\""))
      let text = try await page.get("/players?name=\(name)").text
      #expect(text.contains("<h1>\(name)</h1>"))
      #expect(text.contains("/players?name=\(name)&amp;day="))
      let missing = try await page.get("/players")
      #expect(missing.status == 404)
    }
  }

  @Test func `a result that is not counted is shown with its reason`() async throws {
    try await RunningPage.run { page in
      try fill(page)
      #expect(try await !page.get("/check").text.contains("Not counted"))
      let text = TodayTests.solved.replacing("3/6", with: "5/6")
      _ = try page.store.ingest(text, options: ImportOptions(user: "eve", now: RunningPage.now))
      let shown = try await page.get("/check").text
      #expect(shown.contains("Not counted") && shown.contains("eve") && shown.contains("5/6"))
      #expect(shown.contains("its parts contradict each other"), "\(shown)")
    }
  }

  @Test func `what waits to be delivered is said, with what to do`() async throws {
    try await RunningPage.run { page in
      try fill(page)
      let text = try await page.get("/check").text
      #expect(text.contains("<dt>default</dt><dd>Not synced yet, 3 pending"))
      // Pipelines that are switched off carry nothing.
      #expect(!text.contains("habitto"))
    }
  }

  @Test(arguments: [("stored", "3/6"), ("other", "4/6")])
  func `a dispute is settled by a choice, once`(choice: String, score: String) async throws {
    try await RunningPage.run { page in
      try fill(page)
      let number = try #require(try page.store.disputes.all().first?.number)
      let refused = try await page.post(
        "/disputes/\(number)", ["choice": choice], origin: "http://evil.example")
      #expect(refused.status == 403)
      #expect(try page.store.disputes.all().count == 1)
      let reply = try await page.post("/disputes/\(number)", ["choice": choice])
      #expect(reply.status == 303)
      #expect(try page.store.disputes.all().isEmpty)
      #expect(try await page.get("/").text.contains("solved, \(score)"))
      #expect(try await page.post("/disputes/\(number)", ["choice": choice]).status == 404)
    }
  }

  @Test(arguments: ["/players/nobody", "/nothing", "/paste/more"])
  func `what is not there is a page that says so`(address: String) async throws {
    try await RunningPage.run { page in
      try fill(page)
      let reply = try await page.get(address)
      #expect(reply.status == 404)
      #expect(reply.text.contains("<h1>"))
    }
  }

  @Test(arguments: [
    "/?from=-1", "/?from=999999999999999999999", "/?day=9999-12-31", "/?day=0001-01-01",
    "/streaks?from=-5", "/leaderboard?period=week&day=9999-12-31",
    "/leaderboard?period=month&day=0001-01-01",
    "/players/alice?year=9999", "/players/alice?year=1", "/versus?first=alice&second=alice",
    "/?&&&=&=%",
  ])
  func `an odd address gives a page`(address: String) async throws {
    try await RunningPage.run { page in
      try fill(page)
      #expect(try await page.get(address).status == 200)
    }
  }

  @Test(arguments: [
    ("/?day=x", 400, "2026-10-04"), ("/?day", 400, "2026-10-04"),
    ("/leaderboard?period=%00", 400, "day, week, month, all"),
    ("/players/alice?year=0", 400, "from 1 to 9999"),
    ("/players/alice?year=99999999999999999999999", 400, "from 1 to 9999"),
    ("/streaks?day=2026-02-30", 400, "A day"),
    ("/streaks?player=nobody", 404, "There is no player"),
    ("/versus?first=alice&second=nobody", 404, "There is no player"),
    ("/achievements?player=nobody", 404, "There is no player"),
  ])
  func `a wrong parameter is refused and not passed over`(
    address: String, status: Int, words: String
  ) async throws {
    try await RunningPage.run { page in
      try fill(page)
      let reply = try await page.get(address)
      #expect(reply.status == status && reply.text.contains(words))
    }
  }

  @Test func `a player's page leads to head to head with each of the others`() async throws {
    try await RunningPage.run { page in
      try fill(page)
      let text = try await page.get("/players/alice").text
      #expect(text.contains("/versus?first=alice&amp;second=bob"))
      #expect(!text.contains("second=alice"))
    }
  }

  @Test func `another day than today has no streak at risk`() async throws {
    try await RunningPage.run { page in
      _ = try page.store.ingest(
        TodayTests.before, options: ImportOptions(user: "alice", now: RunningPage.now))
      #expect(try await page.get("/").text.contains("open, streak at risk"))
      let day = (Day.local(at: RunningPage.now) + 1).iso
      for address in ["/?day=\(day)", "/streaks?day=\(day)"] {
        let text = try await page.get(address).text
        #expect(!text.contains("at risk") && !text.contains("open today"))
        #expect(text.contains("alice"))
      }
    }
  }

  @Test func `who has played tomorrow's puzzle already has nothing open`() async throws {
    try await RunningPage.run { page in
      for text in [TodayTests.solved, TodayTests.solved.replacing("1,933", with: "1,934")] {
        _ = try page.store.ingest(text, options: ImportOptions(user: "alice", now: RunningPage.now))
      }
      let text = try await page.get("/streaks").text
      #expect(text.contains("alive") && !text.contains("open today"))
    }
  }
}
