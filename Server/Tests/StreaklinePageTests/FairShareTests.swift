import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Streakline
import StreaklinePage
import Testing
import ToolTesting

/// What one user of the page cannot take from the others, and what no text can pretend.
struct FairShareTests {
  private func ingest(
    _ page: RunningPage, _ token: String, _ text: String, headers: [(String, String)] = []
  ) async throws -> RunningPage.Reply {
    try await page.send(
      "POST", "/v1/ingest",
      headers: [("Content-Type", "text/plain"), ("Authorization", "Bearer " + token)] + headers,
      body: text)
  }

  private func wordle(_ number: Int) -> String { "Wordle \(number) 1/6\n\n🟩🟩🟩🟩🟩" }

  @Test func `a player with as many results as the page stores is told so, others go on`()
    async throws
  {
    try await RunningPage.run(quota: PageQuota(results: 3)) { page in
      let alice = try page.token(of: "alice", .posts)
      for number in 1_000..<1_003 {
        #expect(try await ingest(page, alice, wordle(number)).status == 200)
      }
      let refused = try await ingest(page, alice, wordle(1_003))
      #expect(refused.status == 507)
      #expect(refused.text.contains("alice has 3 results here, the most that this server keeps"))
      #expect(refused.text.contains("--page-quota"))
      #expect(try page.store.storedCounts(of: "alice").results == 3)
      let bob = try page.token(of: "bob", .posts)
      #expect(try await ingest(page, bob, wordle(1_003)).status == 200)
      let settler = try page.token(of: "carla", .settles)
      let upload = try await page.send(
        "POST", "/v1/uploads?size=10&player=alice",
        headers: [("Authorization", "Bearer " + settler)])
      #expect(upload.status == 507)
      let form = try await page.post("/paste", ["player": "alice", "text": wordle(1_004)])
      #expect(form.status == 507 && form.text.contains("alice has 3 results here"))
    }
  }

  @Test func `near misses and disputes have a quota of their own`() async throws {
    try await RunningPage.run(quota: PageQuota(results: 100)) { page in
      let alice = try page.token(of: "alice", .posts)
      #expect(try await ingest(page, alice, "Wordle 1000 9/6\n\n🟩🟩🟩🟩🟩").status == 200)
      #expect(try page.store.storedCounts(of: "alice").nearMisses == 1)
      let missed = try await ingest(page, alice, wordle(1_001))
      #expect(missed.status == 507 && missed.text.contains("1 near misses here"), "\(missed)")
      let bob = try page.token(of: "bob", .posts)
      for text in [wordle(1_000), "Wordle 1000 2/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"] {
        #expect(try await ingest(page, bob, text).status == 200)
      }
      #expect(try page.store.storedCounts(of: "bob").disputes == 1)
      let disputed = try await ingest(page, bob, wordle(1_001))
      #expect(disputed.status == 507 && disputed.text.contains("disputes here"), "\(disputed)")
      let all = try page.store.storedCounts()
      #expect(all.results == 1 && all.nearMisses == 1 && all.disputes == 1)
    }
  }

  @Test func `one reader cannot take all streams of events`() async throws {
    // Each stream takes a connection, and a client usually opens few.
    var configuration = HTTPClient.Configuration.singletonConfiguration
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 50
    let client = HTTPClient(configuration: configuration)
    defer { client.shutdown { _ in } }
    try await RunningPage.run(door: .locked(isSecure: false)) { page in
      func listen(_ token: String) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(page.port)/v1/events")
        request.headers.add(name: "Authorization", value: "Bearer " + token)
        return try await client.execute(request, timeout: .seconds(300))
      }
      let (alice, bob) = (try page.token(of: "alice", .reads), try page.token(of: "bob", .reads))
      var open: [HTTPClientResponse] = []
      for _ in 0..<20 { open.append(try await listen(alice)) }
      #expect(open.allSatisfy { $0.status == .ok })
      let refused = try await listen(alice)
      #expect(refused.status.code == 429)
      let words = String(buffer: try await refused.body.collect(upTo: 1 << 16))
      #expect(words.hasPrefix("{\"error\":\"20 open pages of this user"), "\(words)")
      open.append(try await listen(bob))
      #expect(open.last?.status == .ok)
    }
  }

  @Test func `a mark that turns the direction of a text is shown, and forms keep it`() async throws
  {
    let name = "a\u{202E}b\u{200F}"
    try await RunningPage.run { page in
      _ = try page.store.ingest(wordle(1_000), options: ImportOptions(user: name))
      let text = "Wordle 1000 9/6\n\u{202E}no \u{2066}share"
      _ = try page.store.ingest(text, options: ImportOptions(user: name))
      for address in [
        "/", "/streaks", "/leaderboard?period=all", "/versus", "/achievements", "/check",
      ] {
        let shown = try await page.get(address).text
        #expect(!shown.unicodeScalars.contains { isDirectionMark($0) }, "\(address)")
      }
      let streaks = try await page.get("/streaks").text
      #expect(streaks.contains("a\\u{202E}b\\u{200F}"))
      let paste = try await page.get("/paste").text
      #expect(paste.contains("value=\"a&#x202E;b&#x200F;\""), "\(paste)")
      let missing = try await page.get("/players/" + RunningPage.encoded("x\u{202E}y"))
      #expect(missing.status == 404 && missing.text.contains("x\\u{202E}y"), "\(missing)")
    }
  }

  @Test func `a packed text is read, one of which too much comes out is refused`() async throws {
    try await RunningPage.run { page in
      let token = try page.token(of: "alice", .posts)
      func send(_ bytes: [UInt8], _ encoding: String) async throws -> Int {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(page.port)/v1/ingest")
        request.method = .POST
        for (name, value) in [
          ("Content-Type", "text/plain"), ("Authorization", "Bearer " + token),
          ("Content-Encoding", encoding),
        ] { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(bytes: bytes))
        return Int(try await HTTPClient.shared.execute(request, timeout: .seconds(300)).status.code)
      }
      let share = try packed(Array(wordle(1_000).utf8))
      #expect(try await send(share, "gzip") == 200)
      #expect(try page.store.results().map(\.userId) == ["alice"])
      #expect(try await send(share, "br") == 415)
      #expect(try await send(Array("Wordle".utf8), "gzip") == 400)
      let bomb = try packed([UInt8](repeating: 0x20, count: 64 << 20))
      #expect(try await send(bomb, "gzip") == 413)
    }
  }
}
