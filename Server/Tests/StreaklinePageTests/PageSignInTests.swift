import Streakline
import StreaklinePage
import Testing

struct PageSignInTests {
  private static let door = Door.locked(isSecure: false)
  /// Another result of the same puzzle.
  private static let other = TodayTests.solved.replacing("3/6\n", with: "4/6\n⬛⬛⬛⬛⬛\n")

  /// Signs in and returns the cookie.
  private func cookie(_ page: RunningPage, _ token: String) async throws -> String {
    let reply = try await page.post("/sign-in", ["token": " \(token)\n", "next": "/streaks"])
    #expect(reply.status == 303 && reply.headers["location"] == "/streaks")
    let cookie = try #require(reply.headers["set-cookie"])
    #expect(cookie.contains("; HttpOnly; SameSite=Strict") && cookie.contains("; Path=/;"))
    return String(cookie.prefix { $0 != ";" })
  }

  private func get(
    _ page: RunningPage, _ address: String, _ cookie: String
  ) async throws -> RunningPage.Reply {
    try await page.get(address, headers: [("Cookie", "other=1; \(cookie)")])
  }

  @Test func `without a token nobody sees or stores anything`() async throws {
    try await RunningPage.run(door: Self.door) { page in
      _ = try page.store.ingest(TodayTests.solved, options: ImportOptions(user: "alice"))
      for address in ["/", "/streaks", "/players/alice", "/check", "/paste", "/nothing"] {
        for cookie in ["", "streakline=slk_unknown", "streakline="] {
          let reply = try await get(page, address, cookie)
          #expect(reply.status == 303)
          let place = reply.headers["location"] ?? ""
          #expect(place.hasPrefix("/sign-in?next=%2F"))
          #expect(!reply.text.contains("alice"))
          let form = try await page.get(place).text
          #expect(form.contains("name=\"next\" value=\"\(address)\""))
          #expect(!form.contains("aria-label=\"Pages\"") && !form.contains(">alice"))
        }
      }
      let pasted = try await page.post("/paste", ["player": "bob", "text": TodayTests.solved])
      #expect(pasted.status == 401)
      #expect(try page.store.history.players() == ["alice"])
    }
  }

  @Test func `a token opens the page until its holder signs out or it is revoked`() async throws {
    try await RunningPage.run(door: Self.door) { page in
      let cookie = try await cookie(page, try page.token(of: "alice", .reads))
      #expect(try await get(page, "/streaks", cookie).status == 200)
      #expect(try await get(page, "/", cookie).text.contains("Sign out alice"))
      let out = try await page.post("/sign-out", [:], cookie: cookie)
      #expect(out.headers["set-cookie"]?.hasPrefix("streakline=; Path=/; Max-Age=0;") == true)
      try page.revokeTokens(of: "alice")
      #expect(try await get(page, "/streaks", cookie).status == 303)
    }
  }

  @Test func `a wrong token is refused, and it is not shown again`() async throws {
    try await RunningPage.run(door: Self.door) { page in
      let old = try page.token(of: "bob", .settles, expiresAt: 1)
      for token in ["", "slk_wrong", old, "slk_a; Path=/\r\nX: 1"] {
        let reply = try await page.post("/sign-in", ["token": token])
        #expect(reply.status == 401 && reply.headers["set-cookie"] == nil)
        #expect(token.isEmpty || !reply.text.contains(token))
        #expect(reply.text.contains("not known here"))
      }
    }
  }

  @Test(arguments: [
    "//evil.example/", "https://evil.example/", "/\\evil.example", "/a\r\nSet-Cookie: a=b", "",
    "/streaks?a=\"><script>",
  ])
  func `signing in leads to no other server`(_ next: String) async throws {
    try await RunningPage.run(door: Self.door) { page in
      let token = try page.token(of: "alice", .reads)
      let reply = try await page.post("/sign-in", ["token": token, "next": next])
      let isOwn = next.hasPrefix("/streaks")
      #expect(reply.headers["location"] == (isOwn ? next : "/"))
      let form = try await page.get("/sign-in?next=" + RunningPage.encoded(next))
      #expect(!form.text.contains("<script>"))
    }
  }

