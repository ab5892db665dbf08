internal import StreaklineCore

extension MergeTransaction {
  /// Deletes what was deleted at a remote.
  ///
  /// - Parameter named: The item that has the pipeline's own name, if the name is one.
  mutating func delete(
    _ arrival: Arrival, _ named: Int64?, _ cache: inout StreakCache
  ) throws {
    let known = try copies.find(name: arrival.name)?.item
    guard let item = arrival.item ?? known ?? named else {
      // It may come from a chat later, and must not be sent then.
      var stray = try strays.find(arrival.name) ?? StrayTable.Row()
      stray.delete(arrival.stamp)
      return try strays.save(stray, arrival.name)
    }
    if try hasSecondName(item, arrival) { return }
    guard item > 0 else { return try deleteDocument(-item, arrival) }
    guard let found = try corrections.find(ResultKey(item)) else { return }
    let copy = try copies.find(item)
    // What this device has deleted itself comes back as news.
    if arrival.stamp == nil, copy?.isGone == true { return }
    let lineage = try corrections.records.lineage(found.row.version)
    var arrival = arrival
    let holds = try isUnaware(found, of: arrival)
    if holds {
      arrival.stamp = arrival.stamp?.after(
        lineage.stamp(version: found.row.version, thisDevice: thisDevice))
    }
    var gone = copy ?? ZoneCopy(name: arrival.isOwnName ? nil : arrival.name, version: 0)
    gone.tag = nil
    gone.isGone = true
    gone.base = nil
    try settle(found.number, arrival.stamp)
    try settleUnderNewName(found.record, found.number.type, arrival.stamp)
    try deleteUnderNewName(found, arrival.stamp, &cache)
    if let stamp = arrival.stamp, stamp.life <= lineage.life {
      guard stamp.life == lineage.life else {
        // The remote keeps the deletion in place of ours, which is of a later life.
        if page.keepsOneVersion, found.row.state != .suspect {
          gone.version = 0
          try copies.save(gone, item)
          try sendAgain(item, found.row.version)
        }
        return
      }
      // Whoever has given the result to another name meanwhile, or taken it away with its person or its import, has
      // to know that it is deleted.
      let own = lineage.stamp(version: found.row.version, thisDevice: thisDevice)
      let isOursDecided =
        own.isWithdrawal || found.row.state == .deleted && !lineage.replaced.contains(Lineage.moved)
      let isOnlyMoved = stamp.replaced.contains(Lineage.moved)
      if isOursDecided, isOnlyMoved || own.isDecision && !stamp.isDecision {
        gone.version = 0
        try copies.save(gone, item)
        return try sendAgain(item, found.row.version)
      }
      if let version = try takeOver(stamp, found, own, &cache) {
        gone.version = version
        return try copies.save(gone, item)
      }
      var known = lineage
      known.replaced = Lineage.known(byDeletions: lineage.replaced, stamp.replaced)
      if known != lineage { try corrections.records.set(known, of: found.row.version) }
      gone.version = found.row.version
      return try copies.save(gone, item)
    }
    guard found.row.state.isResult else {
      if let stamp = arrival.stamp, found.row.state == .deleted {
        var known = Lineage(stamp)
        known.isErased = lineage.isErased
        known.add(replaced: Lineage.decided(lineage.replaced))
        try corrections.records.set(known, of: found.row.version)
      } else if let stamp = arrival.stamp {
        let own = lineage.stamp(version: found.row.version, thisDevice: thisDevice)
        if let version = try takeOver(stamp, found, own, &cache) {
          gone.version = version
          return try copies.save(gone, item)
        }
        try followLife(of: stamp, found, lineage)
      }
      gone.version = found.row.version
      return try copies.save(gone, item)
    }
    if try isOverruled(found, arrival.stamp) {
      gone.version = 0
      try copies.save(gone, item)
      return try storeAgain(found, after: arrival.stamp?.life ?? lineage.life + 1, &cache)
    }
    if let own = try ownContent(found, arrival.stamp) {
      guard own.record.userId != found.record.userId else {
        gone.version = 0
        try copies.save(gone, item)
        let life = arrival.stamp?.life ?? lineage.life + 1
        if let version = try corrections.storeAgain(own, after: life, &cache) {
          try sendAgain(item, version)
        }
        return
      }
      try corrections.disputes.remove(found.number, digest: own.record.contentHash)
      try corrections.storeAgain(own, &cache)
    }
    let isChanged =
      arrival.stamp.map {
        !$0.replaces(
          found.record,
          correctedAs: lineage.stamp(version: found.row.version, thisDevice: thisDevice))
      }
      // Of what the remote never had from here, nobody knows whether just that was deleted.
      ?? copy.map { $0.version != found.row.version } ?? true
    if isChanged, arrival.stamp?.replaced.contains(Lineage.forgotten) ?? false,
      decisions.forgetting(found.record.userId) != nil
    {
      // It is taken away with the person, and kept as it is here, which is what is brought back then.
      gone.version = found.row.version
      return try copies.save(gone, item)
    }
    counts.deleted += 1
    let action = try storedAction()
    try keep(found, for: action, isAside: true)
    let isMoved = isMoved(found.record, arrival.stamp)
    gone.version = try corrections.write(
      .deleted, at: found.number, for: action, from: arrival.stamp.map(Lineage.init),
      against: isMoved && arrival.stamp == nil ? [Lineage.moved] : [], &cache)
    if holds {
      try sendAgain(item, gone.version)
      gone.version = 0
    }
    try copies.save(gone, item)
    let isGiven =
      try isMoved
      && takeUnderNewName(
        found.record, lineage.stamp(version: found.row.version, thisDevice: thisDevice), &cache)
    if isErased(
      found.record, lineage.stamp(version: found.row.version, thisDevice: thisDevice))
    {
      try noteErased(gone.version)
    } else {
      if isFromErased(found.record, arrival, lineage) { try noteErased(gone.version) }
      if isChanged, !isGiven {
        try corrections.disputes.add(
          found.record, found.number, seenAt: now, action: storedAction())
      }
    }
    try know(of: lineage.replaced, found.number)
  }

  /// What this device has read or entered itself of a result that another person, who has the same role, has given to
  /// his name or whose person he has forgotten.
  private func ownContent(
    _ found: CorrectionTransaction.Found, _ stamp: Stamp?
  ) throws -> OwnContent? {
    guard !page.isOnePersons, found.record.userId == Decision.ownRole, let stamp,
      stamp.replaced.contains(Lineage.moved) || stamp.replaced.contains(Lineage.forgotten)
    else { return nil }
    return try corrections.ownContent(of: found.number)
  }
}
