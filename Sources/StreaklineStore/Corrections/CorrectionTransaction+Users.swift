internal import GRDB
internal import StreaklineCore

extension CorrectionTransaction {
  /// A user's result with its key.
  struct Place {
    let number: ResultKey
    let pair: StreakCache.Entry
  }

  /// The places of all results and tombstones of a user, by day.
  func places(of user: String) throws -> [Place] {
    let pairs = try pairs.entries(of: user, db)
    let rows = try RowStatement(db, "SELECT number FROM result ORDER BY number")
    var places: [Place] = []
    while try rows.next() {
      let number = ResultKey(rows.number(0) ?? 0)
      if let pair = pairs[number.pair] { places.append(Place(number: number, pair: pair)) }
    }
    return places
  }

  /// Whether the user has results.
  func hasResults(_ user: String) throws -> Bool {
    try places(of: user).contains { try find($0.number)?.row.state.isResult ?? false }
  }

  /// Gives the results of a user to another one; of a role only those that were made on this device. Where
  /// both have a result of a puzzle, that of the other one stays, and this one becomes a dispute if it differs.
  ///
  /// - Parameter isRenamed: Whether what the other one has was this one's, given to him on another device. What was
  ///   deleted here is deleted there, too.
  mutating func give(
    _ old: String, to new: String, isRenamed: Bool = false, for action: Int64,
    _ cache: inout StreakCache
  ) throws {
    let moves = try MoveTable(db)
    // A place that is free now may have a past of its own, which is not that of the result that comes.
    var past: [Int64] = []
    for place in try places(of: old) {
      let key = try pairs.key(
        of: StreakKey(user: new, gameID: place.pair.pair.gameID), like: place.pair, &cache)
      guard let found = try find(place.number), found.row.state != .withdrawn,
        try old != Decision.ownRole || records.lineage(found.row.version).device == nil,
        try !isGivenAway(found),
        let day = Day(dateInt: place.number.dateInt),
        let target = ResultKey(day, pair: key, type: place.number.type)
      else { continue }
      let stored = try find(target)
      if var other = stored, try !isFree(stored) {
        if isRenamed, try isLater(found, than: other) {
          try replace(other, with: found, new, for: action, &cache)
          continue
        }
        if isRenamed, try delete(other, as: found, for: action, &cache) {
          other = try find(target) ?? other
        }
        try merge(found, into: other, new, for: action, &cache)
      } else {
        past += try formers.keys(of: target)
        try move(found, to: target, new, isByDecision: isByDecision(action), &cache)
        try moves.insert(place.number, target, action: action)
      }
    }
    guard !past.isEmpty, var giving = try actions.find(action) else { return }
    giving.detail[Action.past] = .list(past.map { .int(Int($0)) })
    try actions.save(giving)
  }

  /// Whether a result was deleted only because another device has given it to another name.
  func isGivenAway(_ found: Found) throws -> Bool {
    try found.row.state == .deleted
      && records.lineage(found.row.version).replaced.contains(Lineage.moved)
  }

  /// Whether a result can be stored in a place: there is none, and nobody has deleted one.
  func isFree(_ found: Found?) throws -> Bool {
    guard let found else { return true }
    return try found.row.state == .withdrawn || isGivenAway(found)
  }

  /// When a result was made that gets another name. `nil`, which means now, where the new name is that of somebody who
  /// was erased: an older result would be erased with his.
  func madeAt(_ found: Found) throws -> Instant? {
    guard broughtBack.isEmpty else { return nil }
    return try records.lineage(found.row.version).time
      ?? VersionClock.instant(of: found.row.version)
  }

  /// Deletes a result under a person's new name when it was deleted under the old one, also where a suspect result has
  /// taken its place there since.
  ///
  /// - Returns: Whether it was deleted.
  private mutating func delete(
    _ other: Found, as old: Found, for action: Int64, _ cache: inout StreakCache
  ) throws -> Bool {
    let deletion = try records.lineage(old.row.version)
      .stamp(version: old.row.version, thisDevice: OwnDevices(db))
    guard old.row.state == .deleted || old.row.state == .suspect && deletion.isDeletion,
      try !isHeardWithoutStamp(old), try isDeleted(other, by: deletion, at: old.number),
      try !leaves(other, formerly: old.record.userId)
    else { return false }
    try keep(other, for: action, isAside: true)
    try delete(other, by: deletion, for: action, &cache)
    return true
  }

  /// Whether what a person has under the old name was stored after a deletion of which the result under the new
  /// name knows nothing. A suspect result does not take the place of one that counts.
  private func isLater(_ found: Found, than other: Found) throws -> Bool {
    guard found.row.state.isResult, other.row.state.isResult,
      found.row.state != .suspect || other.row.state == .suspect
    else { return false }
    return try isOfLaterLife(found, than: other)
  }

