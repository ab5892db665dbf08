internal import Foundation
internal import RemoteProgram
internal import ServerJSON

/// A container at CloudKit Web Services, or at a server that speaks the same protocol.
struct Service: Sendable {
  /// Why there is no answer that can be used.
  enum Trouble: Error {
    /// The service was not reached, or its answer did not come.
    case exchange(RemoteFailure)
    case refused(ServiceRefusal)
  }

  let settings: CloudKitRemoteSettings
  let secrets: CloudKitSecrets
  let restoration = Restoration()
  /// Our clock, in seconds since 1970.
  let now: @Sendable () -> Int
  private let send: WebRequest.Sending
  private let pace: Pace

  private static let mostBytes = 64 << 20

  /// - Parameter send: How requests get to the service; `nil` for over the network.
  init(
    _ settings: CloudKitRemoteSettings, secrets: CloudKitSecrets,
    now: @escaping @Sendable () -> Int, send: WebRequest.Sending? = nil
  ) throws(RemoteFailure) {
    self.settings = settings
    self.secrets = secrets
    self.now = now
    if let send {
      self.send = send
    } else {
      let web = try Exchange(
        host: settings.host, caFile: settings.caFile, timeoutSeconds: settings.timeoutSeconds,
        mostBytes: Self.mostBytes)
      self.send = { request throws(RemoteFailure) in
        try await web.answer(to: request, readsErrors: true)
      }
    }
    pace = Pace(perSecond: settings.requestsPerSecond)
  }

  /// Sends a request to a database of the container.
  ///
  /// - Parameter endpoint: Such as `records/modify`.
  func ask(
    _ endpoint: String, _ body: JSON, in database: CloudKitRemoteSettings.Database
  ) async throws(Trouble) -> JSON {
    try await ask("database", "\(database.rawValue)/\(endpoint)", body, database)
  }

  /// Asks for a token of this device, which has an address of its own (CloudKit Web Services).
  func createDeviceToken() async throws(Trouble) -> JSON {
    let body: JSON = ["apnsEnvironment": .string(settings.environment)]
    return try await ask("device", "tokens/create", body, .private)
  }

  private func ask(
    _ kind: String, _ endpoint: String, _ body: JSON, _ database: CloudKitRemoteSettings.Database
  ) async throws(Trouble) -> JSON {
    await pace.wait()
    let answer: WebAnswer
    do throws(RemoteFailure) {
      answer = try await send(try request(kind, endpoint, body.bytes, database))
    } catch {
      throw .exchange(error)
    }
    restoration.note(answer.header(Restoration.header))
    if let token = answer.header("X-Apple-CloudKit-Web-Auth-Token") {
      secrets.rotate(to: token, now: now())
    }
    return try read(answer)
  }

  private func request(
    _ kind: String, _ endpoint: String, _ body: [UInt8], _ database: CloudKitRemoteSettings.Database
  ) throws(RemoteFailure) -> WebRequest {
    let path =
      "/\(kind)/1/\(settings.container)/\(settings.environment)/\(endpoint)"
    let headers = [
      ("Content-Type", "application/json"), ("User-Agent", "streakline-remote-cloudkit"),
    ]
    switch secrets.proof {
    case .key(let key):
      guard database == .public else {
        throw RemoteFailure(.configuration, "a key can be used for the public database only")
      }
      // The path of `url` itself comes before the one that the service sees behind a proxy.
      let signed = try key.headers(path: path, body: body, now: now())
      return WebRequest(
        "POST", url: settings.url + path, headers: headers + signed, body: body)
    case .tokens(let api, let web):
      var query = "?ckAPIToken=" + Self.encoded(api)
      if let web { query += "&ckWebAuthToken=" + Self.encoded(web) }
      return WebRequest("POST", url: settings.url + path + query, headers: headers, body: body)
    }
  }

  /// The `+`, `/` and `=` of a token have to be encoded in an address.
  private static func encoded(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  private func read(_ answer: WebAnswer) throws(Trouble) -> JSON {
    let json = try? JSON(answer.body)
    if (200..<300).contains(answer.status), json?["serverErrorCode"] == nil {
      guard let json, json.members != nil else {
        throw .exchange(
          RemoteFailure(
            .failed, "\(settings.host) answers with something else than CloudKit's JSON"))
      }
      return json
    }
    var refusal = ServiceRefusal(
      code: json?["serverErrorCode"]?.string, status: answer.status, json ?? .null,
      secrets.redacted, retryAfterSeconds: answer.retryAfterSeconds(now: now()))
    // An atomic request that failed has status 400 and says what is wrong with each record.
    refusal.records = json?["records"]?.list ?? []
    throw .refused(refusal)
  }
}

extension Service.Trouble {
  /// The trouble as the failure of a question.
  func failure(host: String) -> RemoteFailure {
    switch self {
    case .exchange(let failure): failure
    case .refused(let refusal): refusal.failure(host: host)
    }
  }

  var meaning: ServiceRefusal.Meaning? {
    if case .refused(let refusal) = self { refusal.meaning } else { nil }
  }
}

/// Lets so many requests through in a second.
private actor Pace {
  private let interval: Duration
  private var next = ContinuousClock.now

  init(perSecond: Int) {
    interval = .seconds(1) / perSecond
  }

  func wait() async {
    // A burst of a second's requests is allowed.
    let earliest = ContinuousClock.now - .seconds(1)
    next = max(next, earliest) + interval
    guard next > ContinuousClock.now else { return }
    try? await Task.sleep(until: next)
  }
}
