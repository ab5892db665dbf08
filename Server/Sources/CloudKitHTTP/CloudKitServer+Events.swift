internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServiceLifecycle
internal import StreaklinePage
internal import Synchronization

extension CloudKitServer {
  /// How often the store is looked at, and after how many quiet looks a line says that the server is there:
  /// proxies close what is silent.
  private static let (interval, quietLooks) = (Duration.seconds(1), 15)
  /// Seconds after which a browser connects again.
  private static let longest = Duration.seconds(3_600)

  /// Says when the store has changed, as server-sent events (WHATWG HTML, section 9.2), until the browser goes.
  func events(of site: Site, for question: PageRequest, by user: String) -> Reply {
    let place: Listeners.Place
    switch listeners.enter(user) {
    case .success(let free): place = free
    case .failure(let refusal):
      return .page(
        site.refusal(refusal.status, refusal.words, to: question, [("Retry-After", "10")]))
    }
    var headers: HTTPFields = [
      .contentType: "text/event-stream", .cacheControl: "no-store",
      .xContentTypeOptions: "nosniff",
    ]
    // nginx would otherwise keep the events until its buffer is full.
    if let buffering = HTTPField.Name("X-Accel-Buffering") { headers[buffering] = "no" }
    let body = ResponseBody { writer in
      var writer = writer
      defer { withExtendedLifetime(place) {} }
      var known = site.storeMark
      let start = ContinuousClock.now
      try await writer.write(ByteBuffer(string: "retry: 5000\n\n"))
      var quiet = 0
      while ContinuousClock.now - start < Self.longest, !Task.isShuttingDownGracefully {
        try await Task.sleep(for: Self.interval)
        let mark = site.storeMark
        quiet += 1
        // The token may have been revoked or have expired since.
        if mark != known || quiet == Self.quietLooks, site.listener(question) == nil { break }
        if mark != known {
          try await writer.write(ByteBuffer(string: "event: change\ndata: {}\n\n"))
          (known, quiet) = (mark, 0)
        } else if quiet == Self.quietLooks {
          try await writer.write(ByteBuffer(string: ":\n\n"))
          quiet = 0
        }
      }
      try await writer.finish(nil)
    }
    return .events(Response(status: .ok, headers: headers, body: body))
  }
}

/// Counts the browsers that listen for events, of each user and all together.
final class Listeners: Sendable {
  /// Why nobody else can listen now.
  struct Refusal: Error {
    let status: Int
    let words: String
  }

  /// One that listens, until it is released.
  final class Place: Sendable {
    private let listeners: Listeners
    private let user: String

    fileprivate init(_ listeners: Listeners, _ user: String) {
      (self.listeners, self.user) = (listeners, user)
    }

    deinit {
      listeners.counts.withLock { counts in
        let rest = counts[user, default: 0] - 1
        counts[user] = rest > 0 ? rest : nil
      }
    }
  }

  /// Each open page of a browser listens once.
  private static let (most, mostOfUser) = (500, 20)
  private let counts = Mutex<[String: Int]>([:])

  func enter(_ user: String) -> Result<Place, Refusal> {
    let refusal: Refusal? = counts.withLock { counts in
      let own = counts[user, default: 0]
      guard own < Self.mostOfUser else {
        return Refusal(
          status: 429,
          words: "\(own) open pages of this user hear of changes already, the most that may; "
            + "close one.")
      }
      guard counts.values.reduce(0, +) < Self.most else {
        return Refusal(status: 503, words: "Too many open pages hear of changes now.")
      }
      counts[user] = own + 1
      return nil
    }
    return refusal.map { .failure($0) } ?? .success(Place(self, user))
  }
}
