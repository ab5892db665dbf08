internal import GRDB
package import StreaklineCore

extension Store {
  /// Deletes the results of an id. Tombstones stay: neither another import nor another device brings
  /// the same contents back. Disputes stay too, as candidates.
  ///
  /// - Returns: Whether there was a result to delete.
  package func delete(id: String, now: Instant) throws(StoreError) -> Bool {
    try change(id, .deleted, now: now) { transaction, found, action, cache in
      for one in found {
        try transaction.refuse(one.record, at: one.number)
        try transaction.keep(one, for: action, isAside: true)
        try transaction.putAside(readLike: one.record, at: one.number, for: action)
        try transaction.write(.deleted, at: one.number, for: action, &cache)
      }
    }
  }

  /// Replaces the fields of a result. What they were before is kept, and an import does not bring it
  /// back.
  ///
  /// A time in `playedAt` that is too early for the day, for which the result would not count, is dropped: whoever
  /// edits the result says that the day is right.
  ///
  /// - Parameters:
  ///   - day: The day to which the result is moved; `nil` for its own. There must be no result.
  ///   - change: Returns the new fields; `nil` for those of another type.
  /// - Returns: The result as it is now; `nil` when there is none of that id, or when there is one on
  ///   the other day.
  package func edit(
    id: String, to day: Day? = nil, now: Instant,
    _ change: @escaping (Record, RecordType) -> Fields?
  ) throws(StoreError) -> Record? {
    var edited: Record?
    _ = try self.change(id, .edited, now: now) { transaction, found, action, cache in
      for one in found {
        guard let type = transaction.types.type(of: one.number),
          var fields = change(one.record, type)
        else { continue }
        let old = one.record
        let day = day ?? old.day
        if let playedAt = fields["playedAt"]?.string.flatMap({ Instant(iso8601: $0) }),
          day > playedAt.latestDay
        {
          fields["playedAt"] = .null
        }
        let record = Record(
          type: type, userId: old.userId, game: old.game, gameId: old.gameId, day: day,
          values: fields)
        edited = record
        try transaction.refuse(old, at: one.number)
        try transaction.keep(one, for: action, isAside: true)
        try transaction.putAside(readLike: old, at: one.number, for: action)
        if day == old.day {
          try transaction.write(.result(record), at: one.number, for: action, &cache)
          try transaction.settle(one.number, with: record, for: action)
        } else {
          try transaction.write(.deleted, at: one.number, for: action, &cache)
          try transaction.add(record, beside: one.number, for: action, &cache)
        }
        return
      }
    }
    return edited
  }

  /// Whether there is a result of the same user, game and type on another day.
  package func hasResult(like record: Record, on day: Day) throws(StoreError) -> Bool {
    try reading { db in
      let transaction = try CorrectionTransaction(db, types, now: Instant(day))
      let id = CompositeID(userId: record.userId, day: day, gameId: record.gameId)
      return try transaction.find(id).contains {
        $0.row.state.isResult && $0.record.type == record.type
      }
    }
  }

  /// Stores a disputed content in place of the result, or of a deleted one.
  ///
  /// - Returns: The result as it is now; `nil` when there is no such dispute.
  package func accept(dispute key: Int64, now: Instant) throws(StoreError) -> Record? {
    let record = try settle(key, .accepted, now: now) {
      transaction, found, dispute, action, cache in
      let record = try transaction.record(dispute.item, dispute.fields)
      if found.row.state.isResult { try transaction.refuse(found.record, at: dispute.item) }
      let names =
        found.row.state.isResult ? try transaction.formerNames(of: dispute, record) : nil
      try transaction.keep(found, for: action, isAside: true)
      if names != nil { try transaction.keepNames(of: found, for: action) }
      try transaction.write(
        .result(record), at: dispute.item, for: action,
        against: names == nil ? [] : [Lineage.accepting(insteadOf: found.row.digest)],
        names: names, &cache)
      try transaction.settle(dispute.item, with: record, for: action)
      if found.row.state.isResult {
        try transaction.putAside(readLike: found.record, at: dispute.item, for: action)
      }
      return record
    }
    // Another device may have renamed the person since the dispute was opened.
    guard let record, let user = try knownNames().users[record.userId] else { return record }
    try followDecisions(now: now)
    return record.of(user: user)
  }

