/// How a server behaves.
package struct ServerSettings: Hashable, Sendable {
  /// The address at which it listens.
  package var host = "127.0.0.1"
  /// 0 lets the system choose one.
  package var port = 8787
  /// The address under which clients reach it, where that is another one: behind a proxy.
  package var publicURL: String?
  /// With what the server does TLS itself; `nil` for plain HTTP.
  package var certificate: CertificateFiles?
  /// Whether a proxy before the server says from which address a request comes.
  package var isBehindProxy = false
  /// Wrong tokens at once from one address; from then on there is one in each ``wrongTokenSeconds``.
  package var wrongTokens = 20
  package var wrongTokenSeconds = 5.0
  /// Whether programs on this machine get `/metrics`.
  package var hasMetrics = true
  /// Whether what Apple's service does not promise to accept is refused, so that mistakes show early.
  package var isStrict = false
  /// Requests that each token may send in a second, in the long run.
  package var requestsPerSecond = 100.0
  /// Connections at once. It is large, so that slow clients, which are cut off after some seconds, leave room
  /// for others.
  package var mostConnections = 4_096
  /// Bytes that each user's private database and the public one may hold; `nil` for any number.
  package var quotaBytes: Int?
  /// Bytes of a request's body at most.
  package var largestBody = 4 << 20
  /// Seconds for the head of a request, and for its body.
  package var headSeconds = 10
  package var bodySeconds = 60
  /// Seconds for which a client may go on sending a body that was refused.
  package var refusedBodySeconds = 5
  /// Seconds for which a connection may wait for its next request.
  package var idleSeconds = 60
  /// Seconds for which a rotated token is good, and, where the server is strict, for which the one before
  /// still is.
  package var tokenSeconds = 14 * 86_400
  package var graceSeconds = 60
  /// Seconds for which a request for notifications waits.
  package var pollSeconds = 25
  /// Days for which the server remembers what was deleted.
  package var deletionDays = 90

  package init() {}

  package var scheme: String { certificate == nil ? "http" : "https" }

  /// Requests at once that a token may send before ``requestsPerSecond`` counts.
  var burst: Double { max(1, requestsPerSecond * 2) }
}
