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

  /// Calls `body` with each result of some days that counts at a moment, by month, user and game.
  ///
  /// - Parameters:
  ///   - begin: Gets all users' games first, also those without such a result.
  ///   - body: Gets the place of the user's game in that list.
  package func forEachPlayed(
    _ days: ClosedRange<Day>, at now: Instant, begin: ([(userID: String, game: String)]) -> Void,
    _ body: (_ place: Int, Day, PlayedScore) -> Void
  ) throws(StoreError) {
    guard let days = ResultFilter(from: days.lowerBound, to: days.upperBound).days(at: now) else {
      return
    }
    try reading { db in
      try ChecksummedTable.require("pair", of: db)
      let rows = try RowStatement(db, "SELECT key, user, game FROM pair")
      var (pairs, places): ([(userID: String, game: String)], [Int64: Int]) = ([], [:])
      while try rows.next() {
        places[rows.number(0) ?? 0] = pairs.count
        pairs.append((rows.text(1) ?? "", rows.text(2) ?? ""))
      }
      begin(pairs)
      let table = try PlayedTable(db)
      try table.forEachMonth(try table.months(days)) { key, first, packed in
        guard let place = places[key] else { return }
        try PlayedTable.forEach(packed, from: first, days) { body(place, $0, $1) }
      }
    }
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
      try table.forEachMonth(try table.months(days)) { key, first, packed in
        guard let user = users[key], !found.contains(user) else { return }
        try PlayedTable.forEach(packed, from: first, days) { _, _ in found.insert(user) }
      }
      return found
    }
  }

  /// The slugs of all games that somebody has played.
  package func games() throws(StoreError) -> [String] {
    try reading { db in
      try ChecksummedTable.require("pair", of: db)
      return try String.fetchAll(db, sql: "SELECT DISTINCT game FROM pair")
    }
  }

  /// The first day on which each user has a result that counts, of days that have begun at a moment.
  package func firstDays(at now: Instant) throws(StoreError) -> [String: Day] {
    try reading { db in
      try ChecksummedTable.require("pair", "pairStreak", of: db)
      let rows = try RowStatement(
        db,
        """
        SELECT user, min(firstPlayed) FROM pair CROSS JOIN pairStreak ON pair = key GROUP BY user
        """)
      var days: [String: Day] = [:]
      while try rows.next() {
        guard let user = rows.text(0), let number = rows.number(1),
          let first = Day(dateInt: Int(number)), first <= now.latestDay
        else { continue }
        days[user] = first
      }
      return days
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
      var tallies = Array(repeating: ScoreTally(), count: pairs.count)
      if isAll {
        for (index, pair) in pairs.enumerated() {
          if pair.streak.lastPlayed.map({ $0 <= now.latestDay }) ?? true,
            let scores = try pair.scores()
          {
            tallies[index] = scores
            continue
          }
          try table.forEach(of: pair.key, pair.months(of: months), days) { tallies[index].add($1) }
        }
      } else {
        let indices = Dictionary(
          uniqueKeysWithValues: pairs.enumerated().map { ($1.key, $0) })
        try table.forEachMonth(months) { pair, first, packed in
          guard let index = indices[pair] else { return }
          try PlayedTable.forEach(packed, from: first, days) { tallies[index].add($1) }
        }
      }
      return zip(pairs, tallies).compactMap { pair, tally in
        tally.counts.isEmpty
          ? nil
          : PlayerScores(
            userID: pair.user, game: pair.game, gameID: pair.gameID, scores: tally)
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
