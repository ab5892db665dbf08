/// How many requests somebody may still send: a bucket of tokens that fills with time.
package struct RequestBudget: Hashable, Sendable {
  /// Requests a second in the long run.
  package let perSecond: Double
  /// Requests at once.
  package let burst: Double
  private var left: Double
  private var seconds: Double

  /// - Parameter seconds: The time now, of a clock that never goes back.
  package init(perSecond: Double, burst: Double, at seconds: Double) {
    self.perSecond = perSecond
    self.burst = burst
    self.seconds = seconds
    left = burst
  }

  /// Counts a request.
  ///
  /// - Throws: ``ServiceError/Code/throttled`` when it came too early.
  package mutating func take(at now: Double) throws(ServiceError) {
    left = min(burst, left + max(0, now - seconds) * perSecond)
    seconds = max(now, seconds)
    guard left >= 1 else {
      let wait = Int(((1 - left) / perSecond).rounded(.up))
      throw ServiceError(.throttled, "too many requests", retryAfterSeconds: max(1, wait))
    }
    left -= 1
  }
}
