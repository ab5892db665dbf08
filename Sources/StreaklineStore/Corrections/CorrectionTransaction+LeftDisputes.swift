internal import StreaklineCore

// Disputes of a result that another device has given to another name. Disputes do not travel, so they are still under
// the former name.

/// Disputes of a result that has another name now, and where they belong.
struct LeftDisputes {
  /// Where they are: under the former name.
  let place: ResultKey
  /// Where they belong: under the new name. `nil` where the person was erased, so that they are dropped.
  let target: ResultKey?
  /// Whether the two names are two people's again, so that disputes under the former name may be of the one who has it.
  var isApart = false
}

extension CorrectionTransaction {
  /// The disputes that are under a former name, and whose result is here under the new one or was erased with it.
  func leftDisputes(_ decisions: Decisions, _ held: [Decisions.Held]) throws -> [LeftDisputes] {
    let rows = try RowStatement(
      db,
      """
      SELECT DISTINCT item FROM dispute JOIN result ON number = item
      WHERE state > 1 AND state = \(ResultState.deleted.rawValue)
      """)
    let names = Set(held.flatMap { [$0.decision.old, $0.decision.new] }.compactMap(\.self)).sorted()
    var left: [LeftDisputes] = []
    while try rows.next() {
      guard let place = rows.number(0).map(ResultKey.init), let found = try find(place),
        try isGivenAway(found)
      else { continue }
      guard let name = try newName(of: found, names, decisions) else {
        // An erasure has deleted the decision that said the new name.
        if held.contains(where: { $0.decision.concerns(formerName: found.record.userId) }) {
          left.append(LeftDisputes(place: place, target: nil))
        }
        continue
      }
      let id = CompositeID(userId: name, day: found.record.day, gameId: found.record.gameId)
      let stored = try find(id).first { $0.number.type == place.type && $0.row.state != .withdrawn }
      if let stored, try !isGivenAway(stored) {
        let isApart = !decisions.areOnePersons(name, found.record.userId)
        left.append(LeftDisputes(place: place, target: stored.number, isApart: isApart))
      } else if !decisions.marks(name, device: "").isEmpty {
        left.append(LeftDisputes(place: place, target: nil))
      }
    }
    return left
  }

  /// The name to which a result was given: its deletion says so, or else a decision has joined the names.
  private func newName(
    of found: Found, _ names: [String], _ decisions: Decisions
  ) throws -> String? {
    let replaced = try records.lineage(found.row.version).replaced
    return names.first { replaced.contains(Lineage.moved(to: $0)) }
      ?? decisions.users[found.record.userId]
  }

  /// Gives disputes to the result under its new name; of an erased person they are dropped.
  mutating func give(
    _ left: LeftDisputes, for action: Int64, _ cache: inout StreakCache
  ) throws {
    if left.isApart { try store(own: ownDisputes(at: left.place), at: left.place, &cache) }
    for dispute in try disputes.all(of: left.place) {
      try disputes.remove(left.place, digest: dispute.digest)
      guard let target = left.target, let stored = try find(target) else { continue }
      let candidate = try record(target, dispute.fields)
      if stored.row.state.isResult, stored.record.agrees(with: candidate) { continue }
      if try isDecidedAgainst(candidate, isRead: isRead(dispute), at: stored) {
        try formers.insert(dispute, action: action, isAside: true)
      } else {
        try disputes.add(candidate, target, seenAt: dispute.seenAt, action: dispute.origin)
      }
    }
  }

  /// Drops the disputes that a merge had opened, where it was taken back: the other person has these results again.
  func dropDisputesGivenBack(_ held: [Decisions.Held]) throws {
    let before = Decisions(held.map(\.asMade))
    let now = Decisions(held)
    let names = Set(held.flatMap { [$0.decision.old, $0.decision.new] }.compactMap(\.self)).sorted()
    let rows = try RowStatement(
      db,
      """
      SELECT DISTINCT item FROM dispute LEFT JOIN action ON action.key = dispute.action
      WHERE kind IS NULL OR kind IN ('\(Action.Kind.synced.rawValue)', '\(Action.Kind.merged.rawValue)')
      """)
    var items: [ResultKey] = []
    while try rows.next() { items.append(ResultKey(rows.number(0) ?? 0)) }
    for item in items {
      guard let found = try find(item) else { continue }
      let user = found.record.userId
      let others = names.filter { before.areOnePersons($0, user) && !now.areOnePersons($0, user) }
      for dispute in try disputes.all(of: item) where try !isRead(dispute) {
        let isGivenBack = try others.contains { other in
          let id = CompositeID(userId: other, day: found.record.day, gameId: found.record.gameId)
          return try find(id).contains {
            guard $0.number.type == item.type else { return false }
            return try $0.row.state.isResult
              ? $0.row.digest == dispute.digest
              : Lineage.decided(records.lineage($0.row.version).replaced).contains(dispute.digest)
          }
        }
        if isGivenBack { try disputes.remove(item, digest: dispute.digest) }
      }
    }
  }
}
