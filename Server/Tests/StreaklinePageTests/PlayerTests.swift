import Streakline
import StreaklinePage
import Testing

/// Users whose results are those of a player with another name.
@Suite struct PlayerTests {
  @Test func `what a user pastes and posts becomes the results of the user's player`() async throws
  {
    try await RunningPage.run(door: .locked(isSecure: false)) { page in
      let token = try page.token(of: "anna", .posts, player: "Anna Müller")
      let cookie = "streakline=\(token)"
      let form = try await page.get("/paste", headers: [("Cookie", cookie)])
      #expect(form.text.contains("Anna Müller"), "\(form.text)")
      let pasted = try await page.post(
        "/paste", ["player": "bob", "text": TodayTests.solved], cookie: cookie)
      #expect(pasted.status == 200)
      #expect(try page.store.history.players() == ["Anna Müller"])
      let bearer = ("Authorization", "Bearer \(token)")
      let posted = try await page.send(
        "POST", "/v1/ingest", headers: [bearer, ("Content-Type", "text/plain")],
        body: TodayTests.solved)
      #expect(posted.text.contains("\"duplicates\":1"), "\(posted.text)")
      let stats = try await page.get("/v1/stats", headers: [bearer])
      #expect(stats.text.contains("Anna Müller"), "\(stats.text)")
    }
  }
}
