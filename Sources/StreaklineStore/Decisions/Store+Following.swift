internal import GRDB
package import StreaklineCore

/// What a device does with the people of whom another device has decided something.
private enum Step {
  case give(String, to: String)
  case forget(String, Decision)
  case undo(Action)
  case putAside([ResultKey])
  case openAgain([FormerTable.Kept])
  case dropName(String)
  case dropTakenBack(formers: [Int64], disputes: [Int64])
  case giveDisputes([LeftDisputes])
}

extension Store {
  /// Does here what other devices have decided:
  /// - Suspect results and disputes are put aside if another device has decided against them, and come back if it has
  ///   taken that back.
  /// - Results that are under a name which a decision has joined with another one get that other name.
  /// - Results of people who are forgotten are taken away.
  /// - What followed a decision that was taken back is taken back, too.
  ///
  /// - Parameter settlesDisputes: Whether it does the first of these.
  /// - Returns: How many people it concerned.
  @discardableResult
  package func followDecisions(settlesDisputes: Bool = true, now: Instant) throws(StoreError) -> Int
  {
    if settlesDisputes { try refuseAgain(now: now) }
    let (steps, givesBack) = try reading { db in
      let settling = try settlesDisputes ? allowedStep(db, now) + refusedStep(db, now) : []
      let steps = try settling + self.steps(db, now)
      // What has arrived may be under a name that is no longer the person's.
      return (steps, try settlesDisputes && Self.areNamesTakenBack(db))
    }
    guard givesBack || !steps.isEmpty else { return 0 }
    try changingResults { db, cache in
      var transaction = try CorrectionTransaction(db, types, now: now)
      for step in steps { try transaction.follow(step, &cache) }
      let held = try DecisionTable.held(db)
      let undone = held.map(\.decision).filter { $0.undoneAt != nil }.map(\.id)
      _ = try transaction.giveBack(without: Set(undone), held, &cache)
      if settlesDisputes { try transaction.dropDisputesGivenBack(held) }
      // Results that were given to somebody may have become disputes.
      let refused = try settlesDisputes ? transaction.openRefused() : []
      if !refused.isEmpty { try transaction.follow(.putAside(refused), &cache) }
      try transaction.finish(&cache)
    }
    // What has its former name again may have another one by a decision that still holds.
    let hasUndone = steps.contains { if case .undo = $0 { true } else { false } }
    guard hasUndone else { return steps.count }
    return try steps.count + followDecisions(settlesDisputes: settlesDisputes, now: now)
  }

  /// Takes back what has followed decisions that another device has taken back.
  ///
  /// - Parameter ids: Those of the decisions.
  package func takeBackWhatFollowed(_ ids: Set<String>, now: Instant) throws(StoreError) {
    let actions = try reading { db in
      try ActionTable(db).unfounded(without: ids, DecisionTable.held(db))
    }
    guard !actions.isEmpty else { return }
    try changingResults { db, cache in
      var transaction = try CorrectionTransaction(db, types, now: now)
      for action in actions { try transaction.follow(.undo(action), &cache) }
      try transaction.finish(&cache)
    }
  }

  private func refuseAgain(now: Instant) throws(StoreError) {
    guard try !reading({ db in try refusedStill(db) }).isEmpty else { return }
    try writing { db in try refuseAgain(refusedStill(db), db, now) }
  }

  private func allowedStep(_ db: Database, _ now: Instant) throws -> [Step] {
    let allowed = try CorrectionTransaction(db, types, now: now).allowedAgain()
    return allowed.isEmpty ? [] : [.openAgain(allowed)]
  }

  /// Whether a decision that had joined two names was taken back.
  private static func areNamesTakenBack(_ db: Database) throws -> Bool {
    try DecisionTable.all(db).contains {
      $0.decision.kind.joinsNames && $0.decision.undoneAt != nil
    }
  }

  private func refusedStep(_ db: Database, _ now: Instant) throws -> [Step] {
    let refused = try CorrectionTransaction(db, types, now: now).openRefused()
    return refused.isEmpty ? [] : [.putAside(refused)]
  }

