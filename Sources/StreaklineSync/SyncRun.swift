package import StreaklineCore
package import StreaklineStore

/// One run of a pipeline: takes what the remote has that is new, merges it, and sends the changes that
/// the pipeline has not delivered yet, batch by batch, until none is left or the remote fails.
///
/// A record that the remote does not take is tried again later and blocks no other record. All state
/// between two runs is in the store.
package struct SyncRun {
  let store: Store
  let pipeline: Pipeline
  let remote: any Remote
  private let mode: Batcher.Mode
  /// Whether this run also takes what is new at the remote.
  private let pulls: Bool
  /// Whether records that follow from results are computed even if nothing comes from the remote.
  let mayHaveNewResults: Bool
  let games: KnownGames
  let now: () -> Instant
  let jitter: () -> Double

  let policy: RetryPolicy
  var report: SyncReport
  private var state: SyncState
  /// `nil` until the remote is opened.
  var description: RemoteDescription?
  private var deviceID = ""
  /// How often each item was in conflict in this run.
  var conflicts: [Int64: Int] = [:]
  /// How many records in a row were sent alone and failed.
  private var failedAlone = 0
  private(set) var isStopped = false
  /// Whether the task was cancelled while the remote was asked: then its failure says nothing.
  private var isCancelled = false

  /// - Parameters:
  ///   - mode: Whether a batch that is not full waits for more changes.
  ///   - pulls: Whether to take what is new at the remote, where anything can be pulled from it.
  ///   - mayHaveNewResults: Whether results may have changed since the last run that has pulled.
  ///   - games: What the rules say about games.
  ///   - jitter: Gives numbers that are evenly distributed in 0...1.
  package init(
    _ store: Store, _ pipeline: Pipeline, to remote: any Remote, mode: Batcher.Mode = .draining,
    pulls: Bool = true, mayHaveNewResults: Bool = true, games: KnownGames = KnownGames(),
    now: @escaping () -> Instant,
    jitter: @escaping () -> Double
  ) {
    self.store = store
    self.pipeline = pipeline
    self.remote = remote
    self.mode = mode
    self.pulls = pulls
    self.mayHaveNewResults = mayHaveNewResults
    self.games = games
    self.now = now
    self.jitter = jitter
    policy = RetryPolicy(backoff: pipeline.backoff, start: now())
    report = SyncReport(pipeline: pipeline.name)
    state = SyncState(pipeline: pipeline.name)
  }

  /// - Returns: A report. A failure of the remote is a state of the report.
  /// - Throws: When the store fails.
  package mutating func run() async throws(StoreError) -> SyncReport {
    if pipeline.isEnabled {
      let before = try store.syncState(pipeline.name)
      state = before
      if pulls, !remote.isPushOnly {
        try await pullAll()
        try derive()
      }
      try await sendAll()
      // What this device has written to its own log, where a remote is made of the devices' logs.
      if let description, description.abilities.contains(.stamps), report.batches > 0, pulls {
        try await pullAll()
      }
      try countPending()
      try keepState(before)
    } else {
      report.state = .disabled
      try countPending()
    }
    return report
  }

  private mutating func sendAll() async throws(StoreError) {
    let limit = pipeline.batcher.maximumSize
    while !isStopped && !Task.isCancelled {
      let page = try store.changes(pipeline.filter, limit: limit, now: policy.start)
      guard !page.changes.isEmpty, isDue(page.changes) else { return }
      if let description {
        try await send(page, description)
      } else {
        try await open()
      }
    }
  }

  private func isDue(_ changes: [Change]) -> Bool {
    let oldest = changes.map(\.changedAt.milliseconds).min() ?? 0
    let age = Double(policy.start.milliseconds - oldest) / 1_000
    let step = pipeline.batcher.step(pending: changes.count, oldestAgeSeconds: age, mode)
    return if case .send = step { true } else { false }
  }

  mutating func open() async throws(StoreError) {
    deviceID = try store.deviceID()
    state.phase = .syncing
    try store.setSyncState(state)
    do throws(RemoteError) {
      let description = try await remote.open()
      guard description.abilities.contains(.push) else {
        throw RemoteError(.failed, "nothing can be pushed to this remote")
      }
      try checkAccount(description.account)
      self.description = description
    } catch {
      fail(error)
    }
  }

  /// Binds the pipeline to the first account that the remote names.
  private mutating func checkAccount(_ account: String?) throws(RemoteError) {
    if let known = state.account, let account, known != account {
      throw RemoteError(
        .signIn,
        "the pipeline delivers to the account \(known), but the remote is signed in as \(account); "
          + "sign in as \(known), or use another store")
    }
    state.account = state.account ?? account
  }
}

