package import StreaklineCore
package import StreaklineStore

/// Sends what a pipeline has not delivered of the change feed, until nothing is left or nothing more
/// is taken.
///
/// What is not taken is kept to be tried again, and others go past it. Nothing is remembered between
/// two runs but what the store holds.
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
    report.pending = try store.pendingCount(pipeline.filter).pending
    report.state = .disabled
    return report
  }
  var state = try store.syncState(pipeline.name)
  state.phase = .syncing
  try store.setSyncState(state)
  var run = Pusher(
    store: store, pipeline: pipeline, remote: remote, deviceID: try store.deviceID(),
    mode: mode, began: now(), report: SyncReport(pipeline: pipeline.name))
  try await run.sendAll()
  run.report.pending = try store.pendingCount(pipeline.filter).pending
  try store.setSyncState(run.ended(state, now: now(), jitter: jitter()))
  return run.report
}

/// One run through the change feed.
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

  mutating func sendAll() async throws(StoreError) {
    while !isStopped && !Task.isCancelled {
      // What fails in this run is due after `began`, so it is not met again.
      let page = try store.changes(pipeline.filter, limit: pipeline.batcher.size, now: began)
      guard !page.changes.isEmpty, isDue(page.changes) else { return }
      try await send(page)
    }
  }

  private func isDue(_ rows: [Change]) -> Bool {
    let oldest = rows.map(\.changedAt.milliseconds).min() ?? 0
    let age = Double(began.milliseconds - oldest) / 1_000
    return pipeline.batcher.step(pending: rows.count, oldestAgeSeconds: age, mode)
      == .send(rows.count)
  }

  private mutating func send(_ page: ChangePage) async throws(StoreError) {
    var outcomes: [Int64: DeliveryOutcome] = [:]
    var deliveries: [OutgoingRecord] = []
    var sent: [Change] = []
    for change in page.changes {
      if let delivery = OutgoingRecord(change, pipeline, deviceID: deviceID) {
        deliveries.append(delivery)
        sent.append(change)
      } else {
        let reason = "the pipeline names no place for it, or the store has lost it"
        outcomes[change.item] = .rejected(reason: reason)
        report.rejected += 1
      }
    }
    if !deliveries.isEmpty {
      do throws(RemoteError) {
        let results = try await remote.push(deliveries, atomic: false)
        report.batches += 1
        for (change, answer) in zip(sent, answers(deliveries, results)) {
          outcomes[change.item] = outcome(change, answer)
        }
      } catch {
        stop(sent, error)
        for change in sent { outcomes[change.item] = .retry(at: began, reason: error.message) }
      }
    }
    try store.settle(page, outcomes)
  }

  private func answers(_ sent: [OutgoingRecord], _ results: [PushResult]) -> [PushResult.Outcome?] {
    let outcomes = Dictionary(
      results.map { ([$0.zone.name, $0.recordName], $0.outcome) },
      uniquingKeysWith: { first, _ in first })
    return sent.map { outcomes[[$0.zone.name, $0.recordName]] }
  }

  private mutating func outcome(_ change: Change, _ answer: PushResult.Outcome?)
    -> DeliveryOutcome
  {
    switch answer {
    case .saved:
      if change.isDeleted { report.deleted += 1 } else { report.saved += 1 }
      return .taken
    case .conflict:
      report.conflicts += 1
      return .rejected(reason: "the sink holds another version")
    case .rejected(let reason):
      report.rejected += 1
      return .rejected(reason: reason)
    case .retry(let seconds):
      return .retry(
        at: postponed(change, "the sink was busy", seconds), reason: "the sink was busy")
    case nil:
      let reason = "the sink said nothing about it"
      return .unknown(retryAt: postponed(change, reason, nil), reason: reason)
    }
  }

  /// - Returns: When the change is to be tried again.
  private mutating func postponed(_ change: Change, _ error: String, _ afterSeconds: Double?)
    -> Instant
  {
    report.state = .error(error)
    failures = max(failures, change.attempts + 1)
    if let afterSeconds {
      retryAfterSeconds = max(
        retryAfterSeconds ?? 0, Backoff.clampedRetryAfter(afterSeconds))
    }
    return Instant(milliseconds: began.milliseconds + 1)
  }

  private mutating func stop(_ changes: [Change], _ error: RemoteError) {
    report.state = error.kind == .offline ? .offline(error.message) : .error(error.message)
    failures = (changes.map(\.attempts).max() ?? 0) + 1
    retryAfterSeconds = error.retryAfterSeconds.map(Backoff.clampedRetryAfter)
    isStopped = true
  }

  /// How the run ended, to be kept.
  func ended(_ before: SyncState, now: Instant, jitter: Double) -> SyncState {
    var state = SyncState(
      pipeline: pipeline.name, phase: .success, account: before.account,
      lastSuccess: before.lastSuccess)
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
  fileprivate init?(_ change: Change, _ pipeline: Pipeline, deviceID: String) {
    guard let record = change.record, let destination = pipeline.records[record.type],
      let zone = try? destination.zone.expanded(for: record, deviceID: deviceID, account: nil),
      let name = try? destination.name.expanded(for: record, deviceID: deviceID, account: nil)
    else { return nil }
    self.init(
      zone: ZoneName(zone), recordName: name, type: record.type, id: record.id,
      version: change.version, isDeleted: change.isDeleted,
      fields: destination.outgoingFields(of: record))
  }
}
