internal import StreaklineCore

// A result is there again because somebody has taken its deletion back, and another device has decided something about it
// of which he did not know: that holds.

extension MergeTransaction {
  /// Whether what is stored is there because another deletion was taken back than the one that arrives.
  func isUnaware(_ found: CorrectionTransaction.Found, of arrival: Arrival) throws -> Bool {
    guard let stamp = arrival.stamp, found.row.state.isResult else { return false }
    return try corrections.records.lineage(found.row.version).isUnaware(of: stamp, found.record)
  }

  /// Keeps what was deleted or corrected here when a result arrives that is there again because another deletion was
  /// taken back. It begins the life after that one, so that it holds everywhere.
  ///
  /// - Returns: Whether it did.
  mutating func keepDecided(
    _ found: CorrectionTransaction.Found, _ record: Record, _ arrival: Arrival,
    _ cache: inout StreakCache
  ) throws -> Bool {
    guard let remote = arrival.stamp else { return false }
    guard try !corrections.isGivenAway(found) else {
      return try correctAgain(record, found, arrival, remote, &cache)
    }
    let lineage = try corrections.records.lineage(found.row.version)
    let stamp = lineage.stamp(version: found.row.version, thisDevice: thisDevice)
    let theirs = Lineage(remote)
    let content: CorrectionTransaction.Content
    switch found.row.state {
    case .deleted where theirs.isUnaware(of: stamp, record): content = .deleted
    case .deleted
    where theirs.lifeBeforeTakingBack != nil && theirs.life > stamp.life
      && stamp.replaced.contains(Lineage.alsoWithdrawn) && stamp.names(record):
      content = .withdrawn
    case .deleted: return try correctAgain(record, found, arrival, remote, &cache)
    case .played, .completed:
      guard theirs.isUnaware(ofCorrection: stamp, to: found.row.digest, record) else {
        return try found.row.digest != record.contentHash
          && correctAgain(record, found, arrival, remote, &cache)
      }
      content = .result(found.record)
    case .withdrawn where stamp.isWithdrawal && theirs.isUnaware(of: stamp, record):
      content = .withdrawn
    case .withdrawn
    where theirs.lifeBeforeTakingBack != nil
      && Lineage.decided(stamp.replaced).contains(record.contentHash):
      guard Lineage.given(stamp.replaced).isEmpty else {
        // A correction of just that was taken away here with its person or given to another name, and is brought back
        // when names are followed.
        try note(arrival, found.number.value, version: 0)
        return true
      }
      // It was deleted here before its person got another name.
      guard stamp.replaced.contains(Lineage.moved),
        try !isBackUnderNewName(found, record, stamp, theirs)
      else { return false }
      content = .deleted
    default: return false
    }
    var kept = Lineage(stamp.after(remote))
    if content.isWithdrawn || found.row.state == .withdrawn {
      kept.replaced = Lineage.decided(stamp.replaced)
    }
    if thisDevice.all.contains(stamp.device) { kept.device = nil }
    let version = try corrections.write(
      content, at: found.number, for: corrections.actions.writer(of: found.row.version),
      from: kept, &cache)
    try note(arrival, found.number.value, version: 0)
    try sendAgain(found.number.value, version)
    return true
  }

  /// Whether a deletion was taken back under the name that the result's person got after it, here or on the device that
  /// gives the result its former name again.
  private func isBackUnderNewName(
    _ found: CorrectionTransaction.Found, _ record: Record, _ deletion: Stamp, _ theirs: Lineage
  ) throws -> Bool {
    let names = Set(try DecisionTable.all(db).compactMap(\.decision.new))
    for name in names.sorted() where deletion.replaced.contains(Lineage.moved(to: name)) {
      let id = CompositeID(userId: name, day: record.day, gameId: record.gameId)
      for other in try corrections.find(id) where other.number.type == found.number.type {
        let lineage = try corrections.records.lineage(other.row.version)
        if lineage.lifeBeforeTakingBack != nil, lineage.replaced.contains(record.contentHash) {
          return true
        }
        let stamp = lineage.stamp(version: other.row.version, thisDevice: thisDevice)
        if theirs.replaced.contains(Lineage.takingBack(stamp)) { return true }
      }
    }
    return false
  }

