internal import GRDB
package import StreaklineCore

/// A user with numbers and names.
package struct UserSummary: Hashable, Sendable {
  package let user: String
  package var results = 0
  package var games = 0
  package var first: Day?
  package var last: Day?
  /// Other names that stand for the user.
  package var names: [String] = []
}

/// What is known of names.
package struct KnownNames: Hashable, Sendable {
  /// What the user has said: names and the users that they stand for.
  package var users: [String: String] = [:]
  /// Users who are forgotten: their results are not stored.
  package var forgotten: Set<String> = []
  /// The people of exports with ids, by format and id.
  package var people: [String: Person] = [:]
  /// Names that stand for somebody else and were erased, with the time of the last erasure: a text from before it is
  /// that of whoever had the name then.
  package var erased: [String: Instant] = [:]

  package init() {}

  /// Whose a text is.
  ///
  /// - Parameters:
  ///   - name: The name under which it was sent.
  ///   - sentAt: When, where that is known.
  package func user(of name: String, sentAt: Instant?) -> String {
    if let end = erased[name], let sentAt, sentAt <= end { return name }
    return users[name] ?? name
  }
}

/// What came of renaming, merging or forgetting a user.
package enum UserChange: Hashable, Sendable {
  /// - Parameter action: The number of the correction.
  case done(action: Int64)
  /// There is no such user.
  case unknown(String)
  /// Both names are the same.
  case same
  /// The new name belongs to another user.
  case taken
  /// The user of the new name was merged or forgotten, by the correction of that number.
  case ended(String, by: Int64)
  /// The new name stands for another user, who had it before.
  case stands(String, for: String)
  /// Whoever has the new name is forgotten on all devices.
  case forgotten(String)
}

extension Store {
  /// Gives a user another name, here and in later imports.
  ///
  /// - Parameter isRemembered: Whether the old name stands for the user in later imports.
  package func rename(_ old: String, to new: String, isRemembered: Bool = true, now: Instant)
    throws(StoreError) -> UserChange
  {
    let (old, new) = (normalFormC(old), normalFormC(new))
    return try changeUser(old, new, .renamed, isRemembered: isRemembered, now: now)
  }

  /// Gives the results of a user to another one, who keeps his own where both have one.
  package func merge(_ old: String, into new: String, now: Instant) throws(StoreError)
    -> UserChange
  {
    let (old, new) = (normalFormC(old), normalFormC(new))
    return try changeUser(old, new, .merged, isRemembered: true, now: now)
  }

  private func changeUser(
    _ old: String, _ new: String, _ kind: Action.Kind, isRemembered: Bool, now: Instant
  ) throws(StoreError) -> UserChange {
    try changingResults { db, cache in
      var transaction = try CorrectionTransaction(db, types, now: now)
      guard try transaction.hasResults(old) else { return .unknown(old) }
      guard old != new else { return .same }
      let hasOther = try transaction.hasResults(new)
      // The places of somebody who was merged or forgotten still hold what undoing that needs.
      let end = try transaction.actions.all().last {
        $0.undoneAt == nil && [.merged, .forgotten].contains($0.kind)
          && $0.detail["old"] == .string(new)
      }
      let isSamePerson = end?.kind == .merged && end?.detail["new"] == .string(old)
      if let end, kind != .renamed || !isSamePerson { return .ended(new, by: end.number) }
      if kind == .renamed && hasOther { return .taken }
      if kind == .merged, !hasOther { return .unknown(new) }
      if isRemembered, let refusal = try Self.refusal(ofNaming: old, new, db) { return refusal }
      // An export may still show somebody under a name that was erased or forgotten.
      if !isRemembered {
        let decisions = try DecisionTable.active(db)
        guard !decisions.mayHaveErased(new), decisions.forgetting(new) == nil else { return .taken }
      }
      var detail: Fields = ["old": .string(old), "new": .string(new)]
      var decision: Decision?
      // A role is nobody's name, and what an export calls somebody is no decision of the user.
      if isRemembered, ![old, new].contains(Decision.ownRole) {
        var new = try DecisionTable.new(kind == .merged ? .merged : .renamed, db, now)
        (new.old, new.new) = (detail["old"]?.string, detail["new"]?.string)
        detail["decision"] = .string(new.id)
        decision = new
      }
      if isRemembered { detail["names"] = .object(try transaction.remember(old, as: new)) }
      detail["people"] = .list(try transaction.repoint(old, to: new).map(Value.string))
      let action = try transaction.actions.insert(NewAction(kind, detail), at: now)
      let device = try String.fetchOne(db.cachedStatement(sql: "SELECT id FROM device")) ?? ""
      transaction.broughtBack = try DecisionTable.active(db).marks(new, device: device)
      try transaction.give(old, to: new, for: action, &cache)
      try transaction.finish(&cache)
      if let decision { try DecisionTable.make(decision, self, db, now) }
      return .done(action: action)
    }
  }

