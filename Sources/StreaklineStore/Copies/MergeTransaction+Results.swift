internal import StreaklineCore

/// What becomes of an item that a remote says something about.
private enum Verdict {
  /// Both hold the same.
  case same
  /// The remote's is taken. Ours is kept as a dispute when it was a choice.
  case remote(isChoice: Bool)
  /// Ours stays. The remote's is kept as a dispute when it was a choice.
  case local(isChoice: Bool)
  case both(Fields)
}

extension MergeTransaction {
  /// Merges a result that a remote holds.
  mutating func merge(_ record: Record, _ arrival: Arrival, _ cache: inout StreakCache) throws {
    let everyDays = page.everyDays[record.game] ?? 1
    let index = try corrections.pairs.index(of: record, everyDays: everyDays, &cache)
    guard let type = types.key(of: record.type),
      let number = ResultKey(record.day, pair: cache.entries[index].key, type: type)
    else { return try keepAsForeign(arrival) }
    let copy = try copies.find(number.value)
    let row = try corrections.results.find(number)
    let lineage = try row.map { try corrections.records.lineage($0.version) }
    let life = lineage?.life ?? 0
    // The record of a later life has another name.
    if arrival.life ?? life <= life,
      try isSecondName(arrival, copy, number.value, type: record.type)
    {
      return try disputeSecondName(record, arrival.stamp, number)
    }
    let isKnownTag = arrival.tag != nil && copy?.tag == arrival.tag && copy?.isGone == false
    if let copy, isKnownTag { return try copies.save(copy, number.value) }
    try settle(number, arrival.stamp)
    try settleUnderNewName(record, number.type, arrival.stamp)
    guard let row, let lineage else {
      try take(record, arrival, number, nil, pairIndex: index, &cache)
      return try deleteIfDeletedBefore(record, number, &cache)
    }
    // What both hold is most of what a new device gets, so it is not read from the disk.
    if let remote = arrival.stamp, remote.life == life, row.state.isCounted,
      row.digest == record.contentHash, arrival.known == nil
    {
      return try keepSame(
        arrival, number, row, lineage.stamp(version: row.version, thisDevice: thisDevice))
    }
    guard let found = try corrections.find(number) else { return }
    let record = completed(record, arrival, found)
    let stamp = lineage.stamp(version: found.row.version, thisDevice: thisDevice)
    if try keepDecided(found, record, arrival, &cache) { return }
    var arrival = arrival
    let holds =
      arrival.stamp.map {
        lineage.isUnaware(ofCorrection: $0, to: record.contentHash, found.record)
      } ?? false
    if holds { arrival.stamp = arrival.stamp?.after(stamp) }
    let verdict =
      try arrival.stamp.map { try peer(record, $0, found, stamp, isKnownThere: copy != nil) }
      ?? server(record, arrival, found, stamp, copy)
    switch verdict {
    case .same: try keepSame(arrival, number, found.row, stamp)
    case .remote(let isChoice):
      counts.conflicts += isChoice ? 1 : 0
      try take(record, arrival, number, found, isAside: !isChoice, pairIndex: index, &cache)
      // The remote has it in a life that is over.
      if holds, let taken = try corrections.results.find(number) {
        try note(arrival, number.value, version: 0)
        try sendAgain(number.value, taken.version)
      }
      if isChoice, found.row.state.isResult { try dispute(found.record, stamp, number) }
    case .local(let isChoice):
      counts.conflicts += isChoice ? 1 : 0
      try stay(arrival, found, copy)
      let isGiven =
        try found.row.state == .withdrawn
        && takeUnderNewName(record, arrival.stamp, move: lineage, &cache)
      if isChoice, !isGiven { try dispute(record, arrival.stamp, number) }
    case .both(let fields):
      counts.merged += 1
      try mix(fields, record, arrival, found, &cache)
    }
    if let remote = arrival.stamp, found.row.state.isResult, record.agrees(with: found.record),
      let stored = try corrections.find(number), stored.row.state.isResult
    {
      let user = record.userId
      let names = Lineage(remote).names(under: user) + lineage.names(under: user)
      try corrections.add(names: names, to: stored)
    }
    if let remote = arrival.stamp {
      // A deletion that only gave the result to another name does not say that somebody has decided against it.
      let own = stamp.replaced.contains(Lineage.moved) ? [] : stamp.replaced
      try know(of: remote.replaced + own, number)
    }
  }

