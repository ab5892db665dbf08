import Foundation
import Logging
import Streakline
import StreaklinePage
import Synchronization
import Testing

/// What happens to those who send wrong tokens, and what the log says of requests.
@Suite struct WrongTokenTests {
  private static let door = Door.locked(isSecure: false)

  @Test func `wrong sign-ins in a row are told to wait, and so is the right one among them`()
    async throws
  {
    try await RunningPage.run(door: Self.door) { page in
      let token = try page.token(of: "alice", .reads)
      var statuses: [Int] = []
      for _ in 0..<45 {
        let reply = try await page.post("/sign-in", ["token": "slk_wrong"])
        statuses.append(reply.status)
        if reply.status == 429 { #expect(Int(reply.headers["retry-after"] ?? "") ?? 0 > 0) }
      }
      #expect(statuses == Array(repeating: 401, count: 20) + Array(repeating: 429, count: 25))
      let right = try await page.post("/sign-in", ["token": token])
      #expect(right.status == 429 && right.headers["set-cookie"] == nil)
      // Whoever is signed in at the same address reads on, and other addresses are not meant.
      let cookie = [("Cookie", "streakline=\(token)")]
      #expect(try await page.get("/streaks", headers: cookie).status == 200)
      #expect(try await page.get("/sign-in").status == 200)
      let elsewhere = try await page.post(
        "/sign-in", ["token": token], forwardedFor: "198.51.100.7, 203.0.113.9")
      #expect(elsewhere.status == 303)
    }
  }

  @Test func `forty-five right sign-ins in a row are not slowed down`() async throws {
    try await RunningPage.run(door: Self.door) { page in
      let token = try page.token(of: "alice", .reads)
      for _ in 0..<45 {
        #expect(try await page.post("/sign-in", ["token": token]).status == 303)
      }
    }
  }

  @Test(arguments: [("Authorization", "Bearer slk_wrong"), ("Cookie", "streakline=slk_wrong")])
  func `wrong tokens in a header are told to wait`(name: String, value: String) async throws {
    try await RunningPage.run(door: Self.door) { page in
      let address = name == "Cookie" ? "/streaks" : "/v1/results"
      var statuses: [Int] = []
      for _ in 0..<30 {
        statuses.append(try await page.get(address, headers: [(name, value)]).status)
      }
      #expect(statuses.prefix(20).allSatisfy { $0 == (name == "Cookie" ? 303 : 401) })
      #expect(statuses.last == 429, "\(statuses)")
      // Without a token nobody has guessed.
      let none = try await page.get(address)
      #expect(none.status == (name == "Cookie" ? 303 : 401))
    }
  }

  @Test func `addresses of one household count together, and those of another do not`() async throws
  {
    try await RunningPage.run(door: Self.door) { page in
      func status(_ address: String) async throws -> Int {
        try await page.post("/sign-in", ["token": "slk_x"], forwardedFor: address).status
      }
      for number in 0..<25 { _ = try await status("2001:db8:1:2::\(number)") }
      #expect(try await status("2001:db8:1:2:ffff::1") == 429)
      #expect(try await status("2001:db8:1:3::1") == 401)
      // What is no address counts for the connection.
      #expect(try await status("unknown") == 401)
    }
  }

  @Test func `the log has a line for each request, without what a client has made up`()
    async throws
  {
    let log = LogLines()
    try await RunningPage.run(door: Self.door, log: log) { page in
      let token = try page.token(of: "alice", .settles)
      _ = try await page.get("/streaks?player=Secret", headers: [("Cookie", "streakline=\(token)")])
      _ = try await page.get("/players/Secret", headers: [("Cookie", "streakline=\(token)")])
      _ = try await page.get("/\(token)")
      _ = try await page.post("/sign-in", ["token": token])
      _ = try await page.get(
        "/v1/results?user=Secret", headers: [("Authorization", "Bearer \(token)")])
      let lines = log.lines
      let routes = ["/streaks", "/players/*", "unknown", "/sign-in", "/v1/results"]
      for (line, route) in zip(lines, routes) {
        #expect(line.contains("route=\(route) "), "\(line)")
      }
      #expect(lines.count == routes.count, "\(lines)")
      #expect(lines.allSatisfy { $0.contains("status=") && $0.contains("milliseconds=") })
      for word in ["Secret", token, "alice"] {
        #expect(!lines.contains { $0.contains(word) }, "\(lines)")
      }
    }
  }

  @Test func `a wrong Host is explained in the answer and in the log`() async throws {
    let log = LogLines()
    try await RunningPage.run(log: log) { page in
      let reply = try await page.get("/", headers: [("Host", "püzzles.example")])
      #expect(reply.status == 421, "\(reply)")
      let plain = try await page.get("/", headers: [("Host", "puzzles.example:8443")])
      #expect(plain.status == 421 && plain.text.contains("--public-url"), "\(plain)")
      #expect(plain.text.contains("127.0.0.1, [::1], localhost"))
      #expect(
        log.lines.contains {
          $0.contains("'puzzles.example:8443', and expected is one of: 127.0.0.1")
        })
      #expect(!log.lines.contains { $0.contains("ü") })
      #expect(try await page.get("/", headers: [("Host", "localhost:1")]).status == 200)
    }
  }

  @Test func `a form is taken where a proxy has cut off the port, and else the log says why not`()
    async throws
  {
    let log = LogLines()
    let own = "https://puzzles.example:8443"
    try await RunningPage.run(publicOrigin: own, log: log) { page in
      let form = ["colours": "contrast", "next": "/"]
      #expect(try await page.post("/colours", form, origin: own).status == 303)
      let other = try await page.post("/colours", form, origin: "https://puzzles.example:9443")
      #expect(other.status == 403 && other.text.contains(own), "\(other.text)")
      #expect(
        log.lines.contains { $0.contains("'https://puzzles.example:9443', and expected is \(own)") }
      )
    }
  }
}

/// What a server has written to its log.
final class LogLines: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock(\.self) }

  var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

  private struct Handler: LogHandler {
    let lines: LogLines
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let values = (event.metadata ?? [:]).sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value) " }
      lines.kept.withLock { $0.append("\(event.message) \(values.joined())") }
    }
  }
}
