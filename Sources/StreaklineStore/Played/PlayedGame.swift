internal import GRDB
internal import StreaklineCore

/// A user's game with a result that counts, as views list them.
struct PlayedGame {
  let key: Int64
  let user: String
  /// The game's slug.
  let game: String
  let gameID: String
  /// The stored streak, of all days.
  let streak: Streak
  /// The first day with a result.
  let first: Day?
  fileprivate let packedScores: [UInt8]?

  /// How often each score is, on all days; `nil` where they are too many.
  ///
  /// - Throws: ``DamagedRow``.
  func scores() throws -> ScoreTally? {
    try packedScores.map { try ScoreTally(packed: $0.span) }
  }

  /// Those of some months in which the pair may have a result.
  func months(of months: [Int]) -> [Int] {
    let first = first.map { $0.dateInt / 100 } ?? 0
    let last = streak.lastPlayed.map { $0.dateInt / 100 } ?? .max
    return months.filter { $0 >= first && $0 <= last }
  }

  /// By user and game.
  static func all(_ db: Database, user: String?, game: String?) throws -> [PlayedGame] {
    // SQLite chooses an index by the conditions in the statement.
    var conditions: [String] = []
    if user != nil { conditions.append("user = ?1") }
    if game != nil { conditions.append("game = ?2") }
    let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let rows = try RowStatement(
      db,
      """
      SELECT key, user, game, gameId, everyDays, \(Streak.columns), firstPlayed, scores,
        pair, pairStreak.checksum, pair.checksum
      FROM pair CROSS JOIN pairStreak ON pair = key \(condition) ORDER BY user, game, gameId
      """)
    if let user { rows.bind(1, normalFormC(user)) }
    if let game { rows.bind(2, game) }
    var pairs: [PlayedGame] = []
    while try rows.next() {
      try rows.require(15, of: [1, 3, 2, 4], .pair)
      try rows.require(14, of: [13, 5, 6, 7, 8, 9, 10, 11, 12], .derived)
      pairs.append(
        PlayedGame(
          key: rows.number(0) ?? 0, user: rows.text(1) ?? "", game: rows.text(2) ?? "",
          gameID: rows.text(3) ?? "", streak: try Streak(row: rows, at: 4),
          first: rows.number(11).flatMap { Day(dateInt: Int($0)) }, packedScores: rows.blob(12)))
    }
    return pairs
  }
}

extension StoredStreak {
  init(_ pair: PlayedGame, _ streak: Streak) {
    self.init(userID: pair.user, game: pair.game, gameID: pair.gameID, streak: streak)
  }
}
