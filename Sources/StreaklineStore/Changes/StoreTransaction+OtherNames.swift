internal import StreaklineCore

extension StoreTransaction {
  /// In which life an import of a result was taken back on this device that the person had under another name then;
  /// `nil` where none was. Other devices may have deleted the result under the name that he has now.
  func lifeTakenBack(of item: Item) throws -> Int? {
    let record = batch.chunk.records[item.index]
    var life: Int?
    for name in refusals.otherNames(of: record.userId) {
      let pair = StreakKey(user: name, gameID: record.gameId)
      guard let key = try pairs.entry(of: pair)?.key,
        let number = ResultKey(record.day, pair: key, type: item.number.type),
        let found = try results.find(number), found.state == .withdrawn
      else { continue }
      let lineage = try records.lineage(found.version)
      guard !lineage.replaced.contains(Lineage.moved), lineage.names(record) else { continue }
      life = max(life ?? 0, lineage.life)
    }
    return life
  }

  /// Whether what is deleted was deleted because its import was taken back here, so that it can be imported again.
  func isTakenBack(_ item: Item, _ found: ResultTable.Row) throws -> Bool {
    guard let life = try lifeTakenBack(of: item) else { return false }
    return try records.lineage(found.version).life <= life
  }

  /// Leaves what is deleted as it is. That its import was taken back here before holds no more, so it is there again when
  /// the deletion is taken back.
  func refuse(_ found: ResultTable.Row) throws -> Verdict {
    var lineage = try records.lineage(found.version)
    if lineage.replaced.contains(Lineage.alsoWithdrawn) {
      lineage.replaced.removeAll { $0 == Lineage.alsoWithdrawn }
      try records.set(lineage, of: found.version)
    }
    return .deleted
  }
}
