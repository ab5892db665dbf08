package import StreaklineCore

/// A record that waits to be sent.
package struct OutboxRow: Hashable, Sendable {
  /// Its place: by day, and the same as long as it waits.
  package let sequence: Int64
  /// Empty where there is no record.
  package let type: String
  package let id: String
  /// The version that is to be sent, and to be acknowledged.
  package let version: Int64
  package let queuedAt: Instant
  /// How often it was sent and not taken.
  package let attempts: Int
  /// `nil` when the store has lost it or cannot read it. A deleted record has no fields.
  package let record: Record?
  /// Whether the record is to be deleted there.
  package let deleted: Bool
}

/// What was sent: the row leaves the outbox only while its record has this version.
package struct Acknowledgement: Hashable, Sendable {
  package let sequence: Int64
  package let version: Int64
}

/// How a pipeline's last run ended, as `streakline status` shows it.
package struct SyncState: Hashable, Sendable {
  package enum Phase: String, Sendable {
    case idle, syncing, success, error, offline
  }

  package let pipeline: String
  package var phase: Phase
  package var lastSuccess: Instant?
  package var lastError: String?
  /// Not before then is it worth another try.
  package var nextAttempt: Instant?

  package init(
    pipeline: String, phase: Phase = .idle, lastSuccess: Instant? = nil, lastError: String? = nil,
    nextAttempt: Instant? = nil
  ) {
    self.pipeline = pipeline
    self.phase = phase
    self.lastSuccess = lastSuccess
    self.lastError = lastError
    self.nextAttempt = nextAttempt
  }
}
