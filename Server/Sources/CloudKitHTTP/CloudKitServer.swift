internal import CloudKitCore
internal import CloudKitStorage
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
package import Logging
internal import NIOCore
package import StreaklinePage
internal import Synchronization

/// Serves a ``CloudKitService`` and a page over HTTP.
package struct CloudKitServer: Sendable {
  let service: CloudKitService
  let metrics = Metrics()
  let listeners = Listeners()
  /// `nil` where no page is served.
  let site: Site?
  private let offersSync: Bool
  let logger: Logger
  let largeBodies = LargeBodies()
  let wrongTokens: WrongTokenCount

  /// - Parameters:
  ///   - site: The page, if there is to be one.
  ///   - offersSync: Whether apps and devices can sync.
  package init(
    _ service: CloudKitService, site: Site? = nil, offersSync: Bool = true, logger: Logger
  ) {
    self.service = service
    self.site = site
    self.offersSync = offersSync
    self.logger = logger
    wrongTokens = WrongTokenCount(service.settings)
  }

  /// Runs until the process is told to stop, and then answers the requests that it has.
  ///
  /// - Parameter onRunning: Gets the port.
  package func run(onRunning: @escaping @Sendable (Int) async -> Void) async throws {
    do {
      try await application(onRunning).runService()
    } catch {
      guard let error = error as? IOError, error.errnoCode == EADDRINUSE else { throw error }
      throw StorageError(
        "another program listens at \(service.settings.host):\(service.settings.port); stop it, or "
          + "choose another port with --listen")
    }
  }

  /// Runs until the task is cancelled.
  package func runInTask(onRunning: @escaping @Sendable (Int) async -> Void) async throws {
    try await application(onRunning).runService(gracefulShutdownSignals: [])
  }

  private func application(
    _ onRunning: @escaping @Sendable (Int) async -> Void
  ) throws -> some ApplicationProtocol {
    let settings = service.settings
    var channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionDeadline(settings: settings, metrics: metrics)])
    channel.httpDecoder = .init(
      maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 64)
    var quiet = logger
    // Hummingbird's own messages can have addresses, and with them tokens.
    quiet.logLevel = .error
    let plain = HTTPServerBuilder.http1(configuration: channel)
    return Application(
      responder: CallbackResponder<PeerContext> { request, context in
        if request.hasTwoHosts { return twoHosts(request) }
        if request.uri.path == "/metrics" { return metricsAnswer(request, context) }
        return await respond(to: request, from: clientAddress(of: request, context))
      },
      server: try settings.certificate.map {
        try .tls(plain, tlsConfiguration: try $0.configuration())
      } ?? plain,
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), serverName: "streaklined",
        availableConnectionsDelegate: MaximumAvailableConnections(
          settings.mostConnections, logger: quiet)),
      onServerRunning: { channel in
        await onRunning(channel.localAddress?.port ?? settings.port)
      },
      logger: quiet)
  }

  private func clientAddress(of request: Request, _ context: PeerContext) -> ClientAddress {
    let name = HTTPField.Name("X-Forwarded-For")
    let isBelieved = service.settings.isBehindProxy || context.isFromThisMachine
    return ClientAddress(
      peer: context.peer, forwarded: isBelieved ? name.flatMap { request.headers[$0] } : nil)
  }

  private func respond(to request: Request, from address: ClientAddress) async -> Response {
    let start = ContinuousClock.now
    let path = request.uri.path
    if path == "/health" { return health() }
    if let site, !Self.isOfSync(path) {
      let reply = await answer(of: site, to: request, from: address)
      return logged(site, PageRequest(request), reply, since: start)
    }
    guard offersSync else { return Response(status: .notFound) }
    if path == "/sign-in" { return Self.signIn }
    if path.hasPrefix("/push/") { return await notification(path) }
    let reception = await service.receive(
      method: request.method.rawValue, path: path, query: request.uri.query ?? "",
      signature: RequestSignature(request.headers))
    let (answer, route) =
      switch reception {
      case .answer(let answer): (slowedDown(answer, from: address), "-")
      case .call(let call): (await answer(to: call, request), call.route)
      }
    let duration = ContinuousClock.now - start
    metrics.answered(reception.endpoint, answer, seconds: duration / .seconds(1))
    var metadata: Logger.Metadata = [
      "route": "\(route)", "status": "\(answer.status)",
      "milliseconds": "\(duration / .milliseconds(1))",
    ]
    if let code = answer.code { metadata["code"] = "\(code)" }
    if case .call(let call) = reception { metadata["request"] = "\(call.uuid)" }
    for problem in service.newProblems() { logger.error("\(problem)") }
    logger.info("answered", metadata: metadata)
    return Response(answer)
  }

  private func twoHosts(_ request: Request) -> Response {
    let words = "A request names one Host, and this one names more."
    guard let site, !Self.isOfSync(request.uri.path) else {
      return Response(Answer(.badRequest(words), uuid: service.newUUID()))
    }
    let question = PageRequest(
      method: request.method.rawValue, path: request.uri.path, query: "", host: "")
    return logged(site, question, .page(site.refusal(400, words, to: question)), since: .now)
  }

  /// Whether a path is one of those with which apps and devices sync.
  private static func isOfSync(_ path: String) -> Bool {
    ["/database/", "/device/", "/push/"].contains(where: path.hasPrefix)
  }

  private func answer(to call: Call, _ request: Request) async -> Answer {
    guard let encoding = BodyEncoding(request.headers) else { return call.unreadable() }
    let most = service.settings.largestBody
    var length = request.headers[.contentLength].flatMap { Int($0) } ?? most
    guard length <= most else { return call.tooLarge() }
    // How much comes out is known afterwards.
    if encoding == .gzip { length = most }
    guard length > LargeBodies.smallest else {
      return await answer(
        to: call, body: await request.unpackedBody(encoding, mostBytes: most))
    }
    let given = await largeBodies.withRoom(
      for: length, of: call.caller.token,
      read: { await request.unpackedBody(encoding, mostBytes: most) },
      answer: { await answer(to: call, body: $0) })
    return given ?? call.busy()
  }

  private func answer(to call: Call, body: Result<[UInt8], BodyMistake>) async -> Answer {
    switch body {
    case .success(let body): await call.answer(body: body)
    case .failure(.tooLarge): call.tooLarge()
    case .failure(.damaged): call.damagedBody()
    }
  }

  /// Waits for a notification of the device whose token is the end of the path.
  private func notification(_ path: String) async -> Response {
    Response(await service.nextNotification(String(path.dropFirst("/push/".count))))
  }

  private func health() -> Response {
    let isHealthy = service.isHealthy()
    return Response(
      status: isHealthy ? .ok : .serviceUnavailable, headers: [.contentType: "application/json"],
      body: .init(
        byteBuffer: ByteBuffer(string: "{\"status\":\"\(isHealthy ? "ok" : "failing")\"}\n")))
  }

  private static let signIn = Response(
    status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
    body: .init(
      byteBuffer: ByteBuffer(
        string: """
          This server has no page to sign in. Whoever runs it makes a token for you:
          streaklined token create --container CONTAINER --user YOU

          """)))
}

extension Reception {
  fileprivate var endpoint: Endpoint? {
    if case .call(let call) = self { call.target.endpoint } else { nil }
  }
}

extension RequestSignature {
  /// - Returns: `nil` where nothing is said of a key. What is missing is empty, and then refused.
  fileprivate init?(_ headers: HTTPFields) {
    let values = ["KeyID", "ISO8601Date", "SignatureV1"].map { name in
      HTTPField.Name("X-Apple-CloudKit-Request-" + name).flatMap { headers[$0] }
    }
    guard values.contains(where: { $0 != nil }) else { return nil }
    self.init(keyID: values[0] ?? "", date: values[1] ?? "", signature: values[2] ?? "")
  }
}

extension Response {
  fileprivate init(_ answer: Answer) {
    var headers: HTTPFields = [:]
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    headers[.cacheControl] = "no-store"
    self.init(
      status: .init(code: answer.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}
