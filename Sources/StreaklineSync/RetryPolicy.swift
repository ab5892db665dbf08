internal import StreaklineCore
internal import StreaklineStore

/// Decides how an answer of a remote is stored, and when to try again.
struct RetryPolicy {
  let backoff: Backoff
  /// When the run started. Retry times are later, so that a run sends no change twice.
  let start: Instant

  /// The outcome that is stored for a change.
  ///
  /// - Parameters:
  ///   - answer: `nil` when the remote did not mention the record.
  ///   - attempts: How often this version was sent before.
  ///   - jitter: Evenly distributed in 0...1. Asked for only where the answer needs it, as the time is.
  func outcome(
    _ answer: PushResult.Outcome?, attempts: Int, now: @autoclosure () -> Instant,
    jitter: @autoclosure () -> Double
  ) -> DeliveryOutcome {
    func next(afterSeconds: Double? = nil) -> Instant {
      let delay = delaySeconds(failures: attempts + 1, retryAfter: afterSeconds, jitter: jitter())
      return max(now().adding(seconds: delay), start.adding(seconds: 0.001))
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

  /// How long to wait after a failure: the delay of the backoff, or longer if the remote asks for it.
  func delaySeconds(failures: Int, retryAfter: Double?, jitter: Double) -> Double {
    max(
      backoff.delaySeconds(failures: failures, jitter: jitter),
      retryAfter.map(Backoff.clampedRetryAfter) ?? 0)
  }

  /// The longest possible delay of a retry. A retry time further ahead was set while the clock was
  /// ahead.
  var maximumDelaySeconds: Double { max(3_600, backoff.maximumSeconds) }
}

extension Instant {
  func adding(seconds: Double) -> Instant {
    Instant(milliseconds: milliseconds + Int64((seconds * 1_000).rounded()))
  }
}