  /// Why a user cannot have a name that nobody with results has; `nil` when he can.
  ///
  /// A name that was somebody else's is still his: other devices may have results under it that are his.
  private static func refusal(
    ofNaming user: String, _ name: String, _ db: Database
  ) throws -> UserChange? {
    if try DecisionTable.active(db).forgetting(name) != nil { return .forgotten(name) }
    guard let other = try knownNames(db).users[name], other != user else { return nil }
    return .stands(name, for: other)
  }

  /// Takes the results of a user away and leaves them out of later imports.
  ///
  /// - Parameters:
  ///   - isForGood: Whether nothing of them is kept, so that it cannot be undone.
  ///   - sharesRole: Whether other people's devices may be among those that share a folder, so that of
  ///     ``Decision/ownRole`` only what this device has made is taken away.
  ///   - given: As in ``part(of:sharesRole:given:)``.
  package func forget(
    _ user: String, isForGood: Bool, sharesRole: Bool = false, given: [String: String] = [:],
    now: Instant
  ) throws(StoreError) -> UserChange {
    let user = normalFormC(user)
    return try changingResults { db, cache in
      var transaction = try CorrectionTransaction(db, types, now: now)
      guard try transaction.hasResults(user) else { return .unknown(user) }
      var decision = try DecisionTable.new(.forgotten, db, now)
      decision.isForGood = isForGood
      var names: Set<String> = [user]
      for (name, other) in try DecisionTable.active(db).users where other == user {
        names.insert(name)
      }
      for (name, other) in try AliasTable.all(db) where other == user { names.insert(name) }
      if user != Decision.ownRole {
        names.formUnion(try Self.names(given, of: names, db))
      }
      for name in names.sorted() { decision.add(person: name) }
      var detail: Fields = [
        "old": .string(user), "forGood": .bool(isForGood),
        "names": .object(try transaction.remember(user, as: nil)),
      ]
      let travels = user != Decision.ownRole
      if travels { detail["decision"] = .string(decision.id) }
      let action = try transaction.actions.insert(NewAction(.forgotten, detail), at: now)
      // What was done to disputes may have left a result under a former name until the next sync. What is under a role
      // may be of somebody else who has it.
      for name in names.sorted() where name == user || name != Decision.ownRole {
        let isOnlyOwn = sharesRole && name == Decision.ownRole
        try transaction.forget(
          name, isForGood: isForGood, isOnlyOwn: isOnlyOwn, for: action, &cache)
      }
      try transaction.finish(&cache)
      if travels { try DecisionTable.make(decision, self, db, now) }
      return .done(action: action)
    }
  }

  /// The names that the settings give to a person. A name under which there is anything in the store may be somebody
  /// else's on another device, so it is left out.
  static func names(
    _ given: [String: String], of person: Set<String>, _ db: Database
  ) throws -> [String] {
    try given.filter { person.contains(normalFormC($0.value)) }.keys.map(normalFormC).filter {
      try Bool.fetchOne(
        db, sql: "SELECT NOT EXISTS (SELECT 1 FROM pair WHERE user = ?)", arguments: [$0]) ?? false
    }
  }

  /// What is known of names.
  ///
  /// - Parameter given: Names that stand for users because an option or a setting says so.
  package func knownNames(given: some Sequence<String> = [String]()) throws(StoreError)
    -> KnownNames
  {
    try reading { db in try Self.knownNames(db, given: given) }
  }

