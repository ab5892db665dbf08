internal import NIOCore
internal import NIOPosix
package import NIOSSL
package import ServerJSON
internal import Synchronization

/// A server on this machine that answers each request as a test wants.
package final class FaultServer: Sendable {
  package struct Request: Sendable {
    package let method: String
    package let target: String
    /// By names in small letters.
    package let headers: [String: String]
    package let body: [UInt8]
    package let receivedAt = ContinuousClock.now

    /// The records of a batch.
    package var records: [JSON] { (try? JSON(body))?["records"]?.list ?? [] }
    package var names: [String] { records.compactMap { $0["recordName"]?.string } }
    /// The part of the target after the question mark, by name; without escapes.
    package var query: [String: String] {
      let pairs = target.split(separator: "?", maxSplits: 1).dropFirst().joined()
        .split(separator: "&").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
      return Dictionary(uniqueKeysWithValues: pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) })
    }
  }

  package enum Reply: Sendable {
    case answer(Int, [String: String] = [:], String = "")
    /// Says nothing.
    case silence
    /// Says its head, and then a byte of its endless body every 50 ms.
    case drip
    /// Says exactly this and closes the connection.
    case raw(String)
    /// Closes the connection as a crash would.
    case reset
  }

  private struct State {
    var requests: [Request] = []
    var reply: @Sendable (Request) async -> Reply
  }

  package let port: Int
  private let channel: any Channel
  private let state: Mutex<State>

  package var url: String { "http://127.0.0.1:\(port)/hook" }
  /// All requests so far.
  package var requests: [Request] { state.withLock { $0.requests } }
  /// The requests that brought a batch.
  package var batches: [Request] { requests.filter { $0.method == "POST" } }

  /// A port on which nobody listens. No test that runs beside gets it by chance: the system gives those out
  /// that begin at 32,768.
  package static func closedPort() async throws -> Int {
    var failure: any Error = CancellationError()
    for _ in 0..<20 {
      do {
        let server = try await FaultServer(port: .random(in: 20_000..<30_000)) { _ in .reset }
        try await server.stop()
        return server.port
      } catch { failure = error }
    }
    throw failure
  }

  /// - Parameters:
  ///   - port: 0 for any.
  ///   - tls: With which certificate the server speaks TLS.
  package init(
    port: Int = 0, tls: NIOSSLContext? = nil, reply: @escaping @Sendable (Request) async -> Reply
  ) async throws {
    let answering = Answering()
    state = Mutex(State(reply: reply))
    channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
          }
          try channel.pipeline.syncOperations.addHandler(Exchange(answering))
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
    self.port = channel.localAddress?.port ?? 0
    answering.server.withLock { $0 = self }
  }

  /// Answers from now on in another way.
  package func answer(_ reply: @escaping @Sendable (Request) async -> Reply) {
    state.withLock { $0.reply = reply }
  }

  package func stop() async throws {
    try await channel.close()
  }

  /// Lets the connections find the server, which is made after the first of them could be.
  private final class Answering: Sendable {
    let server = Mutex<FaultServer?>(nil)

    func reply(to request: Request) async -> Reply {
      guard let server = server.withLock({ $0 }) else { return .reset }
      let reply = server.state.withLock { state in
        state.requests.append(request)
        return state.reply
      }
      return await reply(request)
    }
  }

  /// One connection.
  private final class Exchange: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answering: Answering
    private var received: [UInt8] = []

    init(_ answering: Answering) {
      self.answering = answering
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      received += unwrapInboundIn(data).readableBytesView
      while let request = takeRequest() {
        let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.makeFutureWithTask { [answering] in
          await answering.reply(to: request)
        }.assumeIsolated().whenSuccess { reply in
          let (exchange, context) = connection.value
          exchange.carryOut(reply, context)
        }
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func takeRequest() -> Request? {
      let blank = Array("\r\n\r\n".utf8)
      guard
        let end = received.indices.first(where: { received[$0...].starts(with: blank) })
      else { return nil }
      let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n")
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { continue }
        headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
      }
      let bodyStart = end + blank.count
      let bodyEnd = bodyStart + (headers["content-length"].flatMap { Int($0) } ?? 0)
      guard received.count >= bodyEnd, let first = lines.first else { return nil }
      let words = first.split(separator: " ").map(String.init)
      let body = Array(received[bodyStart..<bodyEnd])
      received.removeSubrange(..<bodyEnd)
      return Request(method: words[0], target: words[1], headers: headers, body: body)
    }

    private func carryOut(_ reply: Reply, _ context: ChannelHandlerContext) {
      switch reply {
      case .silence: break
      case .answer(let status, let headers, let body):
        let more = headers.map { "\($0): \($1)\r\n" }.joined()
        // 204 has no body, and so no length.
        let length = status == 204 ? "" : "Content-Length: \(body.utf8.count)\r\n"
        send("HTTP/1.1 \(status) Status\r\n\(length)\(more)\r\n\(body)", context)
      case .raw(let text):
        send(text, context)
        context.close(promise: nil)
      case .drip:
        send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", context)
        drip(context)
      case .reset:
        let channel = context.channel
        if let socket = channel as? any SocketOptionProvider {
          socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in
            channel.close(promise: nil)
          }
        }
      }
    }

    private func drip(_ context: ChannelHandlerContext) {
      guard context.channel.isActive else { return }
      send(" ", context)
      context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(50)) {
        self.drip(context)
      }
    }

    private func send(_ text: String, _ context: ChannelHandlerContext) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }
  }
}
