package import StreaklineCore
package import StreaklineStore

/// Sends what waits in a pipeline's outbox until nothing does, or nothing more is taken. What the
/// pipeline has missed is queued first.
///
/// A row leaves the outbox only when its version was saved. What is not taken stays, and others go
/// on past it. Nothing is remembered between two runs but what the store holds.
///
/// - Parameters:
///   - mode: Whether a batch that is not full waits for more, as long as the pipeline says.
///   - jitter: Gives numbers evenly distributed in 0...1.
/// - Throws: When the store fails. That the sink fails stands in the report.
package func drain(
  _ store: Store, _ pipeline: Pipeline, to remote: any Remote, mode: Batcher.Mode = .draining,
  now: () -> Instant, jitter: () -> Double
) async throws(StoreError) -> SyncReport {
  guard pipeline.isEnabled else {
    var report = SyncReport(pipeline: pipeline.name)
    report.pending = try store.counts().outbox[pipeline.name]?.pending ?? 0
    report.state = .disabled
    return report
  }
  var state = try store.syncState(pipeline.name)
  state.phase = .syncing
  try store.setSyncState(state)
  _ = try store.catchUp(pipeline.queue, now: now())
  var run = Pusher(
    store: store, pipeline: pipeline, remote: remote, deviceID: try store.deviceID(),
    mode: mode, began: now(), report: SyncReport(pipeline: pipeline.name))
  try await run.sendAll()
  run.report.pending = try store.counts().outbox[pipeline.name]?.pending ?? 0
  try store.setSyncState(run.ended(state, now: now(), jitter: jitter()))
  return run.report
}

/// One run through an outbox.
private struct Pusher {
  let store: Store
  let pipeline: Pipeline
  let remote: any Remote
  let deviceID: String
  let mode: Batcher.Mode
  let began: Instant
  var report: SyncReport
  /// The most tries that a row, not taken in this run, has behind it.
  var failures = 0
  /// The longest that the sink asks to be left alone.
  var retryAfterSeconds: Double?
  /// Set when the sink takes nothing at all.
  var isStopped = false

  /// Goes through the outbox again while that helps: a row that changed keeps its place, which may
  /// lie behind.
  mutating func sendAll() async throws(StoreError) {
    var isProgressing = true
    while isProgressing && !isStopped && retryAfterSeconds == nil {
      isProgressing = try await sendOnce()
    }
  }

  /// - Returns: Whether a row was dealt with for good.
  private mutating func sendOnce() async throws(StoreError) -> Bool {
    let before = settled
    report.state = .success
    failures = 0
    var last: Int64 = 0
    while !isStopped && !Task.isCancelled {
      let rows = try store.pending(pipeline.name, limit: pipeline.batcher.size, after: last)
      guard let end = rows.last, isDue(rows) else { break }
      last = end.sequence
      try await send(rows)
    }
    return settled > before && !Task.isCancelled
  }

  private func isDue(_ rows: [OutboxRow]) -> Bool {
    let oldest = rows.map(\.queuedAt.milliseconds).min() ?? 0
    let age = Double(began.milliseconds - oldest) / 1_000
    return pipeline.batcher.step(pending: rows.count, oldestAgeSeconds: age, mode)
      == .send(rows.count)
  }

  private var settled: Int {
    report.saved + report.deleted + report.rejected + report.conflicts
  }

  private mutating func send(_ rows: [OutboxRow]) async throws(StoreError) {
    var deliveries: [OutgoingRecord] = []
    var sent: [OutboxRow] = []
    for row in rows {
      guard let delivery = OutgoingRecord(row, pipeline, deviceID: deviceID) else {
        try reject(row, reason: "the pipeline names no place for it, or the store has lost it")
        continue
      }
      deliveries.append(delivery)
      sent.append(row)
    }
    guard !deliveries.isEmpty else { return }
    let results: [PushResult]
    do throws(RemoteError) {
      results = try await remote.push(deliveries, atomic: false)
    } catch {
      return try stop(sent, error)
    }
    report.batches += 1
    try settle(sent, deliveries, results)
  }

