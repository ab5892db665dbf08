internal import Streakline

extension Site {
  private static let playersPerPage = 30

  func today(_ visit: Visit) throws -> PageAnswer {
    let day = visit.day
    let habit = visit.question(from: day + -ResultHistory.habitDays)
    let names = try store.history.players(habit).inReadingOrder
    let from = max(0, min(names.count, Int(visit.request.given["from"] ?? "") ?? 0))
    let to = min(names.count, from + Self.playersPerPage)
    let players = try names[from..<to].enumerated().map { number, name in
      let usual = try store.history.standings(visit.question(user: name))
      let week = try store.history.playedDays(of: name, from: day + -6, to: day, now: visit.now)
      return player(name, from + number, usual, week, visit)
    }
    let latest =
      names.isEmpty
      ? try store.history.streaks(visit.question()).compactMap(\.streak.lastPlayed).max() : nil
    let page = TodayPage(
      day: day.iso, before: (day + -1).iso, after: day < visit.today ? (day + 1).iso : nil,
      latest: latest?.iso, players: players,
      more: to < names.count ? "/?day=\(day.iso)&from=\(to)" : nil)
    let title = day == visit.today ? "Today" : "Puzzles of \(day.iso)"
    return shown(title, templates.render("today", page), visit)
  }

  private func player(
    _ name: String, _ number: Int, _ standings: [Standing], _ week: [PlayedDay], _ visit: Visit
  ) -> TodayPage.Player {
    let results = Dictionary(grouping: week, by: \.gameId)
    let games = standings.map { game($0, results[$0.streak.gameId] ?? [], visit) }
      .sorted { $0.title < $1.title }
    return TodayPage.Player(
      number: number, name: name, initial: String(name.prefix(1)),
      address: playerAddress(name, visit), played: standings.count(where: \.state.isPlayed),
      all: games.count, games: games)
  }

  private func game(_ one: Standing, _ week: [PlayedDay], _ visit: Visit) -> TodayPage.Game {
    let results = Dictionary(week.map { ($0.day, $0) }) { first, _ in first }
    let states = (-6...0).map { state(results[visit.day + $0]) }
    let solved = states.count { $0 == "solved" }
    return TodayPage.Game(
      title: one.title, state: states[6],
      sign: ["solved": "✓", "failed": "✕"][states[6]] ?? "",
      words: words(one.state, score: results[visit.day]?.score), week: states,
      weekWords: "Seven days: \(solved) solved, "
        + "\(states.count { $0 == "failed" }) not solved",
      streak: inWords(one.streak.current), isAtRisk: one.state == .atRisk)
  }

  private func words(_ state: Standing.State, score: String?) -> String {
    switch state {
    case .played: score.map { "solved, \($0)" } ?? "solved"
    case .notSolved: "not solved"
    case .atRisk, .open, .noPuzzle, .notPlayed: state.words
    }
  }

  private func state(_ result: PlayedDay?) -> String {
    guard let result else { return "open" }
    return result.isCompleted ? "solved" : "failed"
  }
}

private struct TodayPage {
  struct Player {
    let number: Int
    let name: String
    let initial: String
    let address: String
    let played: Int
    let all: Int
    let games: [Game]
  }

  struct Game {
    let title: String
    /// `solved`, `failed` or `open`, which are also classes of the style sheet.
    let state: String
    let sign: String
    let words: String
    let week: [String]
    let weekWords: String
    let streak: String
    let isAtRisk: Bool
  }

  let day: String
  let before: String
  let after: String?
  let latest: String?
  let players: [Player]
  let more: String?
}
