/// How long to wait after a failure: exponentially longer, with full jitter, so that many devices
/// that failed together do not come back together.
package struct Backoff: Hashable, Sendable {
  package let firstSeconds: Double
  package let factor: Double
  package let mostSeconds: Double

  package init(firstSeconds: Double = 1, factor: Double = 2, mostSeconds: Double = 60) {
    self.firstSeconds = max(0, firstSeconds)
    self.factor = max(1, factor)
    self.mostSeconds = max(0, mostSeconds)
  }

  /// - Parameters:
  ///   - failures: Failures in a row, this one with them; at least 1.
  ///   - jitter: Evenly distributed in 0...1.
  /// - Returns: Seconds, from 0 to `mostSeconds`.
  package func delaySeconds(failures: Int, jitter: Double) -> Double {
    limitSeconds(failures: failures) * min(1, max(0, jitter))
  }

  /// What the delay stays below. Counts up instead of raising to a power, which overflows.
  package func limitSeconds(failures: Int) -> Double {
    var limit = firstSeconds
    var counted = 1
    while counted < failures, factor > 1, limit > 0, limit < mostSeconds {
      limit *= factor
      counted += 1
    }
    return min(limit, mostSeconds)
  }

  /// A sink's own wish, kept between a second and an hour; one that is no number is a second.
  package static func clampedRetryAfter(_ seconds: Double) -> Double {
    seconds.isNaN ? 1 : min(3_600, max(1, seconds))
  }
}
