internal import GRDB
internal import StreaklineCore

// What this device has itself read or entered as `Decision.ownRole`. In a shared folder another person may have the same
// role, and one of both contents stands for both: when that person's is taken away, this device's counts.

/// A result as this device has read or entered it itself.
struct OwnContent {
  let record: Record
  /// Days between two puzzles of the game.
  let everyDays: Int
  /// The action that has brought it.
  let action: Int64
  let madeAt: Instant
}

extension CorrectionTransaction {
  /// What this device has read or entered for an item, also where another device's content stands in its place; `nil`
  /// where it has nothing. It is of the name that this device's role has got since.
  func ownContent(of number: ResultKey) throws -> OwnContent? {
    guard let found = try find(number), found.row.state.isResult else { return nil }
    let everyDays = try pairs.entry(ofKey: number.pair).streak.everyDays
    if let action = try actions.writer(of: found.row.version), try isOwn(action) {
      return OwnContent(
        record: try withOwnName(found.record), everyDays: everyDays, action: action,
        madeAt: VersionClock.instant(of: found.row.version))
    }
    let row =
      try disputes.all(of: number).first { try $0.origin.map(isOwn) ?? false }
      ?? formers.replacedBySync(number)
    guard let row, let action = row.origin else { return nil }
    return OwnContent(
      record: try withOwnName(record(number, row.fields)), everyDays: everyDays, action: action,
      madeAt: row.seenAt)
  }

  private func withOwnName(_ record: Record) throws -> Record {
    let name = try AliasTable.all(db)[record.userId] ?? nil
    return name.map(record.of(user:)) ?? record
  }

  private func isOwn(_ action: Int64) throws -> Bool {
    try actions.find(action).map { $0.kind != .synced } ?? false
  }

  /// Stores what this device has read or entered again, as something that nobody has deleted.
  ///
  /// - Parameter life: The life of the deletion of what stood in its place; `nil` where nothing is left of that.
  /// - Returns: The version; `nil` where there is something else of that puzzle under the name.
  @discardableResult
  mutating func storeAgain(
    _ own: OwnContent, after life: Int? = nil, _ cache: inout StreakCache
  ) throws -> Int64? {
    let index = try pairs.index(of: own.record, everyDays: own.everyDays, &cache)
    guard let type = types.key(of: own.record.type),
      let number = ResultKey(own.record.day, pair: cache.entries[index].key, type: type)
    else { throw DamagedRow(detail: "a record's day cannot be stored") }
    if own.record.userId != Decision.ownRole, let found = try find(number), try !isFree(found) {
      guard found.row.state.isResult, !found.record.agrees(with: own.record) else { return nil }
      try disputes.add(own.record, number, seenAt: own.madeAt, action: own.action)
      return nil
    }
    let lineage = life.map { life in
      var lineage = Lineage()
      lineage.life = (life | 1) + 1
      return lineage
    }
    let version = try write(
      .result(own.record), at: number, for: own.action, from: lineage, madeAt: own.madeAt,
      pairIndex: index, &cache)
    _ = try disputes.settle(number, with: own.record)
    return version
  }
}
