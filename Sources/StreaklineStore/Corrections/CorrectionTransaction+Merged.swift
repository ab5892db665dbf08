internal import GRDB
internal import StreaklineCore

extension CorrectionTransaction {
  /// A content that an import has brought, and the merge that has given it to another user.
  private struct Merged {
    let item: ResultKey
    let digest: Int64
    let merge: Int64
  }

  /// Takes away what merges have made of the contents of an action: disputes of another user, or his
  /// results if such a dispute was promoted.
  ///
  /// - Parameter content: Only this content; `nil` for all of the action.
  /// - Returns: Items whose result was taken away.
  mutating func withdrawMerged(
    of action: Int64, only content: (item: ResultKey, digest: Int64)? = nil,
    _ cache: inout StreakCache
  ) throws -> [ResultKey] {
    var withdrawn: [ResultKey] = []
    for one in try merged(of: action) {
      if let content, content.digest != one.digest || !content.item.isLike(one.item) { continue }
      // The other user may have been merged into a third one.
      withdrawn += try withdrawMerged(of: one.merge, only: (one.item, one.digest), &cache)
      for item in try disputed(by: one.merge, one.digest) where item.isLike(one.item) {
        try disputes.remove(item, digest: one.digest)
      }
      for item in try actions.items(of: one.merge) where item.isLike(one.item) {
        guard let found = try results.find(item), found.digest == one.digest else { continue }
        try write(.withdrawn, at: item, for: nil, &cache)
        withdrawn.append(item)
      }
    }
    return withdrawn
  }

  /// The results and disputes that an action has brought and a later merge has given to another user. Only later
  /// ones count, so that people who were merged in a circle, one into the other and back, lead to an end.
  private func merged(of action: Int64) throws -> [Merged] {
    let rows = try RowStatement(
      db,
      """
      SELECT item, digest, former.action FROM former JOIN action ON action.key = former.action
      WHERE origin = ?1 AND state < \(ResultState.deleted.rawValue) AND kind = 'merge'
        AND undoneAt IS NULL AND action.key > ?1
      UNION ALL
      SELECT dispute.item, dispute.digest, action.key
      FROM dispute JOIN result ON number = dispute.item
      JOIN pair ON pair.key = \(ResultKey.pair(in: "dispute.item"))
      JOIN action ON kind = 'merge' AND undoneAt IS NULL AND json_extract(detail, '$.old') = user
      WHERE dispute.action = ?1 AND state = \(ResultState.withdrawn.rawValue) AND action.key > ?1
      """)
    rows.bind(1, action)
    var merged: [Merged] = []
    while try rows.next() {
      guard let item = rows.number(0), let digest = rows.number(1), let merge = rows.number(2)
      else { continue }
      merged.append(Merged(item: ResultKey(item), digest: digest, merge: merge))
    }
    return merged
  }

  /// The items of disputes with a content that an action has brought.
  private func disputed(by action: Int64, _ digest: Int64) throws -> [ResultKey] {
    let rows = try RowStatement(db, "SELECT item FROM dispute WHERE action = ? AND digest = ?")
    rows.bind(1, action)
    rows.bind(2, digest)
    var items: [ResultKey] = []
    while try rows.next() { items.append(ResultKey(rows.number(0) ?? 0)) }
    return items
  }
}

extension ResultKey {
  /// Whether both are results of one type on one day.
  fileprivate func isLike(_ other: ResultKey) -> Bool {
    dateInt == other.dateInt && type == other.type
  }
}
