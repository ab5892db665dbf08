import Foundation
import Streakline
import StreaklinePage
import Testing

struct UploadTests {
  private static let chat =
    (1...200).map { number in
      "[04/10/2026, 08:01:\(number % 60 < 10 ? "0" : "")\(number % 60)] "
        + "\(number % 2 == 0 ? "alice" : "bob"): hello \(number)\n"
    }.joined() + "[04/10/2026, 09:01:00] alice: \(TodayTests.solved)\n"

  /// Sends a request of the page's own script.
  private func ask(
    _ page: RunningPage, _ method: String, _ query: String, _ body: String? = nil,
    headers: [(String, String)] = []
  ) async throws -> (status: Int, values: [String: Any]) {
    let own = [("Origin", "http://127.0.0.1:\(page.port)")]
    let reply = try await page.send(
      method, "/v1/uploads?" + query, headers: headers.isEmpty ? own : headers, body: body)
    let values = try JSONSerialization.jsonObject(with: Data(reply.text.utf8))
    return (reply.status, values as? [String: Any] ?? [:])
  }

  private func ended(_ page: RunningPage, _ id: String) async throws -> [String: Any] {
    for _ in 0..<200 {
      let state = try await ask(page, "GET", "id=\(id)").values
      if ["done", "failed"].contains(state["state"] as? String) { return state }
      try await Task.sleep(for: .milliseconds(50))
    }
    return [:]
  }

  private func upload(_ page: RunningPage, _ name: String, size: Int) async throws -> String {
    let state = try await ask(page, "POST", "name=\(name)&size=\(size)").values
    return try #require(state["upload"] as? String)
  }

  @Test func `a chat that comes in parts is imported, with its progress, and leaves no file`()
    async throws
  {
    try await RunningPage.run { page in
      let parts = [Self.chat.prefix(3_000), Self.chat.dropFirst(3_000)].map(String.init)
      let id = try await upload(page, "_chat.txt", size: Self.chat.utf8.count)
      let first = try await ask(page, "PUT", "id=\(id)&offset=0", parts[0])
      #expect(first.status == 200 && first.values["state"] as? String == "receiving")
      // The answer was lost, and the sender asks where to go on.
      let again = try await ask(page, "PUT", "id=\(id)&offset=0", parts[0])
      #expect(again.status == 409)
      let state = try await ask(page, "GET", "id=\(id)").values
      let received = try #require(state["received"] as? Int)
      #expect(received == parts[0].utf8.count)
      _ = try await ask(page, "PUT", "id=\(id)&offset=\(received)", parts[1])
      let end = try await ended(page, id)
      #expect(end["state"] as? String == "done")
      #expect(end["messages"] as? Int == 201 && end["added"] as? Int == 1)
      #expect(try page.store.results().map(\.userId) == ["alice"])
      #expect(try page.uploadedFiles() == [])
    }
  }

  @Test func `a file that cannot be read says why, without the server's paths`() async throws {
    try await RunningPage.run { page in
      let id = try await upload(page, "x.zip", size: 8)
      _ = try await ask(page, "PUT", "id=\(id)&offset=0", "PK\u{3}\u{4}abcd")
      let end = try await ended(page, id)
      #expect(end["state"] as? String == "failed")
      let words = try #require(end["error"] as? String)
      #expect(!words.contains("/") && !words.isEmpty)
      #expect(try page.uploadedFiles() == [])
    }
  }

  @Test func `an upload can be ended, and one that nobody continues makes room`() async throws {
    try await RunningPage.run { page in
      var ids: [String] = []
      for _ in 0..<4 { ids.append(try await upload(page, "a.txt", size: 10)) }
      let refused = try await ask(page, "POST", "name=a.txt&size=10")
      #expect(refused.status == 429, "\(refused)")
      let ended = try await ask(page, "DELETE", "id=\(ids[0])")
      #expect(ended.status == 200 && ended.values["received"] as? Int == 0)
      #expect(try await ask(page, "GET", "id=\(ids[0])").status == 404)
      #expect(try page.uploadedFiles().count == 3)
      _ = try await upload(page, "a.txt", size: 10)
    }
  }

  @Test func `files that were read take no place of others`() async throws {
    try await RunningPage.run { page in
      for _ in 0..<6 {
        let id = try await upload(page, "a.txt", size: 5)
        _ = try await ask(page, "PUT", "id=\(id)&offset=0", "hello")
        #expect(try await ended(page, id)["state"] as? String == "done")
      }
    }
  }

