import Foundation
import Streakline
import StreaklinePage
import Testing

struct InterfaceTests {
  private func send(
    _ page: RunningPage, _ method: String, _ address: String, _ token: String?,
    body: String? = nil, type: String = "text/plain"
  ) async throws -> RunningPage.Reply {
    var headers = [("Content-Type", type)]
    if let token { headers.append(("Authorization", "Bearer " + token)) }
    return try await page.send(method, address, headers: headers, body: body)
  }

  @Test func `a text that a user's program posts is that user's result`() async throws {
    try await RunningPage.run { page in
      let token = try page.token(of: "alice", .posts)
      let reply = try await send(page, "POST", "/v1/ingest", token, body: TodayTests.solved)
      #expect(reply.status == 200)
      #expect(reply.text.hasPrefix("{\"found\":1,\"added\":1,"))
      #expect(try page.store.results().map(\.userId) == ["alice"])
      for (address, words) in [
        ("/v1/results?user=alice", "\"id\":\"alice|20261004|"),
        ("/v1/streaks", "\"current\":1"), ("/v1/stats", "\"played\":1"),
        ("/v1/leaderboard?period=week", "\"points\":4"),
      ] {
        let reply = try await send(page, "GET", address, token)
        #expect(reply.status == 200 && reply.text.contains(words))
        #expect(reply.headers["content-type"] == "application/json")
      }
    }
  }

  @Test func `a token that posts speaks for its user alone, one that settles for everybody`()
    async throws
  {
    let chat =
      "[04/10/2026, 08:01:00] bob: \(TodayTests.solved)\n"
      + "[04/10/2026, 08:02:00] alice: \(TodayTests.solved)\n"
    try await RunningPage.run { page in
      let alice = try page.token(of: "alice", .posts)
      let refused = try await send(page, "POST", "/v1/ingest", alice, body: chat)
      // The program hears that there was something.
      #expect(refused.text.contains("\"found\":0,") && refused.text.contains("\"others\":2,"))
      #expect(try page.store.results().isEmpty)
      _ = try await send(page, "POST", "/v1/ingest", alice, body: TodayTests.solved)
      #expect(try page.store.results().map(\.userId) == ["alice"])
      let carla = try page.token(of: "carla", .settles)
      _ = try await send(page, "POST", "/v1/ingest", carla, body: chat)
      #expect(try page.store.results().map(\.userId) == ["alice", "bob"])
    }
  }

  @Test func `a phone may send the text in JSON`() async throws {
    try await RunningPage.run { page in
      let token = try page.token(of: "alice", .posts)
      let body = String(
        decoding: try JSONEncoder().encode(["text": TodayTests.solved]), as: UTF8.self)
      let reply = try await send(
        page, "POST", "/v1/ingest", token, body: body, type: "application/json; charset=utf-8")
      #expect(reply.status == 200 && reply.text.hasPrefix("{\"found\":1,\"added\":1,"))
      #expect(try page.store.results().map(\.userId) == ["alice"])
    }
  }

  @Test func `a program that needs to speak for others hears when its token may not`() async throws
  {
    try await RunningPage.run { page in
      for (user, role, query, status) in [
        ("anna", PageRole.posts, "all", 403), ("bert", .settles, "all", 200),
        ("carl", .settles, "some", 400),
      ] {
        let token = try page.token(of: user, role)
        let reply = try await send(
          page, "POST", "/v1/ingest?senders=\(query)", token, body: TodayTests.solved)
        #expect(reply.status == status)
      }
      #expect(try page.store.results().count == 1)
    }
  }

  @Test func `what a token may not do is refused, and stores nothing`() async throws {
    try await RunningPage.run { page in
      let reader = try page.token(of: "alice", .reads)
      let wrong = String(reader.dropLast()) + (reader.hasSuffix("0") ? "1" : "0")
      let old = try page.token(of: "bob", .settles, expiresAt: 1)
      for (token, status) in [
        (nil, 401), ("", 401), ("slk_", 401), (wrong, 401), (old, 401), (reader, 403),
      ] as [(String?, Int)] {
        let reply = try await send(page, "POST", "/v1/ingest", token, body: TodayTests.solved)
        #expect(reply.status == status)
        #expect(reply.text.hasPrefix("{\"error\":"))
      }
      #expect(try page.store.results().isEmpty)
      #expect(try await send(page, "GET", "/v1/results", reader).status == 200)
      #expect(try await send(page, "GET", "/v1/results", wrong).status == 401)
    }
  }

