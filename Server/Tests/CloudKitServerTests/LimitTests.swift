import CloudKitHTTP
import Foundation
import NIOCore
import NIOPosix
import ServerJSON
import Testing
import ToolTesting

/// Sizes, times and rates.
@Suite struct LimitTests {
  @Test func `two hundred operations pass`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      let operations = (0..<200).map { User.operation("create", "n\($0)") }
      #expect(try await anna.modify(operations, atomic: true).records.count == 200)
      #expect(try await anna.lookup((0..<200).map { "n\($0)" }).codes.allSatisfy { $0 == nil })
    }
  }

  @Test func `a record with tens of thousands of fields holds nobody up`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      let fields = (0..<20_000).map { number in
        JSON.Member(name: "f\(number)", value: ["value": .int(number)])
      }
      try await anna.create("n1")
      let start = ContinuousClock.now
      let reply = try await anna.modify([User.operation("forceUpdate", "n1", .object(fields))])
      #expect(reply.codes == [nil])
      #expect(ContinuousClock.now - start < .seconds(15))
    }
  }

  @Test(arguments: [true, false])
  func `a body that is too large is not read`(isChunked: Bool) async throws {
    try await RunningServer.run {
      $0.largestBody = 10_000
    } _: { server in
      let anna = try server.addUser("anna")
      let body = [UInt8](repeating: 0x20, count: isChunked ? 10_001 : 2_000_000)
      let reply = try await anna.send("records/modify", body)
      #expect(reply.status == 413)
      #expect(reply.code == "BAD_REQUEST")
      let fits = [UInt8](repeating: 0x20, count: 9_998) + Array("{}".utf8)
      #expect(try await anna.send("users/current", fits).status == 200)
    }
  }

  @Test func `a body that gzip has packed is read, and another one refused`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      func send(_ body: [UInt8], _ encoding: String) async throws -> Reply {
        try await anna.send("records/lookup", body, headers: [("Content-Encoding", encoding)])
      }
      let lookup = try packed(Array(#"{"records":[{"recordName":"a"}]}"#.utf8))
      let read = try await send(lookup, "GZip")
      #expect(read.status == 200 && read.codes == ["NOT_FOUND"], "\(read)")
      // It is not what the header says, or ends too early.
      for body in [Array("{}".utf8), lookup.dropLast(4)] {
        let reply = try await send(Array(body), "gzip")
        #expect(reply.status == 400 && reply.code == "BAD_REQUEST")
      }
      for encoding in ["br", "deflate", "gzip, gzip"] {
        let reply = try await send(lookup, encoding)
        #expect(reply.status == 415 && reply.code == "BAD_REQUEST")
        #expect(reply.headers["accept-encoding"] == "gzip, identity")
      }
    }
  }

  @Test func `a small body of which much comes out is refused before it takes memory`() async throws
  {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      // 64 MiB of blanks in 64 KiB.
      let bomb = try packed([UInt8](repeating: 0x20, count: 64 << 20))
      #expect(bomb.count < 100_000)
      let reply = try await anna.send(
        "records/lookup", bomb, headers: [("Content-Encoding", "gzip")])
      #expect(reply.status == 413 && reply.code == "BAD_REQUEST")
      #expect(try await anna.ask("users/current").status == 200)
    }
  }

  @Test(arguments: ["/health", "/database/1/x", "/sign-in", "/"])
  func `a request for two hosts is refused`(path: String) async throws {
    try await RunningServer.run { server in
      let hosts = "Host: 127.0.0.1\r\nHost: other.example\r\n"
      let answer = try await exchange(
        "GET \(path) HTTP/1.1\r\n\(hosts)Connection: close\r\n\r\n", port: server.port)
      #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
      #expect(answer.contains("A request names one Host"), "\(answer)")
    }
  }

  @Test(arguments: ["text/plain", "application/json", "x/y", ""])
  func `any content type is taken`(type: String) async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let reply = try await anna.ask("users/current", headers: [("Content-Type", type)])
      #expect(reply.status == 200)
      #expect(reply.headers["content-type"] == "application/json; charset=UTF-8")
    }
  }

  @Test func `who asks too often is told when to ask again, others are not held up`() async throws {
    try await RunningServer.run {
      $0.requestsPerSecond = 0.5
    } _: { server in
      let anna = try server.addUser("anna")
      let bert = try server.addUser("bert")
      #expect(try await anna.ask("users/current").status == 200)
      for endpoint in Endpoint.allCases where endpoint.databases.contains(.private) {
        let reply = try await anna.ask(endpoint.rawValue)
        #expect(reply.status == 429)
        #expect(reply.code == "THROTTLED")
        #expect(reply.body["retryAfter"] == 2)
        #expect(reply.headers["retry-after"] == "2")
      }
      #expect(try await bert.ask("users/current").status == 200)
      server.clock.advance(seconds: 2)
      #expect(try await anna.ask("users/current").status == 200)
      #expect(try await anna.ask("users/current").status == 429)
    }
  }

  @Test func `large records come in several pages`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      let text: JSON = .string(String(repeating: "x", count: 900_000))
      for number in 0..<8 { try await anna.create("n\(number)", ["text": ["value": text]]) }
      var (names, token): ([String], String?) = ([], nil)
      for _ in 0..<2 {
        let reply = try await anna.changes(token)
        #expect(reply.names.count <= 5)
        names += reply.names
        token = reply.body["syncToken"]?.string
      }
      #expect(names == (0..<8).map { "n\($0)" })
      let query: JSON = ["zoneID": User.zone, "query": ["recordType": "Note"]]
      let page = try await anna.ask("records/query", query)
      #expect(page.names.count == 5)
      #expect(page.body["continuationMarker"] != nil)
      let lookup = try await anna.lookup((0..<8).map { "n\($0)" })
      #expect(lookup.codes.filter { $0 == nil }.count == 4)
    }
  }

  /// What a client that sends a text and then nothing more gets before the server closes the connection.
  private func exchange(
    _ text: String, then later: String? = nil, port: Int
  ) async throws -> String {
    let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await client.executeThenClose { inbound, outbound in
      // The server may have closed the connection already; what it has said counts.
      try? await outbound.write(ByteBuffer(string: text))
      var received = ""
      if let later {
        try await Task.sleep(for: .milliseconds(300))
        try? await outbound.write(ByteBuffer(string: later))
      }
      for try await part in inbound { received += String(buffer: part) }
      return received
    }
  }

  @Test(arguments: ["", "POST /database/1/x HTTP/1.1\r\nHost: x\r\n"])
  func `a client that does not finish its head is cut off`(text: String) async throws {
    try await RunningServer.run {
      $0.headSeconds = 1
    } _: { server in
      let start = ContinuousClock.now
      _ = try await exchange(text.isEmpty ? " " : text, port: server.port)
      #expect(ContinuousClock.now - start < .seconds(8))
    }
  }

  @Test func `a client that does not finish its body is cut off`() async throws {
    try await RunningServer.run {
      $0.bodySeconds = 1
    } _: { server in
      let anna = try server.addUser("anna")
      let token = (anna.webToken ?? "").replacing("+", with: "%2B")
      let path = "/database/1/\(anna.container)/development/private/users/current"
      let query = "?ckAPIToken=\(server.apiToken)&ckWebAuthToken=\(token)"
      let start = ContinuousClock.now
      _ = try await exchange(
        "POST \(path)\(query) HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        port: server.port)
      #expect(ContinuousClock.now - start < .seconds(8))
    }
  }

  @Test func `a connection without a next request is closed`() async throws {
    try await RunningServer.run {
      $0.idleSeconds = 1
    } _: { server in
      let received = try await exchange(
        "GET /health HTTP/1.1\r\nHost: x\r\n\r\n", port: server.port)
      #expect(received.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a connection is closed also when a refused request ends after its answer`() async throws {
    try await RunningServer.run {
      $0.idleSeconds = 1
    } _: { server in
      let received = try await exchange(
        "POST /database/1/a/b/c/d/e HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n",
        then: "abc", port: server.port)
      #expect(received.hasPrefix("HTTP/1.1 404"))
    }
  }

  @Test func `large bodies of one client leave room for other clients`() async throws {
    try await RunningServer.run {
      $0.refusedBodySeconds = 1
    } _: { server in
      let anna = try server.addUser("anna")
      let bert = try server.addUser("bert")
      let token = (anna.webToken ?? "").replacing("+", with: "%2B")
      let path = "/database/1/\(anna.container)/development/private/users/current"
      let query = "?ckAPIToken=\(server.apiToken)&ckWebAuthToken=\(token)"
      let head = "POST \(path)\(query) HTTP/1.1\r\nHost: x\r\nContent-Length: \(4 << 20)\r\n\r\n{"
      let large = [UInt8](repeating: 0x20, count: 1 << 20)
      try await withThrowingTaskGroup(of: Void.self) { group in
        // Four clients that never finish take all that one token can have. One that comes while another
        // request has the room tries again, which takes long on a machine that has other work.
        for _ in 0..<4 {
          group.addTask {
            while !Task.isCancelled { _ = try? await exchange(head, port: server.port) }
          }
        }
        var reply = try await anna.send("users/current", large)
        for _ in 0..<2_000 where reply.status == 200 {
          try await Task.sleep(for: .milliseconds(20))
          reply = try await anna.send("users/current", large)
        }
        #expect(reply.status == 503)
        #expect(reply.code == "TRY_AGAIN_LATER")
        #expect(reply.body["retryAfter"] == 1)
        #expect(try await anna.ask("users/current").status == 200)
        #expect(try await bert.send("users/current", large).status == 200)
        group.cancelAll()
      }
    }
  }

  @Test func `an upload that was refused is not read to its end`() async throws {
    try await RunningServer.run {
      $0.refusedBodySeconds = 1
    } _: { server in
      let start = ContinuousClock.now
      let received = try await exchange(
        "POST /database/1/a/b/c/d/e HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\nabc",
        port: server.port)
      #expect(received.hasPrefix("HTTP/1.1 404"))
      #expect(ContinuousClock.now - start < .seconds(8))
    }
  }

  @Test func `a head that is too large or broken is refused`() async throws {
    try await RunningServer.run { server in
      let many = (0..<100).map { "X-\($0): y\r\n" }.joined()
      let long = "X: \(String(repeating: "y", count: 40_000))\r\n"
      for head in [many, long, "Content-Length: 1\r\nContent-Length: 2\r\n", "no colon\r\n"] {
        let received = try await exchange(
          "GET /health HTTP/1.1\r\nHost: x\r\n\(head)\r\n", port: server.port)
        #expect(!received.hasPrefix("HTTP/1.1 200"), "\(head.prefix(20))")
      }
      #expect(try await server.send("/health").status == 200)
    }
  }

  @Test func `the server says whether it is well, and how to sign in`() async throws {
    try await RunningServer.run { server in
      let health = try await server.send("/health")
      #expect(health.status == 200)
      #expect(health.body["status"] == "ok")
      #expect(try await server.send("/sign-in").status == 200)
      #expect(try await server.send("/").status == 404)
    }
  }
}
