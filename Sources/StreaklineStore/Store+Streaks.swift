internal import GRDB
package import StreaklineCore

extension Store {
  /// The streaks as the store keeps them, by user and game.
  package func streaks(user: String? = nil, game: String? = nil) throws(StoreError)
    -> [StoredStreak]
  {
    try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT user, game, gameId, \(Streak.columns) FROM streak
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

  /// The streaks as they stood with the results up to a day, by user and game.
  package func streaks(user: String? = nil, game: String? = nil, upTo day: Day)
    throws(StoreError) -> [StoredStreak]
  {
    let steps = Dictionary(
      try streaks(user: user, game: game).map { ($0.pair, $0.streak.everyDays) },
      uniquingKeysWith: { first, _ in first })
    return try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT user, game, gameId, day, completed FROM record
        WHERE day <= ?3 AND deletedAt IS NULL AND suspect IS NULL
          AND (?1 IS NULL OR user = ?1) AND (?2 IS NULL OR game = ?2)
        ORDER BY user, gameId, day
        """)
      rows.bind(1, user.map(normalFormC))
      rows.bind(2, game)
      rows.bind(3, day.dateInt)
      return try Self.recount(rows, steps: steps)
    }
  }

  /// - Parameter rows: user, game, gameId, day and completed, by user, gameId and day.
  private static func recount(_ rows: RowStatement, steps: [Pair: Int]) throws -> [StoredStreak] {
    var streaks: [StoredStreak] = []
    var open: (pair: Pair, game: String, days: [(day: Day, completed: Bool)])?
    func close() {
      guard let open else { return }
      let streak = Streak(days: open.days, everyDays: steps[open.pair] ?? 1)
      streaks.append(
        StoredStreak(
          userID: open.pair.user, game: open.game, gameID: open.pair.gameID, streak: streak))
    }
    while try rows.next() {
      guard let user = rows.text(0), let game = rows.text(1), let gameID = rows.text(2),
        let day = rows.number(3).flatMap({ Day(dateInt: Int($0)) })
      else { throw DamagedRow(detail: "a record lacks its user, game or day") }
      let pair = Pair(user: user, gameID: gameID)
      if open?.pair != pair {
        close()
        open = (pair, game, [])
      }
      open?.days.append((day, rows.number(4) == 1))
    }
    close()
    return streaks.sorted { ($0.userID, $0.game, $0.gameID) < ($1.userID, $1.game, $1.gameID) }
  }
}

extension StoredStreak {
  fileprivate var pair: Pair { Pair(user: userID, gameID: gameID) }
}
