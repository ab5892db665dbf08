import StreaklineCore

// Bob was merged into Ann, and both had played one puzzle. Ann's result stayed and Bob's became a dispute; then somebody
// has accepted Bob's in place of hers. When the merge is taken back, each of the two has the own result again.

extension CorrectionTransaction {
  /// Under which names a disputed content was stored first, if a merge has made it a dispute: that of Bob in the example.
  /// `nil` if nobody else had it.
  func formerNames(of dispute: FormerTable.Row, _ record: Record) throws -> [Int64]? {
    let users = try DecisionTable.active(db).users
    for name in users.filter({ $0.value == record.userId }).keys.sorted() {
      let id = CompositeID(userId: name, day: record.day, gameId: record.gameId)
      for place in try find(id)
      where place.number.type == dispute.item.type && !place.row.state.isResult {
        let lineage = try records.lineage(place.row.version)
        if Lineage.given(lineage.replaced).contains(dispute.digest) {
          return lineage.names(under: name)
        }
      }
    }
    return nil
  }

  /// Gives Bob the accepted result back, or its deletion, and stores Ann's own result again.
  ///
  /// - Parameters:
  ///   - found: What is stored under Ann's name.
  ///   - target: The place of Bob's result.
  ///   - user: Bob.
  ///   - names: Under which names Bob's result was stored first.
  /// - Returns: `false`, and nothing is changed, if nothing of Bob's was accepted or this device has not seen Ann's own.
  mutating func giveAccepted(
    _ found: Found, to target: ResultKey, _ user: String, _ names: [Int64],
    _ cache: inout StreakCache
  ) throws -> Bool {
    let lineage = try records.lineage(found.row.version)
    guard let own = try replacedOwn(found, lineage) else { return false }
    if found.row.state.isResult {
      let isStored = try copy(found, to: target, user, names, &cache)
      if !isStored, let other = try find(target), other.row.state.isResult {
        try correct(other, as: found, lineage, names, for: own.action, &cache)
      }
    } else {
      try delete(target, as: found, lineage, for: own.action, &cache)
    }
    let record = try record(found.number, own.row.fields)
    var back = Lineage()
    // In a later life, so that it holds also where the place was left without knowing what it had before.
    back.life = (lineage.life | 1) + 1
    back.replaced = Lineage.decided(lineage.replaced)
    let hashes = [own.row.digest, record.textHash].compactMap(\.self)
    back.remove(replaced: hashes + found.row.hashes(found.record.encodedFields))
    try write(
      .result(record), at: found.number, for: own.row.origin, from: back, madeAt: own.row.seenAt,
      &cache)
    try formers.remove(own.row.item, of: own.action)
    _ = try disputes.settle(found.number, with: record)
    return true
  }

  /// Deletes Bob's result, because it was deleted under Ann's name after it had been accepted.
  private mutating func delete(
    _ target: ResultKey, as found: Found, _ lineage: Lineage, for action: Int64,
    _ cache: inout StreakCache
  ) throws {
    guard found.row.state == .deleted else { return }
    if let other = try find(target), other.row.state.isResult {
      guard lineage.replaced.contains(other.row.digest) else { return }
      try keep(other, for: action, isAside: true)
    } else if try !isFree(find(target)) {
      return
    }
    try write(
      .deleted, at: target, for: nil, against: Lineage.decided(lineage.replaced), &cache)
  }

  /// Stores what the accepted result has become meanwhile, as Bob's. It is a dispute if Bob has a result again of which it
  /// was not made.
  private mutating func correct(
    _ other: Found, as found: Found, _ lineage: Lineage, _ names: [Int64], for action: Int64,
    _ cache: inout StreakCache
  ) throws {
    let record = found.record.of(user: other.record.userId)
    guard !other.record.agrees(with: record), try !records.lineage(other.row.version).names(record)
    else { return }
    guard lineage.replaced.contains(other.row.digest) else {
      return try disputes.add(record, other.number, seenAt: now, action: action)
    }
    try keep(other, for: action, isAside: true)
    try write(
      .result(record), at: other.number, for: actions.writer(of: found.row.version),
      madeAt: madeAt(found), names: names, &cache)
  }

  /// Ann's own result, which the accepted one has replaced; `nil` if nothing of Bob's was accepted, or if this device has
  /// not seen it.
  private func replacedOwn(
    _ found: Found, _ lineage: Lineage
  ) throws -> FormerTable.Kept? {
    guard lineage.replaced.contains(where: Lineage.isOfAccepting) else { return nil }
    // Another device may have given the person a new name since, so that it was kept under the former one.
    let decisions = try DecisionTable.all(db).map(\.decision)
    let names = Set(decisions.flatMap { [$0.old, $0.new] }.compactMap(\.self)).sorted()
    for name in [found.record.userId] + names {
      let id = CompositeID(userId: name, day: found.record.day, gameId: found.record.gameId)
      for place in try find(id) where place.number.type == found.number.type {
        let kept = try formers.contents(of: place.number).first { former in
          former.row.state?.isResult == true
            && lineage.replaced.contains(Lineage.accepting(insteadOf: former.row.digest))
        }
        if let kept { return kept }
      }
    }
    return nil
  }

  /// Notes that a place has Ann's own result again, because the acceptance was taken back.
  ///
  /// - Parameter names: Under which names that result was stored first.
  func takeBackAcceptance(at number: ResultKey, _ names: [Int64]) throws {
    guard let found = try find(number), found.row.state.isResult else { return }
    var lineage = try records.lineage(found.row.version)
    lineage.set(names: names, under: found.record.userId)
    lineage.remove(replaced: lineage.replaced.filter(Lineage.isOfAccepting))
    try records.set(lineage, of: found.row.version)
  }
}
