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
  func events(of site: Site, for question: PageRequest) -> Response {
    guard let place = listeners.enter() else {
      return Response(status: .serviceUnavailable, headers: [.retryAfter: "10"])
    }
    let headers: HTTPFields = [
      .contentType: "text/event-stream", .cacheControl: "no-store",
      .xContentTypeOptions: "nosniff",
    ]
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
        if mark != known || quiet == Self.quietLooks, !site.mayListen(question) { break }
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
    return Response(status: .ok, headers: headers, body: body)
  }
}

/// Counts the browsers that listen for events.
final class Listeners: Sendable {
  /// One that listens, until it is released.
  final class Place: Sendable {
    private let listeners: Listeners

    fileprivate init(_ listeners: Listeners) {
      self.listeners = listeners
    }

    deinit {
      listeners.count.withLock { $0 -= 1 }
    }
  }

  private static let most = 500
  private let count = Mutex(0)

  /// - Returns: `nil` when too many listen.
  func enter() -> Place? {
    let isFree = count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
    return isFree ? Place(self) : nil
  }
}
