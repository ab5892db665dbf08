package import StreaklineCore

/// An item of the change feed at its newest version.
package struct Change: Hashable, Sendable {
  /// The content of the item.
  package enum Content: Hashable, Sendable {
    /// A result; one that was deleted has no fields.
    case result(Record)
    /// A document; one that was deleted has no fields.
    case document(Document)
    /// The store cannot read it.
    case unreadable
  }

  /// The item's number in the store.
  package let item: Int64
  package let version: Int64
  package let isDeleted: Bool
  /// How often this version was sent without success.
  package let attempts: Int
  package let content: Content
  package let stamp: Stamp
  /// What the remote is known to hold of the item; `nil` when it holds nothing, or only takes.
  package let copy: ZoneCopy?

  /// When the item changed. After a large import this can be a few seconds too late.
  package var changedAt: Instant { VersionClock.instant(of: version) }

  /// Whether the next change deletes the result that this one has given to another user.
  package func isMove(from next: Change) -> Bool {
    guard let record, let old = next.record else { return false }
    return !isDeleted && next.isDeleted && next.version == version + 1
      && record.gameId == old.gameId && record.day == old.day
  }

  /// Whether the change only deletes a result that was given to another name, and none of these people has that name. What
  /// was given away of ``Decision/ownRole`` is no such change: other devices hear of it by the deletion alone.
  ///
  /// - Parameter users: In normal form C.
  package func isMove(beyond users: Set<String>) -> Bool {
    guard isDeleted, let record, record.userId != Decision.ownRole else { return false }
    return stamp.replaced.contains(Lineage.moved)
      && !users.contains { stamp.replaced.contains(Lineage.moved(to: $0)) }
  }

  /// The item as it was in another life, as far as its name at a remote tells lives apart.
  ///
  /// - Parameter life: An even number.
  package func inLife(_ life: Int) -> Change {
    Change(
      item: item, version: version, isDeleted: isDeleted, attempts: attempts, content: content,
      stamp: Stamp(
        time: stamp.time, device: stamp.device, life: isDeleted ? life + 1 : life,
        revision: stamp.revision, replaced: stamp.replaced, formerNames: stamp.formerNames),
      copy: copy)
  }

  /// The result; `nil` for a document and for an item that cannot be read.
  package var record: Record? {
    if case .result(let record) = content { record } else { nil }
  }
}

/// Changes that a pipeline has to send now, and the position in the feed after them.
package struct ChangePage: Hashable, Sendable {
  /// First the changes to send again, then the new ones by version.
  package let changes: [Change]
  let filter: PipelineFilter
  /// How many of `changes` are sent again.
  let retried: Int
  /// Results that are not sent before their day.
  let held: [Held]
  /// The cursor once everything in `changes` is settled.
  let end: Int64

  /// The items that are sent again.
  package var retriedItems: [Int64] { changes.prefix(retried).map(\.item) }
}

extension ChangePage {
  /// A result whose day has not started anywhere.
  struct Held: Hashable, Sendable {
    let item: Int64
    let version: Int64
    /// When its day starts.
    let start: Instant
  }
}

/// The outcome of sending a change.
package enum DeliveryOutcome: Hashable, Sendable {
  case taken
  /// Not taken. Send it again at that time or later.
  case retry(at: Instant, reason: String)
  /// Perhaps taken: no answer came. Send it again at that time or later.
  case unknown(retryAt: Instant, reason: String)
  /// Refused for good. Kept until the item changes or ``Store/requeue(_:_:)`` is called.
  case rejected(reason: String)
  /// Waits for the user. Kept until the item changes or ``Store/requeue(_:_:)`` is called.
  case paused(reason: String)
}

/// A change that the cursor has passed and the remote has not taken.
package struct Delivery: Hashable, Sendable {
  package enum State: String, Sendable {
    case retry, outcomeUnknown, rejected, paused
  }

  package let item: Int64
  package let version: Int64
  package let state: State
  package let attempts: Int
  /// The time of the next try; `nil` when only the user or a new version causes one.
  package let nextAt: Instant?
  package let reason: String
}

/// How much of the change feed a pipeline has not delivered.
package struct PendingCounts: Hashable, Sendable {
  /// New changes, changes to send again, and paused ones.
  package var pending = 0
  /// Whether there are more than `pending` says, because counting has stopped there.
  package var hasMore = false
  /// How many of `pending` wait for the user.
  package var paused = 0
  /// Changes that were refused for good.
  package var rejected = 0
  /// When the oldest pending item changed.
  package var oldest: Instant?
  /// The earliest time at which a failed change is sent again.
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
