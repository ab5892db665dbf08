package import StreaklineCore

/// How a pipeline's last run ended, as `streakline status` shows it.
package struct SyncState: Hashable, Sendable {
  package enum Phase: String, Sendable {
    case idle, syncing, success, error, offline, paused
  }

  /// Why writing to a remote is paused.
  package struct Pause: Hashable, Sendable {
    /// The kind of the failure (`RemoteError.Kind`).
    package let kind: String
    /// What the remote has said.
    package let reason: String

    package init(kind: String, reason: String) {
      self.kind = kind
      self.reason = reason
    }
  }

  package let pipeline: String
  package var phase: Phase
  /// The remote account that the pipeline is bound to; `nil` until a remote has named one.
  package var account: String?
  /// The account that the remote was signed in to in the last run, where it was another one.
  package var otherAccount: String?
  package var lastSuccess: Instant?
  package var lastError: String?
  /// How many runs in a row the remote has failed.
  package var failures: Int
  /// The earliest time for another try.
  package var nextAttempt: Instant?
  /// The kind of the last failure (`RemoteError.Kind`); `nil` when the last run has not failed.
  package var failure: String?
  /// Why nothing is written to the remote until the user has done something and says so; `nil` when
  /// writing is not paused.
  package var pause: Pause?

  package init(
    pipeline: String, phase: Phase = .idle, account: String? = nil, lastSuccess: Instant? = nil,
    lastError: String? = nil, failures: Int = 0, nextAttempt: Instant? = nil,
    failure: String? = nil, pause: Pause? = nil, otherAccount: String? = nil
  ) {
    self.pipeline = pipeline
    self.phase = phase
    self.account = account
    self.lastSuccess = lastSuccess
    self.lastError = lastError
    self.failures = failures
    self.nextAttempt = nextAttempt
    self.failure = failure
    self.pause = pause
    self.otherAccount = otherAccount
  }
}
