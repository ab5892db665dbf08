internal import StreaklineCore

// Results of people whose names decisions had joined, when the decisions are taken back. Each result says under which
// name it was stored first, so that every device finds the same name for it.

extension CorrectionTransaction {
  /// Gives results to the names under which they belong, since decisions that had joined names are taken back.
  ///
  /// - Parameters:
  ///   - ids: Those of the decisions that are taken back.
  ///   - held: All decisions.
  /// - Returns: How many results have another name now.
  mutating func giveBack(
    without ids: Set<String>, _ held: [Decisions.Held], _ cache: inout StreakCache
  ) throws -> Int {
    guard held.contains(where: { ids.contains($0.decision.id) && $0.decision.kind.joinsNames })
    else { return 0 }
    let before = Decisions(held.map { ids.contains($0.decision.id) ? $0.asMade : $0 })
    let now = Decisions(held.filter { !ids.contains($0.decision.id) })
    let names = Set(held.flatMap { [$0.decision.old, $0.decision.new] }.compactMap(\.self)).sorted()
    let hashes = Dictionary(names.map { (Stamp.hash(ofName: $0), $0) }) { $1 }
    var count = 0
    for user in names {
      let lost = names.filter {
        before.areOnePersons($0, user) && !now.areOnePersons($0, user)
      }
      guard !lost.isEmpty else { continue }
      for place in try places(of: user) {
        guard let found = try find(place.number), found.row.state != .withdrawn,
          try !isGivenAway(found)
        else { continue }
        let former = try records.lineage(found.row.version).formerNames
        guard former.contains(where: { hashes[$0].map(lost.contains) ?? false }) else { continue }
        // By the names that they have now, the names that it had first.
        let wanted = Dictionary(grouping: former) { hash in
          hashes[hash].map { lost.contains($0) ? now.users[$0] ?? $0 : user } ?? user
        }
        count += try share(found, place, wanted, &cache)
      }
    }
    return count
  }

  /// Gives a result to each of those whose it is.
  ///
  /// - Parameter wanted: By their names, the names under which it was stored first.
  private mutating func share(
    _ found: Found, _ place: Place, _ wanted: [String: [Int64]], _ cache: inout StreakCache
  ) throws -> Int {
    let user = found.record.userId
    var others = wanted.keys.filter { $0 != user }.sorted()
    // The last one gets the result itself, unless it stays where it is.
    let heir = wanted[user] == nil ? others.popLast() : nil
    var count = 0
    for other in others {
      let target = try target(of: found, place, other, &cache)
      count += try copy(found, to: target, other, wanted[other] ?? [], &cache) ? 1 : 0
    }
    var lineage = try records.lineage(found.row.version)
    lineage.set(names: wanted[heir ?? user] ?? [], under: user)
    try records.set(lineage, of: found.row.version)
    guard let heir else { return count }
    let target = try target(of: found, place, heir, &cache)
    if try giveAccepted(found, to: target, heir, wanted[heir] ?? [], &cache) { return count + 1 }
    let own = try ownDisputes(at: found.number)
    for dispute in own { try disputes.remove(found.number, digest: dispute.digest) }
    try hand(over: found, to: target, heir, &cache)
    for dispute in own {
      try disputes.add(
        record(found.number, dispute.fields), found.number, seenAt: dispute.seenAt,
        action: dispute.origin)
    }
    try store(own: own, at: found.number, &cache)
    return count + 1
  }

  private func target(
    of found: Found, _ place: Place, _ user: String, _ cache: inout StreakCache
  ) throws -> ResultKey {
    let key = try pairs.key(
      of: StreakKey(user: user, gameID: place.pair.pair.gameID), like: place.pair, &cache)
    guard let number = ResultKey(found.record.day, pair: key, type: found.number.type) else {
      throw DamagedRow(detail: "a record's day cannot be stored")
    }
    return number
  }

  /// Gives a result also to somebody who had the same, unless he has one.
  ///
  /// - Returns: Whether he had none.
  mutating func copy(
    _ found: Found, to target: ResultKey, _ user: String, _ names: [Int64],
    _ cache: inout StreakCache
  ) throws -> Bool {
    guard found.row.state.isResult else { return false }
    let record = found.record.of(user: user)
    let stored = try find(target)
    // Another device has deleted the result under this name, before it heard of the merge.
    if let stored, stored.row.state == .withdrawn,
      try Lineage.decided(records.lineage(stored.row.version).replaced).contains(record.contentHash)
    {
      try write(.deleted, at: target, for: nil, &cache)
      return false
    }
    guard let other = stored, try !canTake(found, stored) else {
      let lineage = try records.lineage(found.row.version)
      try write(
        .result(record), at: target, for: actions.writer(of: found.row.version),
        against: lineage.replaced, atLeast: life(lineage.life, from: found.number, at: target),
        madeAt: madeAt(found), names: names,
        &cache)
      return true
    }
    if other.row.state.isResult, other.record.agrees(with: record) {
      try add(names: names, to: other)
    }
    return false
  }

  /// Whether a result can be stored in a place: it is free, or what was deleted there was brought back since.
  private func canTake(_ found: Found, _ stored: Found?) throws -> Bool {
    if try isFree(stored) { return true }
    guard let stored, stored.row.state == .deleted, found.row.state.isResult else { return false }
    return try isOfLaterLife(found, than: stored)
  }

  /// Gives a result to somebody. Where he has another one, it becomes a dispute.
  private mutating func hand(
    over found: Found, to target: ResultKey, _ user: String, _ cache: inout StreakCache
  ) throws {
    let stored = try find(target)
    guard let other = stored, try !canTake(found, stored) else {
      return try move(found, to: target, user, &cache)
    }
    if found.row.state.isResult {
      let record = found.record.of(user: user)
      if other.row.state.isResult, other.record.agrees(with: record) {
        try add(names: records.lineage(found.row.version).formerNames, to: other)
      } else if try !records.lineage(other.row.version).names(record) {
        try disputes.add(
          record, target, seenAt: now, action: actions.writer(of: found.row.version))
      }
    }
    for dispute in try disputes.all(of: found.number) {
      try disputes.remove(found.number, digest: dispute.digest)
      let candidate = try self.record(target, dispute.fields)
      guard !other.row.state.isResult || !other.record.agrees(with: candidate) else { continue }
      try disputes.add(candidate, target, seenAt: dispute.seenAt, action: dispute.origin)
    }
    try leave(found, to: user, &cache)
  }
}
