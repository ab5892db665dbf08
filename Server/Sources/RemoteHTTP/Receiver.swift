internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

/// Sends requests to a receiver. It verifies certificates and follows no redirect.
struct Receiver: Sendable {
  private static let connectSeconds: Int64 = 10

  let settings: HTTPRemoteSettings
  let secrets: Secrets
  /// Our clock, in seconds since 1970.
  let now: @Sendable () -> Int
  private let connections: Connections

  init(_ settings: HTTPRemoteSettings, now: @escaping @Sendable () -> Int) throws(RemoteFailure) {
    self.settings = settings
    self.now = now
    secrets = if let path = settings.secrets { try Secrets(path: path) } else { .none }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: try Self.tls(settings.caFile), redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(Self.connectSeconds)), decompression: .disabled)
    configuration.httpVersion = .http1Only
    // `streakline` decides when to try again.
    configuration.connectionPool.retryConnectionEstablishment = false
    connections = Connections(configuration)
  }

  /// Sends a batch.
  func post(_ body: [UInt8]) async throws(RemoteFailure) -> Answer {
    var request = HTTPClientRequest(url: settings.url)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.headers.add(name: "Idempotency-Key", value: Signature.batchKey(body))
    request.body = .bytes(ByteBuffer(bytes: body))
    return try await exchange(request, signing: body)
  }

  /// Asks for the changes in a zone.
  func get(zone: String, token: String?) async throws(RemoteFailure) -> Answer {
    var query = "zone=" + Self.encoded(zone)
    if let token { query += "&token=" + Self.encoded(token) }
    let request = HTTPClientRequest(url: settings.url + "?" + query)
    return try await exchange(request, signing: Array("\(settings.path)?\(query)".utf8))
  }

  /// Everything but letters, digits and `-._~` as `%` and two digits.
  private static func encoded(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
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
}

// MARK: - An exchange

extension Receiver {
  private struct TimedOut: Error {}
  private struct TooLong: Error {}

  private func exchange(_ request: HTTPClientRequest, signing content: [UInt8])
    async throws(RemoteFailure) -> Answer
  {
    var request = request
    request.headers.add(name: "Accept", value: "application/json")
    request.headers.add(name: "User-Agent", value: "streakline-remote-http")
    if let bearer = secrets.bearer {
      request.headers.add(name: "Authorization", value: "Bearer \(bearer)")
    }
    if let key = secrets.hmac {
      let time = now()
      request.headers.add(name: "Streakline-Timestamp", value: String(time))
      request.headers.add(
        name: "Streakline-Signature", value: Signature.header(content, time: time, key: key))
    }
    do {
      return try await withDeadline(request)
    } catch {
      throw failure(error)
    }
  }

  /// The deadline of the client itself ends with the head of the answer.
  private func withDeadline(_ request: HTTPClientRequest) async throws -> Answer {
    let seconds = settings.timeoutSeconds
    return try await withThrowingTaskGroup(of: Answer.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await answer(to: request) }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds), clock: .continuous)
        throw TimedOut()
      }
      guard let answer = try await group.next() else { throw TimedOut() }
      return answer
    }
  }

  private func answer(to request: HTTPClientRequest) async throws -> Answer {
    let response = try await connections.client.execute(request, deadline: .distantFuture)
    let status = Int(response.status.code)
    var body: [UInt8] = []
    // What a failure says besides its head is not needed, and could keep the head from being heard.
    if (200..<300).contains(status) {
      for try await part in response.body {
        guard body.count + part.readableBytes <= settings.maxAnswerBytes else { throw TooLong() }
        body += part.readableBytesView
      }
    }
    return Answer(
      status: status, body: body, retryAfter: response.headers.first(name: "Retry-After"),
      date: response.headers.first(name: "Date"))
  }

  private func failure(_ error: any Error) -> RemoteFailure {
    let host = settings.host
    // A second, so that nobody who tries again and again does so without a pause.
    func offline(_ message: String) -> RemoteFailure {
      RemoteFailure(.offline, message, retryAfterSeconds: 1)
    }
    switch error {
    case is TimedOut:
      return offline("\(host) did not answer within \(settings.timeoutSeconds) s")
    case is TooLong:
      return RemoteFailure(
        .failed, "\(host) answers with more than \(settings.maxAnswerBytes) bytes")
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
