import Streakline
import Testing

struct TodayTests {
  static let solved = """
    Wordle 1,933 3/6

    ⬛⬛🟨⬛⬛
    ⬛🟩⬛🟩🟩
    🟩🟩🟩🟩🟩
    """
  static let before = """
    Wordle 1,932 4/6

    ⬛⬛⬛🟨⬛
    ⬛🟩🟨⬛⬛
    ⬛🟩🟩⬛🟩
    🟩🟩🟩🟩🟩
    """

  @Test func `the page lists who has played what today, and what is open`() async throws {
    try await RunningPage.run { page in
      for (user, text) in [("alice", Self.before), ("alice", Self.solved), ("bob", Self.before)] {
        _ = try page.store.ingest(
          text, options: ImportOptions(user: user, now: RunningPage.now))
      }
      let reply = try await page.get("/")
      #expect(reply.status == 200)
      #expect(reply.text.contains("solved, 3/6"))
      #expect(reply.text.contains("open, streak at risk"))
      #expect(reply.text.contains("2 days"))
      #expect(reply.text.contains("href=\"/players/alice\""))
    }
  }

  @Test func `a name is shown as text, whatever it holds`() async throws {
    try await RunningPage.run { page in
      _ = try page.store.ingest(
        Self.solved,
        options: ImportOptions(user: "<script>alert(1)</script>\"'&", now: RunningPage.now))
      let reply = try await page.get("/")
      #expect(reply.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
      #expect(!reply.text.contains("<script>alert"))
    }
  }

  @Test(arguments: ["/", "/nothing", "/players/a%ZZ"])
  func `every answer has the headers that protect it`(address: String) async throws {
    try await RunningPage.run { page in
      let reply = try await page.get(address)
      let policy = reply.headers["content-security-policy"] ?? ""
      #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
      #expect(reply.headers["x-content-type-options"] == "nosniff")
      #expect(reply.headers["cache-control"] == "no-store")
    }
  }

  @Test func `a request under another server's name is refused`() async throws {
    try await RunningPage.run { page in
      for host in ["evil.example:80", "127.0.0.1:80.evil.example", "localhost:x", "[::1]evil"] {
        let reply = try await page.get("/", headers: [("Host", host)])
        #expect(reply.status == 421)
      }
      #expect(try await page.get("/").status == 200)
    }
  }

  @Test func `the first paint needs less than 100 KB, all from this server`() async throws {
    try await RunningPage.run { page in
      let html = try await page.get("/")
      let addresses = html.text.split(separator: "\"").filter { $0.hasPrefix("/assets/") }
      #expect(Set(addresses).count >= 2)
      var size = html.text.utf8.count
      for address in Set(addresses) {
        let asset = try await page.get(String(address))
        #expect(asset.status == 200)
        #expect(asset.headers["cache-control"]?.contains("immutable") == true)
        size += asset.text.utf8.count
      }
      #expect(size < 100_000)
      #expect(!html.text.contains("http://") && !html.text.contains("https://"))
    }
  }
}