// MARK: - Sending

extension SyncRun {
  /// A change with the record that is sent for it.
  struct Outgoing {
    let change: Change
    let record: OutgoingRecord
    /// Whether the name is the one that the pipeline gives to the item in its first life.
    let isOwnName: Bool
  }

  /// What sending a page has come to so far.
  struct Sent {
    var outcomes: [Int64: DeliveryOutcome] = [:]
    /// What the remote holds now, by zone and item.
    var copies: [String: [Int64: ZoneCopy]] = [:]
    /// What the remote holds instead, by zone.
    var arrivals: [String: [Arrival]] = [:]
  }

  func names(_ description: RemoteDescription) -> RecordNames {
    RecordNames(
      pipeline: pipeline, deviceID: deviceID, account: description.account,
      keepsStamps: description.abilities.contains(.stamps))
  }

  private mutating func send(_ page: ChangePage, _ description: RemoteDescription)
    async throws(StoreError)
  {
    var sent = Sent()
    var batch: [Outgoing] = []
    let names = names(description)
    for change in page.changes {
      if try mergesWithSent(change, names) {
        sent.outcomes[change.item] = .taken
        continue
      }
      do throws(NotSendable) {
        let record = try OutgoingRecord(change, names)
        let own = change.identity.flatMap(names.own)
        batch.append(
          Outgoing(change: change, record: record, isOwnName: own == record.recordName))
      } catch {
        settle(change, .rejected(reason: error.reason), &sent)
      }
    }
    try dropDeletedThere(&batch, description, &sent)
    let sizes = batch.map { String(json: $0.record.json).utf8.count }
    let joined = Set(
      batch.indices.dropLast().filter { batch[$0].change.isMove(from: batch[$0 + 1].change) })
    let requests = BatchPlan.requests(
      sizes: sizes, maxRecords: description.maxRecords, maxBytes: description.maxBytes,
      joined: joined)
    for request in requests where !isStopped {
      await send(request, of: batch, joined, &sent)
    }
    try mergeConflicts(sent, description)
    // One transaction. Changes without an outcome were not sent; the next page starts with them.
    try store.settle(page, sent.outcomes, copies: sent.copies)
  }

  /// Sends a request, and when it fails as a whole its halves, until the record that makes it fail
  /// is found.
  private mutating func send(
    _ request: Range<Int>, of batch: [Outgoing], _ joined: Set<Int>, _ sent: inout Sent
  ) async {
    let part = batch[request]
    do throws(RemoteError) {
      let results = try await remote.push(part.map(\.record), atomic: false)
      report.batches += 1
      failedAlone = 0
      settle(part, results, &sent)
    } catch {
      if Task.isCancelled || error.kind != .failed {
        fail(error)
      } else if let (first, second) = BatchPlan.halves(request, joined: joined) {
        await send(first, of: batch, joined, &sent)
        if !isStopped { await send(second, of: batch, joined, &sent) }
      } else if let outgoing = part.first {
        failAlone(outgoing.change, error, &sent)
      }
    }
  }

