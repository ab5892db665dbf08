internal import GRDB
internal import StreaklineCore

extension CorrectionTransaction {
  /// Takes back what an action has done to results, disputes and near misses.
  mutating func undo(_ action: Action, _ cache: inout StreakCache) throws -> UndoOutcome {
    if [.renamed, .merged, .forgotten].contains(action.kind) {
      return try undoUsers(action, &cache)
    }
    let items = try actions.items(of: action.number)
    let former = try formers.rows(of: action.number)
    var changed = Set(former.filter { $0.state != nil }.map(\.item)).subtracting(items)
    if action.kind == .edited {
      changed.formUnion(try FormerTable.itemsChanged(after: action.number, db))
    }
    if action.kind != .imported {
      let isGone = items.isEmpty && action.kind != .rejected
      if isGone || !changed.isEmpty {
        return .changedSince(by: try changed.first.flatMap(writer))
      }
    }
    let merged = try withdrawMerged(of: action.number, &cache)
    try db.execute(sql: "DELETE FROM dispute WHERE action = ?", arguments: [action.number])
    try MissTable.withdraw(action: action.number, db)
    try actions.markUndone(action, at: now)
    for item in items {
      let (content, origin) = try content(of: item, before: action.number)
      try write(
        content, at: item, for: origin, madeAt: deletedAt(item, by: action.number), takesBack: true,
        &cache)
      if let names = action.namesBefore { try takeBackAcceptance(at: item, names) }
      try formers.remove(item, of: action.number)
    }
    for row in former where row.state == nil { try bringBack(row) }
    try db.execute(
      sql: "DELETE FROM former WHERE action = ? AND state IS NULL", arguments: [action.number])
    for item in Set(items + former.map(\.item) + merged) where try !isAway(item) {
      try promote(item, &cache)
    }
    return .undone(results: items.count, kept: try countKept(action))
  }

  /// When an action has deleted a result; `nil` where it has done something else. A result whose deletion is taken back
  /// gets this time and not the present one. Otherwise an erasure of which this device has not heard yet would leave it,
  /// as something that is newer.
  private func deletedAt(_ item: ResultKey, by action: Int64) throws -> Instant? {
    guard let now = try results.find(item), !now.state.isResult,
      let row = try formers.result(item, before: action), row.state?.isResult ?? false
    else { return nil }
    return row.seenAt
  }

  /// The action that has written what an item is now, where the user can undo it.
  private func writer(of item: ResultKey) throws -> Int64? {
    let writer = try results.find(item).flatMap { try actions.writer(of: $0.version) }
    guard let action = try writer.flatMap(actions.find) else { return nil }
    return action.kind == .synced || action.follows ? nil : writer
  }

  /// What an item was before an action, with the action that has brought that. What was brought by an
  /// action that is undone does not count.
  func content(of item: ResultKey, before action: Int64) throws -> (Content, Int64?) {
    guard let row = try formers.result(item, before: action), let state = row.state else {
      return (.withdrawn, nil)
    }
    if let origin = row.origin, try actions.find(origin)?.undoneAt != nil {
      return try content(of: item, before: origin)
    }
    switch state {
    case .deleted: return (.deleted, row.origin)
    case .withdrawn: return (.withdrawn, row.origin)
    case .played, .completed, .suspect: return (.result(try record(item, row.fields)), row.origin)
    }
  }

  func record(_ item: ResultKey, _ fields: [UInt8]) throws -> Record {
    let pair = try pairs.entry(ofKey: item.pair)
    return try Record(
      item, types.type(of: item), user: pair.pair.user, gameID: pair.pair.gameID, game: pair.game,
      fields)
  }

  /// Makes a content that an action has settled a dispute again, unless it is stored.
  func bringBack(_ row: FormerTable.Row) throws {
    if let origin = row.origin, try actions.find(origin)?.undoneAt != nil { return }
    let record = try record(row.item, row.fields)
    if let found = try find(row.item), found.row.state.isResult, found.record.agrees(with: record) {
      return
    }
    try disputes.add(record, row.item, seenAt: row.seenAt, action: row.origin)
  }

  /// Stores the oldest dispute of an item that has no result any more: it is no dispute then.
  mutating func promote(_ item: ResultKey, _ cache: inout StreakCache) throws {
    guard let row = try results.find(item), row.state == .withdrawn,
      let dispute = try disputes.oldest(of: item)
    else { return }
    let record = try record(item, dispute.fields)
    let names = try formerNames(of: dispute, record)
    try disputes.remove(item, digest: dispute.digest)
    try write(
      .result(record), at: item, for: dispute.origin, madeAt: dispute.seenAt, names: names, &cache)
    _ = try disputes.settle(item, with: record)
  }

  /// How many results of an action stay because they were changed since by another one.
  private func countKept(_ action: Action) throws -> Int {
    try Int.fetchOne(
      db,
      sql: """
        SELECT count(DISTINCT item) FROM former JOIN action ON action.key = former.action
        WHERE origin = ? AND state < 2 AND undoneAt IS NULL
        """, arguments: [action.number]) ?? 0
  }
}
