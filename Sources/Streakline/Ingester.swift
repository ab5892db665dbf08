package import StreaklineCore
package import StreaklineReaders
package import StreaklineRules
package import StreaklineStore

/// What came of an ingest, in numbers (DESIGN §7).
package struct IngestSummary: Hashable, Sendable {
  package var counts = MessageCounts()
  package var shares = 0
  package var added = 0
  package var duplicates = 0
  package var disputes = 0
  package var suspect = 0
  package var misses = 0
  /// Deliveries that were put into outboxes.
  package var queued = 0
  /// Results that took another one's place.
  package var replaced = 0
  /// Results that were deleted before and stay so.
  package var deleted = 0

  package init() {}

  /// - Parameter seconds: How long the whole ingest took.
  package func json(seconds: Double) -> Value {
    .object([
      "messages": .int(counts.messages), "shares": .int(shares), "added": .int(added),
      "duplicates": .int(duplicates), "disputes": .int(disputes), "suspect": .int(suspect),
      "misses": .int(misses), "queued": .int(queued), "replaced": .int(replaced),
      "deleted": .int(deleted), "seconds": .double(seconds),
    ])
  }

  /// Counts what became of a part's records.
  package mutating func add(
    _ part: InputParser.Part, _ results: [(Record, Outcome)], _ queues: [Queue]
  ) {
    counts += part.counts
    shares += results.count
    misses += part.yield.misses.count
    for (record, outcome) in results {
      if record.suspect != nil { suspect += 1 }
      switch outcome {
      case .added: added += 1
      case .duplicate: duplicates += 1
      case .disputed: disputes += 1
      case .replaced: replaced += 1
      case .deleted: deleted += 1
      }
      if outcome.isStored {
        queued += queues.count { $0.wants(record) }
      }
    }
  }
}

extension Outcome {
  /// Whether the record is in the store because of this.
  package var isStored: Bool {
    switch self {
    case .added, .replaced: true
    case .duplicate, .disputed, .deleted: false
    }
  }

  /// The streak of the record's user and game, where there is one.
  package var streak: Streak? {
    switch self {
    case .added(let streak), .duplicate(let streak), .disputed(_, let streak),
      .replaced(let streak):
      streak
    case .deleted: nil
    }
  }
}

/// Stores what inputs yield: each part's records, near misses, streaks and deliveries in one
/// transaction.
package struct Ingester {
  private let parser: InputParser
  private let rules: RuleSet
  private let store: Store
  private let queues: [Queue]
  private let now: Instant
  private let replaces: Bool

  /// - Parameters:
  ///   - queues: The pipelines that are told of what is new.
  ///   - replaces: Whether a result that differs takes the stored one's place.
  package init(
    rules: RuleSet, builder: RecordBuilder, store: Store, queues: [Queue], replaces: Bool
  ) {
    parser = InputParser(rules: rules, builder: builder)
    self.rules = rules
    self.store = store
    self.queues = queues
    self.replaces = replaces
    now = builder.now
  }

  /// Games whose rule was suspended.
  package var suspended: [String] { parser.suspended }

  /// Reads and stores one input.
  ///
  /// - Parameter report: Told of each part after it has been stored, with what became of each
  ///   record.
  package func ingest(
    _ messages: any MessageReader,
    _ report: (InputParser.Part, [(Record, Outcome)]) throws -> Void
  ) throws {
    try parser.parse(messages) { part in
      let outcomes = try store.ingest(batch(of: part.yield))
      try report(part, Array(zip(part.yield.records, outcomes)))
    }
  }

  /// Reads the store's near misses again. What is read is stored and no near miss any more; doing it
  /// twice changes nothing.
  ///
  /// - Returns: How many near misses were read, how many results were new, how many are left.
  package func reparse() throws -> (read: Int, added: Int, left: Int) {
    var result = (read: 0, added: 0, left: 0)
    for miss in try store.misses() {
      let message = Message(
        sender: miss.nearMiss.userId, sentAt: miss.nearMiss.sentAt,
        text: Array(miss.nearMiss.text.utf8),
        source: miss.nearMiss.source)
      let yield = parser.parse(message, on: miss.seenAt.day)
      guard yield.records.contains(where: { $0.game == miss.nearMiss.game }) else {
        result.left += 1
        continue
      }
      var batch = batch(of: RecordBuilder.Yield(records: yield.records))
      batch.settledMisses = [miss.id]
      let outcomes = try store.ingest(batch)
      result.read += 1
      result.added += outcomes.count { $0.isStored }
    }
    return result
  }

  private func batch(of yield: RecordBuilder.Yield) -> Batch {
    var batch = Batch(records: yield.records, queues: queues, now: now)
    batch.nearMisses = yield.misses
    batch.replaces = replaces
    for record in yield.records {
      let days = rules.everyDays(of: record.game)
      if days != 1 {
        batch.everyDays[record.gameId] = days
      }
    }
    return batch
  }
}
