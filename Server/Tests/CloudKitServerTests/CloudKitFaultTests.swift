import Foundation
import ServerJSON
import Synchronization
import Testing
import ToolTesting

/// The rows of the table of what a remote may do (RELIABILITY.md §4.2), for the container of an app. All
/// requests reach a running server, or get lost on the way.
@Suite(.serialized) struct CloudKitFaultTests {
  /// Runs a body with a device, the way on which its requests go, and another device whose way is free.
  func withFaults(
    _ body: @escaping @Sendable (Home, FaultyWay, Home) async throws -> Void
  ) async throws {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["streaksync"])
      let way = try await FaultyWay(to: server.port)
      let phone = try Home(anna, port: way.port, settings: ["timeout: 2"])
      try await body(phone, way, try Home(anna))
      try await way.server.stop()
    }
  }

  /// Everything arrives once, and both devices have the same.
  func expectAll(
    _ count: Int, _ phone: Home, _ way: FaultyWay, _ laptop: Home, _ option: String = "--retry",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    way.set { _ in .none }
    let report = try phone.report(await phone.sync(option))
    #expect(report["pending"]?.int == 0, "\(report)", sourceLocation: sourceLocation)
    try await laptop.sync()
    let (one, other) = (try await phone.content(), try await laptop.content())
    #expect(one.symmetricDifference(other).isEmpty, sourceLocation: sourceLocation)
    #expect(try await laptop.shown("results").count == count, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    FaultServer.Reply.silence, .drip, .reset,
    .raw("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"records\":"),
  ])
  func `OB2 a batch without a whole answer is sent again`(reply: FaultServer.Reply) async throws {
    try await withFaults { phone, way, laptop in
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_005))
      way.set { $0.target.contains("modify") ? .lost(reply) : .none }
      let run = try await phone.tool.runInBackground(["sync", "--output", "json"])
      #expect(run.status != 0)
      #expect(try phone.report(run)["saved"]?.int == 0)
      try await expectAll(5, phone, way, laptop)
    }
  }

  @Test func `OB3 what was saved before its answer was lost is there once`() async throws {
    try await withFaults { phone, way, laptop in
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_010))
      way.set { $0.target.contains("records/modify") ? .answerLost(.reset) : .none }
      _ = try await phone.tool.runInBackground(["sync"])
      try await expectAll(10, phone, way, laptop)
      #expect(try await phone.shown("disputes").isEmpty)
    }
  }

  @Test(
    arguments: [(nil, "120"), (7, nil), (7, "90"), (90_000, nil), (nil, "abc")] as [(Int?, String?)]
  )
  func `OB4 a pause stops everything, as long as body or head say`(body: Int?, head: String?)
    async throws
  {
    try await withFaults { phone, way, laptop in
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_020))
      let headers = head.map { ["Retry-After": $0] } ?? [:]
      way.set { _ in .lost(refusal(429, "THROTTLED", retryAfter: body, headers: headers)) }
      _ = try await phone.sync(status: 75)
      #expect(way.server.requests.count == 1)
      let status = try await phone.shown("status").first?["pipelines"]?.list?.first {
        $0["pipeline"]?.string == "streaksync"
      }
      let text = try #require(status?["nextAttempt"]?.string)
      let pause = try Date.ISO8601FormatStyle().parse(text).timeIntervalSinceNow
      let expected = Double(min(3_600, max(body ?? 0, head.flatMap { Int($0) } ?? 0, 1)))
      #expect((expected - 10...expected + 20).contains(pause), "\(pause)")
      try await expectAll(20, phone, way, laptop)
    }
  }

  @Test(
    arguments: [
      (401, "AUTHENTICATION_FAILED", 75, "paused"), (421, "AUTHENTICATION_REQUIRED", 75, "paused"),
      (403, "ACCESS_DENIED", 73, "paused"), (413, "QUOTA_EXCEEDED", 74, "paused"),
      (404, nil, 78, "paused"), (307, nil, 78, "paused"), (410, nil, 78, "paused"),
      (500, "INTERNAL_ERROR", 74, "error"), (500, nil, 74, "error"), (502, nil, 75, "error"),
      (504, nil, 75, "error"), (503, "TRY_AGAIN_LATER", 75, "error"),
      (503, "ZONE_BUSY", 75, "error"), (599, "SOMETHING_NEW", 74, "error"),
      (418, "SOMETHING_NEW", 78, "paused"),
    ] as [(Int, String?, Int32, JSON)])
  func `OB5 what the user or time has to settle keeps everything`(
    status: Int, code: String?, exit: Int32, state: JSON
  ) async throws {
    try await withFaults { phone, way, laptop in
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_006))
      way.set { $0.target.contains("modify") ? .lost(refusal(status, code)) : .none }
      let run = try await phone.sync(status: exit)
      let report = try phone.report(run)
      #expect(report["state"] == state && report["pending"]?.int == 6, "\(report)")
      #expect(run.talk.contains("HTTP \(status)"), "\(run.talk)")
      try await expectAll(6, phone, way, laptop)
    }
  }

  @Test(arguments: [400, 413, 422])
  func `OB7 a batch with one record that is refused is split until it is found`(status: Int)
    async throws
  {
    try await withFaults { phone, way, laptop in
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_010))
      let poison = Mutex<String?>(nil)
      way.set { request in
        guard request.target.contains("records/modify") else { return .none }
        let names = ((try? JSON(request.body))?["operations"]?.list ?? [])
          .compactMap { $0["record"]?["recordName"]?.string }
        let isRefused = poison.withLock { poison in
          if poison == nil { poison = names.dropFirst(2).first }
          return poison.map(names.contains) == true
        }
        return isRefused ? .lost(refusal(status, status == 400 ? "BAD_REQUEST" : nil)) : .none
      }
      let report = try phone.report(await phone.sync())
      #expect(report["saved"]?.int == 10 && report["rejected"]?.int == 1, "\(report)")
      try await expectAll(10, phone, way, laptop, "--retry-rejected")
    }
  }

  @Test func `OB6 all subsets of five that are answered: only the others are sent again`()
    async throws
  {
    try await withFaults { phone, way, laptop in
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_160))
      let round = Mutex(0)
      way.set { request in
        guard request.target.contains("records/modify") else { return .none }
        let subset = round.withLock { round in
          defer { round += 1 }
          return round
        }
        guard subset < 32 else { return .none }
        return .changed { answer in
          let items = (answer["records"]?.list ?? []).enumerated().compactMap { index, item in
            subset & 1 << index != 0 ? item : index.isMultiple(of: 2) ? nil : JSON.string("nothing")
          }
          return ["records": .list(items.reversed())]
        }
      }
      let run = try await phone.sync(status: 75)
      #expect(try phone.report(run)["rejected"]?.int == 0, "\(run.output)")
      try await expectAll(160, phone, way, laptop)
    }
  }

  @Test(arguments: ["", "{\"records\":[", "[]", "{\"records\":{}}", "<html>", "{\"zones\":7}"])
  func `OB6 an answer that is no answer delivers and deletes nothing`(body: String) async throws {
    try await withFaults { phone, way, laptop in
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_003))
      try await phone.sync()
      try await phone.run("ingest", input: Shares.wordles(1_003..<1_005))
      way.set { $0.target.contains("users/caller") ? .none : .lost(.answer(200, [:], body)) }
      let run = try await phone.tool.runInBackground(["sync", "--output", "json"])
      #expect(run.status == 74, "\(run.talk)")
      #expect(try await phone.shown("results").count == 5)
      try await expectAll(5, phone, way, laptop)
    }
  }

  @Test func `OB8 an expired token means reading everything again, and nothing is sent again`()
    async throws
  {
    try await withFaults { phone, way, laptop in
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_030))
      try await phone.sync()
      try await laptop.sync()
      let gone = try #require(await laptop.shown("results").first?["id"]?.string)
      try await laptop.run("results", "delete", gone)
      try await laptop.sync()
      let isFirst = Mutex(true)
      way.set { request in
        guard request.target.contains("changes/zone"),
          isFirst.withLock({ isFirst in
            defer { isFirst = false }; return isFirst
          })
        else { return .none }
        return .lost(refusal(400, "CHANGE_TOKEN_EXPIRED"))
      }
      let before = way.requests("records/modify").count
      let report = try phone.report(await phone.sync())
      #expect(report["state"] == "success", "\(report)")
      #expect(way.requests("records/modify").count <= before + 1)
      try await expectAll(29, phone, way, laptop)
    }
  }

  @Test func `OB8 a refusal of single records by quota keeps them until there is room`()
    async throws
  {
    try await withFaults { phone, way, laptop in
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_004))
      way.set { request in
        guard request.target.contains("records/modify"),
          let operations = (try? JSON(request.body))?["operations"]?.list
        else { return .none }
        let items = operations.map { operation -> JSON in
          [
            "recordName": operation["record"]?["recordName"] ?? .null,
            "serverErrorCode": "QUOTA_EXCEEDED", "reason": "full",
          ]
        }
        let body = JSON.object([.init(name: "records", value: .list(items))])
        return .lost(.answer(200, [:], String(decoding: body.bytes, as: UTF8.self)))
      }
      let run = try await phone.sync(status: 74)
      #expect(try phone.report(run)["state"] == "paused", "\(run.talk)")
      try await expectAll(4, phone, way, laptop)
    }
  }

  @Test(arguments: 1...3)
  func `devices whose requests and answers get lost are in step when the way is free again`(
    seed: Int
  ) async throws {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["quiettimer", "streaksync"])
      let way = try await FaultyWay(to: server.port)
      let random = Mutex(SeededRandom(seed: UInt64(seed)))
      way.set { _ in
        random.withLock { random in
          switch Int.random(in: 0..<12, using: &random) {
          case 0: .lost(.reset)
          case 1: .answerLost(.reset)
          case 2: .lost(refusal(503, "TRY_AGAIN_LATER", retryAfter: 1))
          case 3: .answerLost(.answer(200, [:], "{"))
          case 4: .lost(refusal(500, "INTERNAL_ERROR"))
          default: .none
          }
        }
      }
      let homes = try (0..<3).map { _ in try Home(anna, port: way.port) }
      var own = SeededRandom(seed: UInt64(seed) &* 7)
      for _ in 0..<14 {
        let home = homes[Int.random(in: 0..<homes.count, using: &own)]
        let number = Int.random(in: 1_000..<1_012, using: &own)
        switch Int.random(in: 0..<5, using: &own) {
        case 0, 1: try await home.run("ingest", input: Shares.wordles(number..<number + 3))
        case 2:
          try await home.run(
            "put", "quiettimer.UserPreferences", "userPreferences", "soundName=s\(number)")
        case 3: try await home.run("put", "TimerSession", "t\(number)", "notes=n\(number)")
        default:
          if let id = try await home.shown("results").first?["id"]?.string {
            try await home.run("results", "delete", id)
          }
        }
        _ = try await home.tool.runInBackground(["sync", "--retry"])
      }
      way.set { _ in .none }
      for _ in 0..<3 {
        for home in homes { try await home.sync("--retry") }
      }
      let first = try await homes[0].content()
      for home in homes.dropFirst() {
        #expect(try await home.content().symmetricDifference(first).isEmpty)
      }
      #expect(!first.isEmpty)
      try await way.server.stop()
    }
  }
}
