/// Why nothing says on which day a message was sent.
package struct DayProblem: Hashable, Sendable {
  /// A clause without a full stop, such as ``NearMiss/copiedWithoutDay``.
  package let reason: String
  /// The earlier one of the two days that its date can be; `nil` where there is no date.
  package let earliest: Day?

  /// The message has no date.
  package static let noDate = DayProblem(reason: NearMiss.copiedWithoutDay, earliest: nil)

  /// The date can be read in two orders.
  ///
  /// - Parameters:
  ///   - date: As it is written, such as `3/6/18`.
  ///   - days: What it is in each order.
  package static func twoReadings(_ date: String, _ days: [Day?]) -> DayProblem {
    DayProblem(reason: NearMiss.undecidedOrder(date), earliest: days.compactMap { $0 }.min())
  }
}
