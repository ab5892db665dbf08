/// Decides when what waits is sent: as many as a batch holds, or what there is after a while.
package struct Batcher: Hashable, Sendable {
  /// Whether more may come.
  package enum Mode: Sendable {
    /// All that waits is sent now.
    case draining
    /// New records come in and are worth waiting for.
    case following
  }

  package enum Step: Hashable, Sendable {
    /// Send so many of the oldest rows.
    case send(Int)
    /// Ask again after so many seconds, or when something is queued.
    case wait(seconds: Double)
    case idle
  }

  /// At least 1.
  package let size: Int
  /// How long the oldest row waits for others.
  package let afterSeconds: Double

  package init(size: Int = 5, afterSeconds: Double = 2) {
    self.size = max(1, size)
    self.afterSeconds = max(0, afterSeconds)
  }

  /// - Parameter oldestAgeSeconds: How long the oldest pending row has waited; less than zero when
  ///   the clock was set back, which never makes it wait longer than `afterSeconds`.
  package func step(pending: Int, oldestAgeSeconds: Double, _ mode: Mode) -> Step {
    guard pending > 0 else { return .idle }
    let isDue = oldestAgeSeconds >= afterSeconds
    guard pending < size, mode == .following, !isDue else { return .send(min(pending, size)) }
    return .wait(seconds: min(afterSeconds, afterSeconds - oldestAgeSeconds))
  }
}