  /// Whether somebody has stored a result again after what became of the other one.
  func isOfLaterLife(_ found: Found, than other: Found) throws -> Bool {
    let lineage = try records.lineage(found.row.version)
    // A remote without stamps does not tell whether somebody has brought back what was decided against, or has only
    // imported it.
    if lineage.device == "", try isDecidedAgainst(found.record, isRead: false, at: other) {
      return false
    }
    return try livesSinceFirst(lineage.life, at: found.number)
      > livesSinceFirst(records.lineage(other.row.version).life, at: other.number)
  }

  /// Stores the result that a person has under the old name in place of one of an earlier life, which becomes a
  /// dispute if it differs.
  private mutating func replace(
    _ other: Found, with found: Found, _ user: String, for action: Int64,
    _ cache: inout StreakCache
  ) throws {
    let lineage = try records.lineage(found.row.version)
    let devices = try OwnDevices(db)
    // A version that came without a stamp does not say what it was made in knowledge of.
    let isKnown =
      try lineage.device != ""
      && lineage.stamp(version: found.row.version, thisDevice: devices).replaces(
        other.record,
        correctedAs: records.lineage(other.row.version).stamp(
          version: other.row.version, thisDevice: devices))
    let record = found.record.of(user: user)
    var names = lineage.names(under: found.record.userId)
    if try other.record.agrees(with: record) && isByDecision(action) {
      // Both have the same, which is known by the names.
      names += try records.lineage(other.row.version).names(under: user)
      if lineage.formerNames.isEmpty { try keep(found, for: action, isAside: false) }
    } else {
      try keep(found, for: action, isAside: false)
      try keepOfNewName(other, for: action)
    }
    let version = try write(
      .result(record), at: other.number, for: actions.writer(of: found.row.version),
      against: lineage.replacedUnderNewName + broughtBack,
      atLeast: life(lineage.life, from: found.number, at: other.number), madeAt: madeAt(found),
      names: names, &cache)
    if !isKnown, !other.record.agrees(with: record) {
      try disputes.add(other.record, other.number, seenAt: now, action: action)
      // It is a dispute on the other devices, too.
      var written = try records.lineage(version)
      written.remove(replaced: other.row.hashes(other.record.encodedFields))
      try records.set(written, of: version)
    }
    for dispute in try disputes.all(of: found.number) {
      try disputes.remove(found.number, digest: dispute.digest)
      let candidate = try self.record(other.number, dispute.fields)
      guard !record.agrees(with: candidate) else { continue }
      try disputes.add(candidate, other.number, seenAt: dispute.seenAt, action: dispute.origin)
    }
    try leave(found, to: user, &cache)
  }

  /// Moves a result, or a tombstone, with its disputes and former contents to a free place.
  ///
  /// - Parameters:
  ///   - isByDecision: Whether a decision has joined the names, so that the result tells whose it was. Otherwise nobody
  ///     who takes decisions back would find it by that name.
  ///   - past: The keys of former contents that stay, because the place had them before.
  mutating func move(
    _ found: Found, to target: ResultKey, _ user: String, isByDecision: Bool = true,
    except past: Set<Int64> = [], _ cache: inout StreakCache
  ) throws {
    let origin = try actions.writer(of: found.row.version)
    // What was decided about the result goes with it.
    let lineage = try records.lineage(found.row.version)
    let known =
      lineage.replacedUnderNewName
      + (found.row.state.isResult ? Lineage.deletionsTakenBack(lineage.replaced) : [])
    let content: Content =
      found.row.state == .deleted ? .deleted : .result(found.record.of(user: user))
    let old = found.record.userId
    let names = lineage.names(under: old).map {
      !isByDecision && $0 == Stamp.hash(ofName: old) ? Stamp.hash(ofName: user) : $0
    }
    // Beside each other in the change feed, so that one batch has both.
    let version = try write(
      content, at: target, for: origin, against: known + broughtBack,
      atLeast: life(lineage.life, from: found.number, at: target),
      madeAt: madeAt(found), names: names, takesBack: true, &cache)
    if found.row.state == .deleted, let device = lineage.device, !device.isEmpty {
      // It is the decision of that device, which can take it back here, too.
      var deletion = try records.lineage(version)
      deletion.device = device
      try records.set(deletion, of: version)
    }
    try leave(found, to: user, &cache)
    for dispute in try disputes.all(of: found.number) {
      try disputes.remove(found.number, digest: dispute.digest)
      try disputes.add(
        record(target, dispute.fields), target, seenAt: dispute.seenAt, action: dispute.origin)
    }
    try formers.move(found.number, to: target, except: past)
  }

  /// Whether an action is a decision of this device, or follows one: then results tell whose they were.
  private func isByDecision(_ action: Int64) throws -> Bool {
    try actions.find(action)?.isByDecision ?? false
  }