  @Test(arguments: ["size=0", "size=-1", "size=1073741825", "size=x", ""])
  func `a size that cannot be is refused`(query: String) async throws {
    try await RunningPage.run { page in
      let reply = try await ask(page, "POST", query)
      #expect(reply.status == 400 && "\(reply.values)".contains("size"))
    }
  }

  @Test func `a part beyond the file's end, an empty one, and one of nothing known are refused`()
    async throws
  {
    try await RunningPage.run { page in
      let id = try await upload(page, "a.txt", size: 4)
      for (query, body, status) in [
        ("id=\(id)&offset=0", "12345", 409), ("id=\(id)&offset=0", "", 400),
        ("id=\(id)&offset=1", "1", 409), ("id=\(id)&offset=-1", "1", 400), ("id=\(id)", "1", 400),
        ("id=..%2F..%2Fetc&offset=0", "1", 404), ("offset=0", "1", 400),
      ] {
        #expect(try await ask(page, "PUT", query, body).status == status, "\(query) \(body)")
      }
    }
  }

  @Test func `a fifth upload of one user waits for the others`() async throws {
    try await RunningPage.run { page in
      for number in 1...5 {
        let reply = try await ask(page, "POST", "size=1000000000&name=..%2F..%2Fa.b/c")
        #expect(reply.status == (number < 5 ? 200 : 429))
      }
      #expect(try page.uploadedFiles().count == 4)
    }
  }

  @Test func `only who settles uploads, and only to an upload of one's own`() async throws {
    try await RunningPage.run(door: .locked(isSecure: false)) { page in
      let tokens = try ["anna", "bert"].map { try page.token(of: $0, .settles) }
      let headers = tokens.map { [("Authorization", "Bearer \($0)")] }
      let started = try await ask(page, "POST", "size=4", headers: headers[0])
      let id = try #require(started.values["upload"] as? String)
      for (method, query) in [("GET", "id=\(id)"), ("PUT", "id=\(id)&offset=0")] {
        let reply = try await ask(
          page, method, query, method == "PUT" ? "abcd" : nil, headers: headers[1])
        #expect(reply.status == 404)
      }
      let poster = [("Authorization", "Bearer \(try page.token(of: "carl", .posts))")]
      #expect(try await ask(page, "POST", "size=4", headers: poster).status == 403)
      #expect(try await ask(page, "POST", "size=4").status == 401)
      let cookie = [("Cookie", "streakline=\(tokens[0])"), ("Origin", "https://evil.example")]
      #expect(try await ask(page, "POST", "size=4", headers: cookie).status == 401)
      let own = [
        ("Cookie", "streakline=\(tokens[0])"), ("Origin", "http://127.0.0.1:\(page.port)"),
      ]
      #expect(try await ask(page, "POST", "size=4", headers: own).status == 200)
    }
  }

  @Test func `a page that listens hears of a result that another program stores`() async throws {
    try await RunningPage.run { page in
      let events = Task { try await page.firstEvent() }
      try await Task.sleep(for: .milliseconds(1_500))
      let other = try RecordStore(path: page.store.path)
      _ = try other.ingest(TodayTests.solved, options: ImportOptions(user: "bob"))
      #expect(try await events.value == "change")
    }
  }

  @Test func `who loses the token hears of nothing more`() async throws {
    try await RunningPage.run(door: .locked(isSecure: false)) { page in
      let token = try page.token(of: "anna", .reads)
      let events = Task {
        try await page.firstEvent(headers: [("Authorization", "Bearer " + token)])
      }
      try await Task.sleep(for: .milliseconds(1_500))
      try page.revokeTokens(of: "anna")
      _ = try page.store.ingest(TodayTests.solved, options: ImportOptions(user: "bob"))
      #expect(try await events.value == nil)
    }
  }

  @Test func `nobody without a token hears of changes`() async throws {
    try await RunningPage.run(door: .locked(isSecure: false)) { page in
      #expect(try await page.get("/v1/events").status == 401)
      let token = try page.token(of: "anna", .reads)
      for (headers, isHeard) in [
        ([("Authorization", "Bearer " + token)], true), ([("Cookie", "streakline=" + token)], true),
        ([("Cookie", "streakline=slk_x")], false),
      ] {
        #expect(try await page.status(ofStream: "/v1/events", headers) == (isHeard ? 200 : 401))
      }
    }
  }
}
