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
}
