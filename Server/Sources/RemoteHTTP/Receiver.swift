internal import Foundation
internal import RemoteProgram

/// Sends requests to a receiver.
struct Receiver: Sendable {
  let settings: HTTPRemoteSettings
  let secrets: Secrets
  /// Our clock, in seconds since 1970.
  let now: @Sendable () -> Int
  private let web: Exchange

  init(_ settings: HTTPRemoteSettings, now: @escaping @Sendable () -> Int) throws(RemoteFailure) {
    self.settings = settings
    self.now = now
    secrets = if let path = settings.secrets { try Secrets(path: path) } else { .none }
    web = try Exchange(
      host: settings.host, caFile: settings.caFile, timeoutSeconds: settings.timeoutSeconds,
      mostBytes: settings.maxAnswerBytes)
  }

  /// Sends a batch.
  func post(_ body: [UInt8]) async throws(RemoteFailure) -> Answer {
    let request = WebRequest(
      "POST", url: settings.url,
      headers: [
        ("Content-Type", "application/json"), ("Idempotency-Key", Signature.batchKey(body)),
      ], body: body)
    return try await exchange(request, signing: body)
  }

  /// Asks for the changes in a zone.
  func get(zone: String, token: String?) async throws(RemoteFailure) -> Answer {
    var query = "zone=" + Self.encoded(zone)
    if let token { query += "&token=" + Self.encoded(token) }
    let request = WebRequest("GET", url: settings.url + "?" + query)
    return try await exchange(request, signing: Array("\(settings.path)?\(query)".utf8))
  }

  /// Everything but letters, digits and `-._~` as `%` and two digits.
  private static func encoded(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}

extension Receiver {
  private func exchange(_ request: WebRequest, signing content: [UInt8])
    async throws(RemoteFailure) -> Answer
  {
    var request = request
    request.headers.append(("Accept", "application/json"))
    request.headers.append(("User-Agent", "streakline-remote-http"))
    if let bearer = secrets.bearer {
      request.headers.append(("Authorization", "Bearer \(bearer)"))
    }
    if let key = secrets.hmac {
      let time = now()
      request.headers.append(("Streakline-Timestamp", String(time)))
      request.headers.append(
        ("Streakline-Signature", Signature.header(content, time: time, key: key)))
    }
    let answer = try await web.answer(to: request)
    return Answer(
      status: answer.status, body: answer.body, retryAfter: answer.header("Retry-After"),
      date: answer.header("Date"))
  }
}
