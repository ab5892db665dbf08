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

  /// Gives an accepted content back to the person whose it was, and stores again in its place what it has replaced.
  ///
  /// - Returns: Whether it did: `false` where the place had no result of its own.
  mutating func giveAccepted(
    _ found: Found, to target: ResultKey, _ user: String, _ names: [Int64],
    _ cache: inout StreakCache
  ) throws -> Bool {
    guard found.row.state.isResult else { return false }
    let lineage = try records.lineage(found.row.version)
    guard let own = try replacedOwn(found, lineage) else { return false }
    let isStored = try copy(found, to: target, user, names, &cache)
    if !isStored, let other = try find(target), other.row.state.isResult {
      try correct(other, as: found, lineage, names, for: own.action, &cache)
    }
    let record = try record(found.number, own.row.fields)
    var back = Lineage()
    // In a later life, so that it holds also where the place was left without knowing what it had before.
    back.life = (lineage.life | 1) + 1
    back.replaced = Lineage.decided(lineage.replaced)
    back.remove(replaced: [own.row.digest, record.textHash].compactMap(\.self))
    back.add(replaced: found.row.hashes(found.record.encodedFields))
    try write(
      .result(record), at: found.number, for: own.row.origin, from: back, madeAt: own.row.seenAt,
      &cache)
    try formers.remove(found.number, of: own.action)
    _ = try disputes.settle(found.number, with: record)
    return true
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
    return try formers.contents(of: found.number).first { former in
      former.row.state?.isResult == true
        && lineage.replaced.contains(Lineage.accepting(insteadOf: former.row.digest))
    }
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