  /// Corrects a result again that this device has corrected. A deletion or another correction had taken its place since,
  /// whose maker did not know of this one; now that is taken back, and the result arrives as it was before both.
  ///
  /// - Returns: Whether it did.
  private mutating func correctAgain(
    _ record: Record, _ found: CorrectionTransaction.Found, _ arrival: Arrival, _ remote: Stamp,
    _ cache: inout StreakCache
  ) throws -> Bool {
    let number = found.number
    let stored = try corrections.records.lineage(found.row.version)
    // What is taken back is newer than what it takes back. An older version only arrives late.
    guard (remote.life, remote.revision) > (stored.life, stored.revision) else { return false }
    guard
      Lineage(remote).lifeBeforeTakingBack != nil || remote.replaced.contains(record.contentHash),
      let correction = try corrections.formers.replacedBySync(number),
      case let disputed = try disputed(correction.digest, like: number, record),
      !disputed.isEmpty,
      !remote.replaced.contains(correction.digest),
      try isCorrectedHere(record, number)
    else { return false }
    let corrected = try corrections.record(number, correction.fields)
    var lineage = Lineage(remote)
    (lineage.time, lineage.device) = (nil, nil)
    lineage.revision += 1
    lineage.add(replaced: [record.contentHash, record.textHash].compactMap(\.self))
    let version = try corrections.write(
      .result(corrected), at: number, for: correction.origin, from: lineage, &cache)
    for item in disputed { try corrections.disputes.remove(item, digest: correction.digest) }
    _ = try corrections.disputes.settle(number, with: corrected)
    try note(arrival, number.value, version: 0)
    try sendAgain(number.value, version)
    return true
  }

  /// Whether this device has put another content in the place of this one. What another device has stored or deleted there,
  /// and what this one has only read beside it, does not say that.
  private func isCorrectedHere(_ record: Record, _ number: ResultKey) throws -> Bool {
    try corrections.formers.contents(of: number).contains { former in
      guard former.row.digest == record.contentHash else { return false }
      let kind = try corrections.actions.find(former.action)?.kind
      return kind.map { [.edited, .accepted, .imported].contains($0) } ?? false
    }
  }

  /// The places of a person's puzzle in which a content is disputed, under each name that decisions have given him, also
  /// where they were taken back.
  private func disputed(_ digest: Int64, like number: ResultKey, _ record: Record) throws
    -> [ResultKey]
  {
    let joined = try DecisionTable.all(db).map(\.decision).filter(\.kind.joinsNames)
    var names: Set = [record.userId]
    var count = 0
    while count < names.count {
      count = names.count
      names.formUnion(joined.filter { names.contains($0.old ?? "") }.compactMap(\.new))
    }
    return try names.flatMap { name in
      try corrections.find(CompositeID(userId: name, day: record.day, gameId: record.gameId))
    }
    .map(\.number)
    .filter { try $0.type == number.type && corrections.disputes.contains($0, digest: digest) }
  }

  /// Notes that what was taken away here was deleted in a later life elsewhere: what is brought back here begins the life
  /// after that one.
  func followLife(
    of deletion: Stamp, _ found: CorrectionTransaction.Found, _ lineage: Lineage
  ) throws {
    var known = lineage
    (known.life, known.revision) = (deletion.life, 0)
    known.replaced += deletion.replaced.filter {
      Lineage.isMark($0) && !known.replaced.contains($0)
    }
    try corrections.records.set(known, of: found.row.version)
  }

  /// Takes over that somebody has decided against a result which was only taken away here, with its person or its
  /// import: then it stays away when these are brought back.
  ///
  /// - Parameter own: The stamp of what is stored.
  /// - Returns: The new version; `nil` where it did not.
  mutating func takeOver(
    _ deletion: Stamp, _ found: CorrectionTransaction.Found, _ own: Stamp,
    _ cache: inout StreakCache
  ) throws -> Int64? {
    guard !found.row.state.isResult, deletion.isDecision, !own.isDecision,
      !own.replaced.contains(Lineage.moved)
    else { return nil }
    var kept = Lineage(deletion)
    kept.add(replaced: Lineage.decided(own.replaced).filter { !kept.replaced.contains($0) })
    if own.isWithdrawal { kept.add(replaced: [Lineage.alsoWithdrawn]) }
    return try corrections.write(
      .deleted, at: found.number, for: storedAction(), from: kept, &cache)
  }
}
