// Two people were merged who had both played one puzzle, and somebody has accepted the result of the one whose name is gone.

extension Lineage {
  /// The upper half of the mark that ``accepting(insteadOf:)`` gives.
  private static let accepted: Int64 = 0x6163_6365

  /// The mark that stands among ``replaced`` of such a result. It names, by its digest, the result of the other person
  /// which the accepted one has replaced.
  static func accepting(insteadOf digest: Int64) -> Int64 {
    accepted << 32 | digest & 0xFFFF_FFFF
  }

  /// Whether a member of ``replaced`` says that another person's content was accepted.
  static func isOfAccepting(_ member: Int64) -> Bool { member >> 32 == accepted }
}
