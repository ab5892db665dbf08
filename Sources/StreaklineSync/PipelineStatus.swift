package import StreaklineCore
package import StreaklineStore

/// How a pipeline is doing, in words: idle → syncing → success(at) | error(message) | offline | paused(why).
package struct PipelineStatus: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    /// The pipeline file switches it off.
    case disabled
    /// It has never run, or its last run was killed.
    case idle
    /// A process is running the pipeline now.
    ///
    /// - Parameter by: The name of the process.
    case syncing(by: String)
    case success(at: Instant)
    case error(String)
    case offline(String)
    case paused(String)

    /// The state's name in JSON.
    package var name: String {
      switch self {
      case .disabled: "disabled"
      case .idle: "idle"
      case .syncing: "syncing"
      case .success: "success"
      case .error: "error"
      case .offline: "offline"
      case .paused: "paused"
      }
    }
  }

  package let pipeline: String
  package let state: State
  /// What kind of failure ended the last run or paused writing; `nil` when there was none.
  package let failure: RemoteError.Kind?
  private let wasKilled: Bool
  private let lastSuccess: Instant?
  private let nextTry: Instant?
  package let pending: PendingCounts
  package let conflicts: Int

  /// - Parameters:
  ///   - holder: The process that runs the pipeline now.
  ///   - conflicts: How many conflicts wait for the user's choice.
  package init(
    _ pipeline: Pipeline, _ state: SyncState, _ pending: PendingCounts, holder: String? = nil,
    conflicts: Int = 0
  ) {
    self.pipeline = pipeline.name
    self.pending = pending
    self.conflicts = conflicts
    lastSuccess = state.lastSuccess
    nextTry = state.nextAttempt ?? pending.nextRetry
    wasKilled = state.phase == .syncing && holder == nil
    failure = (state.pause?.kind ?? state.failure).flatMap(RemoteError.Kind.init)
    let message = state.lastError ?? "the remote did not say why"
    self.state =
      switch state.phase {
      case _ where !pipeline.isEnabled: .disabled
      case _ where holder != nil: .syncing(by: holder ?? "")
      case _ where state.pause != nil: .paused(state.pause?.reason ?? "")
      case .idle, .syncing: .idle
      case .success: state.lastSuccess.map { .success(at: $0) } ?? .idle
      case .error: .error(message)
      case .offline: .offline(message)
      case .paused: .paused(message)
      }
  }

  /// More than so many changes are not counted for a person: that would take seconds.
  private static let mostPending = 100_000

  /// Reads the state of a pipeline from the store.
  ///
  /// - Throws: ``StoreError``.
  package init(_ pipeline: Pipeline, in store: Store, at now: Instant) throws {
    let sync = try store.syncState(pipeline.name)
    self.init(
      pipeline, sync, try store.pendingCount(pipeline.filter, at: now, most: Self.mostPending),
      holder: sync.phase == .syncing ? store.runHolder(of: pipeline.name) : nil,
      conflicts: try store.openConflicts(of: pipeline.name))
  }

  /// The state as a sentence without a full stop, such as `Last synced: 2 minutes ago`.
  package func headline(at now: Instant) -> String {
    switch state {
    case .disabled: "Switched off"
    case .idle where wasKilled: "The last run was ended before it was done; nothing is lost"
    case .idle: "Not synced yet"
    case .syncing(let holder): "Syncing, by \(holder)"
    case .success(let time): "Last synced: \(timeAgo(time, at: now))"
    case .error(let message) where failure == .failed: "Sync error: \(message)"
    case .error(let message): "Waiting: \(message)"
    case .offline(let message): "Offline, will sync when connected: \(message)"
    case .paused(let message): "Sync paused: \(message)"
    }
  }

  /// What waits, and when it is tried again.
  package func details(at now: Instant) -> [String] {
    let counts = [
      (pending.pending, "pending"), (pending.paused, "of them wait for you"),
      (pending.rejected, "rejected"),
      (conflicts, conflicts == 1 ? "conflict to settle" : "conflicts to settle"),
    ]
    var details = counts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }
      .map { "\($0.element.0) \($0.element.1)" }
    if pending.hasMore { details[0] = "more than \(details[0])" }
    if let lastSuccess, state != .success(at: lastSuccess) {
      details.append("last synced \(timeAgo(lastSuccess, at: now))")
    }
    if let next = nextRetry, next > now { details.append("next try \(timeUntil(next, at: now))") }
    return details
  }

  /// When the remote, or the first record that it has not taken, is tried again by itself.
  /// Nothing is tried by itself while sync waits for the user.
  package var nextRetry: Instant? {
    switch state {
    case .disabled, .paused: nil
    default: nextTry
    }
  }

  /// What the user can do; `nil` when there is nothing to do.
  package var advice: String? {
    switch state {
    case .disabled: "`streakline pipelines enable \(pipeline)` switches it on"
    case .idle, .syncing, .success: nil
    case .error, .offline, .paused: failure.flatMap { $0.advice(pipeline) }
    }
  }
}

extension RemoteError.Kind {
  /// What the user can do about a failure of this kind; `nil` when sync goes on by itself.
  package func advice(_ pipeline: String) -> String? {
    let again = "`streakline sync --pipeline \(pipeline)`"
    return switch self {
    case .offline, .throttled: nil
    case .signIn: "sign in at the remote, then \(again)"
    case .quota: "make room at the remote, then \(again) with `--retry`"
    case .permission: "get access to the remote back, then \(again) with `--retry`"
    case .configuration: "do what the message says, then \(again)"
    case .failed: "see to what the message says; \(again) tries at once"
    }
  }
}

/// How long ago a moment was, such as `2 minutes ago`.
package func timeAgo(_ time: Instant, at now: Instant) -> String {
  let seconds = (now.milliseconds - time.milliseconds) / 1_000
  guard seconds >= 0 else { return "at \(time.iso), by a clock that is ahead" }
  return seconds < 10 ? "just now" : "\(duration(seconds)) ago"
}

/// How far ahead a moment is, such as `in 40 seconds`.
private func timeUntil(_ time: Instant, at now: Instant) -> String {
  "in \(duration(max(1, (time.milliseconds - now.milliseconds + 999) / 1_000)))"
}

private func duration(_ seconds: Int64) -> String {
  let units: [(Int64, String)] = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
  for (size, name) in units where seconds >= size {
    let count = seconds / size
    return "\(count) \(name)\(count == 1 ? "" : "s")"
  }
  return "\(seconds) second\(seconds == 1 ? "" : "s")"
}
