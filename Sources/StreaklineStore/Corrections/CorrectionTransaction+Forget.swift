internal import GRDB
internal import StreaklineCore

extension CorrectionTransaction {
  /// Takes all results of a user away.
  ///
  /// - Parameters:
  ///   - isForGood: Whether nothing of them is kept. Nothing is kept either of what was erased before.
  ///   - isOnlyOwn: Whether to take only what this device has made, because other people have the name, too.
  mutating func forget(
    _ user: String, isForGood: Bool, isOnlyOwn: Bool = false, for action: Int64,
    _ cache: inout StreakCache
  ) throws {
    let decisions = try DecisionTable.active(db)
    let thisDevice = try OwnDevices(db)
    for place in try places(of: user) {
      guard let found = try find(place.number) else { continue }
      let isOthers = try isOnlyOwn && records.lineage(found.row.version).device != nil
      if isOthers { continue }
      // A deletion has nothing that could be taken away, and goes on being one when the user is known again.
      if !isForGood, found.row.state == .deleted, try disputes.all(of: place.number).isEmpty {
        continue
      }
      if isForGood {
        for dispute in try disputes.all(of: place.number) {
          try disputes.remove(place.number, digest: dispute.digest)
        }
        try formers.removeAll(of: place.number)
      } else if found.row.state != .withdrawn {
        let stamp = try records.lineage(found.row.version)
          .stamp(version: found.row.version, thisDevice: thisDevice)
        let isErased = decisions.refuses(
          user, stamp, modifiedAt: nil, playedAt: Record.playedAt(found.record.encodedFields))
        if !isErased { try keep(found, for: action, isAside: false) }
      }
      if found.row.state != .withdrawn {
        let hashes =
          found.row.state == .deleted
          ? try Lineage.given(records.lineage(found.row.version).replaced)
          : found.row.hashes(found.record.encodedFields)
        try write(
          .withdrawn, at: place.number, for: nil, against: Lineage.forgetting(of: hashes), &cache)
      }
    }
    guard isForGood else { return }
    try db.execute(sql: "DELETE FROM miss WHERE user = ?", arguments: [user])
  }
}