  /// Keeps what somebody has under the new name. What was given to that name before is not his when names are taken back.
  private mutating func keepOfNewName(_ other: Found, for action: Int64) throws {
    guard try records.lineage(other.row.version).formerNames.isEmpty else { return }
    try keep(other, for: action, isAside: false)
  }

  /// Leaves the place of a result that was given to another name.
  mutating func leave(_ found: Found, to user: String, _ cache: inout StreakCache) throws {
    let hashes = found.row.hashes(found.record.encodedFields)
    try write(
      .withdrawn, at: found.number, for: nil, against: Lineage.move(of: hashes, to: user),
      names: [Stamp.hash(ofName: found.record.userId)], &cache)
  }

  /// Notes that a result is also that of somebody who had the same under another name.
  func add(names: [Int64], to found: Found) throws {
    let user = found.record.userId
    var lineage = try records.lineage(found.row.version)
    lineage.set(names: lineage.names(under: user) + names, under: user)
    try records.set(lineage, of: found.row.version)
  }

  private mutating func merge(
    _ found: Found, into other: Found, _ user: String, for action: Int64,
    _ cache: inout StreakCache
  ) throws {
    let lineage = try records.lineage(found.row.version)
    let record = found.record.of(user: user)
    if try found.row.state.isResult && other.row.state.isResult
      && other.record.agrees(with: record) && isByDecision(action)
    {
      // Both have the same, which is known by the names.
      try add(names: lineage.names(under: found.record.userId), to: other)
      if lineage.formerNames.isEmpty { try keep(found, for: action, isAside: false) }
    } else {
      try keep(found, for: action, isAside: false)
    }
    if found.row.state.isResult {
      if other.row.state == .deleted {
        let isAside = try formers.isAside(
          other.number, digest: record.contentHash, record.encodedFields)
        if try !isAside || isOfLaterLife(found, than: other) {
          try keepOfNewName(other, for: action)
          try write(
            .result(record), at: other.number, for: actions.writer(of: found.row.version),
            against: broughtBack,
            atLeast: life(lineage.life, from: found.number, at: other.number),
            madeAt: madeAt(found),
            names: lineage.names(under: found.record.userId), &cache)
        }
      } else if !other.record.agrees(with: record),
        try !records.lineage(other.row.version).names(record)
      {
        try disputes.add(record, other.number, seenAt: now, action: action)
      }
    }
    for dispute in try disputes.all(of: found.number) {
      let candidate = try self.record(other.number, dispute.fields)
      guard let stored = try find(other.number),
        !stored.row.state.isResult || !stored.record.agrees(with: candidate),
        try !isDecidedAgainst(candidate, isRead: isRead(dispute), at: stored)
      else { continue }
      try disputes.add(candidate, other.number, seenAt: dispute.seenAt, action: action)
    }
    try know(of: found, at: other.number)
    try leave(found, to: user, &cache)
  }

  /// Lets what is stored in a place know of the contents against which somebody has decided in another one, except its
  /// own.
  private func know(of found: Found, at number: ResultKey) throws {
    guard let stored = try find(number) else { return }
    let replaced = try records.lineage(found.row.version).replaced
    var own = [stored.row.digest, found.row.digest, stored.record.textHash].compactMap(\.self)
    // What was taken away and brought back names itself.
    if replaced.contains(found.row.digest), let text = found.record.textHash { own.append(text) }
    var lineage = try records.lineage(stored.row.version)
    let known =
      replaced
      .filter { !own.contains($0) && !Lineage.isMark($0) && !lineage.replaced.contains($0) }
    guard !known.isEmpty else { return }
    lineage.add(replaced: known)
    try records.set(lineage, of: stored.row.version)
  }

  /// Whether somebody has decided against a content: the stored version says so, or it was put aside on this device.
  func isDecidedAgainst(_ record: Record, isRead: Bool, at stored: Found) throws -> Bool {
    let lineage = try records.lineage(stored.row.version)
    if isRead ? lineage.names(record) : lineage.replaced.contains(record.contentHash) {
      return true
    }
    return try formers.isAside(
      stored.number, digest: record.contentHash, record.encodedFields, isRead: isRead)
  }

  /// Notes what a name stands for from now on.
  ///
  /// - Returns: What was said of names and people before, for undoing it.
  func remember(_ old: String, as new: String?) throws -> Fields {
    let known = try AliasTable.all(db)
    var before: Fields = [:]
    for name in [old, new].compactMap(\.self) {
      before[name] = known[name].map { $0.map(Value.string) ?? .bool(false) } ?? .null
    }
    if let new { try AliasTable.set(new, .none, db) }
    try AliasTable.set(old, .some(new), db)
    return before
  }

  /// Gives people with ids another user.
  ///
  /// - Returns: Their ids.
  func repoint(_ old: String, to new: String) throws -> [String] {
    var people = try PersonTable.all(db).filter { $0.value.user == old }
    for id in people.keys { people[id]?.user = new }
    try PersonTable.save(people, db)
    return people.keys.sorted()
  }
}
