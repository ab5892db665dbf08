internal import GRDB
package import StreaklineCore

extension Store {
  /// Up to so many pairs are looked up one by one; for more, all rows are read in sequence.
  private static let fewPairs = 1_000

  /// The streaks that count at a moment, by user and game: without days that have not started.
  package func streaks(user: String? = nil, game: String? = nil, at now: Instant)
    throws(StoreError) -> [StoredStreak]
  {
    try reading { db in
      let played = try PlayedTable(db)
      return try PlayedGame.all(db, user: user, game: game).compactMap { pair in
        let streak = try played.streak(pair.streak, of: pair.key, upTo: now.latestDay)
        return streak.totalPlayed > 0 ? StoredStreak(pair, streak) : nil
      }
    }
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
      var counts = try PlayedGame.all(db, user: user, game: game).map { pair in
        (pair: pair, streak: pair.streak)
      }
      let later = counts.indices.filter {
        counts[$0].streak.lastPlayed.map { $0 > day } ?? false
      }
      let played = try PlayedTable(db)
      let months = try played.months(.through(day))
      if later.count < Self.fewPairs {
        for index in later {
          counts[index].streak = try played.streak(
            counts[index].pair.streak, of: counts[index].pair.key, upTo: day, months)
        }
      } else {
        var streaks: [Int64: (index: Int, streak: Streak)] = [:]
        for index in later {
          let streak = Streak(days: [], everyDays: counts[index].streak.everyDays)
          streaks[counts[index].pair.key] = (index, streak)
        }
        try played.forEachMonth(months) { pair, number, month in
          guard var one = streaks.removeValue(forKey: pair) else { return }
          try month.append(to: &one.streak, number, upTo: day)
          streaks[pair] = one
        }
        for (index, streak) in streaks.values { counts[index].streak = streak }
      }
      return counts.filter { $0.streak.totalPlayed > 0 }
        .map { StoredStreak($0.pair, $0.streak) }
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
