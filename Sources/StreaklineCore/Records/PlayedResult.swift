/// What records that follow from results need to know of a result.
package struct PlayedResult: Hashable, Sendable {
  /// The game's slug.
  package let game: String
  /// The game's UUID; a mode has its own.
  package let gameID: String
  package let gameName: String?
  package let day: Day
  package let isCompleted: Bool
  /// `nil` for a lost game, and where a game has no score.
  package let score: Int?
  package let maxAttempts: Int?

  package init(
    game: String, gameID: String, gameName: String? = nil, day: Day, isCompleted: Bool,
    score: Int? = nil, maxAttempts: Int? = nil
  ) {
    self.game = game
    self.gameID = gameID
    self.gameName = gameName
    self.day = day
    self.isCompleted = isCompleted
    self.score = score
    self.maxAttempts = maxAttempts
  }

  /// The result without its game and day.
  package var playedScore: PlayedScore {
    PlayedScore(isCompleted: isCompleted, score: score, maxAttempts: maxAttempts)
  }

  package init(_ record: Record) {
    let members = JSONMembers(record.encodedFields)
    func value(_ name: StaticString) -> Value? {
      members.value(of: name).flatMap { try? readJSON($0) }
    }
    self.init(
      game: record.game, gameID: record.gameId, gameName: value("gameName")?.string,
      day: record.day, isCompleted: record.completed == true, score: value("score")?.int,
      maxAttempts: value("maxAttempts")?.int)
  }
}

extension [PlayedResult] {
  /// The results of each game and mode, by day. The games are in the order in which they come first.
  package var byGame: [ArraySlice<PlayedResult>] {
    var (games, indices): ([ArraySlice<PlayedResult>], [String: Int]) = ([], [:])
    var start = startIndex
    while start < endIndex {
      // The results of a game mostly follow each other. Then they are a slice, and nothing is copied.
      let id = self[start].gameID
      let end = self[start...].firstIndex { $0.gameID != id } ?? endIndex
      if let index = indices[id] {
        games[index] += self[start..<end]
      } else {
        indices[id] = games.count
        games.append(self[start..<end])
      }
      start = end
    }
    return games.map { results in
      let isSorted = zip(results, results.dropFirst()).allSatisfy { $0.day <= $1.day }
      return isSorted ? results : results.sorted { $0.day < $1.day }[...]
    }
  }
}

extension Streak {
  /// - Parameter results: Those of one game, by day. A day is completed when any of its results is.
  package init(of results: ArraySlice<PlayedResult>, everyDays: Int) {
    self.init(days: [], everyDays: everyDays)
    var start = results.startIndex
    while start < results.endIndex {
      let day = results[start].day
      var (end, completed) = (start, false)
      while end < results.endIndex, results[end].day == day {
        if results[end].isCompleted { completed = true }
        end += 1
      }
      append(day, completed: completed)
      start = end
    }
  }
}

/// Tandem's sums, counted from all results, whichever device has them.
///
/// Tandem's own document on sync adds the sums of the devices, so a result that two devices know counts twice, and merging
/// again doubles everything.
package enum UserStats {
  /// Played and won puzzles, and the streaks, of results in any order. A puzzle counts once.
  ///
  /// The current streak is the run that ends on `lastStreakDate`, unless a loss has ended it. It does not
  /// depend on the day on which it is computed, so all devices compute the same.
  package static func fields(of results: [PlayedResult]) -> Fields {
    let puzzles = Dictionary(grouping: results) { [$0.gameID, $0.day.iso] }.values
    let days = puzzles.map { (day: $0[0].day, completed: $0.contains(where: \.isCompleted)) }
      .sorted { $0.day < $1.day }
    let streak = Streak(days: days)
    let lastDay = days.last(where: \.completed)?.day
    return [
      "played": .int(days.count), "wins": .int(days.count(where: \.completed)),
      "currentStreak": .int(streak.openRun), "bestStreak": .int(streak.max),
      "lastStreakDate": lastDay.map { .string($0.iso) } ?? .null,
    ]
  }
}
