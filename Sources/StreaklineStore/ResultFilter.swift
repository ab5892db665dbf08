internal import GRDB
package import StreaklineCore

/// Which results are asked for; what is `nil` does not narrow.
package struct ResultFilter: Hashable, Sendable {
  package var user: String?
  /// The game's slug.
  package var game: String?
  package var from: Day?
  /// The last day that counts.
  package var to: Day?
  /// How many at most: those of the latest days.
  package var limit: Int?

  package init(
    user: String? = nil, game: String? = nil, from: Day? = nil, to: Day? = nil, limit: Int? = nil
  ) {
    self.user = user.map(normalFormC)
    self.game = game
    self.from = from
    self.to = to
    self.limit = limit
  }

  /// The statement that gives the records, by day, user and game.
  func statement(_ db: Database) throws -> RowStatement {
    let found = "SELECT \(Record.columns) FROM record WHERE \(conditions)"
    let order = "day, user, game, gameId, type"
    guard let limit else { return try bound(RowStatement(db, "\(found) ORDER BY \(order)")) }
    let latest = "\(found) ORDER BY day DESC, user, game, gameId, type LIMIT \(max(0, limit))"
    return try bound(RowStatement(db, "SELECT * FROM (\(latest)) ORDER BY \(order)"))
  }

  // An index is used only for a condition that stands in the statement, so it has no more than
  // the filter names.
  private var conditions: String {
    var conditions = ["day IS NOT NULL", "deletedAt IS NULL"]
    if user != nil { conditions.append("user = ?1") }
    if game != nil { conditions.append("game = ?2") }
    if from != nil { conditions.append("day >= ?3") }
    if to != nil { conditions.append("day <= ?4") }
    return conditions.joined(separator: " AND ")
  }

  private func bound(_ statement: RowStatement) -> RowStatement {
    if let user { statement.bind(1, user) }
    if let game { statement.bind(2, game) }
    if let from { statement.bind(3, from.dateInt) }
    if let to { statement.bind(4, to.dateInt) }
    return statement
  }
}