  /// Puts a disputed content aside, on all devices. An import does not bring it back.
  ///
  /// - Returns: The content; `nil` when there is no such dispute.
  package func reject(dispute key: Int64, now: Instant) throws(StoreError) -> Record? {
    try settle(key, .rejected, now: now) { transaction, found, dispute, action, cache in
      try transaction.formers.insert(dispute, action: action, isAside: true)
      try transaction.disputes.remove(dispute.item, digest: dispute.digest)
      let refused = try transaction.record(dispute.item, dispute.fields)
      try transaction.refuse(refused, at: dispute.item, isDispute: true)
      try transaction.putAside(readLike: refused, at: dispute.item, for: action)
      // What is stored is said again, as a version that knows of the refused content.
      try transaction.write(
        found.row.state.isResult ? .result(found.record) : .deleted, at: dispute.item,
        for: transaction.actions.writer(of: found.row.version), against: refused.knownHashes, &cache
      )
      return refused
    }
  }

  /// Takes back what an action has done.
  package func undo(_ number: Int64, now: Instant) throws(StoreError) -> UndoOutcome {
    let outcome = try takeBack(number, now: now)
    // Other decisions may say something of whoever has his former name again.
    if case .undone = outcome { try followDecisions(settlesDisputes: false, now: now) }
    return outcome
  }

  private func takeBack(_ number: Int64, now: Instant) throws(StoreError) -> UndoOutcome {
    try changingResults { db, cache in
      var transaction = try CorrectionTransaction(db, types, now: now)
      guard let action = try transaction.actions.find(number) else { return .unknown }
      guard action.undoneAt == nil else { return .undoneBefore }
      let outcome = try transaction.undo(action, &cache)
      try transaction.finish(&cache)
      if case .undone = outcome, !action.follows, let id = action.detail["decision"]?.string {
        try takeBack(id, db, now)
      }
      if case .undone = outcome { try allowRefused(by: action, db, now) }
      return outcome
    }
  }

  /// Imports and corrections, the oldest first.
  package func actions() throws(StoreError) -> [Action] {
    try reading { db in try ActionTable(db).all() }
  }

  /// The newest import that was not undone for whose form of data somebody has named the fields.
  ///
  /// - Parameter form: The fingerprint of the form, as in the field `form` of ``Action/detail``.
  package func newestImport(ofForm form: String) throws(StoreError) -> Action? {
    try reading { db in try ActionTable(db).newestImport(ofForm: form) }
  }

  /// The number of the newest import or correction; `nil` where there is none.
  package func newestAction() throws(StoreError) -> Int64? {
    try reading { db in
      try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(key) FROM action"))
    }
  }

  /// What is still in the store of what actions have brought, by their numbers.
  package func counts(of actions: [Action]) throws(StoreError) -> [Int64: ActionCounts] {
    try reading { db in try ActionTable(db).counts(of: Set(actions.map(\.number))) }
  }

  /// A number that rises whenever results are taken away, so that inputs that were read before must
  /// be read again.
  package func removals() throws(StoreError) -> Int {
    try reading { db in
      let sql = """
        SELECT count(*) FILTER (WHERE kind NOT IN ('import', 'add', 'edit')) + count(undoneAt)
        FROM action
        """
      return try Int.fetchOne(db, sql: sql) ?? 0
    }
  }

  /// Changes the results of an id that are not deleted.
  ///
  /// - Returns: Whether there were any.
  private func change(
    _ id: String, _ kind: Action.Kind, now: Instant,
    _ body: (
      inout CorrectionTransaction, [CorrectionTransaction.Found], Int64, inout StreakCache
    ) throws -> Void
  ) throws(StoreError) -> Bool {
    guard let composite = CompositeID(encoded: id) else { return false }
    return try changingResults { db, cache in
      var transaction = try CorrectionTransaction(db, types, now: now)
      let found = try transaction.find(composite).filter(\.row.state.isResult)
      guard !found.isEmpty else { return false }
      let action = try transaction.actions.insert(
        NewAction(kind, ["id": .string(id)]), at: now)
      try body(&transaction, found, action, &cache)
      try transaction.finish(&cache)
      try keepRefused(transaction, of: action, db, now)
      return true
    }
  }

  private func settle(
    _ key: Int64, _ kind: Action.Kind, now: Instant,
    _ body: (
      inout CorrectionTransaction, CorrectionTransaction.Found, FormerTable.Row, Int64,
      inout StreakCache
    ) throws -> Record
  ) throws(StoreError) -> Record? {
    try changingResults { db, cache in
      var transaction = try CorrectionTransaction(db, types, now: now)
      guard let dispute = try transaction.disputes.find(key),
        let found = try transaction.find(dispute.item), found.row.state != .withdrawn
      else { return nil }
      let action = try transaction.actions.insert(
        NewAction(kind, ["id": .string(found.record.id), "dispute": .int(Int(key))]), at: now)
      let record = try body(&transaction, found, dispute, action, &cache)
      try transaction.finish(&cache)
      try keepRefused(transaction, of: action, db, now)
      if kind == .accepted { try allowRefused([record], db, now) }
      return record
    }
  }
}
