internal import StreaklineCore

// What arrives under a name that decisions have joined with another one.

extension MergeTransaction {
  /// Deletes a result that has come under a person's new name when this device has deleted it under a former one,
  /// of which the other device did not know.
  mutating func deleteIfDeletedBefore(
    _ record: Record, _ number: ResultKey, _ cache: inout StreakCache
  ) throws {
    for name in decisions.users.filter({ $0.value == record.userId }).keys.sorted() {
      let id = CompositeID(userId: name, day: record.day, gameId: record.gameId)
      for old in try corrections.find(id)
      where old.number.type == number.type && !old.row.state.isResult {
        guard try !corrections.isHeardWithoutStamp(old) else { continue }
        let deletion = try corrections.records.lineage(old.row.version)
          .stamp(version: old.row.version, thisDevice: thisDevice)
        guard old.row.state == .deleted || deletion.isWithdrawal,
          !deletion.replaced.contains(Lineage.moved), let found = try corrections.find(number),
          try corrections.isDeleted(found, by: deletion, at: old.number),
          try !corrections.leaves(found, formerly: name)
        else { continue }
        let action = try storedAction()
        try keep(found, for: action, isAside: true)
        try corrections.delete(found, by: deletion, for: action, &cache)
        counts.deleted += 1
        return
      }
    }
  }

  /// Whether a result was deleted elsewhere because it was given to another name.
  ///
  /// A remote without stamps does not say so. There it is taken for given where its user has another name now: the
  /// device that has renamed him deletes it. Who has deleted it by hand deletes it under the new name, too.
  func isMoved(_ record: Record, _ stamp: Stamp?) -> Bool {
    guard let stamp else { return decisions.users[record.userId] != nil }
    return stamp.replaced.contains(Lineage.moved)
  }

  /// Whether a result was deleted elsewhere because it was given to another name, and belongs to this one: decisions
  /// have joined the two, and this one stays, or what had joined them was taken back.
  func isOverruled(_ found: CorrectionTransaction.Found, _ stamp: Stamp?) throws -> Bool {
    let record = found.record
    if let stamp, namesTakenBack.contain(moveOf: record.userId, stamp),
      try corrections.records.lineage(found.row.version).names(under: record.userId)
        .contains(Stamp.hash(ofName: record.userId))
    {
      return true
    }
    let names = decisions.users.filter { $0.value == record.userId }.keys
    guard !names.isEmpty else { return false }
    if let stamp {
      return stamp.replaced.contains(Lineage.moved)
        && names.contains { stamp.replaced.contains(Lineage.moved(to: $0)) }
    }
    return try names.contains { name in
      try corrections.find(CompositeID(userId: name, day: record.day, gameId: record.gameId))
        .contains { $0.row.state.isResult && $0.record.agrees(with: record) }
    }
  }

  /// Stores a result in the life after a deletion that does not hold for it. A correction stays one: it is more than what
  /// it has corrected, also in that life.
  mutating func storeAgain(
    _ found: CorrectionTransaction.Found, after life: Int, _ cache: inout StreakCache
  ) throws {
    var lineage = try corrections.records.lineage(found.row.version)
    lineage.time = lineage.time ?? VersionClock.instant(of: found.row.version)
    lineage.device = nil
    lineage.life = (life | 1) + 1
    try corrections.write(
      .result(found.record), at: found.number,
      for: corrections.actions.writer(of: found.row.version), from: lineage, &cache)
  }

  /// Takes what another device has made of a result of a person under the name that he has now.
  ///
  /// - Parameters:
  ///   - move: The lineage of what was given to that name, which tells by its hash what it was. It is asked where a
  ///     remote without stamps does not tell which result the version replaces.
  ///   - stamp: Of that version.
  /// - Returns: Whether he has another name now.
  mutating func takeUnderNewName(
    _ record: Record, _ stamp: Stamp?, move: Lineage? = nil, _ cache: inout StreakCache
  ) throws -> Bool {
    guard stamp?.isDeletion != true, let user = decisions.users[record.userId] else {
      return false
    }
    // The remote still has the result as it was when it got the new name, so there is nothing to take.
    if stamp == nil, move?.replaced.contains(record.contentHash) != false { return false }
    let name = record.userId
    let record = record.of(user: user)
    let id = CompositeID(userId: user, day: record.day, gameId: record.gameId)
    let others = try corrections.find(id).filter {
      $0.record.type == record.type && $0.row.state.isResult
    }
    // Where there is none, the name is followed when all is here.
    guard let other = others.first else { return false }
    guard other.row.digest != record.contentHash, !record.agrees(with: other.record) else {
      // A remote without stamps does not say what the result under the new name has replaced.
      try know(of: stamp?.replaced ?? [], other.number)
      return true
    }
    // A suspect result has replaced this one. When somebody rejects the suspect result under the old name, that does
    // not bring back what it has replaced.
    if other.row.state == .suspect,
      try corrections.records.lineage(other.row.version).replaced.contains(record.contentHash)
    {
      return true
    }
    // Two people may have this content alike. The correction concerns only what was stored first under the former name.
    if let stamp, stamp.replaced.contains(other.row.digest),
      try corrections.owners(of: other, formerly: name).areOfName,
      try !corrections.leaves(other, formerly: name)
    {
      let action = try storedAction()
      try keep(other, for: action, isAside: true)
      try corrections.write(
        .result(record), at: other.number, for: action, against: stamp.replaced, madeAt: stamp.time,
        &cache)
    } else if stamp == nil, move?.replaced.contains(other.row.digest) == true {
      // Nobody has changed it since it was given to the new name: the remote's is a correction of it.
      let action = try storedAction()
      try keep(other, for: action, isAside: true)
      try corrections.write(
        .result(record), at: other.number, for: action, against: [other.row.digest], &cache)
    } else if try stamp != nil
      || !corrections.records.lineage(other.row.version).replaced.contains(record.contentHash)
    {
      try dispute(record, stamp, other.number)
    }
    return true
  }

  /// Whether the result that a person has under his present name has replaced exactly this content.
  func isReplacedUnderNewName(_ record: Record) throws -> Bool {
    guard let user = decisions.users[record.userId] else { return false }
    let id = CompositeID(userId: user, day: record.day, gameId: record.gameId)
    return try corrections.find(id).contains { other in
      try other.record.type == record.type && other.row.state.isResult
        && corrections.records.lineage(other.row.version).replaced.contains(record.contentHash)
    }
  }

  /// Deletes the result of a person under the name that he has now, when another device has deleted it under the
  /// old one and did not know of the new one yet.
  mutating func deleteUnderNewName(
    _ found: CorrectionTransaction.Found, _ stamp: Stamp?, _ cache: inout StreakCache
  ) throws {
    guard found.row.state == .withdrawn, let stamp, !stamp.replaced.contains(Lineage.moved),
      !stamp.replaced.isEmpty, let user = decisions.users[found.record.userId]
    else { return }
    let id = CompositeID(userId: user, day: found.record.day, gameId: found.record.gameId)
    for other in try corrections.find(id)
    where other.number.type == found.number.type {
      guard try corrections.isDeleted(other, by: stamp, at: found.number),
        try !corrections.leaves(other, formerly: found.record.userId)
      else { continue }
      let action = try storedAction()
      try keep(other, for: action, isAside: true)
      try corrections.delete(other, by: stamp, for: action, &cache)
      counts.deleted += 1
    }
  }
}