  static func knownNames(
    _ db: Database, given: some Sequence<String> = [String]()
  ) throws -> KnownNames {
    let said = try AliasTable.all(db)
    var names = KnownNames()
    names.people = try PersonTable.all(db)
    for name in said.keys {
      var user = name
      // A chain of names ends after as many steps as there are names, also in a damaged store.
      for _ in said {
        guard let next = said[user] else { break }
        guard let next else {
          names.forgotten.formUnion([name, user])
          break
        }
        user = next
      }
      if user != name { names.users[name] = user }
    }
    let decisions = try DecisionTable.active(db)
    let joined = decisions.users
    names.users = names.users.mapValues { joined[$0] ?? $0 }.filter { $0.key != $0.value }
    names.users.merge(joined) { $1 }
    guard !decisions.isEmpty else { return names }
    names.forgotten.formUnion(given.filter { decisions.forgetting($0) != nil })
    guard decisions.hasErasures else { return names }
    let device = try String.fetchOne(db.cachedStatement(sql: "SELECT id FROM device")) ?? ""
    for name in Set(names.users.keys).union(given) {
      names.erased[name] = decisions.erasedUpTo(name, device: device)
    }
    return names
  }

  /// Everybody who has results, by name.
  package func users() throws(StoreError) -> [UserSummary] {
    let names = try knownNames()
    return try reading { db in
      var users: [String: (results: Int, games: Set<String>, first: Day, last: Day)] = [:]
      func add(_ user: String, _ gameID: String, _ days: ClosedRange<Day>, _ results: Int) {
        var one = users[user] ?? (0, [], days.lowerBound, days.upperBound)
        one.results += results
        one.games.insert(gameID)
        one.first = min(one.first, days.lowerBound)
        one.last = max(one.last, days.upperBound)
        users[user] = one
      }
      let table = try PlayedTable(db)
      for pair in try PlayedGame.all(db, user: nil, game: nil) {
        guard let first = pair.first, let last = pair.streak.lastPlayed, first <= last else {
          throw DamagedRow(detail: "a streak lacks its days")
        }
        let scores = try pair.scores() ?? table.history(of: pair.key).scores
        add(pair.user, pair.gameID, first...last, scores.total)
      }
      // What is stored and does not count is in the index `resultNotCounted`.
      let rows = try RowStatement(
        db,
        """
        SELECT user, gameId, \(ResultKey.day(in: "number")) FROM result
        JOIN pair ON key = \(ResultKey.pair(in: "number"))
        WHERE state = \(ResultState.suspect.rawValue) AND state > 1
        """)
      while try rows.next() {
        guard let day = rows.number(2).flatMap({ Day(dateInt: Int($0)) }) else { continue }
        add(rows.text(0) ?? "", rows.text(1) ?? "", day...day, 1)
      }
      return users.sorted { $0.key < $1.key }.map { user, one in
        let shown = names.people.values.filter { $0.user == user }.map(\.name)
        let said = names.users.filter { $0.value == user }.map(\.key)
        return UserSummary(
          user: user, results: one.results, games: one.games.count, first: one.first,
          last: one.last, names: Set(shown + said).subtracting([user]).sorted())
      }
    }
  }

  /// Users whom a filter names and who have no results, such as misspelt ones, sorted.
  package func unknownUsers(of filter: PipelineFilter) throws(StoreError) -> [String] {
    guard let wanted = filter.users else { return [] }
    return try reading { db in
      let played = try String.fetchSet(db, sql: "SELECT user FROM streak WHERE played > 0")
      return wanted.subtracting(played).sorted()
    }
  }

  /// Other users with results that came from the same messages as some of a user's: the same content,
  /// sent in the same minute, because some phones export no seconds.
  package func doubles(of user: String) throws(StoreError) -> [String] {
    // `2024-11-04T08:00`
    let minute = 16
    return try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT other.user, count(*)
        FROM pair AS mine
        JOIN pair AS other ON other.gameId = mine.gameId AND other.user <> mine.user
        JOIN result AS one ON \(ResultKey.pair(in: "one.number")) = mine.key AND one.state < 3
        JOIN record AS first ON first.version = one.version
        JOIN result AS two ON two.number
          = one.number + (other.key - mine.key) * \(ResultKey.perPair)
          AND two.state < 3 AND two.digest = one.digest
        JOIN record AS second ON second.version = two.version
        WHERE mine.user = ?
          AND substr(json_extract(first.fields, '$.playedAt'), 1, \(minute))
            = substr(json_extract(second.fields, '$.playedAt'), 1, \(minute))
        GROUP BY other.user ORDER BY count(*) DESC, other.user
        """)
      rows.bind(1, user)
      var users: [String] = []
      while try rows.next() { users.append(rows.text(0) ?? "") }
      return users
    }
  }
}
