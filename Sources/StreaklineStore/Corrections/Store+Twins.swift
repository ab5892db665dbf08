internal import GRDB

/// Two users who have results of the same messages, as when two phones exported one chat and call a
/// person differently.
package struct Twins: Hashable, Sendable {
  /// The user with fewer results.
  package let user: String
  package let other: String
  /// How many results came from the same messages.
  package let same: Int

  package init(user: String, other: String, same: Int) {
    self.user = user
    self.other = other
    self.same = same
  }
}

extension Store {
  /// A store with more results is not searched for twins, which takes a look at each pair of results
  /// of one puzzle.
  private static let maximumResults = 200_000
  /// Fewer common messages may be chance.
  private static let leastSame = 3

  /// Users who are probably one person: of the puzzles of which both have a result, at least half are
  /// of the same message: the same content, sent in the same minute.
  package func twins() throws(StoreError) -> [Twins] {
    try reading { db in
      let isLarge = try Bool.fetchOne(
        db, sql: "SELECT 1 FROM result LIMIT 1 OFFSET \(Self.maximumResults)")
      guard isLarge == nil else { return [] }
      let rows = try RowStatement(
        db,
        """
        SELECT \(ResultKey.day(in: "number")), gameId, \(ResultKey.type(in: "number")), user, digest,
          version
        FROM result JOIN pair ON key = \(ResultKey.pair(in: "number")) WHERE state < 3
        ORDER BY 1, 2, 3, user
        """)
      let times = try RowStatement(
        db, "SELECT json_extract(fields, '$.playedAt') FROM record WHERE version = ?")
      var counts: [[String]: (same: Int, both: Int)] = [:]
      var sizes: [String: Int] = [:]
      var place = ""
      var there: [(user: String, digest: Int64?, minute: String?)] = []
      while try rows.next() {
        let key = "\(rows.number(0) ?? 0) \(rows.text(1) ?? "") \(rows.number(2) ?? 0)"
        if key != place { there = [] }
        place = key
        let user = rows.text(3) ?? ""
        let digest = rows.number(4)
        times.bind(1, rows.number(5))
        // `2024-11-04T08:00`
        let minute = try times.next() ? times.text(0).map { String($0.prefix(16)) } : nil
        times.reset()
        for one in there {
          let isSame = one.digest == digest && minute != nil && one.minute == minute
          let before = counts[[one.user, user]] ?? (0, 0)
          counts[[one.user, user]] = (before.same + (isSame ? 1 : 0), before.both + 1)
        }
        there.append((user, digest, minute))
        sizes[user, default: 0] += 1
      }
      return counts.filter { $1.same >= Self.leastSame && $1.same * 2 >= $1.both }
        .map { names, found in
          let isFewer = (sizes[names[0]] ?? 0, names[0]) < (sizes[names[1]] ?? 0, names[1])
          return Twins(
            user: names[isFewer ? 0 : 1], other: names[isFewer ? 1 : 0], same: found.same)
        }
        .sorted { ($1.same, $0.user) < ($0.same, $1.user) }
    }
  }
}
