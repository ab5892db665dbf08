/// Reasons that are in the message and not in the rule.
extension NearMiss {
  package static let quoted = "it is quoted, and nothing says whose it is"
  package static let forwarded = "it was forwarded, and nothing says whose it is"
  package static let named =
    "another name is directly before it, and nothing says whose it is"
  package static let undated =
    "it is quoted or forwarded, and nothing says on which day it was sent"
  package static let copiedWithoutDay =
    "it prints no day, and the copied message does not say on which day it was sent"
  private static let undecided = "it prints no day, and nothing says whether "

  /// - Parameter date: A date of the export, such as `3/6/18`.
  static func undecidedOrder(_ date: String) -> String {
    "\(undecided)\(date) is day or month first"
  }

  /// Whether the share prints no day, and the date of its message can be read in two orders. The day is
  /// known once the user names the order.
  package var needsDateOrder: Bool { reason?.hasPrefix(Self.undecided) ?? false }

  /// Whether a rule that reads the text does not make it the user's result of a known day.
  package var isSettledByNoRule: Bool {
    [Self.quoted, Self.forwarded, Self.named, Self.undated, Self.copiedWithoutDay].contains(reason)
      || needsDateOrder
  }
}
