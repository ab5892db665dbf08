internal import Streakline

extension Site {
  /// Days before the shown one in which a game was played, so that it is on the list.
  private static let habitDays = 14
  private static let playersPerPage = 30

  func today(_ visit: Visit) throws -> PageAnswer {
    let day = visit.day
    let names = try store.players(from: day + -Self.habitDays, to: day, now: visit.now)
      .inReadingOrder
    let from = max(0, min(names.count, Int(visit.request.given["from"] ?? "") ?? 0))
    let to = min(names.count, from + Self.playersPerPage)
    let players = try names[from..<to].enumerated().map { number, name in
      let usual = try streaksOfDay(visit, user: name).filter { one in
        one.streak.lastPlayed.map { day - $0 <= Self.habitDays } ?? false
      }
      let week = try store.playedDays(of: name, from: day + -6, to: day, now: visit.now)
      return try player(name, from + number, usual, week, visit)
    }
    let latest =
      names.isEmpty ? try streaksOfDay(visit).compactMap(\.streak.lastPlayed).max() : nil
    let page = TodayPage(
      day: day.iso, before: (day + -1).iso, after: day < visit.today ? (day + 1).iso : nil,
      latest: latest?.iso, players: players,
      more: to < names.count ? "/?day=\(day.iso)&from=\(to)" : nil)
    let title = day == visit.today ? "Today" : "Puzzles of \(day.iso)"
    return shown(title, templates.render("today", page), visit)
  }

  private func player(
    _ name: String, _ number: Int, _ streaks: [UserStreak], _ week: [PlayedDay], _ visit: Visit
  ) throws -> TodayPage.Player {
    let results = Dictionary(grouping: week, by: \.gameId)
    let games = try streaks.map { try game($0, results[$0.gameId] ?? [], visit) }
      .sorted { $0.title < $1.title }
    return TodayPage.Player(
      number: number, name: name, initial: String(name.prefix(1)),
      address: playerAddress(name, visit),
      played: games.count { $0.state != "open" }, all: games.count, games: games)
  }

  private func game(
    _ one: UserStreak, _ week: [PlayedDay], _ visit: Visit
  ) throws -> TodayPage.Game {
    let results = Dictionary(week.map { ($0.day, $0) }) { first, _ in first }
    let states = (-6...0).map { state(results[visit.day + $0]) }
    let result = results[visit.day]
    let current = one.streak.current(asOf: visit.day)
    let isToday = visit.day == visit.today
    let words =
      switch states[6] {
      case "solved": result?.score.map { "solved, \($0)" } ?? "solved"
      case "failed": "not solved"
      default: !isToday ? "not played" : current > 0 ? "open, streak at risk" : "open"
      }
    let solved = states.count { $0 == "solved" }
    return TodayPage.Game(
      title: try store.title(gameId: one.gameId, game: one.game, user: one.userId),
      state: states[6], sign: ["solved": "✓", "failed": "✕"][states[6]] ?? "", words: words,
      week: states,
      weekWords: "Seven days: \(solved) solved, "
        + "\(states.count { $0 == "failed" }) not solved",
      streak: inWords(current),
      isAtRisk: isToday && states[6] == "open" && current > 0)
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
