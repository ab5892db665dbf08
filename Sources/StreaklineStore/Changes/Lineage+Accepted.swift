// A dispute between two people who were merged, which was settled for the one who has lost his name.

extension Lineage {
  /// The upper half of ``accepting(insteadOf:)``.
  private static let accepted: Int64 = 0x6163_6365

  /// Stands among ``replaced`` of a content that was another person's before the two were merged, and which was accepted
  /// in place of the one with this digest.
  static func accepting(insteadOf digest: Int64) -> Int64 {
    accepted << 32 | digest & 0xFFFF_FFFF
  }

  /// Whether a member of ``replaced`` says that another person's content was accepted.
  static func isOfAccepting(_ member: Int64) -> Bool { member >> 32 == accepted }
}
