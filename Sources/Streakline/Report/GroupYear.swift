package import StreaklineCore

/// What a report says of everybody's year.
package struct GroupYear: Hashable, Sendable {
  /// How often each person was better than each other one.
  package struct Duels: Hashable, Sendable {
    package let users: [String]
    /// Of the person of the row against the one of the column; `nil` against oneself.
    package let matches: [[HeadToHead?]]

    /// - Parameter players: Each with the results of the year.
    package init(
      _ players: [(user: String, results: [PlayedResult])], scoring: (String) -> Scoring?
    ) {
      users = players.map(\.user)
      let games = players.map { HeadToHead.Games($0.results) }
      var matches: [[HeadToHead?]] = players.map { _ in players.map { _ in nil } }
      for row in players.indices {
        for column in players.indices where column > row {
          let match = HeadToHead(games[row], games[column], scoring: scoring)
          matches[row][column] = match
          matches[column][row] = match.swapped
        }
      }
      self.matches = matches
    }
  }

  package let calendar: YearCalendar
  package let leaderboard: Leaderboard
  package let duels: Duels

  package init(calendar: YearCalendar, leaderboard: Leaderboard, duels: Duels) {
    (self.calendar, self.leaderboard, self.duels) = (calendar, leaderboard, duels)
  }
}
