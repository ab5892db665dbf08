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
    try actions.markUndone(action, at: now)
    // What a merge had made a dispute became a result when the other result was taken away.
    let promoted = try actions.items(of: action.number)
    for item in promoted { try write(.withdrawn, at: item, for: nil, &cache) }
    try db.execute(sql: "DELETE FROM dispute WHERE action = ?", arguments: [action.number])
    // First what is under the old name as it was, so that nothing else is given back there.
    let old = action.detail["old"]?.string ?? ""
    let isOfOld = try former.map { try pairs.entry(ofKey: $0.item.pair).pair.user == old }
    var isBack = try zip(former, isOfOld).filter(\.1).map {
      try bringBack($0.0, for: action, &cache)
    }
    let id = action.detail["decision"]?.string
    let held = id == nil ? [] : try DecisionTable.held(db)
    let given = try giveBack(without: Set([id].compactMap(\.self)), held, &cache)
    let moves = try MoveTable(db)
    isBack += try moves.moves(of: action.number).map { try moveBack($0, for: action, &cache) }
    try moves.removeAll(of: action.number)
    isBack += try zip(former, isOfOld).filter { !$0.1 }.map {
      try bringBack($0.0, for: action, &cache)
    }
    try db.execute(sql: "DELETE FROM former WHERE action = ?", arguments: [action.number])
    for item in Set(former.map(\.item) + promoted) { try promote(item, &cache) }
    try restoreNames(action)
    // What another device has changed since has its former name again, too.
    let kept =
      try isBack.count { $0 == false } + (new.map { try countWritten(of: $0, since: action) } ?? 0)
    return .undone(results: given + isBack.count { $0 == true }, kept: kept)
  }

  /// Gives a result back to the name that it had before an action.
  ///
  /// - Returns: Whether it is there now; `nil` where there is none to give back.
  private mutating func moveBack(
    _ places: (old: ResultKey, new: ResultKey), for action: Action, _ cache: inout StreakCache
  ) throws -> Bool? {
    guard let found = try find(places.new), found.row.state != .withdrawn,
      try !isGivenAway(found)
    else { return nil }
    guard try isFree(find(places.old)) else { return false }
    var past: Set<Int64> = []
    if case .list(let keys)? = action.detail[Action.past] {
      past = Set(keys.compactMap { $0.int.map(Int64.init) })
    }
    try move(
      found, to: places.old, action.detail["old"]?.string ?? "",
      isByDecision: action.isByDecision, except: past, &cache)
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
    guard try isFree(found) || row.state == .deleted && found.record.userId == new else {
      // The action had made it a dispute, which is gone now. It must not be lost.
      if case .result(let record) = content, found.row.state.isResult,
        !record.agrees(with: found.record),
        try !isDecidedAgainst(record, isRead: isRead(row), at: found)
      {
        try disputes.add(record, row.item, seenAt: row.seenAt, action: origin)
      }
      return false
    }
    // Another device has deleted the result under this name, without having heard of the merge.
    if case .result(let record) = content, found.row.state == .withdrawn,
      try Lineage.decided(records.lineage(found.row.version).replaced).contains(record.contentHash)
    {
      try write(.deleted, at: row.item, for: nil, &cache)
      return false
    }
    // It is not known any more when it was made. It was before the action that is taken back.
    try write(
      content, at: row.item, for: origin, madeAt: row.seenAt,
      names: action.formerNames(of: row.item), takesBack: true, &cache)
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

  private func restoreNames(_ action: Action) throws {
    let said = try AliasTable.all(db)
    let others = try actions.all().filter { $0.number != action.number }
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
      // What had said so may be taken back itself meanwhile.
      let sayer = others.last { other in
        other.detail["old"]?.string == name
          && user.map { $0 == other.detail["new"]?.string } ?? false
      }
      if sayer?.undoneAt != nil {
        try AliasTable.set(name, .none, db)
        continue
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
