internal import StreaklineCore
internal import StreaklineStore

// How a run ends.

extension SyncRun {
  /// Whether to make another request. A pipeline that is switched off meanwhile ends the run; what
  /// waits, waits.
  mutating func mayGoOn() -> Bool {
    guard !isStopped, !Task.isCancelled else { return false }
    guard isOn() else {
      isStopped = true
      isCancelled = true
      report.state = .disabled
      return false
    }
    return true
  }

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

  mutating func countPending() throws(StoreError) {
    var counts = try store.pendingCount(pipeline.filter, at: now())
    let latest = policy.start.adding(seconds: policy.maximumDelaySeconds)
    if let next = counts.nextRetry, next > latest {
      // The clock was ahead when these got their retry times.
      try store.requeue(pipeline.name, [.retry, .outcomeUnknown])
      counts.nextRetry = policy.start
    }
    report.pending = counts.pending
    report.nextRetry = counts.nextRetry
  }

  /// Stores how the run ended. A run that had nothing to send stores nothing, because `sync --follow`
  /// runs a pipeline twice a second.
  mutating func keepState(_ before: SyncState) throws(StoreError) {
    let isRecovered = before.phase != .idle && report.pending == 0
    guard number != nil || isRecovered else { return }
    if isCancelled {
      state.phase = before.phase
    } else {
      state.phase = report.state.phase
      state.lastError = report.state.message
      state.failure = report.failure?.rawValue
      state.failures = isStopped ? state.failures + 1 : 0
      state.nextAttempt = report.delaySeconds.map { now().adding(seconds: $0) }
    }
    let isInStep = number != nil && report.state == .success && !isCancelled
    if isInStep || report.saved + report.deleted + report.pulled > 0 { state.lastSuccess = now() }
    if let number {
      let run = report.pastRun(from: policy.start, to: now(), isStopped: isCancelled)
      try store.endRun(number, run, state)
    } else if state != before {
      try store.setSyncState(state)
    }
  }
}
