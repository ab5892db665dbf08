public import StreaklineCore
internal import StreaklineStore

/// The outcome of one run of a pipeline.
///
/// ```swift
/// func tell(_ report: SyncReport) {
///   print(report.pipeline, report.saved, "saved,", report.pulled, "pulled,", report.pending, "waiting")
///   if case .paused(let reason) = report.state { print("do something first:", reason) }
/// }
/// ```
public struct SyncReport: Hashable, Sendable {
  /// How a run ended.
  public enum State: Hashable, Sendable {
    /// The remote has answered each request, and said of each record whether it takes it.
    case success
    /// The remote failed, or did not take a record.
    case error(String)
    /// The remote cannot be reached.
    case offline(String)
    /// The user has to do something first.
    case paused(String)
    /// The pipeline is switched off.
    case disabled

    /// The reason of a failure and what to do; `nil` when nothing failed.
    public var message: String? {
      switch self {
      case .error(let message), .offline(let message), .paused(let message): message
      case .success, .disabled: nil
      }
    }

    /// The state's name in JSON.
    public var name: String { self == .disabled ? "disabled" : phase.rawValue }

    var phase: SyncState.Phase {
      switch self {
      case .success: .success
      case .error: .error
      case .offline: .offline
      case .paused: .paused
      case .disabled: .idle
      }
    }
  }

  /// The pipeline's name.
  public let pipeline: String
  /// Requests that the remote has answered.
  public var batches = 0
  /// Records that the remote has taken, without deletions: those are ``deleted``.
  public var saved = 0
  /// Records that were merged with the remote's version.
  public var merged = 0
  /// Records of which the remote holds another version. They are kept until they change.
  public var conflicts = 0
  /// Records that the remote will never take. They are kept until they change.
  public var rejected = 0
  /// Changes that are not delivered after the run.
  public var pending = 0
  /// Records and deletions that came from the remote.
  public var pulled = 0
  /// Records at the remote that nobody here understands, or that are not ours. They stay as they are.
  public var foreign = 0
  /// Records of people whose data is erased. They were not taken.
  public var refused = 0
  /// Fields of the remote's records that could not be unpacked. They stay there as they are.
  public var unreadFields = 0
  /// Deletions that the remote has taken.
  public var deleted = 0
  /// Records that were sent again because an earlier try had failed.
  public var retries = 0
  /// Bytes of the records in all requests, as JSON.
  public var bytesSent = 0
  /// Bytes of the fields of the records that came from the remote, as JSON.
  public var bytesPulled = 0
  /// How the run ended.
  public var state = State.success
  /// Why the remote failed; `nil` when it did not fail as a whole.
  public var failure: RemoteError.Kind?
  /// How long to wait after a failure, in seconds; `nil` when the remote did not fail.
  public var delaySeconds: Double?
  /// When the next record that was not taken is tried again; `nil` when there is none.
  public var nextRetry: Instant?

  /// What the remote could not read, and what to do, as clauses without a full stop.
  public package(set) var problems: [String] = []

  /// What other devices have decided about people and was carried out here, as sentences without a full stop.
  public package(set) var decisions: [String] = []

  /// The titles of groups that are no longer at the remote, or no longer shared with the account. They are
  /// deleted here.
  public package(set) var removedGroups: [String] = []

  /// Users that the pipeline names and that have no results in the store, such as misspelt ones.
  public package(set) var unknownUsers: [String] = []

  package init(pipeline: String) {
    self.pipeline = pipeline
  }

  /// The report as a JSON object, as `sync --output json` prints it.
  public var json: Value {
    .object([
      "pipeline": .string(pipeline), "batches": .int(batches), "saved": .int(saved),
      "merged": .int(merged), "conflicts": .int(conflicts), "rejected": .int(rejected),
      "pending": .int(pending), "pulled": .int(pulled), "deleted": .int(deleted),
      "unreadFields": .int(unreadFields),
      "retries": .int(retries), "bytesSent": .int(bytesSent), "bytesPulled": .int(bytesPulled),
      "state": .string(state.name), "error": state.message.map(Value.string) ?? .null,
      "problems": .list(problems.map(Value.string)),
      "removedGroups": .list(removedGroups.map(Value.string)),
    ])
  }
}

extension SyncReport {
  /// What the run came to, for the history.
  func pastRun(from start: Instant, to end: Instant, isStopped: Bool) -> PastRun {
    var counts = PastRun.Counts()
    counts.saved = saved
    counts.deleted = deleted
    counts.pulled = pulled
    counts.merged = merged
    counts.conflicts = conflicts
    counts.rejected = rejected
    counts.batches = batches
    counts.retries = retries
    counts.bytesSent = bytesSent
    counts.bytesPulled = bytesPulled
    let outcome: PastRun.Outcome =
      switch state {
      case _ where isStopped: .stopped
      case .success, .disabled: .success
      case .error: .error
      case .offline: .offline
      case .paused: .paused
      }
    return PastRun(
      startedAt: start, endedAt: end, outcome: outcome, message: isStopped ? nil : state.message,
      counts: counts)
  }
}
