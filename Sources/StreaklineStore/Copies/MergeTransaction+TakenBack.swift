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
    guard let remote = arrival.stamp, try !corrections.isGivenAway(found) else { return false }
    let lineage = try corrections.records.lineage(found.row.version)
    let stamp = lineage.stamp(version: found.row.version, thisDevice: thisDevice)
    let theirs = Lineage(remote)
    let content: CorrectionTransaction.Content
    switch found.row.state {
    case .deleted where theirs.isUnaware(of: stamp, record): content = .deleted
    case .deleted: return try correctAgain(record, found.number, arrival, remote, &cache)
    case .played, .completed:
      guard theirs.isUnaware(ofCorrection: stamp, to: found.row.digest, record) else {
        return false
      }
      content = .result(found.record)
    case .withdrawn
    where theirs.lifeBeforeTakingBack != nil && stamp.replaced.contains(Lineage.forgotten)
      && Lineage.decided(stamp.replaced).contains(record.contentHash):
      // A correction of just that was taken away here with its person, and is brought back when names are followed.
      try note(arrival, found.number.value, version: 0)
      return true
    default: return false
    }
    var kept = Lineage(stamp.after(remote))
    if thisDevice.all.contains(stamp.device) { kept.device = nil }
    let version = try corrections.write(
      content, at: found.number, for: corrections.actions.writer(of: found.row.version),
      from: kept, &cache)
    try note(arrival, found.number.value, version: 0)
    try sendAgain(found.number.value, version)
    return true
  }

  /// Corrects a result again that this device has corrected. A deletion had arrived since, whose maker did not know of the
  /// correction; now that deletion is taken back, and the result arrives as it was before both.
  ///
  /// - Returns: Whether it did.
  private mutating func correctAgain(
    _ record: Record, _ number: ResultKey, _ arrival: Arrival, _ remote: Stamp,
    _ cache: inout StreakCache
  ) throws -> Bool {
    guard Lineage(remote).lifeBeforeTakingBack != nil,
      let correction = try corrections.formers.replacedBySync(number),
      try corrections.disputes.contains(number, digest: correction.digest),
      !remote.replaced.contains(correction.digest),
      try corrections.formers.isAside(
        number, digest: record.contentHash, record.encodedFields)
    else { return false }
    let corrected = try corrections.record(number, correction.fields)
    var lineage = Lineage(remote)
    (lineage.time, lineage.device) = (nil, nil)
    lineage.revision += 1
    lineage.add(replaced: [record.contentHash, record.textHash].compactMap(\.self))
    let version = try corrections.write(
      .result(corrected), at: number, for: correction.origin, from: lineage, &cache)
    _ = try corrections.disputes.settle(number, with: corrected)
    try note(arrival, number.value, version: 0)
    try sendAgain(number.value, version)
    return true
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
    return try corrections.write(
      .deleted, at: found.number, for: storedAction(), from: kept, &cache)
  }
}
