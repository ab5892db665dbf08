public import StreaklineCore

/// What one run of a pipeline did.
public struct SyncReport: Hashable, Sendable {
  /// How a run ended.
  public enum State: Hashable, Sendable {
    case success
    case error(String)
    case offline(String)
    /// The pipeline is switched off.
    case disabled

    /// As JSON shows it.
    public var name: String {
      switch self {
      case .success: "success"
      case .error: "error"
      case .offline: "offline"
      case .disabled: "disabled"
      }
    }
  }

  public let pipeline: String
  /// Batches that the sink has answered.
  public var batches = 0
  public var saved = 0
  /// Records that were put together with the sink's version.
  public var merged = 0
  /// Records of which the sink holds another version; they wait for the user.
  public var conflicts = 0
  public var rejected = 0
  /// What still waits after the run.
  public var pending = 0
  /// Records that came from the sink.
  public var pulled = 0
  /// Deletions that the sink has taken.
  public var deleted = 0
  public var state = State.success

  package init(pipeline: String) {
    self.pipeline = pipeline
  }

  public var json: Value {
    .object([
      "pipeline": .string(pipeline), "batches": .int(batches), "saved": .int(saved),
      "merged": .int(merged), "conflicts": .int(conflicts), "rejected": .int(rejected),
      "pending": .int(pending), "pulled": .int(pulled), "deleted": .int(deleted),
      "state": .string(state.name),
    ])
  }
}
