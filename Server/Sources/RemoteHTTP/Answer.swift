package import RemoteProgram

/// What a receiver has answered.
package struct Answer: Hashable, Sendable {
  package let status: Int
  package let body: [UInt8]
  /// The headers `Retry-After` and `Date`.
  package let retryAfter: String?
  package let date: String?

  package init(status: Int, body: [UInt8] = [], retryAfter: String? = nil, date: String? = nil) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
    self.date = date
  }
}

extension Answer {
  /// What a status means that is no success.
  package enum Refusal: Hashable, Sendable {
    /// Nothing can be exchanged now, or before the user has done something.
    case whole(RemoteFailure)
    /// The receiver refuses what it was sent. Of several records only one may be the cause.
    case content(String)
  }

  /// - Parameter now: Seconds since 1970.
  /// - Returns: `nil` for a success.
  package func refusal(host: String, now: Int) -> Refusal? {
    let name = "\(host) answers with HTTP \(status)"
    func failure(_ kind: RemoteFailure.Kind, _ advice: String) -> Refusal {
      .whole(RemoteFailure(kind, "\(name): \(advice)"))
    }
    switch status {
    case 200..<300: return nil
    case 300..<400:
      // Never followed: another origin would get the secrets and the records.
      return failure(.configuration, "it sends to another address; correct `url`")
    case 400, 413, 422: return .content(name)
    case 401, 407: return failure(.signIn, "correct the secret in the secrets file")
    case 402, 507: return failure(.quota, "make room there")
    case 403: return failure(.permission, "it does not let you do this")
    case 408, 425, 429, 502, 503, 504:
      let pause = RetryAfter.seconds(retryAfter, date: date, now: now) ?? 1
      return .whole(
        RemoteFailure(.throttled, "\(name); sync tries again", retryAfterSeconds: pause))
    case 404, 405, 406, 410, 411, 414, 415, 421, 426, 431, 451, 501, 505:
      return failure(.configuration, "nobody there takes records; correct `url`")
    default: return .whole(RemoteFailure(.failed, name))
    }
  }
}
