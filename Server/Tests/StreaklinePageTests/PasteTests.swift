import Streakline
import Testing

struct PasteTests {
  @Test func `a pasted text becomes a result, and the page shows it with its streak`() async throws
  {
    try await RunningPage.run { page in
      let reply = try await page.post(
        "/paste", ["player": "alice", "text": TodayTests.before + "\n\n" + TodayTests.solved])
      #expect(reply.status == 200)
      #expect(reply.text.contains("2 results found, 2 new"))
      #expect(try page.store.results(user: "alice").count == 2)
      #expect(try await page.get("/").text.contains("solved, 3/6"))
      let again = try await page.post(
        "/paste", ["player": "alice", "text": TodayTests.solved])
      #expect(again.text.contains("1 result found, 0 new"))
    }
  }

  @Test func `what starts like a result and cannot be read is shown as text`() async throws {
    try await RunningPage.run { page in
      let text = "Wordle 1,933 9/6 <img src=x onerror=alert(1)>"
      let reply = try await page.post("/paste", ["player": "alice", "text": text])
      #expect(reply.text.contains("not read"))
      #expect(reply.text.contains("&lt;img src=x") && !reply.text.contains("<img src=x"))
      let check = try await page.get("/check")
      #expect(check.text.contains("&lt;img src=x") && !check.text.contains("<img src=x"))
    }
  }

  @Test(arguments: ["http://evil.example", "null", "http://127.0.0.1"])
  func `a form of another server's page stores nothing`(origin: String) async throws {
    try await RunningPage.run { page in
      let reply = try await page.post(
        "/paste", ["player": "alice", "text": TodayTests.solved], origin: origin)
      #expect(reply.status == 403)
      #expect(try page.store.results().isEmpty)
    }
  }

  @Test func `a form without a player keeps its text`() async throws {
    try await RunningPage.run { page in
      let reply = try await page.post("/paste", ["player": " ", "text": TodayTests.solved])
      #expect(reply.status == 422)
      #expect(reply.text.contains("Say who has played."))
      #expect(reply.text.contains("Wordle 1,933 3/6"))
    }
  }

  @Test func `a text of more than a megabyte is refused`() async throws {
    try await RunningPage.run { page in
      let reply = try await page.post(
        "/paste", ["player": "alice", "text": String(repeating: "a", count: 1_100_000)])
      #expect(reply.status == 413)
      #expect(try await page.get("/").status == 200)
    }
  }
}
