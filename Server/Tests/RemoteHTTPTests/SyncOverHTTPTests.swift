import Foundation
import RemoteHTTP
import RemoteProgram
import ServerJSON
import Synchronization
import Testing
import ToolTesting

/// The whole road: `streakline sync`, the program, and a server that misbehaves. The numbers are the rows
/// of the table of what a remote may do.
@Suite(.serialized) struct SyncOverHTTPTests {
  /// The last report of a run.
  private func report(_ run: Tool.Run) throws -> JSON {
    try #require(run.objects.last, "\(run.talk)")
  }

  private func expect(
    _ tool: Tool, _ options: String..., saved: Int, pending: Int, status: Int32,
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await tool.sync(options)
    let report = try report(run)
    #expect(report["saved"]?.int == saved, comment, sourceLocation: sourceLocation)
    #expect(report["pending"]?.int == pending, comment, sourceLocation: sourceLocation)
    #expect(run.status == status, "\(run.talk)", sourceLocation: sourceLocation)
  }

  @Test func `OB1 nothing is lost while the receiver cannot be reached, and all arrives after`()
    async throws
  {
    let port = try await FaultServer.closedPort()
    let tool = try Tool(results: 12)
    try tool.pipeline("http://127.0.0.1:\(port)/hook")
    let run = try await tool.sync()
    #expect(run.status == 75)
    #expect(try report(run)["state"] == "offline" && report(run)["pending"]?.int == 12)
    #expect(run.talk.contains("127.0.0.1 cannot be reached"), "\(run.talk)")
    let receiver = HonestReceiver()
    let server = try await FaultServer(port: port) { receiver.reply(to: $0) }
    try await expect(tool, saved: 12, pending: 0, status: 0)
    #expect(receiver.records.count == 12)
    try await server.stop()
  }