  private func steps(_ db: Database, _ now: Instant) throws -> [Step] {
    var steps: [Step] = []
    let stored = try DecisionTable.all(db)
    guard !stored.isEmpty else { return steps }
    let decisions = try DecisionTable.active(db)
    let undone = Set(stored.filter { $0.decision.undoneAt != nil }.map(\.decision.id))
    steps += try ActionTable(db).unfounded(without: undone, DecisionTable.held(db)).map(Step.undo)
    steps += try Self.namesToDrop(db).map(Step.dropName)
    // The former contents tell whose the disputes are, so they are dropped afterwards.
    let left = try CorrectionTransaction(db, types, now: now)
      .leftDisputes(decisions, DecisionTable.held(db))
    if !left.isEmpty { steps.append(.giveDisputes(left)) }
    let formers = try Self.takenBack(by: stored.map(\.decision), db)
    let disputes = try Self.disputes(deletedOf: stored.map(\.decision), db)
    if !formers.isEmpty || !disputes.isEmpty {
      steps.append(.dropTakenBack(formers: formers, disputes: disputes))
    }
    let all = try Self.usersWithResults(db) + usersWithDeletions(db, decisions, now)
    for user in Set(all).sorted() where user != Decision.ownRole {
      if let decision = decisions.forgetting(user) {
        steps.append(.forget(user, decision))
      } else if let other = decisions.users[user] {
        steps.append(.give(user, to: other))
      }
    }
    for user in try String.fetchAll(db, sql: "SELECT DISTINCT user FROM miss ORDER BY 1")
    where !all.contains(user) {
      if let decision = decisions.forgetting(user), decision.isForGood {
        steps.append(.forget(user, decision))
      }
    }
    return steps
  }

  /// Former names of people, under which this store has results that somebody has deleted.
  private func usersWithDeletions(_ db: Database, _ decisions: Decisions, _ now: Instant) throws
    -> [String]
  {
    guard !decisions.users.isEmpty else { return [] }
    let transaction = try CorrectionTransaction(db, types, now: now)
    let rows = try RowStatement(
      db,
      """
      SELECT number, user FROM result JOIN pair ON pair.key = \(ResultKey.pair(in: "number"))
      WHERE state > 1 AND state = \(ResultState.deleted.rawValue)
      """)
    var users: Set<String> = []
    while try rows.next() {
      guard let number = rows.number(0).map(ResultKey.init), let user = rows.text(1),
        decisions.users[user] != nil, !users.contains(user),
        let found = try transaction.find(number), try !transaction.isGivenAway(found)
      else { continue }
      users.insert(user)
    }
    return users.sorted()
  }

  /// Names that a decision has joined with another one, where an erasure on another device has deleted the decision.
  private static func namesToDrop(_ db: Database) throws -> [String] {
    let gone = try DecisionTable.gone(db)
    guard !gone.isEmpty else { return [] }
    let said = try AliasTable.all(db)
    var newest: [String: Action] = [:]
    for action in try ActionTable(db).all() where action.undoneAt == nil {
      guard [.renamed, .merged].contains(action.kind), let old = action.detail["old"]?.string
      else { continue }
      newest[old] = action
    }
    return newest.filter { old, action in
      let ids = ["decision", Action.since].lazy.compactMap { action.detail[$0]?.string }
      guard let id = ids.first, let new = action.detail["new"]?.string else { return false }
      return gone.contains(id) && said[old] == .some(new)
    }.keys.sorted()
  }

  /// The former contents of results that another device has deleted under a name since somebody took back that it and
  /// another name are one person's. A content may belong to the other name, and an erasure of that name would not find
  /// it here. The deletion itself names the text, so an import still knows that it was deleted.
  private static func takenBack(by decisions: [Decision], _ db: Database) throws -> [Int64] {
    var former: [Int64] = []
    for decision in decisions where decision.kind.joinsNames {
      guard let undoneAt = decision.undoneAt, let user = decision.new else { continue }
      former += try contents(deletedOf: user, since: undoneAt, db)
    }
    // An erasure has deleted the decisions about the person's names, and with them when they were taken back. What was
    // deleted here in the meantime may be the person's, too.
    let erasures = decisions.filter { !$0.formerPeople.isEmpty }
    guard !erasures.isEmpty else { return former }
    for user in try usersWithFormerContents(db)
    where erasures.contains(where: { $0.concerns(formerName: user) }) {
      former += try contents(deletedOf: user, db)
    }
    return former
  }

