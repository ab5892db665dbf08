internal import Streakline

extension Site {
  private static let streaksPerPage = 200
  /// Players on a page of a past day, whose streaks are counted for it.
  private static let playersPerPage = 16

  func streaks(_ visit: Visit) throws -> PageAnswer {
    let user = visit.request.given["player"]
    guard user != nil || visit.day == visit.today else { return try streaksByPlayer(visit) }
    let all = try store.history.streaks(visit.question(user: user)).sorted {
      ($1.current, $1.streak.max, $0.userId, $0.gameId)
        < ($0.current, $0.streak.max, $1.userId, $1.gameId)
    }
    let from = max(0, min(all.count, Int(visit.request.given["from"] ?? "") ?? 0))
    let to = min(all.count, from + Self.streaksPerPage)
    let rows = try all[from..<to].map { try row($0, visit) }
    let names = user.map { "&player=\(encodedPercents($0))" } ?? ""
    let page = StreaksPage(
      rows: rows, hasRows: !rows.isEmpty,
      more: to < all.count ? "/streaks?day=\(visit.day.iso)&from=\(to)\(names)" : nil)
    return shown(
      user.map { "Streaks of \($0)" } ?? "Streaks", templates.render("streaks", page), visit)
  }

  private func streaksByPlayer(_ visit: Visit) throws -> PageAnswer {
    let players = try store.history.players(now: visit.now).inReadingOrder
    let from = max(0, min(players.count, Int(visit.request.given["from"] ?? "") ?? 0))
    let to = min(players.count, from + Self.playersPerPage)
    let rows = try players[from..<to].flatMap { name in
      try store.history.streaks(visit.question(user: name)).sorted {
        ($1.current, $0.gameId)
          < ($0.current, $1.gameId)
      }
      .map { try row($0, visit) }
    }
    let page = StreaksPage(
      rows: rows, hasRows: !rows.isEmpty,
      more: to < players.count ? "/streaks?day=\(visit.day.iso)&from=\(to)" : nil)
    return shown("Streaks of \(visit.day.iso)", templates.render("streaks", page), visit)
  }

  private func row(_ one: UserStreak, _ visit: Visit) throws -> StreaksPage.Row {
    let isOfPast = visit.day < visit.today
    return StreaksPage.Row(
      player: one.userId, address: playerAddress(one.userId, visit),
      game: try store.history.title(of: one),
      state: one.stateInWords(isOfPast: isOfPast), isAtRisk: one.state == .open && !isOfPast,
      now: inWords(one.current), best: one.streak.max, played: one.streak.totalPlayed,
      solved: one.streak.totalCompleted, last: one.streak.lastPlayed?.iso ?? "–")
  }
}

private struct StreaksPage {
  struct Row {
    let player: String
    let address: String
    let game: String
    let state: String
    let isAtRisk: Bool
    let now: String
    let best: Int
    let played: Int
    let solved: Int
    let last: String
  }

  let rows: [Row]
  let hasRows: Bool
  let more: String?
}
