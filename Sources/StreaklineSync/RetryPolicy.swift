internal import StreaklineCore
internal import StreaklineStore

/// Decides what becomes of a change after an answer, and when to try again.
struct RetryPolicy {
  let backoff: Backoff
  /// When the run started. What fails is due later than that, so that no run meets it twice.
  let start: Instant

  /// What is kept in the store about a change that a remote has answered.
  ///
  /// - Parameters:
  ///   - answer: `nil` when the remote did not mention the record.
  ///   - attempts: How often this version was sent before.
  ///   - jitter: Evenly distributed in 0...1.
  func outcome(
    _ answer: PushResult.Outcome?, attempts: Int, now: Instant, jitter: Double
  ) -> DeliveryOutcome {
    func next(afterSeconds: Double? = nil) -> Instant {
      let delay = delaySeconds(failures: attempts + 1, retryAfter: afterSeconds, jitter: jitter)
      return max(now.adding(seconds: delay), start.adding(seconds: 0.001))
    }
    switch answer {
    case .saved: return .taken
    case .conflict: return .rejected(reason: "the remote holds another version")
    case .rejected(let reason): return .rejected(reason: reason)
    case .retry(let seconds):
      return .retry(at: next(afterSeconds: seconds), reason: "the remote was busy")
    case nil:
      return .unknown(retryAt: next(), reason: "the remote did not say whether it was saved")
    }
  }

  /// When to try again to send a record that makes every request fail.
  func retry(_ error: RemoteError, attempts: Int, now: Instant, jitter: Double) -> DeliveryOutcome {
    let delay = delaySeconds(
      failures: attempts + 1, retryAfter: error.retryAfterSeconds, jitter: jitter)
    return .retry(
      at: max(now.adding(seconds: delay), start.adding(seconds: 0.001)), reason: error.message)
  }

  /// How long to wait after a failure: as the backoff says, and at least as long as the remote asks.
  func delaySeconds(failures: Int, retryAfter: Double?, jitter: Double) -> Double {
    max(
      backoff.delaySeconds(failures: failures, jitter: jitter),
      retryAfter.map(Backoff.clampedRetryAfter) ?? 0)
  }

  /// The longest that any retry is put off, in seconds. A later time comes from a clock that was
  /// ahead.
  var maximumDelaySeconds: Double { max(3_600, backoff.maximumSeconds) }
}

extension Instant {
  func adding(seconds: Double) -> Instant {
    Instant(milliseconds: milliseconds + Int64((seconds * 1_000).rounded()))
  }
}