  /// The remote's result, with what is stored here of the fields that the remote does not have.
  private func completed(
    _ record: Record, _ arrival: Arrival, _ found: CorrectionTransaction.Found
  ) -> Record {
    guard let known = arrival.known, found.row.state.isResult,
      let type = types.type(of: found.number)
    else { return record }
    return Record(
      type: type, userId: record.userId, game: record.game, gameId: record.gameId, day: record.day,
      values: record.fields.completed(with: found.record.sharedFields, besides: known))
  }

  /// The verdict on a result of another device, where no server orders the changes.
  private func peer(
    _ record: Record, _ remote: Stamp, _ found: CorrectionTransaction.Found, _ local: Stamp,
    isKnownThere: Bool
  ) throws -> Verdict {
    if !isKnownThere, try !concerns(found, record, local) { return .remote(isChoice: false) }
    // What the newer of two lives or revisions was made without knowledge of is not lost silently.
    let isRemoteNewer =
      (remote.life, remote.revision) > (local.life, local.revision)
    // A suspect result was never sent and does not count, also in a later life, unless it replaces this one.
    let isUnsent =
      found.row.state == .suspect && !isRemoteNewer && !local.isDeletion
      && !local.replaced.contains(record.contentHash)
    if remote.life != local.life, !isUnsent {
      let isChoice =
        isRemoteNewer
        ? found.row.state.isResult && !remote.replaces(found.record, correctedAs: local)
          && !record.agrees(with: found.record)
        : !local.replaces(record, correctedAs: remote)
          && !(found.row.state.isResult && record.agrees(with: found.record))
      return isRemoteNewer ? .remote(isChoice: isChoice) : .local(isChoice: isChoice)
    }
    guard found.row.state.isResult else { return .local(isChoice: false) }
    if found.row.state == .suspect { return .remote(isChoice: !record.agrees(with: found.record)) }
    if found.row.digest == record.contentHash { return .same }
    if let policy = policy(record.type), policy != .serverWins {
      let mine = RecordVersion(fields: found.record.sharedFields, stamp: local)
      let theirs = RecordVersion(fields: record.sharedFields, stamp: remote)
      let merged = policy.merged(mine, theirs)
      if merged.fields == theirs.fields { return .remote(isChoice: true) }
      return merged.fields == mine.fields ? .local(isChoice: true) : .both(merged.fields ?? [:])
    }
    let agrees = record.agrees(with: found.record)
    if Lineage.hasOnlyGoneBack(to: found.row.digest, local, record.contentHash, remote) {
      return .remote(isChoice: false)
    }
    if Lineage.hasOnlyGoneBack(to: record.contentHash, remote, found.row.digest, local) {
      return .local(isChoice: false)
    }
    if remote.revision != local.revision {
      return isRemoteNewer
        ? .remote(isChoice: !agrees && !remote.replaces(found.record, correctedAs: local))
        : .local(isChoice: !agrees && !local.replaces(record, correctedAs: remote))
    }
    let isEarlier =
      remote == local
      ? record.contentHash < found.row.digest : remote.isBefore(local)
    return isEarlier ? .remote(isChoice: !agrees) : .local(isChoice: !agrees)
  }

  /// Whether a deletion of which a remote does not know yet concerns the remote's result: that is what was
  /// deleted. An import that was undone was never there, so it concerns nobody else's.
  ///
  /// - Returns: `true` also for what was not deleted here.
  private func concerns(
    _ found: CorrectionTransaction.Found, _ record: Record, _ local: Stamp
  ) throws -> Bool {
    switch found.row.state {
    case .withdrawn: return false
    case .deleted:
      return try local.names(record)
        || corrections.formers.isAside(
          found.number, digest: record.contentHash, record.encodedFields)
    default: return true
    }
  }

