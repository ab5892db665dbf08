/// Decides when changes are sent: when a batch is full, or when the oldest has waited long enough.
package struct Batcher: Hashable, Sendable {
  /// Whether further changes are expected.
  package enum Mode: Sendable {
    /// Everything is sent now.
    case draining
    /// New changes come in, so a batch that is not full waits for more.
    case following
  }

  package enum Step: Hashable, Sendable {
    /// Send this number of changes, the oldest first.
    case send(Int)
    /// Ask again after this time.
    case wait(seconds: Double)
    case idle
  }

  /// How many changes make a batch full, at least 1.
  package let size: Int
  /// The maximum number of changes in one batch of a long backlog; at least `size`.
  package let maximumSize: Int
  /// How long the oldest change waits for others.
  package let afterSeconds: Double

  package init(size: Int = 5, maximumSize: Int? = nil, afterSeconds: Double = 2) {
    self.size = max(1, size)
    self.maximumSize = max(self.size, maximumSize ?? 0)
    self.afterSeconds = max(0, afterSeconds)
  }

  /// - Parameter oldestAgeSeconds: How long the oldest change has waited. Negative when it was made
  ///   while the clock was ahead; then it is sent at once.
  package func step(pending: Int, oldestAgeSeconds: Double, _ mode: Mode) -> Step {
    guard pending > 0 else { return .idle }
    let isDue = oldestAgeSeconds >= afterSeconds || oldestAgeSeconds < 0
    guard pending < size, mode == .following, !isDue else {
      return .send(min(pending, maximumSize))
    }
    return .wait(seconds: afterSeconds - oldestAgeSeconds)
  }
}
