internal import GRDB
package import StreaklineCore

extension Store {
  /// The streaks that count at a moment, by user and game: without days that have not started.
  package func streaks(user: String? = nil, game: String? = nil, at now: Instant)
    throws(StoreError) -> [StoredStreak]
  {
    try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT user, game, gameId, everyDays, \(Streak.columns), key
        FROM pairStreak JOIN pair ON key = pair
        WHERE (?1 IS NULL OR user = ?1) AND (?2 IS NULL OR game = ?2) ORDER BY user, game, gameId
        """)
      rows.bind(1, user.map(normalFormC))
      rows.bind(2, game)
      let results = try ResultTable(db)
      var streaks: [StoredStreak] = []
      while try rows.next() {
        let stored = try Streak(row: rows, at: 3)
        let streak = try results.streak(stored, of: rows.number(10) ?? 0, upTo: now.latestDay)
        guard streak.totalPlayed > 0 else { continue }
        streaks.append(
          StoredStreak(
            userID: rows.text(0) ?? "", game: rows.text(1) ?? "", gameID: rows.text(2) ?? "",
            streak: streak))
      }
      return streaks
    }
  }

  /// The stored streaks of all days, by user and game.
  package func streaks(user: String? = nil, game: String? = nil) throws(StoreError)
    -> [StoredStreak]
  {
    try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT user, game, gameId, everyDays, \(Streak.columns) FROM streak
        WHERE (?1 IS NULL OR user = ?1) AND (?2 IS NULL OR game = ?2) ORDER BY user, game, gameId
        """)
      rows.bind(1, user.map(normalFormC))
      rows.bind(2, game)
      var streaks: [StoredStreak] = []
      while try rows.next() {
        streaks.append(
          StoredStreak(
            userID: rows.text(0) ?? "", game: rows.text(1) ?? "", gameID: rows.text(2) ?? "",
            streak: try Streak(row: rows, at: 3)))
      }
      return streaks
    }
  }

  /// The streaks that the results up to a day give, by user and game.
  package func streaks(user: String? = nil, game: String? = nil, upTo day: Day)
    throws(StoreError) -> [StoredStreak]
  {
    let user = user.map(normalFormC)
    return try reading { db in
      try StreakRecount(db, upTo: day).counts.filter { one in
        one.streak.totalPlayed > 0 && user.map { $0 == one.pair.user } ?? true
          && game.map { $0 == one.game } ?? true
      }
      .map {
        StoredStreak(
          userID: $0.pair.user, game: $0.game, gameID: $0.pair.gameID, streak: $0.streak)
      }
      .sorted { ($0.userID, $0.game, $0.gameID) < ($1.userID, $1.game, $1.gameID) }
    }
  }

  /// Counts all streaks from the results and stores those that differ.
  ///
  /// - Returns: How many stored streaks were wrong.
  package func recountStreaks() throws(StoreError) -> Int {
    try changingResults { db, cache in
      cache = StreakCache()
      let pairs = try StreakTable(db, ResultTable(db))
      let wrong = try StreakRecount(db).counts.filter { $0.streak != $0.stored }
      for count in wrong {
        try pairs.save(count.streak, of: count.key)
      }
      return wrong.count
    }
  }
}
