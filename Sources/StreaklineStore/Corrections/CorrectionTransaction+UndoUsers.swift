internal import GRDB
internal import StreaklineCore

// Takes back that a user was renamed, merged or forgotten.

extension CorrectionTransaction {
  /// Takes back that a user was renamed, merged or forgotten.
  mutating func undoUsers(_ action: Action, _ cache: inout StreakCache) throws -> UndoOutcome {
    if let refusal = try refusal(ofUndoing: action) { return refusal }
    for follower in try followers(of: action) { _ = try undo(follower, &cache) }
    let former = try formers.rows(of: action.number)
    let new = action.detail["new"]?.string
    var kept = try new.map { try countWritten(of: $0, since: action) } ?? 0
    try actions.markUndone(action, at: now)
    // What a merge had made a dispute became a result when the other result was taken away.
    let promoted = try actions.items(of: action.number)
    for item in promoted { try write(.withdrawn, at: item, for: nil, &cache) }
    try db.execute(sql: "DELETE FROM dispute WHERE action = ?", arguments: [action.number])
    let moves = try MoveTable(db)
    var isBack = try moves.moves(of: action.number).map { try moveBack($0, for: action, &cache) }
    try moves.removeAll(of: action.number)
    isBack += try former.map { try bringBack($0, for: action, &cache) }
    try db.execute(sql: "DELETE FROM former WHERE action = ?", arguments: [action.number])
    for item in Set(former.map(\.item) + promoted) { try promote(item, &cache) }
    try restoreNames(action)
    kept += isBack.count { $0 == false }
    return .undone(results: isBack.count { $0 == true }, kept: kept)
  }

  /// Gives a result back to the name that it had before an action.
  ///
  /// - Returns: Whether it is there now; `nil` where there is none to give back.
  private mutating func moveBack(
    _ places: (old: ResultKey, new: ResultKey), for action: Action, _ cache: inout StreakCache
  ) throws -> Bool? {
    guard let found = try find(places.new), found.row.state != .withdrawn else { return nil }
    guard try !isGivenAway(found) else {
      return try moveBackGiven(found, to: places.old, for: action, &cache)
    }
    var (user, place) = (action.detail["old"]?.string ?? "", places.old)
    let before = try find(places.old)
    if let before, before.row.state == .withdrawn, found.row.state.isResult,
      let given = try self.place(
        of: before.record, givenFrom: before, besides: found.record.userId, &cache)
    {
      (user, place) = (given.record.userId, given.key)
    }
    if let other = try find(place), other.row.state != .withdrawn {
      // What has come back already, because another device has taken something back, does not count twice.
      guard other.row.state.isResult, found.record.agrees(with: other.record) else { return false }
      try write(
        .withdrawn, at: places.new, for: nil, against: Lineage.marks(ofMoveTo: user), &cache)
      return true
    }
    try move(found, to: place, user, except: past(of: action), &cache)
    return true
  }

  /// The keys of what was kept of places before results were moved there.
  private func past(of action: Action) -> Set<Int64> {
    guard case .list(let keys)? = action.detail[Action.past] else { return [] }
    return Set(keys.compactMap { $0.int.map(Int64.init) })
  }

  /// Gives a result back that another device has given to a third name, because that is the same person's. Other devices
  /// hear where it belongs.
  private mutating func moveBackGiven(
    _ found: Found, to place: ResultKey, for action: Action, _ cache: inout StreakCache
  ) throws -> Bool? {
    let old = action.detail["old"]?.string ?? ""
    let marks = try records.lineage(found.row.version).replaced
    try write(
      .withdrawn, at: found.number, for: nil, against: Lineage.marks(ofMoveTo: old), &cache)
    guard try find(place).map({ $0.row.state == .withdrawn }) ?? true else { return nil }
    let decisions = try DecisionTable.active(db)
    let third = try self.place(of: found.record, named: marks, besides: old, &cache)
    guard let third, decisions.areOnePersons(third.record.userId, found.record.userId) else {
      return nil
    }
    if !marks.contains(Lineage.joined), let other = try find(third.key), other.row.state.isResult {
      try move(other, to: place, old, except: past(of: action), &cache)
      return true
    }
    // The third name has a result of its own, so that what was given away is taken from what was kept of it.
    guard let deletion = try actions.writer(of: found.row.version),
      case (.result(let record), let origin) = try content(of: found.number, before: deletion)
    else { return nil }
    try write(.result(record.of(user: old)), at: place, for: origin, &cache)
    return true
  }

