internal import GRDB
package import StreaklineCore

/// How often a user has each score of a game.
package struct PlayerScores: Hashable, Sendable {
  package let userID: String
  /// The game's slug.
  package let game: String
  package let gameID: String
  package let scores: ScoreTally
}

extension Store {
  /// The results that count at a moment, by user and game, then by day: those of days that have begun.
  /// The names of games are left out.
  ///
  /// Reads a row for each month of a user's game, and no records. `limit` is not heeded.
  package func played(_ filter: ResultFilter, at now: Instant) throws(StoreError) -> [PlayedResult]
  {
    guard let days = filter.days(at: now) else { return [] }
    return try reading { db in
      let table = try PlayedTable(db)
      let months = try table.months(days)
      var results: [PlayedResult] = []
      for pair in try PlayedGame.all(db, user: filter.user, game: filter.game) {
        try table.forEach(of: pair.key, pair.months(of: months), days) { day, score in
          results.append(
            PlayedResult(
              game: pair.game, gameID: pair.gameID, day: day, isCompleted: score.isCompleted,
              score: score.score, maxAttempts: score.maxAttempts))
        }
      }
      return results
    }
  }

  /// Calls `body` with each user's result that counts at a moment, by month, user and game. The names of
  /// games are left out. Rethrows what `body` throws.
  package func forEachPlayed(
    _ filter: ResultFilter, at now: Instant, _ body: (_ userID: String, PlayedResult) throws -> Void
  ) throws {
    guard let days = filter.days(at: now) else { return }
    var stopped: (any Error)?
    try reading { db in
      let all = try PlayedGame.all(db, user: filter.user, game: filter.game)
      let pairs = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })
      let table = try PlayedTable(db)
      try table.forEachMonth(try table.months(days)) { key, number, month in
        guard stopped == nil, let pair = pairs[key] else { return }
        do {
          try PlayedTable.forEach(month, number, days) { day, score in
            try body(
              pair.user,
              PlayedResult(
                game: pair.game, gameID: pair.gameID, day: day, isCompleted: score.isCompleted,
                score: score.score, maxAttempts: score.maxAttempts))
          }
        } catch {
          stopped = error
        }
      }
    }
    if let stopped { throw stopped }
  }

  /// Who has a result that counts at a moment, as the filter wants it.
  package func players(_ filter: ResultFilter, at now: Instant) throws(StoreError) -> Set<String> {
    guard let days = filter.days(at: now) else { return [] }
    return try reading { db in
      var users: [Int64: String] = [:]
      for pair in try PlayedGame.all(db, user: filter.user, game: filter.game) {
        users[pair.key] = pair.user
      }
      let table = try PlayedTable(db)
      var found: Set<String> = []
      try table.forEachMonth(try table.months(days)) { key, number, month in
        guard let user = users[key], !found.contains(user) else { return }
        try PlayedTable.forEach(month, number, days) { _, _ in found.insert(user) }
      }
      return found
    }
  }

  /// How often each user has each score of a game in some days, by user and game: of results that count
  /// at a moment.
  package func scores(_ filter: ResultFilter, at now: Instant) throws(StoreError) -> [PlayerScores]
  {
    guard let days = filter.days(at: now) else { return [] }
    let isAll = filter.from == nil && filter.to == nil
    return try reading { db in
      let pairs = try PlayedGame.all(db, user: filter.user, game: filter.game)
      let table = try PlayedTable(db)
      let months = try table.months(days)
      var tallies: [Int64: ScoreTally] = [:]
      if isAll {
        for pair in pairs {
          if let packed = pair.packedScores,
            pair.streak.lastPlayed.map({ $0 <= now.latestDay }) ?? true
          {
            tallies[pair.key] = try ScoreTally(packed: packed)
            continue
          }
          try table.forEach(of: pair.key, pair.months(of: months), days) { _, score in
            tallies[pair.key, default: ScoreTally()].add(score)
          }
        }
      } else {
        try table.forEachMonth(months) { pair, number, month in
          var tally = tallies.removeValue(forKey: pair) ?? ScoreTally()
          try PlayedTable.forEach(month, number, days) { tally.add($1) }
          if !tally.counts.isEmpty { tallies[pair] = tally }
        }
      }
      return pairs.compactMap { pair in
        tallies[pair.key].map {
          PlayerScores(userID: pair.user, game: pair.game, gameID: pair.gameID, scores: $0)
        }
      }
    }
  }
}

extension ResultFilter {
  /// The days that the filter wants, without those that have not begun; `nil` for none.
  fileprivate func days(at now: Instant) -> ClosedRange<Day>? {
    let first = from ?? .earliest
    let last = min(to ?? now.latestDay, now.latestDay)
    return first <= last ? first...last : nil
  }
}