  /// Postpones a record that fails alone. When two fail alone in a row, the remote is at fault, and
  /// the run ends.
  private mutating func failAlone(
    _ change: Change, _ error: RemoteError, _ sent: inout Sent
  ) {
    let outcome = policy.retry(
      error, attempts: change.attempts, now: now(), jitter: jitter())
    settle(change, outcome, &sent)
    failedAlone += 1
    if failedAlone > 1 { stop(error) }
  }

  private mutating func settle(
    _ part: ArraySlice<Outgoing>, _ results: [PushResult], _ sent: inout Sent
  ) {
    let answers = Dictionary(
      results.map { ([$0.zone.name, $0.recordName], $0.outcome) },
      uniquingKeysWith: { first, _ in first })
    for outgoing in part {
      let answer = answers[[outgoing.record.zone.name, outgoing.record.recordName]]
      if case .conflict(let held) = answer, canPull {
        noteConflict(outgoing, held, &sent)
        continue
      }
      if case .saved(let tag, _) = answer, canPull { noteCopy(outgoing, tag, &sent) }
      let outcome = policy.outcome(
        answer, attempts: outgoing.change.attempts, now: now(), jitter: jitter())
      settle(outgoing.change, outcome, &sent)
      if case .conflict = answer {
        report.conflicts += 1
        report.rejected -= 1
      }
    }
  }

  mutating func settle(
    _ change: Change, _ outcome: DeliveryOutcome, _ sent: inout Sent
  ) {
    sent.outcomes[change.item] = outcome
    switch outcome {
    case .taken where change.isDeleted: report.deleted += 1
    case .taken: report.saved += 1
    case .rejected: report.rejected += 1
    case .retry(_, let reason), .unknown(_, let reason), .paused(let reason):
      report.state = .error(reason)
    }
  }
}

// MARK: - The end of a run

extension SyncRun {
  /// Ends the run because of a failure, unless the task was cancelled, which is no failure.
  mutating func fail(_ error: RemoteError) {
    guard Task.isCancelled else { return stop(error) }
    isStopped = true
    isCancelled = true
  }

  mutating func stop(_ error: RemoteError) {
    isStopped = true
    report.failure = error.kind
    let delay = policy.delaySeconds(
      failures: state.failures + 1, retryAfter: error.retryAfterSeconds, jitter: jitter())
    report.delaySeconds = delay
    report.state =
      switch error.kind {
      case .offline: .offline(error.message)
      case .signIn, .quota, .permission, .configuration: .paused(error.message)
      case .throttled, .failed: .error(error.message)
      }
  }

  private mutating func countPending() throws(StoreError) {
    var counts = try store.pendingCount(pipeline.filter, at: now())
    let latest = policy.start.adding(seconds: policy.maximumDelaySeconds)
    if let next = counts.nextRetry, next > latest {
      // The clock was ahead when these got their retry times.
      try store.requeue(pipeline.name, .retry)
      try store.requeue(pipeline.name, .outcomeUnknown)
      counts.nextRetry = policy.start
    }
    report.pending = counts.pending
    report.nextRetry = counts.nextRetry
  }

  /// Stores how the run ended. A run that had nothing to send stores nothing, because `sync --follow`
  /// runs a pipeline twice a second.
  private mutating func keepState(_ before: SyncState) throws(StoreError) {
    let wasOpened = state.phase == .syncing
    let isRecovered = before.phase != .idle && report.pending == 0
    guard wasOpened || isRecovered else { return }
    if isCancelled {
      state.phase = before.phase
    } else {
      state.phase = report.state.phase
      state.lastError = report.state.message
      state.failures = isStopped ? state.failures + 1 : 0
      state.nextAttempt = report.delaySeconds.map { now().adding(seconds: $0) }
    }
    if report.saved + report.deleted + report.pulled > 0 { state.lastSuccess = now() }
    if wasOpened || state != before { try store.setSyncState(state) }
  }
}