  @Test(arguments: [
    ("GET", "/v1/results?limit=0", 400), ("GET", "/v1/results?limit=1001", 400),
    ("GET", "/v1/results?from=yesterday", 400), ("GET", "/v1/results?users=alice", 400),
    ("GET", "/v1/leaderboard?period=year", 400), ("GET", "/v1/nothing", 404),
    ("DELETE", "/v1/results", 405), ("GET", "/v1/ingest", 405), ("POST", "/v1/streaks", 405),
  ])
  func `a wrong request is refused with its reason`(
    method: String, address: String, status: Int
  ) async throws {
    try await RunningPage.run { page in
      let reply = try await send(
        page, method, address, try page.token(of: "alice", .settles), body: nil)
      #expect(reply.status == status)
      #expect(reply.text.hasPrefix("{\"error\":\""))
      #expect((reply.headers["allow"] != nil) == (status == 405))
    }
  }

  @Test func `what is too long or too often is refused in JSON, with all headers`() async throws {
    try await RunningPage.run(requestsPerSecond: 0.001) { page in
      let token = try page.token(of: "alice", .posts)
      let long = String(repeating: "x", count: 2 << 20)
      var replies = [try await send(page, "POST", "/v1/ingest", token, body: long)]
      for _ in 0..<50 where replies.last?.status != 429 {
        replies.append(try await send(page, "GET", "/v1/streaks", token))
      }
      for (reply, status) in [(replies[0], 413), (try #require(replies.last), 429)] {
        #expect(reply.status == status)
        #expect(reply.text.hasPrefix("{\"error\":\""))
        #expect(reply.headers["content-security-policy"] != nil)
        #expect((reply.headers["retry-after"] != nil) == (status == 429))
      }
    }
  }

  @Test func `a body that is no text or is empty is refused`() async throws {
    try await RunningPage.run { page in
      let token = try page.token(of: "alice", .posts)
      for (body, type, status) in [
        ("<a/>", "application/xml", 415), (" \n", "text/plain", 422),
        (#"{"text":" "}"#, "application/json", 422), ("{}", "application/json", 400),
        (#"{"text":1}"#, "application/json", 400), ("[", "application/json", 400),
      ] {
        let reply = try await send(page, "POST", "/v1/ingest", token, body: body, type: type)
        #expect(reply.status == status, "\(body)")
        #expect(reply.text.hasPrefix("{\"error\":\""))
      }
    }
  }

  @Test func `the description names each endpoint and parameter, and all of them work`()
    async throws
  {
    try await RunningPage.run { page in
      let token = try page.token(of: "alice", .settles)
      let text = try await page.get("/v1/openapi.json").text
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let paths = try #require(value?["paths"] as? [String: [String: [String: Any]]])
      #expect(paths.count == 7)
      func upload() async throws -> String {
        let reply = try await send(
          page, "POST", "/v1/uploads?size=\(TodayTests.solved.utf8.count)", token)
        return String(try #require(reply.text.firstMatch(of: /"upload":"([^"]+)"/)?.1))
      }
      var samples = [
        "user": "alice", "game": "wordle", "from": "2026-10-01", "to": "2026-10-04",
        "offset": "0", "limit": "5", "period": "all", "day": "2026-10-04", "id": try await upload(),
        "size": "9", "player": "alice", "name": "chat.txt", "senders": "all",
      ]
      // A player whom nobody knows is refused.
      #expect(
        try await send(page, "POST", "/v1/ingest", token, body: TodayTests.solved).status == 200)
      for (path, methods) in paths where path != "/v1/events" {
        for (method, operation) in methods {
          // The other one may be read already, and is no longer to be ended then.
          let former = samples["id"]
          if method == "delete" { samples["id"] = try await upload() }
          defer { samples["id"] = former }
          let names = (operation["parameters"] as? [[String: Any]] ?? []).map {
            $0["name"] as? String ?? ""
          }
          let query = names.map { "\($0)=\(samples[$0] ?? "no sample of \($0)")" }
          let reply = try await send(
            page, method.uppercased(), path + "?" + query.joined(separator: "&"), token,
            body: operation["requestBody"] == nil ? nil : TodayTests.solved)
          #expect(reply.status == 200, "\(method) \(path)")
          let answers = operation["responses"] as? [String: Any] ?? [:]
          #expect(answers["200"] != nil && answers["401"] != nil)
        }
      }
    }
  }
}
