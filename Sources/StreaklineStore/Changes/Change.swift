package import StreaklineCore

/// An item at its newest version, as the change feed gives it to a pipeline.
package struct Change: Hashable, Sendable {
  /// What the item holds.
  package enum Content: Hashable, Sendable {
    /// A result; one that was deleted has no fields.
    case result(Record)
    /// A document; one that was deleted has no fields.
    case document(Document)
    /// The store cannot read it.
    case unreadable
  }

  /// The number by which the store knows the item.
  package let item: Int64
  package let version: Int64
  package let isDeleted: Bool
  /// How often this version was sent and not taken.
  package let attempts: Int
  package let content: Content

  /// When the item changed, at most a few seconds late after a large import.
  package var changedAt: Instant { VersionClock.instant(of: version) }

  /// The result, where the item is one that can be read.
  package var record: Record? {
    if case .result(let record) = content { record } else { nil }
  }
}

/// Changes that a pipeline has to send now, and how far in the feed they reach.
package struct ChangePage: Hashable, Sendable {
  /// What is to be tried again, and after it what is new by version.
  package let changes: [Change]
  let filter: PipelineFilter
  /// How many of `changes` come from deliveries that were not taken.
  let retried: Int
  /// The cursor once everything in `changes` is settled.
  let end: Int64
}

/// What became of a change that was sent.
package enum DeliveryOutcome: Hashable, Sendable {
  case taken
  /// Not taken; to be sent again, not before that time.
  case retry(at: Instant, reason: String)
  /// Perhaps taken: nothing was answered. To be sent again, not before that time.
  case unknown(retryAt: Instant, reason: String)
  /// Refused for good: kept until the item changes or ``Store/requeue(_:_:)`` is called.
  case rejected(reason: String)
  /// Waits for the user: kept until the item changes or ``Store/requeue(_:_:)`` is called.
  case paused(reason: String)
}

/// A change that the cursor has passed and nobody has taken.
package struct Delivery: Hashable, Sendable {
  package enum State: String, Sendable {
    case retry, outcomeUnknown, rejected, paused
  }

  package let item: Int64
  package let version: Int64
  package let state: State
  package let attempts: Int
  /// Not to be sent before then; `nil` when only the user or a new version gets it sent.
  package let nextAt: Instant?
  package let reason: String
}

/// How much of the change feed a pipeline has not delivered.
package struct PendingCounts: Hashable, Sendable {
  /// What is new, what is to be tried again and what is paused.
  package var pending = 0
  /// Of `pending`, what waits for the user.
  package var paused = 0
  /// What was refused for good.
  package var rejected = 0
  /// When the oldest pending item changed.
  package var oldest: Instant?
  /// When the next delivery that failed may be tried again.
  package var nextRetry: Instant?

  package init(
    pending: Int = 0, paused: Int = 0, rejected: Int = 0, oldest: Instant? = nil,
    nextRetry: Instant? = nil
  ) {
    self.pending = pending
    self.paused = paused
    self.rejected = rejected
    self.oldest = oldest
    self.nextRetry = nextRetry
  }
}
