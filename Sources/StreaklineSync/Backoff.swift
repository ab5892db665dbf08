/// How long to wait after a failure: longer after each further one, and of random length, so that
/// many devices that failed together do not come back together.
package struct Backoff: Hashable, Sendable {
  package let firstSeconds: Double
  package let factor: Double
  package let maximumSeconds: Double

  package init(firstSeconds: Double = 1, factor: Double = 2, maximumSeconds: Double = 60) {
    self.firstSeconds = max(0, firstSeconds)
    self.factor = max(1, factor)
    self.maximumSeconds = max(0, maximumSeconds)
  }

  /// - Parameters:
  ///   - failures: The number of failures in a row, including this one; at least 1.
  ///   - jitter: Evenly distributed in 0...1.
  /// - Returns: Seconds, from 0 to `maximumSeconds`.
  package func delaySeconds(failures: Int, jitter: Double) -> Double {
    limitSeconds(failures: failures) * min(1, max(0, jitter))
  }

  /// The delay without jitter, in seconds.
  package func limitSeconds(failures: Int) -> Double {
    // Doubling step by step, because a power would overflow.
    var limit = firstSeconds
    var counted = 1
    while counted < failures, factor > 1, limit > 0, limit < maximumSeconds {
      limit *= factor
      counted += 1
    }
    return min(limit, maximumSeconds)
  }

  /// The pause that a remote asks for, but at least a second and at most an hour. A value that is
  /// not a number gives a second.
  package static func clampedRetryAfter(_ seconds: Double) -> Double {
    seconds.isNaN ? 1 : min(3_600, max(1, seconds))
  }
}
