import NIOCore
import NIOPosix
import NIOSSL
import RemoteHTTP
import RemoteProgram
import ServerJSON
import Testing
import ToolTesting

/// Connections that do not come about, or end too early.
@Suite struct BrokenConnectionTests {
  /// The answer to a batch, and how long it took.
  private func push(_ url: String, _ settings: [String: JSON] = [:], count: Int = 2) async throws
    -> (answer: JSON, seconds: Double)
  {
    var asking = try await Asking(url, settings)
    let start = ContinuousClock.now
    let answer = try await asking.push(Asking.records(count))
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return (answer, seconds)
  }

  // MARK: - OB1

  @Test func `OB1 a receiver that refuses the connection is offline, and heals`() async throws {
    let port = try await FaultServer.closedPort()
    var asking = try await Asking("http://127.0.0.1:\(port)/hook")
    let answer = try await asking.push(Asking.records(2))
    #expect(answer.error == "offline" && answer["retryAfter"]?.int == 1)
    #expect(answer.message == "127.0.0.1 cannot be reached")
    let healed = try await FaultServer(port: port) { _ in .answer(204) }
    #expect(try await asking.push(Asking.records(2)).statuses.count == 2)
    try await healed.stop()
  }

  @Test func `OB1 a name that nobody has is offline`() async throws {
    // Too long for a name, so that no other machine is asked for it.
    let name = String(repeating: "a", count: 70)
    let (answer, seconds) = try await push("https://\(name)/", ["timeout": .int(5)])
    #expect(answer.error == "offline")
    #expect(seconds < 10)
  }

  @Test func `OB1 a connection that does not come about ends in time`() async throws {
    // Nobody accepts, so the system answers no more connections when its queue is full.
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.backlog, value: 1).serverChannelOption(.autoRead, value: false)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = server.localAddress?.port ?? 0
    let waiting = (0..<4).map { _ in
      ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connectTimeout(.seconds(3))
        .connect(host: "127.0.0.1", port: port)
    }
    try await Task.sleep(for: .milliseconds(200))
    let (answer, seconds) = try await push("http://127.0.0.1:\(port)/", ["timeout": .int(2)])
    #expect(answer.error == "offline")
    #expect((1.5..<9).contains(seconds), "\(seconds)")
    for connection in waiting { try? await connection.get().close() }
    try await server.close()
  }

  // MARK: - OB2

  @Test(arguments: [FaultServer.Reply.silence, .drip])
  func `OB2 a receiver that never comes to an end has until the deadline`(
    reply: FaultServer.Reply
  ) async throws {
    let server = try await FaultServer { _ in reply }
    let (answer, seconds) = try await push(server.url, ["timeout": .int(1)])
    #expect(answer.error == "offline" && answer["retryAfter"]?.int == 1)
    #expect(answer.message == "127.0.0.1 did not answer within 1 s")
    #expect((0.9..<20).contains(seconds), "\(seconds)")
    #expect(server.requests.count == 1)
    try await server.stop()
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"results\":[",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"res",
    "HTTP/1.1 204 No", "", "SSH-2.0-OpenSSH_9.2\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}",
  ])
  func `OB2 an answer that breaks off says nothing`(text: String) async throws {
    let server = try await FaultServer { _ in .raw(text) }
    let (answer, _) = try await push(server.url, ["timeout": .int(30)])
    #expect(answer.error == "failed", "\(answer)")
    #expect(answer["results"] == nil)
    try await server.stop()
  }

  @Test(arguments: [
    "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 1000\r\n\r\nsorry",
    "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nTransfer-Encoding: chunked\r\n\r\nZZ",
  ])
  func `OB4 a pause is understood before the rest of its answer`(text: String) async throws {
    let server = try await FaultServer { _ in .raw(text) }
    let (answer, _) = try await push(server.url, ["timeout": .int(30)])
    #expect(answer.error == "throttled" && answer["retryAfter"]?.int == 7, "\(answer)")
    try await server.stop()
  }

  // MARK: - OB3

  @Test func `OB3 a batch whose answer was lost is sent again with the same body and key`()
    async throws
  {
    let server = try await FaultServer { _ in .reset }
    var asking = try await Asking(server.url)
    #expect(try await asking.push(Asking.records(5)).error == "failed")
    server.answer { _ in .answer(204) }
    #expect(try await asking.push(Asking.records(5)).statuses.count == 5)
    let requests = server.requests
    #expect(requests.count == 2)
    #expect(requests[0].body == requests[1].body)
    #expect(requests[0].headers["idempotency-key"] == requests[1].headers["idempotency-key"])
    try await server.stop()
  }

  @Test func `a connection that was closed between two batches is opened again`() async throws {
    let text = "HTTP/1.1 204 No Content\r\n\r\n"
    let server = try await FaultServer { _ in .raw(text) }
    var asking = try await Asking(server.url)
    for _ in 1...3 {
      var answer = try await asking.push(Asking.records(2))
      // On a busy machine a batch may meet the connection while it is being closed. The next one opens another.
      if answer.error == "failed" { answer = try await asking.push(Asking.records(2)) }
      #expect(answer.statuses.count == 2, "\(answer)")
      try await Task.sleep(for: .milliseconds(300))
    }
    try await server.stop()
  }
}
