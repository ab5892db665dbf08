package import StreaklineCore

/// What one run of a pipeline did.
package struct SyncReport: Hashable, Sendable {
  /// How a run ended.
  package enum State: Hashable, Sendable {
    case success
    case error(String)
    case offline(String)
    /// The pipeline is switched off.
    case disabled

    /// As JSON shows it.
    package var name: String {
      switch self {
      case .success: "success"
      case .error: "error"
      case .offline: "offline"
      case .disabled: "disabled"
      }
    }
  }

  package let pipeline: String
  /// Batches that the sink has answered.
  package var batches = 0
  package var saved = 0
  /// Records that were put together with the sink's version.
  package var merged = 0
  /// Records of which the sink holds another version; they wait for the user.
  package var conflicts = 0
  package var rejected = 0
  /// What still waits after the run.
  package var pending = 0
  /// Records that came from the sink.
  package var pulled = 0
  /// Deletions that the sink has taken.
  package var deleted = 0
  package var state = State.success

  package init(pipeline: String) {
    self.pipeline = pipeline
  }

  package var json: Value {
    .object([
      "pipeline": .string(pipeline), "batches": .int(batches), "saved": .int(saved),
      "merged": .int(merged), "conflicts": .int(conflicts), "rejected": .int(rejected),
      "pending": .int(pending), "pulled": .int(pulled), "deleted": .int(deleted),
      "state": .string(state.name),
    ])
  }
}