  /// The verdict on a result of a remote that orders all changes.
  private func server(
    _ record: Record, _ arrival: Arrival, _ found: CorrectionTransaction.Found, _ local: Stamp,
    _ copy: ZoneCopy?
  ) throws -> Verdict {
    guard found.row.state.isResult else {
      // What was deleted here stays deleted, unless it was created there again in a later life. A name
      // that is new after the deletion is such a creation.
      let isNewName = copy?.isGone == true && !arrival.isOwnName
      let isLaterLife = arrival.life.map { $0 > local.life } ?? isNewName
      if isLaterLife { return .remote(isChoice: false) }
      let isWithdrawn = found.row.state == .withdrawn
      if isWithdrawn, try isReplacedUnderNewName(record) { return .local(isChoice: false) }
      let isOther = try copy == nil && !concerns(found, record, local)
      // It was given to another name, and somebody has stored a result there after its record was deleted.
      let isBack = isWithdrawn && copy?.isGone == true
      if isOther || isBack { return .remote(isChoice: false) }
      return .local(isChoice: found.row.state == .deleted && !local.replaces(record.contentHash))
    }
    // A name tells the life in which it was given. One that the item has now tells nothing.
    let isBound = copy?.isGone == false && copy?.name == (arrival.isOwnName ? nil : arrival.name)
    let isEarlier = !isBound && arrival.life.map { $0 < local.life } ?? false
    let agrees = record.agrees(with: found.record)
    // The hash of a content does not tell whether it is suspect.
    if found.row.state == .suspect {
      // A suspect result that was put in the place of this one stays there. Without knowledge of this one it does
      // not, in whichever life: it never leaves, and all devices count the same.
      if local.isDeletion || isEarlier, local.replaced.contains(record.contentHash) {
        return .local(isChoice: false)
      }
      return .remote(isChoice: !agrees)
    }
    if isEarlier { return .local(isChoice: false) }
    if found.row.digest == record.contentHash { return .same }
    // Ours is a correction of just that, which the remote has not met yet.
    if copy?.version != found.row.version, local.replaced.contains(record.contentHash) {
      return .local(isChoice: false)
    }
    // The remote's text was deleted here, and another text was stored afterwards. That one stays.
    if copy?.version != found.row.version, local.life > 0, local.names(record),
      record.textHash != found.record.textHash
    {
      return .local(isChoice: true)
    }
    // The side that did not change yields.
    if let copy, copy.version == found.row.version { return .remote(isChoice: false) }
    if agrees {
      let isRicher = found.record.encodedFields.count > record.encodedFields.count
      return isRicher ? .local(isChoice: false) : .remote(isChoice: false)
    }
    let mine = RecordVersion(fields: found.record.sharedFields, stamp: local)
    let stamp = Stamp(
      time: arrival.modifiedAt ?? Instant(milliseconds: 0), device: "", life: local.life)
    let theirs = RecordVersion(fields: record.sharedFields, stamp: stamp)
    switch (policy(record.type) ?? .serverWins).merged(base: nil, local: mine, remote: theirs) {
    case .local: return .local(isChoice: true)
    case .remote: return .remote(isChoice: true)
    case .both(let fields): return .both(fields)
    }
  }

  /// Stores the remote's result.
  ///
  /// - Parameter isAside: Whether an import must not bring back what was stored: it was corrected elsewhere.
  private mutating func take(
    _ record: Record, _ arrival: Arrival, _ number: ResultKey,
    _ found: CorrectionTransaction.Found?, isAside: Bool = false, pairIndex: Int,
    _ cache: inout StreakCache
  ) throws {
    counts.taken += 1
    var action: Int64?
    if let found {
      let number = try storedAction()
      try keep(found, for: number, isAside: isAside)
      action = number
    }
    let version = try corrections.write(
      .result(record), at: number, for: action, from: lineage(arrival, found),
      pairIndex: pairIndex, &cache)
    for row in try corrections.disputes.settle(number, with: record) {
      let number = try storedAction()
      try corrections.formers.insert(row, action: number, isAside: false)
    }
    try note(arrival, number.value, version: version)
  }

