internal import StreaklineCore

// Another device has merged Bob into Ann, and Bob's result took the place of Ann's, which became a dispute. When that merge
// is taken back, Bob's result leaves the place, and Ann's is no dispute any more: it is stored as her result again.

extension CorrectionTransaction {
  /// The disputes of a place that were once stored there as results of the person whose place it is.
  func ownDisputes(at place: ResultKey) throws -> [FormerTable.Row] {
    let disputes = try disputes.all(of: place)
    guard !disputes.isEmpty else { return [] }
    let own = try Stamp.hash(ofName: pairs.entry(ofKey: place.pair).pair.user)
    let kept = try formers.contents(of: place).filter { former in
      // What came along with a result that was given to this name does not tell whose it was.
      guard !former.hasMoved, former.row.state?.isResult == true else { return false }
      return try actions.find(former.action)?.formerNames(of: place)?.contains(own) ?? true
    }
    return disputes.filter { dispute in kept.contains { $0.row.digest == dispute.digest } }
  }

  /// Stores the first of these disputes as the result of a place that is free again. The others stay disputes.
  mutating func store(
    own: [FormerTable.Row], at place: ResultKey, _ cache: inout StreakCache
  ) throws {
    guard let first = own.first, try isFree(find(place)) else { return }
    let record = try record(place, first.fields)
    try disputes.remove(place, digest: first.digest)
    try write(.result(record), at: place, for: first.origin, madeAt: first.seenAt, &cache)
    _ = try disputes.settle(place, with: record)
  }
}
