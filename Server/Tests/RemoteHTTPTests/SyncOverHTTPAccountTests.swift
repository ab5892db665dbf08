import Foundation
import RemoteHTTP
import RemoteProgram
import ServerJSON
import Synchronization
import Testing
import ToolTesting

/// The whole road, continued: what becomes of records one by one, and what all of them add up to.
@Suite(.serialized) struct SyncOverHTTPAccountTests {
  private func report(_ run: Tool.Run) throws -> JSON {
    try #require(run.objects.last, "\(run.talk)")
  }

  // MARK: - OB7

  @Test(arguments: [422, 200, 500, 0])
  func `OB7 one poisonous record of fifty delays none of the others`(status: Int) async throws {
    let receiver = HonestReceiver()
    let poison = Mutex<String?>(nil)
    let server = try await FaultServer { request in
      let name = poison.withLock { poison in
        if poison == nil, receiver.records.count >= 15 { poison = request.names[1] }
        return poison
      }
      guard let name, request.names.contains(name) else { return receiver.reply(to: request) }
      switch status {
      case 0: return .reset
      case 200:
        let results = request.records.map { record in
          record["recordName"]?.string == name
            ? HonestReceiver.result(record, "rejected", [.init(name: "reason", value: "too odd")])
            : receiver.results(of: [record])[0]
        }
        return .answer(200, [:], HonestReceiver.body(results))
      default: return .answer(status)
      }
    }
    let tool = try Tool(results: 50)
    try tool.pipeline(server.url)
    let report = try report(await tool.sync())
    #expect(report["saved"]?.int == 49)
    #expect(receiver.records.count == 49)
    // What may go over is tried again; what will never be taken is kept and shown.
    let isForEver = status == 422 || status == 200
    let now = try tool.status()
    #expect(now["rejected"]?.int == (isForEver ? 1 : 0), "\(now)")
    #expect(now["pending"]?.int == (isForEver ? 0 : 1), "\(now)")
    try await server.stop()
  }

  // MARK: - OB8

  @Test func `OB8 a conflict is merged, and a token that has expired neither sends nor revives`()
    async throws
  {
    let receiver = HonestReceiver()
    let server = try await FaultServer { receiver.reply(to: $0) }
    let tool = try Tool(results: 10)
    try tool.pipeline(server.url, "timeout: 30, pull: true")
    #expect(try report(await tool.sync())["saved"]?.int == 10)
    // A second device takes them, and deletes one.
    let second = tool.folder.file("data/streakline/second.db")
    try tool.ingest(20..<21, store: second)
    func syncSecond() async throws -> JSON {
      try report(await tool.sync("--store", second))
    }
    let exchange = try await syncSecond()
    #expect(exchange["pulled"]?.int == 10 && exchange["saved"]?.int == 1)
    let ids = try tool.run(["results", "--output", "json", "--store", second]).objects
      .compactMap { $0["id"]?.string }
    #expect(ids.count == 11)
    try tool.run(["results", "delete", try #require(ids.first), "--store", second])
    #expect(try await syncSecond()["deleted"]?.int == 1)
    #expect(receiver.records.count == 10)
    // The first device's token has expired: everything is read again, nothing is sent.
    let sent = server.batches.count
    let expired = Mutex(1)
    server.answer { request in
      let isExpired = expired.withLock { left in
        guard request.query["token"] != nil, left > 0 else { return false }
        left -= 1
        return true
      }
      return isExpired ? .answer(410) : receiver.reply(to: request)
    }
    let again = try report(await tool.sync())
    #expect(expired.withLock { $0 } == 0)
    #expect(again["saved"]?.int == 0 && again["pending"]?.int == 0, "\(again)")
    #expect(server.batches.count == sent)
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 10)
    #expect(receiver.records.count == 10)
    try await server.stop()
  }

  @Test func `OB8 what both have changed is in conflict once, and then the same everywhere`()
    async throws
  {
    let receiver = HonestReceiver()
    let server = try await FaultServer { receiver.reply(to: $0) }
    let tool = try Tool(results: 3)
    try tool.pipeline(server.url, "timeout: 30, pull: true")
    _ = try await tool.sync()
    let second = tool.folder.file("data/streakline/second.db")
    try tool.ingest(9..<10, store: second)
    _ = try await tool.sync("--store", second)
    let id = try #require(
      tool.run(["results", "--output", "json"]).objects.first?["id"]?.string)
    try tool.run(["results", "edit", id, "--score", "2"])
    try tool.run(["results", "edit", id, "--score", "5", "--store", second])
    for _ in 1...3 {
      _ = try await tool.sync()
      _ = try await tool.sync("--store", second)
    }
    func scores(_ store: [String]) throws -> [JSON?] {
      try tool.run(["results", "--output", "json"] + store).objects
        .filter { $0["id"]?.string == id }.map { $0["score"] }
    }
    #expect(try scores([]) == scores(["--store", second]))
    #expect(try tool.status()["pending"]?.int == 0)
    try await server.stop()
  }

  // MARK: - OB10

