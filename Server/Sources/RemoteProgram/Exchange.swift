internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

/// A request to a host.
package struct WebRequest: Sendable {
  /// A way on which requests get to a host and answers back.
  package typealias Sending =
    @Sendable (WebRequest) async throws(RemoteFailure) -> WebAnswer

  package let url: String
  package let method: String
  package var headers: [(name: String, value: String)]
  package let body: [UInt8]?

  package init(
    _ method: String, url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8]? = nil
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
  }
}

/// What a host has answered.
package struct WebAnswer: Hashable, Sendable {
  package let status: Int
  /// Empty where it was not asked for.
  package let body: [UInt8]
  private let headers: [String: String]

  /// - Parameter headers: By name in lower case.
  package init(status: Int, body: [UInt8] = [], headers: [String: String] = [:]) {
    self.status = status
    self.body = body
    self.headers = headers
  }

  /// The first header of a name.
  package func header(_ name: String) -> String? { headers[name.lowercased()] }

  /// The pause that the host asks for in its head, in seconds.
  ///
  /// - Parameter now: Our clock, in seconds since 1970.
  package func retryAfterSeconds(now: Int) -> Int? {
    RetryAfter.seconds(header("Retry-After"), date: header("Date"), now: now)
  }
}

/// Sends requests over HTTP. It verifies certificates and follows no redirect.
package struct Exchange: Sendable {
  private static let connectSeconds: Int64 = 10

  private let host: String
  private let timeoutSeconds: Int
  private let mostBytes: Int
  private let connections: Connections

  /// - Parameters:
  ///   - host: For messages.
  ///   - caFile: The path of a file with the certificates (PEM) that are trusted instead of the system's.
  ///   - timeoutSeconds: How long an exchange may take from its start to its last byte.
  ///   - mostBytes: How many bytes an answer may have.
  package init(
    host: String, caFile: String?, timeoutSeconds: Int, mostBytes: Int
  ) throws(RemoteFailure) {
    self.host = host
    self.timeoutSeconds = timeoutSeconds
    self.mostBytes = mostBytes
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: try Self.tls(caFile), redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(Self.connectSeconds)), decompression: .disabled)
    configuration.httpVersion = .http1Only
    // `streakline` decides when to try again.
    configuration.connectionPool.retryConnectionEstablishment = false
    connections = Connections(configuration)
  }

  private static func tls(_ caFile: String?) throws(RemoteFailure) -> TLSConfiguration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let caFile {
      guard let certificates = try? NIOSSLCertificate.fromPEMFile(caFile), !certificates.isEmpty
      else { throw RemoteFailure(.configuration, "\(caFile) has no certificates in PEM form") }
      tls.trustRoots = .certificates(certificates)
    }
    return tls
  }

  private struct TimedOut: Error {}
  private struct TooLong: Error {}

  /// - Parameter readsErrors: Whether the body of an answer that is no success is wanted. Where it is not, it
  ///   cannot keep the head from being heard.
  package func answer(
    to request: WebRequest, readsErrors: Bool = false
  ) async throws(RemoteFailure) -> WebAnswer {
    var sent = HTTPClientRequest(url: request.url)
    sent.method = .RAW(value: request.method)
    for (name, value) in request.headers { sent.headers.add(name: name, value: value) }
    if let body = request.body { sent.body = .bytes(ByteBuffer(bytes: body)) }
    do {
      return try await withDeadline(sent, readsErrors)
    } catch {
      throw failure(error)
    }
  }

  /// The deadline of the client itself ends with the head of the answer.
  private func withDeadline(
    _ request: HTTPClientRequest, _ readsErrors: Bool
  ) async throws -> WebAnswer {
    let seconds = timeoutSeconds
    return try await withThrowingTaskGroup(of: WebAnswer.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await received(request, readsErrors) }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds), clock: .continuous)
        throw TimedOut()
      }
      guard let answer = try await group.next() else { throw TimedOut() }
      return answer
    }
  }

  private func received(
    _ request: HTTPClientRequest, _ readsErrors: Bool
  ) async throws -> WebAnswer {
    let response = try await connections.client.execute(request, deadline: .distantFuture)
    let status = Int(response.status.code)
    var body: [UInt8] = []
    if readsErrors || (200..<300).contains(status) {
      for try await part in response.body {
        guard body.count + part.readableBytes <= mostBytes else { throw TooLong() }
        body += part.readableBytesView
      }
    }
    let headers = Dictionary(
      response.headers.map { ($0.name.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    return WebAnswer(status: status, body: body, headers: headers)
  }

  private func failure(_ error: any Error) -> RemoteFailure {
    // A second, so that nobody who tries again and again does so without a pause.
    func offline(_ message: String) -> RemoteFailure {
      RemoteFailure(.offline, message, retryAfterSeconds: 1)
    }
    switch error {
    case is TimedOut: return offline("\(host) did not answer within \(timeoutSeconds) s")
    case is TooLong:
      return RemoteFailure(.failed, "\(host) answers with more than \(mostBytes) bytes")
    case is NIOConnectionError, ChannelError.connectTimeout:
      return offline("\(host) cannot be reached")
    case let error as HTTPClientError where error == .connectTimeout:
      return offline("\(host) cannot be reached")
    case let error as IOError where ![ECONNRESET, EPIPE].contains(error.errnoCode):
      return offline("\(host) cannot be reached")
    case NIOSSLError.uncleanShutdown:
      return RemoteFailure(.failed, "\(host) closed the connection before its answer was whole")
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
      return offline("\(host) cannot show by its certificate that it is this host")
    default:
      // One record of the batch may be the cause.
      return RemoteFailure(.failed, "\(host) closed the connection before its answer was whole")
    }
  }
}

/// Open connections, which are closed with the object.
private final class Connections: Sendable {
  let client: HTTPClient

  init(_ configuration: HTTPClient.Configuration) {
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  deinit {
    // A client must not end without this.
    client.shutdown { _ in }
  }
}
