import Foundation
import Streakline
import StreaklinePage
import Testing
import ToolTesting

/// Eight people send random requests. Without a good token they must learn and change nothing. With one they
/// must change only what the token's role allows.
@Suite struct PageLeakTests {
  private static let requests =
    ProcessInfo.processInfo.environment["STREAKLINE_LONG"] == nil ? 600 : 10_000
  /// Words of the store that are in no page without its content.
  private static let secrets = ["secret-dora", "Wordle 1,", "carla-upload", "alice"]
  private static let text = "Wordle 1,931 4/6\n\n⬛⬛⬛🟨⬛\n⬛🟩🟨⬛⬛\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩\n"

  private struct Person: Sendable {
    let name: String
    let token: String?
    /// `nil` for a token that is not good.
    let role: PageRole?
  }

  private struct Sent: Sendable {
    let method: String
    let address: String
    var headers: [(String, String)] = []
    var body: String?
    /// Whether a browser would send it from a page of this server, or a program with the token.
    var isOwn = true
  }

  /// All that somebody could have changed.
  private func state(_ page: RunningPage) throws -> [String: [String]] {
    var state = Dictionary(grouping: try page.store.results(), by: \.userId).mapValues {
      $0.map { "\($0.id) \($0.fields["score"]?.int ?? -1)" }.sorted()
    }
    state["disputes"] = try page.store.disputes.all().map { String($0.number) }
    state["files"] = try page.uploadedFiles().sorted()
    return state
  }

  private func people(_ page: RunningPage) throws -> [Person] {
    let good = try page.token(of: "carla", .settles, expiresAt: .max)
    let revoked = try page.token(of: "rupert", .settles, expiresAt: .max)
    try page.revokeTokens(of: "rupert")
    let old = try page.token(of: "olga", .settles, expiresAt: 1)
    return [
      Person(name: "nobody", token: nil, role: nil),
      Person(name: "rupert", token: revoked, role: nil),
      Person(name: "olga", token: old, role: nil),
      Person(name: "guesser", token: String(good.dropLast(4)) + "0000", role: nil),
      Person(
        name: "rita", token: try page.token(of: "rita", .reads, expiresAt: .max), role: .reads),
      Person(
        name: "paul", token: try page.token(of: "paul", .posts, expiresAt: .max), role: .posts),
      Person(
        name: "sven", token: try page.token(of: "sven", .settles, expiresAt: .max), role: .settles),
      Person(name: "carla", token: good, role: .settles),
    ]
  }

  private func request(
    _ person: Person, _ page: RunningPage, upload: String, dispute: Int,
    _ random: inout SeededRandom
  ) -> Sent {
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let player = pick(["secret-dora", "alice", "paul", person.name])
    let id = pick([
      upload, upload, upload, "00000000-0000-0000-0000-000000000000", "..%2Fserver.db", "",
    ])
    let uploads = ["/v1/uploads?id=\(id)", "/v1/uploads?id=\(id)&offset=0"]
    let address = pick(
      uploads + uploads + uploads + [
        "/", "/?day=2026-10-04", "/paste", "/share?text=x", "/streaks", "/streaks?player=\(player)",
        "/players/\(player)", "/players/nobody", "/leaderboard",
        "/versus?first=\(player)&second=alice",
        "/achievements?player=\(player)", "/check", "/disputes/\(dispute)", "/sign-in", "/nothing",
        "/v1/ingest", "/v1/ingest?senders=all", "/v1/results", "/v1/results?user=\(player)",
        "/v1/streaks", "/v1/stats?user=\(player)", "/v1/leaderboard?period=all",
        "/v1/uploads?size=\(Self.text.utf8.count)&player=\(player)",
        "/v1/openapi.json", "/assets/../page.db", "/%2e%2e/page.db",
      ])
    var sent = Sent(
      method: pick(["GET", "GET", "POST", "POST", "PUT", "HEAD", "DELETE", "OPTIONS", "PATCH"]),
      address: address)
    let isCookie = Bool.random(using: &random)
    if let token = person.token {
      sent.headers.append(
        isCookie ? ("Cookie", "streakline=\(token)") : ("Authorization", "Bearer \(token)"))
    }
    let origin = pick(["http://127.0.0.1:\(page.port)", "http://evil.example", "null", ""])
    if !origin.isEmpty { sent.headers.append(("Origin", origin)) }
    sent.isOwn = origin.hasSuffix(":\(page.port)") || (!isCookie && address.hasPrefix("/v1/"))
    if sent.method != "GET", sent.method != "HEAD" {
      let isForm = !address.hasPrefix("/v1/")
      sent.headers.append(
        ("Content-Type", isForm ? "application/x-www-form-urlencoded" : "text/plain"))
      let chat = "[04/10/2026, 08:01:00] \(player): \(Self.text)"
      sent.body =
        isForm
        ? "player=\(player)&choice=\(pick(["other", "stored"]))&text=\(RunningPage.encoded(Self.text))"
        : pick([Self.text, chat])
    }
    return sent
  }

