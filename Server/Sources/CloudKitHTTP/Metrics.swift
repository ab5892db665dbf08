internal import Synchronization

/// What the server has done since it started, as Prometheus reads it. Nothing in it names a user.
final class Metrics: Sendable {
  private struct Request: Hashable, Comparable {
    let endpoint: String
    let status: Int

    static func < (one: Request, other: Request) -> Bool {
      (one.endpoint, one.status) < (other.endpoint, other.status)
    }
  }

  private struct Counts {
    var requests: [Request: Int] = [:]
    /// How many requests each bucket got; the last one is for those above all bounds.
    var durations = [Int](repeating: 0, count: Metrics.bounds.count + 1)
    var seconds = 0.0
    var throttled = 0
    var connections = 0
  }

  /// Upper bounds of the histogram's buckets in seconds.
  private static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60]

  private let counts = Mutex(Counts())

  /// - Parameter endpoint: One of a fixed set: what clients made up would fill the memory.
  func answered(_ endpoint: Endpoint?, _ answer: Answer, seconds: Double) {
    let request = Request(endpoint: endpoint?.rawValue ?? "none", status: answer.status)
    counts.withLock { counts in
      counts.requests[request, default: 0] += 1
      let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
      counts.durations[bucket] += 1
      counts.seconds += seconds
      if answer.code == "THROTTLED" { counts.throttled += 1 }
    }
  }

  func opened() { counts.withLock { $0.connections += 1 } }

  func closed() { counts.withLock { $0.connections -= 1 } }

  /// - Parameters:
  ///   - bytes: Bytes on the disk by container and environment.
  ///   - lostNotices: Changes of which subscribers were not told.
  func text(
    bytes: [(container: String, environment: String, bytes: Int)], lostNotices: Int
  ) -> String {
    let counts = counts.withLock(\.self)
    let name = "streaklined_request_duration_seconds"
    var total = 0
    let buckets = zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts.durations).map {
      bound, count in
      total += count
      return "\(name)_bucket{le=\"\(bound)\"} \(total)"
    }
    let parts = [
      Self.part(
        "streaklined_requests_total", "counter", "Requests answered.",
        counts.requests.sorted { $0.key < $1.key }.map { request, count in
          "streaklined_requests_total{endpoint=\"\(request.endpoint)\",status=\"\(request.status)\"} "
            + "\(count)"
        }),
      Self.part(
        name, "histogram", "Seconds from a request's head to its answer.",
        buckets + ["\(name)_sum \(counts.seconds)", "\(name)_count \(total)"]),
      Self.part(
        "streaklined_throttled_total", "counter", "Requests that came too fast.",
        ["streaklined_throttled_total \(counts.throttled)"]),
      Self.part(
        "streaklined_lost_notices_total", "counter", "Changes of which subscribers were not told.",
        ["streaklined_lost_notices_total \(lostNotices)"]),
      Self.part(
        "streaklined_open_connections", "gauge", "Connections that are open.",
        ["streaklined_open_connections \(counts.connections)"]),
      Self.part(
        "streaklined_stored_bytes", "gauge", "Bytes of a container's files.",
        bytes.map {
          "streaklined_stored_bytes{container=\"\($0.container)\",environment=\"\($0.environment)\"} "
            + "\($0.bytes)"
        }),
    ]
    return parts.joined()
  }

  private static func part(
    _ name: String, _ type: String, _ help: String, _ lines: [String]
  ) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n" + lines.map { $0 + "\n" }.joined()
  }
}
