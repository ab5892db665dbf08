internal import GRDB
package import StreaklineCore

extension Store {
  /// The streaks that count at a moment, by user and game: without days that have not started.
  package func streaks(user: String? = nil, game: String? = nil, at now: Instant)
    throws(StoreError) -> [StoredStreak]
  {
    try streaks(user: user, game: game, upTo: now.latestDay)
  }

  /// The stored streaks of all days, by user and game.
  package func streaks(user: String? = nil, game: String? = nil) throws(StoreError)
    -> [StoredStreak]
  {
    try reading { db in
      try PlayedGame.all(db, user: user, game: game).map { StoredStreak($0, $0.streak) }
    }
  }

  /// The streaks that the results up to a day give, by user and game.
  package func streaks(user: String? = nil, game: String? = nil, upTo day: Day)
    throws(StoreError) -> [StoredStreak]
  {
    try reading { db in
      let days = try PlayedDaysTable(db)
      return try PlayedGame.all(db, user: user, game: game).compactMap { pair in
        let streak = try days.streak(pair.streak, of: pair.key, upTo: day)
        return streak.totalPlayed > 0 ? StoredStreak(pair, streak) : nil
      }
    }
  }

  /// Counts all streaks from the results and stores those that differ.
  ///
  /// - Returns: How many stored streaks were wrong.
  package func recountStreaks() throws(StoreError) -> Int {
    try changingResults { db, cache in
      cache = StreakCache()
      return try Schema.recountDerived(db, types)
    }
  }
}
