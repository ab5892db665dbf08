package import StreaklineCore

/// How a pipeline's last run ended, as `streakline status` shows it.
package struct SyncState: Hashable, Sendable {
  package enum Phase: String, Sendable {
    case idle, syncing, success, error, offline, paused
  }

  package let pipeline: String
  package var phase: Phase
  /// The remote account that the pipeline is bound to; `nil` until a remote has named one.
  package var account: String?
  package var lastSuccess: Instant?
  package var lastError: String?
  /// How many runs in a row the remote has failed.
  package var failures: Int
  /// The earliest time for another try.
  package var nextAttempt: Instant?

  package init(
    pipeline: String, phase: Phase = .idle, account: String? = nil, lastSuccess: Instant? = nil,
    lastError: String? = nil, failures: Int = 0, nextAttempt: Instant? = nil
  ) {
    self.pipeline = pipeline
    self.phase = phase
    self.account = account
    self.lastSuccess = lastSuccess
    self.lastError = lastError
    self.failures = failures
    self.nextAttempt = nextAttempt
  }
}