  @Test func `OB1 a receiver that is ill is asked at most once a second, and all arrives after`()
    async throws
  {
    let receiver = HonestReceiver()
    let server = try await FaultServer { _ in .answer(503) }
    let tool = try Tool(results: 7)
    try tool.pipeline(server.url)
    let (process, files) = try tool.prepared(["sync", "--pipeline", "web", "--follow"])
    try process.run()
    while server.requests.count < 4 { try await Task.sleep(for: .milliseconds(20)) }
    let times = server.requests.map(\.receivedAt)
    for (earlier, later) in zip(times, times.dropFirst()) {
      #expect(later - earlier > .milliseconds(950), "\(later - earlier)")
    }
    server.answer { receiver.reply(to: $0) }
    let end = ContinuousClock.now + .seconds(60)
    while receiver.records.count < 7, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(20))
    }
    kill(process.processIdentifier, SIGKILL)
    _ = try tool.ended(process, files)
    #expect(receiver.records.count == 7)
    try await server.stop()
  }

  @Test(arguments: [
    FaultServer.Reply.silence, .drip, .reset,
    .raw("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"results\":"),
  ])
  func `OB2 a batch without a whole answer is sent again`(reply: FaultServer.Reply) async throws {
    let receiver = HonestReceiver()
    let server = try await FaultServer { _ in reply }
    let tool = try Tool(results: 5)
    try tool.pipeline(server.url, "timeout: 1")
    let start = ContinuousClock.now
    let run = try await tool.sync()
    #expect(try report(run)["saved"]?.int == 0 && report(run)["pending"]?.int == 5)
    #expect(run.status != 0)
    #expect(ContinuousClock.now - start < .seconds(45))
    server.answer { receiver.reply(to: $0) }
    try tool.pipeline(server.url)
    try await expect(tool, saved: 5, pending: 0, status: 0)
    #expect(receiver.records.count == 5)
    try await server.stop()
  }

  @Test func `OB3 a batch that was saved before its answer was lost is there once`() async throws {
    let receiver = HonestReceiver()
    let server = try await FaultServer { request in
      _ = receiver.results(of: request.records)
      return .reset
    }
    let tool = try Tool(results: 10)
    try tool.pipeline(server.url)
    _ = try await tool.sync()
    let first = receiver.records
    #expect(!first.isEmpty)
    server.answer { receiver.reply(to: $0) }
    try await expect(tool, saved: 10, pending: 0, status: 0)
    #expect(receiver.records.count == 10)
    for (name, record) in first { #expect(receiver.records[name] == record) }
    try await server.stop()
  }

  @Test(arguments: [("5", 5), ("86400", 3_600), ("abc", 1), ("-1", 1)])
  func `OB4 a pause stops all batches, not only the first`(value: String, seconds: Int)
    async throws
  {
    let server = try await FaultServer { _ in .answer(429, ["Retry-After": value]) }
    let tool = try Tool(results: 20)
    try tool.pipeline(server.url)
    let before = Date.now
    let run = try await tool.sync()
    #expect(run.status == 75)
    #expect(server.requests.count == 1)
    let status = try tool.status()
    #expect(status["pending"]?.int == 20)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let text = try #require(status["nextAttempt"]?.string)
    let next = try (try? format.parse(text)) ?? Date.ISO8601FormatStyle().parse(text)
    let pause = next.timeIntervalSince(before)
    // The time is printed in whole seconds.
    #expect(Double(seconds) - 1...Double(seconds) + 20 ~= pause, "\(pause)")
    guard seconds > 60 else { return try await server.stop() }
    #expect(try await tool.sync().status == 75)
    #expect(server.requests.count == 1)
    #expect(try await tool.sync(["--retry"]).status == 75)
    #expect(server.requests.count == 2)
    try await server.stop()
  }

  @Test(
    arguments: [
      (401, 75, "paused"), (403, 73, "paused"), (404, 78, "paused"), (307, 78, "paused"),
      (507, 74, "paused"), (502, 75, "error"), (500, 74, "error"), (409, 74, "error"),
    ] as [(Int, Int32, JSON)])
  func `OB5 what the user or time has to settle keeps everything`(
    status: Int, code: Int32, state: JSON
  ) async throws {
    let receiver = HonestReceiver()
    let server = try await FaultServer { _ in .answer(status) }
    let tool = try Tool(results: 6)
    try tool.pipeline(server.url)
    let run = try await tool.sync()
    #expect(run.status == code, "\(run.talk)")
    #expect(try report(run)["state"] == state && report(run)["pending"]?.int == 6)
    #expect(run.talk.contains("HTTP \(status)"), "\(run.talk)")
    server.answer { receiver.reply(to: $0) }
    // What waits for the user, or for a pause to be over, goes on when the user says so.
    try await expect(tool, "--retry", saved: 6, pending: 0, status: 0)
    try await server.stop()
  }

  @Test func `OB5 writing is tried again only when the user says that he has settled it`()
    async throws
  {
    let receiver = HonestReceiver()
    let server = try await FaultServer { _ in .answer(507) }
    let tool = try Tool(results: 6)
    try tool.pipeline(server.url)
    _ = try await tool.sync()
    server.answer { receiver.reply(to: $0) }
    try await expect(tool, saved: 0, pending: 6, status: 74)
    #expect(receiver.records.isEmpty)
    try await expect(tool, "--retry", saved: 6, pending: 0, status: 0)
    try await server.stop()
  }

  @Test(arguments: [400, 413, 422])
  func `OB5 a batch with one record that is refused is split until it is found`(status: Int)
    async throws
  {
    let receiver = HonestReceiver()
    let poison = Mutex<String?>(nil)
    let server = try await FaultServer { request in
      let name = poison.withLock { poison in
        poison = poison ?? request.names.dropFirst(2).first
        return poison
      }
      let isRefused = name.map(request.names.contains) == true
      return isRefused ? .answer(status) : receiver.reply(to: request)
    }
    let tool = try Tool(results: 5)
    try tool.pipeline(server.url)
    let run = try await tool.sync()
    #expect(try report(run)["saved"]?.int == 4 && report(run)["rejected"]?.int == 1, "\(run)")
    #expect(receiver.records.count == 4)
    #expect(try tool.status()["rejected"]?.int == 1)
    try await server.stop()
  }

  @Test func `OB6 all subsets of five that are saved: the others are sent again, and only they`()
    async throws
  {
    let receiver = HonestReceiver()
    let round = Mutex(0)
    let server = try await FaultServer { request in
      let subset = round.withLock { round in
        defer { round += 1 }
        return round
      }
      // What is said about the others differs: nothing, nonsense, not now, another name.
      let results = request.records.enumerated().compactMap { index, record -> JSON? in
        if subset & 1 << index != 0 { return receiver.results(of: [record]).first }
        switch (subset + index) % 4 {
        case 0: return nil
        case 1: return HonestReceiver.result(record, "perhaps")
        case 2: return HonestReceiver.result(record, "retry")
        default: return .list([record])
        }
      }
      return .answer(200, [:], HonestReceiver.body(results.reversed()))
    }
    let tool = try Tool(results: 160)
    try tool.pipeline(server.url)
    let first = try report(await tool.sync())
    #expect(server.batches.count == 32)
    #expect(first["saved"]?.int == 80 && first["pending"]?.int == 80 && first["rejected"]?.int == 0)
    let saved = Set(receiver.records.keys)
    #expect(saved.count == 80)
    server.answer { receiver.reply(to: $0) }
    try await expect(tool, saved: 80, pending: 0, status: 0)
    #expect(receiver.records.count == 160)
    #expect(Set(server.batches.dropFirst(32).flatMap(\.names)).isDisjoint(with: saved))
    try await server.stop()
  }

  @Test(arguments: ["", "{\"results\":[", "[]", "{\"results\":{}}", "<html>"])
  func `OB6 an answer that is no answer delivers nothing`(body: String) async throws {
    let receiver = HonestReceiver()
    let server = try await FaultServer { _ in .answer(200, [:], body) }
    let tool = try Tool(results: 5)
    try tool.pipeline(server.url)
    try await expect(tool, saved: 0, pending: 5, status: 74)
    server.answer { receiver.reply(to: $0) }
    try await expect(tool, saved: 5, pending: 0, status: 0)
    try await server.stop()
  }
}