  @Test func `each role sees what it may do, and can do no more`() async throws {
    try await RunningPage.run(door: Self.door) { page in
      for text in [TodayTests.solved, Self.other] {
        _ = try page.store.ingest(text, options: ImportOptions(user: "carla"))
      }
      let number = try #require(try page.store.disputes.all().first?.number)
      for role in PageRole.allCases {
        let cookie = try await cookie(page, try page.token(of: role.rawValue, role))
        let (posts, settles) = (role >= .posts, role == .settles)
        #expect(try await get(page, "/", cookie).text.contains("href=\"/paste\"") == posts)
        #expect(try await get(page, "/paste", cookie).status == (posts ? 200 : 403))
        #expect(try await get(page, "/share?text=x", cookie).status == (posts ? 200 : 403))
        let check = try await get(page, "/check", cookie).text
        #expect(check.contains("/disputes/") == settles)
        let form = ["player": "dora", "text": TodayTests.solved]
        let reply = try await page.post("/paste", form, cookie: cookie)
        #expect(reply.status == (posts ? 200 : 403))
        let settled = try await page.post(
          "/disputes/\(number)", ["choice": "other"], cookie: cookie)
        #expect(settled.status == (settles ? 303 : 403))
      }
      #expect(try page.store.history.players() == ["carla", "dora", "posts"])
      #expect(try page.store.disputes.all().isEmpty)
    }
  }

  @Test func `a form of another page does not sign anybody in or out`() async throws {
    try await RunningPage.run(door: Self.door) { page in
      let token = try page.token(of: "alice", .settles)
      for (address, form) in [
        ("/sign-in", ["token": token]), ("/sign-out", [:]), ("/colours", [:]),
      ] {
        let reply = try await page.post(address, form, origin: "https://evil.example")
        #expect(reply.status == 403 && reply.headers["set-cookie"] == nil)
      }
    }
  }

  @Test func `a cookie is good for the page and not for the interface`() async throws {
    try await RunningPage.run(door: Self.door) { page in
      let cookie = try await cookie(page, try page.token(of: "alice", .settles))
      #expect(try await get(page, "/v1/results", cookie).status == 401)
    }
  }

  @Test func `who asks too often is told to wait`() async throws {
    try await RunningPage.run(door: Self.door, requestsPerSecond: 2) { page in
      let cookie = try await cookie(page, try page.token(of: "alice", .reads))
      var replies: [RunningPage.Reply] = []
      for _ in 0..<6 { replies.append(try await get(page, "/streaks", cookie)) }
      #expect(replies.first?.status == 200 && replies.last?.status == 429)
      #expect(replies.last?.headers["retry-after"] == "1")
    }
  }

  @Test func `over TLS the cookie never leaves without it`() async throws {
    try await RunningPage.run(door: .locked(isSecure: true)) { page in
      let reply = try await page.post(
        "/sign-in", ["token": try page.token(of: "alice", .reads)])
      #expect(reply.headers["set-cookie"]?.hasSuffix("; Secure") == true)
    }
  }

  @Test func `what a phone shares stands in the form, and nothing is stored before it is sent`()
    async throws
  {
    try await RunningPage.run { page in
      let text = RunningPage.encoded(TodayTests.solved)
      let reply = try await page.get("/share?title=Wordle&text=\(text)&url=https%3A%2F%2Fa.example")
      #expect(reply.text.contains(TodayTests.solved.split(separator: "\n").first ?? "none"))
      #expect(reply.text.contains("https://a.example</textarea>"))
      #expect(try page.store.results().isEmpty)
      let hostile = try await page.get("/share?text=%3C%2Ftextarea%3E%3Cscript%3E")
      #expect(!hostile.text.contains("<script>"))
    }
  }

  @Test func `the page can be installed, and its icons are there`() async throws {
    try await RunningPage.run(door: Self.door) { page in
      let reply = try await page.get("/manifest.webmanifest")
      #expect(reply.headers["content-type"] == "application/manifest+json")
      let parts = reply.text.split(separator: "\"src\":\"").dropFirst()
      #expect(parts.count == 3)
      for part in parts {
        #expect(try await page.get(String(part.prefix { $0 != "\"" })).status == 200)
      }
    }
  }

  @Test func `the colours that a reader chooses stay, and lead back to the page`() async throws {
    try await RunningPage.run { page in
      #expect(!(try await page.get("/streaks").text.contains("class=\"contrast\"")))
      let form = ["colours": "contrast", "next": "/streaks?player=a"]
      let reply = try await page.post("/colours", form)
      #expect(reply.headers["location"] == "/streaks?player=a")
      let cookie = String((reply.headers["set-cookie"] ?? "").prefix { $0 != ";" })
      #expect(
        try await get(page, "/streaks", cookie).text.contains(
          "<html lang=\"en\" class=\"contrast\">"))
    }
  }
}
