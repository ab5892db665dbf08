/// A streak as an app's export states it.
package struct ExportedStreak: Hashable, Sendable {
  package var userId: String
  package var gameId: String
  package var gameName: String
  package var current: Int
  package var max: Int
  package var totalPlayed: Int
  package var totalCompleted: Int
  package var source: SourceLocation

  package init(
    userId: String, gameId: String, gameName: String, current: Int, max: Int, totalPlayed: Int,
    totalCompleted: Int, source: SourceLocation
  ) {
    self.userId = userId
    self.gameId = gameId
    self.gameName = gameName
    self.current = current
    self.max = max
    self.totalPlayed = totalPlayed
    self.totalCompleted = totalCompleted
    self.source = source
  }
}