  @Test func `OB10 what is changed while its former version is under way is sent as well`()
    async throws
  {
    let receiver = HonestReceiver()
    let tool = try Tool(results: 3)
    let id = try #require(
      tool.run(["results", "--output", "json"]).objects.first?["id"]?.string)
    let isFirst = Mutex(true)
    let server = try await FaultServer { request in
      let edits = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if edits { _ = try? tool.run(["results", "edit", id, "--score", "5"]) }
      return receiver.reply(to: request)
    }
    try tool.pipeline(server.url)
    _ = try await tool.sync()
    _ = try await tool.sync()
    #expect(try tool.status()["pending"]?.int == 0)
    // That the former content was replaced is said by itself: no record could say it yet.
    let results = server.batches.map { batch in
      batch.records.count { $0["type"]?.string == "GameResult" }
    }
    #expect(results == [3, 1])
    let scores = receiver.records.values.compactMap { $0["fields"]?["score"]?.int }
    #expect(scores.sorted() == [3, 3, 5])
    try await server.stop()
  }

  // MARK: - OB11, OB12, OB14

  /// `STREAKLINE_LONG=1 make test-server` tries more.
  private static let seeds: ClosedRange<UInt64> =
    ProcessInfo.processInfo.environment["STREAKLINE_LONG"] == "1" ? 1...40 : 1...3

  @Test(arguments: seeds)
  func `OB11 what is saved, rejected and pending is always all there is`(seed: UInt64) async throws
  {
    let receiver = HonestReceiver()
    let random = Mutex(SeededRandom(seed: seed))
    let server = try await FaultServer { request in
      random.withLock { Self.fault(request, receiver, &$0) }
    }
    let tool = try Tool(results: 20)
    try tool.pipeline(server.url, "timeout: 1")
    var saved = 0
    for round in 1...6 {
      let run = try await tool.sync("--retry")
      let report = try report(run)
      saved += try #require(report["saved"]?.int)
      let status = try tool.status()
      let pending = try #require(status["pending"]?.int)
      let rejected = try #require(status["rejected"]?.int)
      #expect(saved + pending + rejected == 20, "seed \(seed), round \(round): \(report) \(status)")
      #expect(pending == report["pending"]?.int, "seed \(seed), round \(round)")
      // Nothing counts as delivered that the receiver does not have.
      #expect(receiver.records.count >= saved, "seed \(seed), round \(round)")
    }
    server.answer { receiver.reply(to: $0) }
    try tool.pipeline(server.url)
    let last = try report(await tool.sync("--retry", "--retry-rejected"))
    #expect(saved + (last["saved"]?.int ?? 0) == 20, "seed \(seed): \(last)")
    #expect(last["pending"]?.int == 0)
    #expect(receiver.records.count == 20)
    try await server.stop()
  }

  /// A random answer: right, wrong, partly or not at all.
  private static func fault(
    _ request: FaultServer.Request, _ receiver: HonestReceiver, _ random: inout SeededRandom
  ) -> FaultServer.Reply {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .reset
    case 1: return .answer(500)
    case 2: return .answer(503, ["Retry-After": "1"])
    case 3: return .answer(422)
    case 4:
      _ = receiver.results(of: request.records)
      return .reset
    case 5:
      _ = receiver.results(of: request.records)
      return .raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"results\":[")
    case 6: return .answer(200, [:], "{\"results\":[]}")
    case 7:
      _ = receiver.results(of: request.records)
      return .answer(204)
    default:
      var results: [JSON] = []
      for record in request.records {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: break
        case 1: results.append(HonestReceiver.result(record, "retry"))
        case 2: results.append(HonestReceiver.result(record, "rejected"))
        case 3: results += receiver.results(of: [record]) + receiver.results(of: [record])
        default: results += receiver.results(of: [record])
        }
      }
      return .answer(200, [:], HonestReceiver.body(results.shuffled(using: &random)))
    }
  }

  @Test func `OB12 fifty results are ten batches of five`() async throws {
    let server = try await FaultServer { _ in .answer(204) }
    let tool = try Tool(results: 50)
    try tool.pipeline(server.url)
    let report = try report(await tool.sync())
    #expect(report["batches"]?.int == 10 && report["saved"]?.int == 50)
    #expect(server.batches.map(\.records.count) == Array(repeating: 5, count: 10))
    #expect(Set(server.batches.flatMap(\.names)).count == 50)
    try await server.stop()
  }

  @Test func `OB14 another run sends the same batch with the same key`() async throws {
    let server = try await FaultServer { _ in .answer(503) }
    let tool = try Tool(results: 5)
    let secrets = try tool.folder.write("hmac: 0123456789abcdef", to: "secrets")
    try tool.pipeline(server.url, "secrets: '\(secrets)'")
    for _ in 1...3 { _ = try await tool.sync("--retry") }
    #expect(server.requests.count == 3)
    #expect(Set(server.requests.map(\.body)).count == 1)
    #expect(Set(server.requests.compactMap { $0.headers["idempotency-key"] }).count == 1)
    for request in server.requests {
      let time = try #require(request.headers["streakline-timestamp"].flatMap { Int($0) })
      #expect(
        request.headers["streakline-signature"]
          == Signature.header(request.body, time: time, key: "0123456789abcdef"))
    }
    try await server.stop()
  }
}
