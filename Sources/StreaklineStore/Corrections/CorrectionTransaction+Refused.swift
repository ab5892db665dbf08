internal import GRDB
internal import StreaklineCore

// Contents against which somebody has decided: what is put aside, and what comes back.

extension CorrectionTransaction {
  /// Notes that the user has decided against a content of an item.
  ///
  /// If a remote holds the item, the item's next version tells the other devices. For a dispute that is not enough:
  /// another device's deletion may win over that version, and the dispute there would stay open.
  mutating func refuse(_ record: Record, at number: ResultKey, isDispute: Bool = false) throws {
    let isSent = try RowStatement(db, "SELECT 1 FROM copy WHERE item = ? AND isGone = 0 LIMIT 1")
    isSent.bind(1, number.value)
    defer { isSent.reset() }
    let isSuspect = try results.find(number)?.state == .suspect || record.isSuspect
    let isAllowed = try RefusedContents(db)?.isAllowedAgain(record, isRead: true) ?? false
    if try isDispute || isSuspect || isAllowed || !isSent.next() {
      refused += RefusedContents.names(record, record.knownHashes)
    }
  }

  /// The suspect results and disputes against which another device has decided, by their items.
  func openRefused() throws -> [ResultKey] {
    guard let contents = try RefusedContents(db) else { return [] }
    return try openItems().filter { number in
      guard let found = try find(number) else { return false }
      if found.row.state == .suspect, try contents.contains(found.record) { return true }
      return try disputes.all(of: number).contains {
        try contents.contains(record(number, $0.fields), isRead: isRead($0))
      }
    }
  }

  /// Puts away what another device has decided against: suspect results, and disputes, of these items.
  mutating func putRefusedAside(
    of items: [ResultKey], for action: Int64, _ cache: inout StreakCache
  ) throws {
    guard let contents = try RefusedContents(db) else { return }
    for number in items {
      guard let found = try find(number) else { continue }
      for dispute in try disputes.all(of: number)
      where try contents.contains(record(number, dispute.fields), isRead: isRead(dispute)) {
        try disputes.remove(number, digest: dispute.digest)
        try formers.insert(dispute, action: action, isAside: true)
      }
      guard found.row.state == .suspect, try contents.contains(found.record) else { continue }
      try keep(found, for: action, isAside: true)
      try write(.deleted, at: number, for: action, &cache)
    }
  }

  /// What was put aside here because another device had decided against it, which that device has taken back.
  func allowedAgain() throws -> [FormerTable.Kept] {
    guard let contents = try RefusedContents(db), try contents.areAnyTakenBack() else { return [] }
    let decisions = try DecisionTable.active(db)
    return try FormerTable.putAsideBySync(db).filter { kept in
      let record = try record(kept.row.item, kept.row.fields)
      return try decisions.forgetting(record.userId) == nil && isStillAside(kept)
        && contents.isAllowedAgain(record, isRead: isRead(kept.row))
    }
  }

  /// Whether what was put aside can come back. A suspect result can if nothing else has taken its place since. A result
  /// that counted comes back as a dispute, unless it is one already or is stored again.
  private func isStillAside(_ kept: FormerTable.Kept) throws -> Bool {
    let item = kept.row.item
    guard try !isAway(item), let found = try find(item) else { return false }
    guard kept.row.state != nil else { return true }
    if kept.row.state == .suspect {
      return try found.row.state == .deleted
        && actions.writer(of: found.row.version) == kept.action
    }
    return try found.row.state.isResult && !disputes.contains(item, digest: kept.row.digest)
      && !found.record.agrees(with: record(item, kept.row.fields))
  }

  /// Whether an item has nothing because its result was given to another name, or its person is forgotten.
  func isAway(_ item: ResultKey) throws -> Bool {
    guard let row = try results.find(item), !row.state.isResult else { return false }
    let replaced = try records.lineage(row.version).replaced
    return replaced.contains(Lineage.moved) || replaced.contains(Lineage.forgotten)
  }

  /// Opens disputes, and stores suspect results, again that were put aside.
  mutating func openAgain(_ kept: [FormerTable.Kept], _ cache: inout StreakCache) throws {
    for one in kept where try isStillAside(one) {
      let item = one.row.item
      if one.row.state == .suspect {
        let record = try record(item, one.row.fields)
        try write(.result(record), at: item, for: one.row.origin, madeAt: one.row.seenAt, &cache)
        try formers.remove(item, of: one.action)
      } else {
        try bringBack(one.row)
        if one.row.state == nil {
          try FormerTable.removeDispute(item, digest: one.row.digest, of: one.action, db)
        }
        try promote(item, &cache)
      }
    }
  }

  /// The items that are suspect results or have open disputes.
  private func openItems() throws -> [ResultKey] {
    let rows = try RowStatement(
      db,
      """
      SELECT number FROM result WHERE state > 1 AND state = \(ResultState.suspect.rawValue)
      UNION SELECT item FROM dispute
      """)
    var items: [ResultKey] = []
    while try rows.next() { items.append(ResultKey(rows.number(0) ?? 0)) }
    return items
  }
}