  /// The disputes of deleted results that may be an erased person's: their keys. As their former contents, they are
  /// under a name that the person had by a decision which was taken back.
  private static func disputes(deletedOf decisions: [Decision], _ db: Database) throws -> [Int64] {
    let erasures = decisions.filter { !$0.formerPeople.isEmpty }
    guard !erasures.isEmpty else { return [] }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT dispute.key, user FROM dispute JOIN result ON number = dispute.item JOIN record USING (version)
        JOIN pair ON pair.key = \(ResultKey.pair(in: "number"))
        WHERE deletedAt IS NOT NULL
        """)
    return rows.filter { row in erasures.contains { $0.concerns(formerName: row["user"]) } }
      .map { $0["key"] }
  }

  private static func usersWithFormerContents(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT DISTINCT user FROM former JOIN result ON number = former.item
        JOIN pair ON pair.key = \(ResultKey.pair(in: "number"))
        """)
  }

  /// What a person's deleted results contained: the keys of the rows that keep it.
  ///
  /// - Parameter takenBackAt: With it only those that another device has deleted since then.
  private static func contents(
    deletedOf user: String, since takenBackAt: Instant? = nil, _ db: Database
  ) throws -> [Int64] {
    let since = takenBackAt.map { $0.milliseconds - mostMillisecondsBehind }
    return try Int64.fetchAll(
      db,
      sql: """
        SELECT former.key FROM former JOIN result ON number = former.item JOIN record USING (version)
        JOIN action ON action.key = former.action
        JOIN pair ON pair.key = \(ResultKey.pair(in: "number"))
        WHERE user = ?1 AND deletedAt >= coalesce(?2, 0)
          AND (?2 IS NULL OR kind = '\(Action.Kind.synced.rawValue)')
        """, arguments: [user, since])
  }

  /// How far the clock of this device may be behind that of the device on which the decision was taken back.
  private static let mostMillisecondsBehind: Int64 = 3_600_000

  /// Who has results that are not deleted, or disputes, sorted.
  private static func usersWithResults(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT user FROM pair JOIN pairStreak ON pairStreak.pair = key WHERE played > 0
        UNION
        SELECT user FROM result JOIN pair ON key = \(ResultKey.pair(in: "number"))
        WHERE state > 1 AND state = \(ResultState.suspect.rawValue)
        UNION
        SELECT user FROM dispute JOIN result ON number = dispute.item
        JOIN pair ON pair.key = \(ResultKey.pair(in: "number"))
        WHERE state <> \(ResultState.withdrawn.rawValue)
        ORDER BY 1
        """)
  }
}

extension CorrectionTransaction {
  fileprivate mutating func follow(_ step: Step, _ cache: inout StreakCache) throws {
    switch step {
    case .undo(let action):
      if case .undone = try undo(action, &cache) { return }
    case .dropName(let name): try AliasTable.set(name, .none, db)
    case .dropTakenBack(let formers, let disputes):
      for key in formers {
        try db.execute(sql: "DELETE FROM former WHERE key = ?", arguments: [key])
      }
      for key in disputes {
        try db.execute(sql: "DELETE FROM dispute WHERE key = ?", arguments: [key])
      }
    case .giveDisputes(let left):
      let action = try actions.insert(NewAction(.synced, [:]), at: now)
      for one in left { try give(one, for: action, &cache) }
    case .putAside(let items):
      let action = try actions.insert(NewAction(.synced, [:]), at: now)
      try putRefusedAside(of: items, for: action, &cache)
    case .openAgain(let kept): try openAgain(kept, &cache)
    case .give(let old, let new):
      var detail: Fields = [
        "old": .string(old), "new": .string(new), "follows": .bool(true),
        "names": .object(try remember(old, as: new)),
      ]
      detail["people"] = .list(try repoint(old, to: new).map(Value.string))
      let decision = try decision(joining: old)
      if let decision { detail["decision"] = .string(decision.id) }
      if let id = try self.decision(naming: old) { detail[Action.since] = .string(id) }
      let action = try actions.insert(NewAction(.merged, detail), at: now)
      let isRenamed = try isRenamed(old)
      broughtBack = try decision.map { try DecisionTable.active(db).marks($0) } ?? []
      defer { broughtBack = [] }
      try give(old, to: new, isRenamed: isRenamed, for: action, &cache)
    case .forget(let user, let decision):
      let detail: Fields = [
        "old": .string(user), "forGood": .bool(decision.isForGood), "follows": .bool(true),
        "names": .object(try remember(user, as: nil)), "decision": .string(decision.id),
      ]
      let action = try actions.insert(NewAction(.forgotten, detail), at: now)
      try forget(user, isForGood: decision.isForGood, for: action, &cache)
    }
  }

  /// The newest decision that has given a name another one.
  private func decision(joining old: String) throws -> Decision? {
    try DecisionTable.all(db).last { $0.decision.old == old && $0.decision.undoneAt == nil }?
      .decision
  }

  /// Whether a person has only got another name than this one, and was not merged with anybody.
  private func isRenamed(_ old: String) throws -> Bool {
    let holding = try DecisionTable.all(db).map(\.decision).filter { $0.undoneAt == nil }
    if let decision = holding.last(where: { $0.old == old }) { return decision.kind == .renamed }
    // No decision names this one as the old name: two devices have renamed the same person differently, and it is the
    // new name that was not kept.
    guard let first = holding.last(where: { $0.new == old }), first.kind == .renamed else {
      return false
    }
    return holding.last { $0.old == first.old && $0.new != old }?.kind == .renamed
  }

  /// The newest decision by which somebody has got a name.
  private func decision(naming new: String) throws -> String? {
    try DecisionTable.all(db).last { $0.decision.new == new && $0.decision.undoneAt == nil }?
      .decision.id
  }
}
