internal import GRDB
internal import StreaklineCore

/// How many rows of a store belong to a user, or to everybody.
package struct Holdings: Hashable, Sendable {
  /// Results, also those that do not count, and deleted ones, of which a row stays.
  package var results = 0
  package var nearMisses = 0
  package var disputes = 0
}

extension Store {
  /// - Parameter user: `nil` for everybody.
  package func holdings(of user: String?) throws(StoreError) -> Holdings {
    let user = user.map(normalFormC)
    return try reading { db in
      func count(_ sql: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT \(sql)", arguments: ["user": user]) ?? 0
      }
      let pairOf = ResultKey.pair(in:)
      let isOfUser = "(:user IS NULL OR user = :user)"
      // The sums that are kept for each player and game, and the few rows that are in no sum.
      let counted = try count(
        "sum(played) FROM pairStreak JOIN pair ON key = pair WHERE \(isOfUser)")
      let others = try count(
        """
        count(*) FROM result JOIN pair ON key = \(pairOf("number"))
        WHERE state > 1 AND \(isOfUser)
        """)
      return Holdings(
        results: counted + others,
        nearMisses: try count("count(*) FROM miss WHERE \(isOfUser)"),
        disputes: try count(
          "count(*) FROM dispute JOIN pair ON pair.key = \(pairOf("item")) WHERE \(isOfUser)"))
    }
  }
}
