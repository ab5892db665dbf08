import StreaklineCore

// A dispute between two people who were merged, which somebody has settled for the result of the one who lost his name. When
// the merge is taken back, each of both has his own result again.

extension CorrectionTransaction {
  /// Under which names a disputed content was stored first, where it is a dispute because its person was merged with the
  /// one who has the result; `nil` where it is a dispute of that one alone.
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

  /// Gives an accepted content, or its deletion, back to the person whose it was, and stores again in its place what it has
  /// replaced.
  ///
  /// - Returns: Whether it did: `false` where the place had no result of its own.
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

  /// Deletes what a person has back where it was deleted after it had been accepted as another one's.
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

  /// Stores what the accepted content of a person has become meanwhile in place of that content; as a dispute where it was
  /// not made of it.
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

  /// What somebody had under his own name before the content of another person was accepted in its place; `nil` where
  /// none was, or this device has not seen it.
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

  /// Makes a result again that of the one who has the place, after an acceptance is taken back.
  ///
  /// - Parameter names: Under which it was stored first.
  func takeBackAcceptance(at number: ResultKey, _ names: [Int64]) throws {
    guard let found = try find(number), found.row.state.isResult else { return }
    var lineage = try records.lineage(found.row.version)
    lineage.set(names: names, under: found.record.userId)
    lineage.remove(replaced: lineage.replaced.filter(Lineage.isOfAccepting))
    try records.set(lineage, of: found.row.version)
  }
}
