package import StreaklineCore

/// What a run of a pipeline came to, as the history keeps it.
package struct PastRun: Hashable, Sendable {
  /// How a run ended.
  package enum Outcome: String, Sendable {
    /// It lasts, or its program was killed.
    case unfinished
    case success, error, offline, paused
    /// The user has stopped it.
    case stopped
  }

  /// What was sent and taken.
  package struct Counts: Hashable, Sendable {
    /// Records that the remote has saved.
    package var saved = 0
    /// Deletions that the remote has taken.
    package var deleted = 0
    /// Records and deletions that came from the remote.
    package var pulled = 0
    package var merged = 0
    package var conflicts = 0
    package var rejected = 0
    /// Requests that the remote has answered.
    package var batches = 0
    /// Records that were sent again.
    package var retries = 0
    /// Bytes of the records in all requests, as JSON.
    package var bytesSent = 0
    /// Bytes of the fields of the records that came, as JSON.
    package var bytesPulled = 0

    package init() {}
  }

  package var startedAt: Instant
  /// `nil` for a run that lasts, or whose program was killed.
  package var endedAt: Instant?
  package var outcome: Outcome
  /// What failed.
  package var message: String?
  package var counts: Counts
  /// How many further runs in a row came to the same. `startedAt` is that of the first of them, and
  /// `endedAt` that of the last.
  package var repeats: Int

  package init(
    startedAt: Instant, endedAt: Instant? = nil, outcome: Outcome = .unfinished,
    message: String? = nil, counts: Counts = Counts(), repeats: Int = 0
  ) {
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.outcome = outcome
    self.message = message
    self.counts = counts
    self.repeats = repeats
  }

  /// Whether the run has changed nothing and ended like another one.
  func repeats(_ other: PastRun) -> Bool {
    counts.isNothing && other.counts.isNothing && outcome == other.outcome
      && message == other.message && outcome != .unfinished
  }

  /// Counts a run that has repeated this one.
  mutating func add(_ run: PastRun) {
    repeats += 1
    endedAt = run.endedAt
    counts.retries += run.counts.retries
    counts.bytesSent += run.counts.bytesSent
  }
}

extension PastRun.Counts {
  private static let names: [(String, any WritableKeyPath<Self, Int> & Sendable)] = [
    ("saved", \.saved), ("deleted", \.deleted), ("pulled", \.pulled), ("merged", \.merged),
    ("conflicts", \.conflicts), ("rejected", \.rejected), ("batches", \.batches),
    ("retries", \.retries), ("bytesSent", \.bytesSent), ("bytesPulled", \.bytesPulled),
  ]

  /// The counts by name, in a fixed order.
  package var fields: Fields {
    var fields = Fields()
    for (name, path) in Self.names { fields.append(name, .int(self[keyPath: path])) }
    return fields
  }

  /// Whether nothing was changed, however much was tried.
  fileprivate var isNothing: Bool {
    var other = self
    other.retries = 0
    other.bytesSent = 0
    return other == Self()
  }

  /// Names that are missing count as 0.
  init(_ fields: Fields) {
    for (name, path) in Self.names { self[keyPath: path] = fields[name]?.int ?? 0 }
  }
}
