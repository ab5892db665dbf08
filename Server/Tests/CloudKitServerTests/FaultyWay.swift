import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import ServerJSON
import Synchronization
import ToolTesting

/// The way to a running server, on which requests and answers get lost.
final class FaultyWay: Sendable {
  /// What happens to a request.
  enum Fault: Sendable {
    case none
    /// The server never gets it.
    case lost(FaultServer.Reply)
    /// The server does it, and this is heard instead of its answer.
    case answerLost(FaultServer.Reply)
    /// The server does it, and the answer is changed.
    case changed(@Sendable (JSON) -> JSON)
  }

  typealias Choice = @Sendable (FaultServer.Request) -> Fault

  let server: FaultServer
  private let shared: Shared

  /// - Parameters:
  ///   - port: Where the running server listens.
  ///   - own: Where requests come; 0 lets the system choose.
  init(to port: Int, at own: Int = 0, _ choice: @escaping Choice = { _ in .none }) async throws {
    let shared = Shared(choice)
    server = try await FaultServer(port: own) { await shared.reply(to: $0, port) }
    self.shared = shared
  }

  var port: Int { server.port }

  /// The requests to an endpoint so far.
  func requests(_ endpoint: String) -> [FaultServer.Request] {
    server.requests.filter { $0.target.contains("/\(endpoint)?") }
  }

  func set(_ choice: @escaping Choice) { shared.choice.withLock { $0 = choice } }

  private final class Shared: Sendable {
    let choice: Mutex<Choice>

    init(_ choice: @escaping Choice) { self.choice = Mutex(choice) }

    func reply(to request: FaultServer.Request, _ port: Int) async -> FaultServer.Reply {
      let choice = choice.withLock(\.self)
      switch choice(request) {
      case .none: return await forwarded(request, port) { $0 }
      case .lost(let reply): return reply
      case .answerLost(let reply):
        _ = await forwarded(request, port) { $0 }
        return reply
      case .changed(let change): return await forwarded(request, port, change)
      }
    }

    private func forwarded(
      _ request: FaultServer.Request, _ port: Int, _ change: (JSON) -> JSON
    ) async -> FaultServer.Reply {
      var sent = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(request.target)")
      sent.method = .RAW(value: request.method)
      sent.body = .bytes(ByteBuffer(bytes: request.body))
      for name in ["content-type"] {
        if let value = request.headers[name] { sent.headers.add(name: name, value: value) }
      }
      do {
        let response = try await HTTPClient.shared.execute(sent, timeout: .seconds(20))
        let body = Array(try await response.body.collect(upTo: 64 << 20).readableBytesView)
        var headers: [String: String] = [:]
        for name in ["X-Apple-CloudKit-Web-Auth-Token", "Retry-After"] {
          headers[name] = response.headers.first(name: name)
        }
        let text = String(decoding: change(try JSON(body)).bytes, as: UTF8.self)
        return .answer(Int(response.status.code), headers, text)
      } catch {
        return .reset
      }
    }
  }
}

/// Errors as CloudKit Web Services words them.
func refusal(
  _ status: Int, _ code: String?, retryAfter: Int? = nil, headers: [String: String] = [:]
) -> FaultServer.Reply {
  let body = JSON.members([
    ("uuid", "u"), ("serverErrorCode", code.map(JSON.string)), ("reason", "as the test wants it"),
    ("retryAfter", retryAfter.map(JSON.int)),
  ])
  return .answer(status, headers, String(decoding: body.bytes, as: UTF8.self))
}
