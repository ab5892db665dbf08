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
  /// Whether this run writes to a remote to which writing is paused.
  private let resumes: Bool
  /// Whether to delete here what the remote lacks even when that is most of it.
  let acceptsDeletions: Bool
  /// How long to wait for another run of the pipeline.
  private let waiting: Duration
  /// Whether the pipeline is still switched on.
  let isOn: () -> Bool
  /// The other pipelines of the store.
  let otherPipelines: () -> [Pipeline]
  /// Whether something was decided elsewhere that was carried out in this run.
  var hasFollowed = false
  private let knownGames: LazyGames
  /// Asked for only when there is something to read, because it reads all rule files.
  var games: KnownGames { knownGames.value }
  let now: () -> Instant
  let jitter: () -> Double

  let policy: RetryPolicy
  var report: SyncReport
  var state: SyncState
  /// The run's number in the history; `nil` until the remote is opened.
  var number: Int64?
  /// `nil` until the remote is opened.
  var description: RemoteDescription?
  var deviceID = ""
  /// The device's id in the names of records.
  var namingID = ""
  /// How often each item was in conflict in this run.
  var conflicts: [Int64: Int] = [:]
  /// How many records in a row were sent alone and failed.
  private var failedAlone = 0
  var isStopped = false
  /// Whether the task was cancelled while the remote was asked: then its failure says nothing.
  var isCancelled = false

  /// - Parameters:
  ///   - mode: Whether a batch that is not full waits for more changes.
  ///   - pulls: Whether to take what is new at the remote, where anything can be pulled from it.
  ///   - mayHaveNewResults: Whether results may have changed since the last run that has pulled.
  ///   - resumes: Whether to write although writing is paused, because the user has done what it
  ///     waited for, and whether to ask a remote that was busy.
  ///   - acceptsDeletions: Whether to delete here what the remote lacks even when that is most of it.
  ///   - waiting: How long to wait for another run of the pipeline.
  ///   - isOn: Whether the pipeline is still switched on. It is asked before each request.
  ///   - otherPipelines: The other pipelines of the store, whose remotes may hold what another device has erased.
  ///   - games: What the rules say about games.
  ///   - jitter: Gives numbers that are evenly distributed in 0...1.
  package init(
    _ store: Store, _ pipeline: Pipeline, to remote: any Remote, mode: Batcher.Mode = .draining,
    pulls: Bool = true, mayHaveNewResults: Bool = true, resumes: Bool = true,
    acceptsDeletions: Bool = false, waiting: Duration = .seconds(10),
    isOn: @escaping () -> Bool = { true },
    otherPipelines: @escaping () -> [Pipeline] = { [] },
    games: @autoclosure @escaping () -> KnownGames = KnownGames(),
    now: @escaping () -> Instant,
    jitter: @escaping () -> Double
  ) {
    self.store = store
    self.pipeline = pipeline
    self.remote = remote
    self.mode = mode
    self.pulls = pulls
    self.mayHaveNewResults = mayHaveNewResults
    self.resumes = resumes
    self.acceptsDeletions = acceptsDeletions
    self.waiting = waiting
    self.isOn = isOn
    self.otherPipelines = otherPipelines
    knownGames = LazyGames(games)
    self.now = now
    self.jitter = jitter
    policy = RetryPolicy(backoff: pipeline.backoff, start: now())
    report = SyncReport(pipeline: pipeline.name)
    state = SyncState(pipeline: pipeline.name)
  }

  /// - Returns: A report. A failure of the remote is a state of the report.
  /// - Throws: When the store fails, and when another program runs the pipeline.
  package mutating func run() async throws(StoreError) -> SyncReport {
    try await run(isWhole: true)
  }

  /// Deletes at the remote what was erased here, and does nothing else.
  package mutating func runErasures() async throws(StoreError) -> SyncReport {
    try await run(isWhole: false)
  }

  private mutating func run(isWhole: Bool) async throws(StoreError) -> SyncReport {
    guard pipeline.isEnabled else {
      report.state = .disabled
      try countPending()
      return report
    }
    let lock = try store.lockRun(of: pipeline.name, waiting: waiting)
    defer { lock.unlock() }
    let before = try store.syncState(pipeline.name)
    state = before
    if let time = pauseEnd(before) {
      report.failure = .throttled
      report.state = .error(
        "the remote was busy and is left alone until \(time.iso); `--retry` asks it at once")
      try countPending()
      return report
    }
    if resumes { state.pause = nil }
    // First, so that nothing that was erased comes back from there.
    if state.pause == nil { try await sendErasures() }
    if isWhole, !isStopped { try await exchange() }
    try countPending()
    notePause()
    if report.state == .success, let problem = report.problems.first {
      report.state = .error(problem)
    }
    try keepState(before)
    return report
  }

  /// Until when a busy remote is left alone, also by a program that is started anew; `nil` when it can be
  /// asked.
  private func pauseEnd(_ state: SyncState) -> Instant? {
    guard !resumes, state.failure == RemoteError.Kind.throttled.rawValue,
      let time = state.nextAttempt, time > policy.start,
      // A time further ahead was set while the clock was ahead.
      time <= policy.start.adding(seconds: policy.maximumDelaySeconds)
    else { return nil }
    return time
  }

  /// Takes what is new there, and sends what is new here.
  private mutating func exchange() async throws(StoreError) {
    if pulls, !remote.isPushOnly {
      try await pullAll()
      try followDecisions()
      try derive()
    } else {
      try holdForAnswer()
    }
    // What was refused, or erased because another device has decided so.
    if state.pause == nil { try await sendErasures() }
    if state.pause == nil { try await sendAll() }
    // What this device has written to its own log, where a remote is made of the devices' logs.
    if let description, description.abilities.contains(.stamps), report.batches > 0, pulls {
      try await pullAll()
    }
  }

  /// Says that writing is paused, in a run that has only read.
  private mutating func notePause() {
    guard let pause = state.pause, !isStopped else { return }
    report.state = .paused(pause.reason)
    report.failure = RemoteError.Kind(rawValue: pause.kind)
  }

  private mutating func sendAll() async throws(StoreError) {
    let limit = pipeline.batcher.maximumSize
    while mayGoOn() {
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
}

// MARK: - Sending

extension SyncRun {
  /// A change with the record that is sent for it. A class, because copying its many parts would cost a
  /// tenth of all that sending costs.
  final class Outgoing: Sendable {
    let change: Change
    let record: OutgoingRecord
    /// Whether the name is the one that the pipeline gives to the item in its first life.
    let isOwnName: Bool
    /// Whether the remote can say that the record is gone: it never had one that is new.
    var mayBeGone: Bool {
      change.isDeleted || record.tag != nil || change.copy?.isGone == false
    }
    /// The size of the record as JSON.
    let sizeBytes: Int

    init(_ change: Change, _ record: OutgoingRecord, isOwnName: Bool) {
      self.change = change
      self.record = record
      self.isOwnName = isOwnName
      sizeBytes = record.sizeBytes
    }
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
      pipeline: pipeline, deviceID: namingID, account: description.account,
      keepsStamps: description.abilities.contains(.stamps))
  }

  private mutating func send(_ page: ChangePage, _ description: RemoteDescription)
    async throws(StoreError)
  {
    var sent = Sent()
    var batch: [Outgoing] = []
    let names = names(description)
    let beyond = try movesBeyond(page)
    for change in page.changes {
      var isSettled =
        names.isOfAnotherAccount(change) || !names.mayCarry(change) || beyond.contains(change.item)
      if !isSettled { isSettled = try mergesWithSent(change, names) }
      if isSettled {
        sent.outcomes[change.item] = .taken
        continue
      }
      do throws(NotSendable) {
        let record = try OutgoingRecord(change, names)
        batch.append(
          Outgoing(change, record, isOwnName: names.gives(record.recordName, to: change)))
      } catch {
        settle(change.item, isDeleted: change.isDeleted, .rejected(reason: error.reason), &sent)
      }
    }
    try dropDeletedThere(&batch, description, &sent)
    let again = Set(page.retriedItems)
    report.retries += batch.count { again.contains($0.change.item) }
    let joined = Set(
      batch.indices.dropLast().filter { batch[$0].change.isMove(from: batch[$0 + 1].change) })
    let requests = BatchPlan.requests(
      sizes: batch.map(\.sizeBytes), maxRecords: description.maxRecords,
      maxBytes: description.maxBytes,
      joined: joined)
    for request in requests where mayGoOn() {
      await send(request, of: batch, joined, &sent)
    }
    try mergeConflicts(sent, description)
    // One transaction. Changes without an outcome were not sent; the next page starts with them.
    try store.settle(page, sent.outcomes, copies: sent.copies)
  }

  /// The items whose deletion is not sent: this device has renamed their person, and `users:` does not have the new name.
  /// The decision about the name is sent, and the other devices rename their results by it. The deletion would take
  /// these results away there.
  private func movesBeyond(_ page: ChangePage) throws(StoreError) -> Set<Int64> {
    guard pipeline.carriesDecisions, let users = pipeline.filter.users else { return [] }
    let moves = page.changes.filter { $0.isMove(beyond: users) }
    guard !moves.isEmpty else { return [] }
    let decided = try store.decisions().map(\.decision)
      .filter { $0.kind.joinsNames && $0.undoneAt == nil && pipeline.mayCarry($0) }
      .compactMap(\.old)
    return Set(
      moves.filter { $0.record.map { decided.contains($0.userId) } ?? false }.map(\.item))
  }

  /// Sends a request, and when it fails as a whole its halves, until the record that makes it fail
  /// is found.
  private mutating func send(
    _ request: Range<Int>, of batch: [Outgoing], _ joined: Set<Int>, _ sent: inout Sent
  ) async {
    let part = batch[request]
    let records = part.map(\.record)
    report.bytesSent += part.reduce(0) { $0 + $1.sizeBytes }
    do throws(RemoteError) {
      let results = try await remote.push(records, atomic: false)
      report.batches += 1
      failedAlone = 0
      settle(part, results.outcomes(for: records), &sent)
    } catch {
      if Task.isCancelled || error.kind != .failed {
        fail(error)
        if !isCancelled, error.kind.pausesWriting {
          state.pause = SyncState.Pause(kind: error.kind.rawValue, reason: error.message)
        }
      } else if let (first, second) = BatchPlan.halves(request, joined: joined) {
        await send(first, of: batch, joined, &sent)
        if mayGoOn() { await send(second, of: batch, joined, &sent) }
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
    settle(change.item, isDeleted: change.isDeleted, outcome, &sent)
    failedAlone += 1
    if failedAlone > 1 { stop(error) }
  }

  private mutating func settle(
    _ part: ArraySlice<Outgoing>, _ answers: [PushResult.Outcome?], _ sent: inout Sent
  ) {
    for (outgoing, var answer) in zip(part, answers) {
      let isContradiction = answer == .conflict(nil) && canPull && !outgoing.mayBeGone
      if isContradiction { answer = .retry() }
      if case .conflict(let held) = answer, canPull {
        noteConflict(outgoing, held, &sent)
        continue
      }
      if case .saved(let tag, _) = answer, canPull { noteCopy(outgoing, tag, &sent) }
      var outcome = policy.outcome(
        answer, attempts: outgoing.change.attempts, now: now(), jitter: jitter())
      if isContradiction, case .retry(let time, _) = outcome {
        outcome = .retry(at: time, reason: "the remote says of a new record that it is gone")
      }
      settle(outgoing.change.item, isDeleted: outgoing.change.isDeleted, outcome, &sent)
      if case .conflict = answer {
        report.conflicts += 1
        report.rejected -= 1
      }
    }
  }

  mutating func settle(
    _ item: Int64, isDeleted: Bool, _ outcome: DeliveryOutcome, _ sent: inout Sent
  ) {
    sent.outcomes[item] = outcome
    switch outcome {
    case .taken where isDeleted: report.deleted += 1
    case .taken: report.saved += 1
    case .rejected: report.rejected += 1
    case .retry(_, let reason), .unknown(_, let reason), .paused(let reason):
      report.state = .error(reason)
    }
  }
}