  @Test func `nobody learns or changes more than the role of a token allows`() async throws {
    try await RunningPage.run(door: .locked(isSecure: false), requestsPerSecond: 1_000_000) {
      page in
      try fill(page)
      let people = try people(page)
      let upload = try await startUpload(page, token: people.last?.token ?? "")
      let dispute = try #require(try page.store.disputes.all().first?.number)
      var random = SeededRandom(seed: 11)
      var changes: [String: Int] = [:]
      for number in 0..<Self.requests {
        let person = people.randomElement(using: &random) ?? people[0]
        let sent = request(person, page, upload: upload, dispute: dispute, &random)
        if try await hasChanged(page, person, sent, upload: upload, number) {
          changes[person.name, default: 0] += 1
        }
      }
      // Requests that changed nothing at all would prove nothing.
      #expect(changes["paul"] ?? 0 > 0 && changes["carla"] ?? 0 > 0, "\(changes)")
    }
  }

  private func fill(_ page: RunningPage) throws {
    for (user, text) in [
      ("secret-dora", TodayTests.solved), ("alice", TodayTests.before),
      ("alice", TodayTests.solved),
      ("alice", TodayTests.solved.replacing("3/6\n", with: "4/6\n⬛⬛⬛⬛⬛\n")),
    ] {
      _ = try page.store.ingest(text, options: ImportOptions(user: user, now: RunningPage.now))
    }
  }

  private func startUpload(_ page: RunningPage, token: String) async throws -> String {
    let started = try await page.send(
      "POST", "/v1/uploads?size=9&name=carla-upload.txt",
      headers: [("Authorization", "Bearer \(token)")])
    return String(try #require(started.text.firstMatch(of: /"upload":"([^"]+)"/)?.1))
  }

  /// Sends a request, and checks what its sender has learnt and changed.
  ///
  /// - Returns: Whether the request has changed anything.
  private func hasChanged(
    _ page: RunningPage, _ person: Person, _ sent: Sent, upload: String, _ number: Int
  ) async throws -> Bool {
    let before = try state(page)
    let reply = try await page.send(
      sent.method, sent.address, headers: sent.headers, body: sent.body)
    let place = "request \(number): \(person.name) \(sent)"
    #expect(reply.status < 500, "\(place)")
    if person.role == nil {
      let shown = reply.text + reply.headers.values.joined(separator: "\n")
      let told = Self.secrets.filter { shown.contains($0) && !sent.address.contains($0) }
      #expect(told.isEmpty, "\(place): \(told)")
    }
    let after = try state(page)
    let changed = Set(after.keys).union(before.keys).filter { after[$0] != before[$0] }
    var mayChange = sent.isOwn
    if person.role ?? .reads < .posts { mayChange = false }
    if person.role == .posts { mayChange = mayChange && changed == ["paul"] }
    #expect(changed.isEmpty || mayChange, "\(place) has changed \(changed.sorted())")
    if person.name != "carla", sent.address.contains(upload) {
      // The upload of somebody else must answer like one that does not exist.
      let other = try await page.send(
        sent.method, sent.address.replacing(upload, with: UUID().uuidString.lowercased()),
        headers: sent.headers, body: sent.body)
      #expect(other.status == reply.status, "\(place)")
      #expect(Self.withoutWait(other) == Self.withoutWait(reply), "\(place)")
    }
    return !changed.isEmpty
  }

  /// The text of an answer, without how many seconds to wait where too many wrong tokens came: they pass between two answers.
  private static func withoutWait(_ answer: RunningPage.Reply) -> String {
    answer.status == 429 ? answer.text.filter { !$0.isNumber } : answer.text
  }
}
