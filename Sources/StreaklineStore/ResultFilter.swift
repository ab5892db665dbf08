package import StreaklineCore

/// Which results to read. A property that is `nil` does not restrict them.
package struct ResultFilter: Hashable, Sendable {
  package var user: String?
  /// The game's slug.
  package var game: String?
  package var from: Day?
  /// The last day.
  package var to: Day?
  /// The maximum number of results. Those of the latest days are read.
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
}
