internal import GRDB
internal import StreaklineCore

/// Finds out what storing records would come to. Nothing is written.
package struct DryRun {
  /// What the store holds for the user, the day and the game of a record.
  fileprivate struct Standing {
    var stored: Record?
    var isDeleted = false
    /// Whether the user has decided against the content of the record.
    var isAside = false
    /// Whether the user has written `stored` by hand.
    var isCorrected = false
  }

  /// `nil` where there is no store yet.
  private let store: Store?
  private let replaces: Bool
  /// What this run would have stored so far, by type and id.
  private var known: [String: Record] = [:]

  /// - Parameter replaces: Whether a record replaces the stored one that differs from it.
  package init(_ store: Store?, replaces: Bool) {
    self.store = store
    self.replaces = replaces
  }

  /// What storing the record would come to, after those of earlier calls. The streaks are empty.
  package mutating func outcome(of record: Record) throws(StoreError) -> Outcome {
    let streak = Streak(days: [])
    let key = "\(record.type) \(record.id)"
    var standing = try store?.standing(of: record) ?? Standing()
    if let earlier = known[key] {
      standing.stored = earlier
      standing.isCorrected = false
    }
    guard let stored = standing.stored else {
      if standing.isDeleted, standing.isAside, !replaces { return .deleted }
      known[key] = record
      return standing.isDeleted && replaces ? .replaced(streak) : .added(streak)
    }
    // A suspect result does not count, so one that counts replaces it.
    let makesRoom = stored.isSuspect && !record.isSuspect
    if !makesRoom, stored.agrees(with: record) { return .duplicate(streak) }
    let edit = Record.edit(record.encodedFields, of: stored.encodedFields)
    if edit == .older, !replaces { return .duplicate(streak) }
    if standing.isAside, !replaces { return .settled(streak) }
    let isEdit = edit == .newer && !record.isSuspect && !standing.isCorrected
    guard makesRoom || replaces || isEdit else { return .disputed(first: stored, streak) }
    known[key] = record
    return .replaced(streak)
  }
}

extension Store {
  fileprivate func standing(of record: Record) throws(StoreError) -> DryRun.Standing {
    try reading { db in
      let transaction = try CorrectionTransaction(db, types, now: Instant(record.day))
      let id = CompositeID(userId: record.userId, day: record.day, gameId: record.gameId)
      var standing = DryRun.Standing()
      let found = try transaction.find(id).first {
        types.type(of: $0.number)?.name == record.type && $0.row.state != .withdrawn
      }
      guard let found else { return standing }
      if found.row.state.isResult { standing.stored = found.record }
      standing.isDeleted = !found.row.state.isResult
      let lineage = try transaction.records.lineage(found.row.version)
      // As an import does, it asks again about a text of which a rejection was taken back, where there is a result.
      let isAllowedAgain =
        try found.row.state.isResult
        && RefusedContents(db)?.isAllowedAgain(record, isRead: true) ?? false
      standing.isAside =
        try lineage.names(record) && !isAllowedAgain
        || transaction.formers.isAside(
          found.number, digest: record.contentHash, record.encodedFields, isRead: true)
      standing.isCorrected = try transaction.actions.isCorrection(found.row.version)
      return standing
    }
  }
}
