import Foundation
import ServerJSON
import Synchronization
import Testing
import ToolTesting

/// A server that cannot be reached, and the sums of what was sent.
extension CloudKitFaultTests {
  @Test func `OB1 X5 nothing is lost while the server cannot be reached, and all arrives after`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["streaksync"])
      let port = try await FaultServer.closedPort()
      let (phone, laptop) = (try Home(anna, port: port), try Home(anna))
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_012))
      for _ in 0..<2 {
        let run = try await phone.sync("--retry", status: 75)
        let report = try phone.report(run)
        #expect(report["state"] == "offline" && report["saved"]?.int == 0, "\(report)")
        #expect(run.talk.contains("cannot be reached"), "\(run.talk)")
      }
      let way = try await FaultyWay(to: server.port, at: port)
      try await expectAll(12, phone, way, laptop)
      try await way.server.stop()
    }
  }

  @Test func `OB1 X5 a server that is ill is asked at most once a second, and all arrives after`()
    async throws
  {
    try await withFaults { phone, way, laptop in
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_006))
      way.set { _ in .lost(refusal(503, nil)) }
      let (process, _) = try phone.tool.prepared(["sync", "--follow"])
      try process.run()
      while way.server.requests.count < 4, process.isRunning {
        try await Task.sleep(for: .milliseconds(20))
      }
      let times = way.server.requests.map(\.receivedAt)
      #expect(times.count >= 4)
      for (earlier, later) in zip(times, times.dropFirst()) {
        #expect(later - earlier > .milliseconds(950), "\(later - earlier)")
      }
      process.terminate()
      process.waitUntilExit()
      try await expectAll(6, phone, way, laptop)
    }
  }

  @Test func `OB10 what is changed while an older version is on its way is sent as well`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["quiettimer"])
      let way = try await FaultyWay(to: server.port)
      let phone = try Home(anna, port: way.port)
      try await phone.run("put", "TimerSession", "t1", "notes=first")
      let isEdited = Mutex(false)
      way.set { request in
        guard request.target.contains("records/modify"), !isEdited.withLock({ $0 }) else {
          return .none
        }
        // The server has the first version, and its answer is not there yet.
        return .changed { answer in
          isEdited.withLock { $0 = true }
          let edit = try? phone.tool.run(["put", "TimerSession", "t1", "notes=second"])
          #expect(edit?.status == 0, "\(String(describing: edit))")
          return answer
        }
      }
      for _ in 0..<2 { try await phone.sync("--retry") }
      let wasEdited = isEdited.withLock { $0 }
      #expect(wasEdited)
      let laptop = try Home(anna)
      try await laptop.sync()
      for home in [phone, laptop] {
        let held = try await home.shown("get", "TimerSession", "t1").first?["fields"]
        #expect(held?["notes"] == "second", "\(held ?? .null)")
      }
      try await way.server.stop()
    }
  }

  /// `STREAKLINE_LONG=1 make test-server` tries more.
  private static let seeds: ClosedRange<UInt64> =
    ProcessInfo.processInfo.environment["STREAKLINE_LONG"] == "1" ? 1...40 : 1...3

  @Test(arguments: seeds)
  func `OB11 each record is at the server, rejected or pending, and none counts twice`(
    seed: UInt64
  ) async throws {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["quiettimer"])
      let account = try anna.user(server, app: "quiettimer")
      let way = try await FaultyWay(to: server.port)
      let phone = try Home(anna, port: way.port, settings: ["timeout: 2"])
      for number in 0..<20 {
        try await phone.run("put", "TimerSession", "t\(number)", "notes=n\(number)")
      }
      let random = Mutex(SeededRandom(seed: seed))
      way.set { request in
        guard request.target.contains("records/modify") else { return .none }
        return random.withLock { Self.fault(request, Int.random(in: 0..<9, using: &$0)) }
      }
      var saved = 0
      for round in 1...6 {
        let run = try await phone.tool.runInBackground(["sync", "--retry", "--output", "json"])
        let report = try phone.report(run, "quiettimer")
        saved += try #require(report["saved"]?.int)
        let status = try #require(
          try await phone.shown("status").first?["pipelines"]?.list?.first {
            $0["pipeline"]?.string == "quiettimer"
          })
        let pending = try #require(status["pending"]?.int)
        let rejected = try #require(status["rejected"]?.int)
        let text: Comment = "round \(round): \(report) \(status)"
        // What was saved although its answer was lost, the next pull shows: nobody has to send it again.
        let stored = try await held(account, server)
        #expect(pending + rejected >= 20 - stored && saved + pending + rejected <= 20, text)
        #expect(saved <= stored, text)
        #expect(pending == report["pending"]?.int, "round \(round)")
      }
      way.set { _ in .none }
      let last = try phone.report(await phone.sync("--retry", "--retry-rejected"), "quiettimer")
      #expect(last["pending"]?.int == 0, "\(last)")
      #expect(try await held(account, server) == 20)
      let laptop = try Home(anna)
      try await laptop.sync()
      #expect(try await laptop.shown("list", "TimerSession").count == 20)
      try await way.server.stop()
    }
  }

  /// How many sessions the server has.
  private func held(_ account: User, _ server: RunningServer) async throws -> Int {
    let query: JSON = ["recordType": "TimerSession"]
    let reply = try await account.ask(
      "records/query", ["query": query, "zoneID": ["zoneName": "_defaultZone"]])
    return reply.records.count
  }

  /// What becomes of a batch.
  private static func fault(_ request: FaultServer.Request, _ number: Int) -> FaultyWay.Fault {
    switch number {
    case 0: .lost(.reset)
    case 1: .answerLost(.reset)
    case 2: .lost(refusal(500, "INTERNAL_ERROR"))
    case 3: .lost(refusal(503, "TRY_AGAIN_LATER", retryAfter: 1))
    case 4: .answerLost(.answer(200, [:], #"{"records":[]}"#))
    case 5: .lost(items(of: request, "BAD_REQUEST"))
    case 6:
      .changed { answer in
        .object([
          .init(name: "records", value: .list(Array((answer["records"]?.list ?? []).prefix(2))))
        ])
      }
    default: .none
    }
  }

  /// An answer that refuses each record of a batch.
  private static func items(
    of request: FaultServer.Request, _ code: JSON
  ) -> FaultServer.Reply {
    let operations = (try? JSON(request.body))?["operations"]?.list ?? []
    let items = operations.map { operation -> JSON in
      [
        "recordName": operation["record"]?["recordName"] ?? .null, "serverErrorCode": code,
        "reason": "as the test wants it",
      ]
    }
    let body = JSON.object([.init(name: "records", value: .list(items))])
    return .answer(200, [:], String(decoding: body.bytes, as: UTF8.self))
  }
}
