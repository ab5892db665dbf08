/// Decides when each pipeline runs again under `sync --follow`. A pipeline waits after its remote has
/// failed; the other pipelines do not.
///
/// Times are seconds of a clock that cannot be set, so a change of the wall clock delays nothing.
package struct FollowSchedule {
  /// How long a pipeline waits when nothing failed.
  package static let pauseSeconds = 0.5

  /// How long a pipeline waits before it asks again for what is new at its remote.
  package static let pullSeconds = 15.0

  private var notBefore: [String: Double] = [:]
  private var lastPull: [String: Double] = [:]

  package init() {}

  package func isDue(_ pipeline: String, at time: Double) -> Bool {
    notBefore[pipeline].map { $0 <= time } ?? true
  }

  /// Records that a pipeline has run.
  ///
  /// - Parameter delaySeconds: How long its remote has to be left alone; `nil` when it did not
  ///   fail.
  package mutating func ran(_ pipeline: String, at time: Double, delaySeconds: Double?) {
    notBefore[pipeline] = time + max(Self.pauseSeconds, delaySeconds ?? 0)
  }

  /// Whether the run that begins now also takes what is new at the remote. The caller runs it then.
  package mutating func startsPull(_ pipeline: String, at time: Double) -> Bool {
    if let last = lastPull[pipeline], time < last + Self.pullSeconds { return false }
    lastPull[pipeline] = time
    return true
  }

  /// Lets the next run of a pipeline take what is new at the remote.
  package mutating func pullsNext(_ pipeline: String) { lastPull[pipeline] = nil }

  /// Seconds until the next pipeline is due, at least 0.
  package func pauseSeconds(at time: Double) -> Double {
    max(0, (notBefore.values.min() ?? time) - time)
  }
}