  /// Stores what was in a place before an action.
  ///
  /// - Returns: Whether it is there now; `nil` where another device has brought it back already.
  private mutating func bringBack(
    _ row: FormerTable.Row, for action: Action, _ cache: inout StreakCache
  ) throws -> Bool? {
    let (content, origin) = try content(of: row.item, before: action.number)
    guard let found = try find(row.item) else { return nil }
    let new = action.detail["new"]?.string
    // A merge may have stored a result in place of a deletion. What is there under the old name came later.
    let isFree =
      found.row.state == .withdrawn || row.state == .deleted && found.record.userId == new
    guard isFree else { return false }
    var place = row.item
    var restored = content
    if case .result(let record) = content,
      let given = try self.place(of: record, givenFrom: found, besides: new, &cache)
    {
      guard try find(given.key).map({ $0.row.state == .withdrawn }) ?? true else { return nil }
      (restored, place) = (.result(given.record), given.key)
    }
    // It is not known any more when it was made. It was before the action that is taken back.
    try write(restored, at: place, for: origin, madeAt: row.seenAt, &cache)
    return true
  }

  /// Why an action about users cannot be taken back; `nil` when it can.
  private func refusal(ofUndoing action: Action) throws -> UndoOutcome? {
    if action.detail["forGood"] == .bool(true) { return .nothingKept }
    // What another device has taken back is not this one's to keep.
    guard !action.follows else { return nil }
    let kinds: [Action.Kind] = [.renamed, .merged, .forgotten]
    let later = try actions.all().first {
      $0.number > action.number && $0.undoneAt == nil && kinds.contains($0.kind) && !$0.follows
    }
    let number = try later?.number ?? formers.acceptance(of: action.number)
    return number.map { .changedSince(by: $0) }
  }

  /// What this device has done because of the decision of an action, besides the action. The newest comes first,
  /// because it may have moved again what was moved before.
  private func followers(of action: Action) throws -> [Action] {
    guard !action.follows, let id = action.detail["decision"]?.string else { return [] }
    return try actions.unfounded(without: [id], DecisionTable.held(db))
      .filter { $0.number > action.number }
  }

  /// How many results of a user were imported or corrected since an action.
  private func countWritten(of user: String, since action: Action) throws -> Int {
    try places(of: user).count { place in
      guard let found = try results.find(place.number), found.state.isResult,
        let writer = try actions.writer(of: found.version)
      else { return false }
      return writer > action.number
    }
  }

  /// Where a result belongs that comes back under a name, when another device has given it to a third name meanwhile.
  private func place(
    of record: Record, givenFrom found: Found, besides new: String?, _ cache: inout StreakCache
  ) throws -> (record: Record, key: ResultKey)? {
    let marks = try records.lineage(found.row.version).replaced
    return try place(of: record, named: marks, besides: new, &cache)
  }

  /// The place of a result under the name to which it was given.
  ///
  /// - Parameters:
  ///   - marks: What stands among ``Stamp/replaced`` of what is left under the former name.
  ///   - new: A name that is not meant.
  private func place(
    of record: Record, named marks: [Int64], besides new: String?, _ cache: inout StreakCache
  ) throws -> (record: Record, key: ResultKey)? {
    guard marks.contains(Lineage.moved), let type = types.key(of: record.type) else { return nil }
    let names = try DecisionTable.all(db).flatMap { [$0.decision.old, $0.decision.new] }
      .compactMap(\.self)
    let others = Set(names).subtracting([record.userId, new].compactMap(\.self)).sorted()
    guard let name = others.first(where: { marks.contains(Lineage.moved(to: $0)) }) else {
      return nil
    }
    guard
      let pair = try pairs.entry(of: StreakKey(user: record.userId, gameID: record.gameId))
    else { return nil }
    let key = try pairs.key(
      of: StreakKey(user: name, gameID: record.gameId), like: pair, &cache)
    return ResultKey(record.day, pair: key, type: type).map { (record.of(user: name), $0) }
  }

  private func restoreNames(_ action: Action) throws {
    let said = try AliasTable.all(db)
    for (name, before) in action.detail["names"]?.object ?? [:] {
      // What follows a decision may be taken back after an earlier action about the same name.
      let set: String?? =
        name == action.detail["old"]?.string ? .some(action.detail["new"]?.string) : .none
      if action.follows, said[name] != set { continue }
      let user: String?? =
        switch before {
        case .string(let user): .some(user)
        case .bool: .some(nil)
        default: .none
        }
      try AliasTable.set(name, user, db)
    }
    guard case .list(let ids)? = action.detail["people"], let old = action.detail["old"]?.string
    else { return }
    let wanted = Set(ids.compactMap(\.string))
    var people = try PersonTable.all(db).filter { wanted.contains($0.key) }
    for id in people.keys { people[id]?.user = old }
    try PersonTable.save(people, db)
  }
}
