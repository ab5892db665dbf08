package import StreaklineCore
package import StreaklineStore
package import StreaklineSync

/// All that is known of a pipeline.
package struct PipelineState {
  package let pipeline: Pipeline
  package let status: PipelineStatus
  private let sync: SyncState

  /// The state as one JSON object.
  package var json: Value {
    .object([
      "pipeline": .string(pipeline.name), "enabled": .bool(pipeline.isEnabled),
      "pending": .int(status.pending.pending), "hasMore": .bool(status.pending.hasMore),
      "paused": .int(status.pending.paused),
      "rejected": .int(status.pending.rejected), "conflicts": .int(status.conflicts),
      "state": .string(status.state.name),
      "account": sync.account.map(Value.string) ?? .null,
      "lastSuccess": sync.lastSuccess.map { .string($0.iso) } ?? .null,
      "lastError": (sync.pause?.reason ?? sync.lastError).map(Value.string) ?? .null,
      "failure": status.failure.map { .string($0.rawValue) } ?? .null,
      "advice": status.advice.map(Value.string) ?? .null,
      "nextAttempt": status.nextRetry.map { .string($0.iso) } ?? .null,
    ])
  }

  init(_ pipeline: Pipeline, _ store: Store, at now: Instant) throws {
    self.pipeline = pipeline
    sync = try store.syncState(pipeline.name)
    status = try PipelineStatus(pipeline, in: store, at: now)
  }
}

extension RecordStore {
  package func state(of pipeline: Pipeline, at now: Instant) throws -> PipelineState {
    try PipelineState(pipeline, store, at: now)
  }

  /// The last runs of a pipeline, the newest first, and whether the first of them lasts.
  package func runs(of pipeline: Pipeline, limit: Int) throws -> (runs: [PastRun], lasts: Bool) {
    (try store.runs(of: pipeline.name, limit: limit), store.runHolder(of: pipeline.name) != nil)
  }

  /// The numbers of results, near misses and disputes.
  package func counts(at now: Instant) throws -> Counts { try store.counts(at: now) }

  /// Counts all streaks anew from the results.
  ///
  /// - Returns: How many were wrong.
  package func recountStreaks() throws -> Int { try store.recountStreaks() }

  /// The version of the SQLite library that is linked, such as `3.40.1`.
  package static var sqliteVersion: String { Store.sqliteVersion }
}