  /// The lineage of what is taken from a remote. A remote without stamps says only the time.
  private func lineage(_ arrival: Arrival, _ found: CorrectionTransaction.Found?) throws -> Lineage
  {
    if let stamp = arrival.stamp { return Lineage(stamp) }
    var life = arrival.life ?? 0
    var revision = 0
    if let found {
      let local = try corrections.records.lineage(found.row.version)
      life = max(life, local.life + local.life % 2)
      revision = life == local.life ? local.revision : 0
    }
    return Lineage(
      Stamp(time: arrival.modifiedAt ?? now, device: "", life: life, revision: revision))
  }

  /// Both hold the same. Of two stamps the first is kept, so that all devices keep the same one.
  private func keepSame(
    _ arrival: Arrival, _ number: ResultKey, _ row: ResultTable.Row, _ local: Stamp
  ) throws {
    if let remote = arrival.stamp, remote != local {
      let isFirst =
        remote.revision == local.revision
        ? remote.isBefore(local) : remote.revision > local.revision
      var lineage = Lineage(isFirst ? remote : local)
      lineage.add(replaced: isFirst ? local.replaced : remote.replaced)
      if case .result(let record) = arrival.content {
        let user = record.userId
        lineage.set(
          names: Lineage(remote).names(under: user) + Lineage(local).names(under: user), under: user
        )
      }
      let isNews =
        lineage.replaced != local.replaced || lineage.formerNames != local.formerNames
      if isFirst || isNews {
        // What was made here keeps saying so by having no device.
        if !isFirst, thisDevice.all.contains(local.device) {
          let own = try corrections.records.lineage(row.version)
          (lineage.device, lineage.time) = (own.device, own.time)
        }
        try corrections.records.set(lineage, of: row.version)
      }
      guard isFirst else {
        if try copies.find(number.value) == nil { try note(arrival, number.value, version: 0) }
        return
      }
    }
    try note(arrival, number.value, version: row.version)
  }

  /// Ours stays, and a remote that holds another version in its place has to get it.
  private func stay(
    _ arrival: Arrival, _ found: CorrectionTransaction.Found, _ copy: ZoneCopy?
  ) throws {
    guard arrival.stamp == nil || page.keepsOneVersion else {
      // What is done to the item from now on is the business of all, also its deletion.
      if copy == nil { try note(arrival, found.number.value, version: 0) }
      if copy?.version != found.row.version {
        try sendAgain(found.number.value, found.row.version)
      }
      return
    }
    try note(arrival, found.number.value, version: 0)
    try sendAgain(found.number.value, found.row.version)
  }

  private mutating func mix(
    _ fields: Fields, _ record: Record, _ arrival: Arrival, _ found: CorrectionTransaction.Found,
    _ cache: inout StreakCache
  ) throws {
    guard let type = types.type(of: found.number) else { return }
    let mixed = Record(
      type: type, userId: record.userId, game: record.game, gameId: record.gameId, day: record.day,
      values: fields)
    let action = try storedAction()
    try keep(found, for: action, isAside: false)
    let origin = arrival.stamp.map(Lineage.init)
    try corrections.write(.result(mixed), at: found.number, for: action, from: origin, &cache)
    try note(arrival, found.number.value, version: 0)
  }

  private mutating func keepAsForeign(_ arrival: Arrival) throws {
    counts.foreign += 1
    try strays.save(StrayTable.Row(tag: arrival.tag), arrival.name)
  }
}

extension Record {
  /// The fields that leave this store.
  fileprivate var sharedFields: Fields {
    var shared = fields
    shared["source"] = nil
    shared["suspect"] = nil
    return shared
  }
}
