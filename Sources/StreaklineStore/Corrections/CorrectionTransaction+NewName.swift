internal import StreaklineCore

// What was deleted under a former name of a person, by somebody who did not know of the new name yet.

extension CorrectionTransaction {
  /// Whether a deletion under the former name concerns what the person has under the new one: just that was deleted,
  /// or what somebody has corrected meanwhile, which has the text of what was deleted.
  ///
  /// - Parameters:
  ///   - deletion: The stamp of the deletion.
  ///   - number: The place under the former name.
  func isDeleted(_ other: Found, by deletion: Stamp, at number: ResultKey) throws -> Bool {
    // What was brought back after the deletion, under either name, has a later life.
    guard other.row.state.isResult,
      try livesSinceFirst(records.lineage(other.row.version).life, at: other.number)
        < livesSinceFirst(deletion.life, at: number)
    else { return false }
    return deletion.replaced.contains(other.row.digest) || deletion.names(other.record)
  }

  /// Whose a result under a new name is.
  ///
  /// `areOfName`: it was first stored under the former name, so that a decision made under that name concerns it.
  /// `areOthers`: it was first stored under another name as well, by somebody who had the same result. A version that
  /// came without a stamp does not say its first name; it is taken for a result of the former name alone.
  func owners(of other: Found, formerly name: String) throws -> (areOfName: Bool, areOthers: Bool) {
    let lineage = try records.lineage(other.row.version)
    if lineage.device == "", lineage.formerNames.isEmpty { return (true, false) }
    let names = lineage.names(under: other.record.userId)
    let hash = Stamp.hash(ofName: name)
    return (names.contains(hash), names.contains { $0 != hash })
  }

  /// Removes a former name from the owners of a result that two people had alike, because the result was deleted or
  /// corrected under that name.
  ///
  /// - Returns: Whether the result has another owner, and so stays as it is.
  func leaves(_ other: Found, formerly name: String) throws -> Bool {
    let (areOfName, areOthers) = try owners(of: other, formerly: name)
    guard areOfName, areOthers else { return false }
    var lineage = try records.lineage(other.row.version)
    let hash = Stamp.hash(ofName: name)
    lineage.set(
      names: lineage.formerNames.filter { $0 != hash }, under: other.record.userId)
    try records.set(lineage, of: other.row.version)
    return true
  }

  /// Whether a deletion came from a remote that does not say whether somebody has deleted the result or given it to
  /// another name. Who has deleted it deletes it under the other name himself.
  func isHeardWithoutStamp(_ found: Found) throws -> Bool {
    let lineage = try records.lineage(found.row.version)
    // What was deleted here under another name of the person has the time of that.
    guard lineage.device == nil, lineage.time == nil else { return false }
    return try actions.writer(of: found.row.version).flatMap(actions.find)?.kind == .synced
  }

  /// Deletes it. As after any deletion of what was corrected at the same time, the correction is a dispute.
  mutating func delete(
    _ other: Found, by deletion: Stamp, for action: Int64, _ cache: inout StreakCache
  ) throws {
    let stamp = try records.lineage(other.row.version)
      .stamp(version: other.row.version, thisDevice: OwnDevices(db))
    let version = try write(
      .deleted, at: other.number, for: action, against: deletion.replaced, &cache)
    // It is the same decision, so that whoever takes it back takes it back here, too.
    var lineage = try records.lineage(version)
    lineage.time = deletion.time
    lineage.device = try OwnDevices(db).all.contains(deletion.device) ? nil : deletion.device
    try records.set(lineage, of: version)
    guard !deletion.replaces(other.record, correctedAs: stamp) else { return }
    // Whoever has deleted it did not know of the correction, and other devices keep that, too.
    lineage.replaced.removeAll { $0 == other.row.digest }
    try records.set(lineage, of: version)
    try disputes.add(other.record, other.number, seenAt: now, action: action)
  }
}