  private mutating func settle(
    _ rows: [OutboxRow], _ batch: [OutgoingRecord], _ results: [PushResult]
  ) throws(StoreError) {
    let outcomes = Dictionary(
      results.map { ([$0.zone.name, $0.recordName], $0.outcome) },
      uniquingKeysWith: { first, _ in first })
    var saved: [OutboxRow] = []
    for (row, record) in zip(rows, batch) {
      switch outcomes[[record.zone.name, record.recordName]] {
      case .saved: saved.append(row)
      case .conflict:
        try mark(row, reason: "the sink holds another version")
        report.conflicts += 1
      case .rejected(let reason): try reject(row, reason: reason)
      case .retry(let seconds): try postpone(row, "the sink was busy", afterSeconds: seconds)
      case nil: try postpone(row, "the sink said nothing about it", afterSeconds: nil)
      }
    }
    try store.acknowledge(saved.map(\.acknowledgement), pipeline.name)
    report.saved += saved.count { !$0.deleted }
    report.deleted += saved.count { $0.deleted }
  }

  private mutating func reject(_ row: OutboxRow, reason: String) throws(StoreError) {
    try mark(row, reason: reason)
    report.rejected += 1
  }

  private func mark(_ row: OutboxRow, reason: String) throws(StoreError) {
    try store.reject([row.acknowledgement], pipeline.name, reason: reason)
  }

  private mutating func postpone(_ row: OutboxRow, _ error: String, afterSeconds: Double?)
    throws(StoreError)
  {
    try store.postpone([row.acknowledgement], pipeline.name, error: error)
    report.state = .error(error)
    failures = max(failures, row.attempts + 1)
    if let afterSeconds {
      retryAfterSeconds = max(
        retryAfterSeconds ?? 0, Backoff.clampedRetryAfter(afterSeconds))
    }
  }

  private mutating func stop(_ rows: [OutboxRow], _ error: RemoteError) throws(StoreError) {
    try store.postpone(rows.map(\.acknowledgement), pipeline.name, error: error.message)
    report.state = error.kind == .offline ? .offline(error.message) : .error(error.message)
    failures = (rows.map(\.attempts).max() ?? 0) + 1
    retryAfterSeconds = error.retryAfterSeconds.map(Backoff.clampedRetryAfter)
    isStopped = true
  }

  /// How the run ended, to be kept.
  func ended(_ before: SyncState, now: Instant, jitter: Double) -> SyncState {
    var state = SyncState(
      pipeline: pipeline.name, phase: .success, lastSuccess: before.lastSuccess)
    switch report.state {
    case .success, .disabled:
      state.lastSuccess = now
      return state
    case .error(let message):
      state.phase = .error
      state.lastError = message
    case .offline(let message):
      state.phase = .offline
      state.lastError = message
    }
    let delay = pipeline.backoff.delaySeconds(failures: failures, jitter: jitter)
    let seconds = max(delay, retryAfterSeconds ?? 0)
    state.nextAttempt = Instant(milliseconds: now.milliseconds + Int64(seconds * 1_000))
    return state
  }
}

extension OutgoingRecord {
  fileprivate init?(_ row: OutboxRow, _ pipeline: Pipeline, deviceID: String) {
    guard let record = row.record, let destination = pipeline.records[row.type] else { return nil }
    var fields: Fields = ["userId": .string(record.userId), "game": .string(record.game)]
    for (name, value) in record.fields {
      fields.append(name, value)
    }
    self.init(
      zone: ZoneName(destination.zone),
      recordName: destination.name.expanded(for: record, deviceID: deviceID), type: row.type,
      id: row.id, version: row.version, isDeleted: row.deleted, fields: fields)
  }
}
