internal import Streakline

/// The leaderboard and head to head.
extension Site {
  private static let mostPlayers = 500

  func leaderboard(_ visit: Visit) throws -> PageAnswer {
    let period = Leaderboard.Period(rawValue: visit.request.given["period"] ?? "") ?? .month
    let board = try store.history.leaderboard(visit.question(), period)
    let rows = board.rows.prefix(Self.mostPlayers).map { row in
      BoardPage.Row(
        rank: row.rank, player: row.user, address: playerAddress(row.user, visit),
        points: row.points, played: row.played, solved: row.completed,
        change: period == .all ? "–" : change(row))
    }
    let periods = Leaderboard.Period.allCases.map { one in
      BoardPage.Period(
        name: ["day": "Day", "week": "Week", "month": "Month"][one.rawValue] ?? "All days",
        address: "/leaderboard?period=\(one.rawValue)&day=\(visit.day.iso)",
        isCurrent: one == period)
    }
    let days = period.days(around: visit.day)
    let page = BoardPage(
      periods: periods, rows: Array(rows), hasRows: !rows.isEmpty,
      days: days.map { days in
        days.lowerBound == days.upperBound
          ? "on \(days.lowerBound.iso)"
          : "from \(days.lowerBound.iso) to \(days.upperBound.iso)"
      } ?? "of all days")
    return shown("Leaderboard", templates.render("leaderboard", page), visit)
  }

  private func change(_ row: Leaderboard.Row) -> String {
    guard let former = row.formerRank else { return "new" }
    if former == row.rank { return "same rank" }
    return former > row.rank ? "▲ from \(former)" : "▼ from \(former)"
  }

  func versus(_ visit: Visit) throws -> PageAnswer {
    let players = Array(
      try store.history.players(now: visit.now).inReadingOrder.prefix(Self.mostPlayers))
    let given = visit.request.given
    let first = given["first"] ?? players.first
    let second = given["second"] ?? players.first { $0 != first }
    var page = VersusPage(
      firsts: Choice.all(players, chosen: first), seconds: Choice.all(players, chosen: second))
    if let first, let second, first != second {
      let match = try store.history.headToHead(first, second, visit.question())
      page.hint = match.days == nil ? "\(first) and \(second) have played no puzzle both." : nil
      page.match = try match.days.map { days in
        VersusPage.Match(
          first: first, second: second, wins: match.wins, losses: match.losses,
          days: "\(days.lowerBound.iso) to \(days.upperBound.iso)",
          rows: try match.rows.map { row in
            VersusPage.Row(
              game: try store.history.title(gameId: row.gameID, game: row.game, user: first),
              wins: row.wins, losses: row.losses, ties: row.ties)
          })
      }
    } else {
      page.hint = "Choose two different players."
    }
    return shown("Head to head", templates.render("versus", page), visit)
  }
}

private struct BoardPage {
  struct Period {
    let name: String
    let address: String
    let isCurrent: Bool
  }

  struct Row {
    let rank: Int
    let player: String
    let address: String
    let points: Int
    let played: Int
    let solved: Int
    let change: String
  }

  let periods: [Period]
  let rows: [Row]
  let hasRows: Bool
  let days: String
}

private struct VersusPage {
  struct Row {
    let game: String
    let wins: Int
    let losses: Int
    let ties: Int
  }

  struct Match {
    let first: String
    let second: String
    let wins: Int
    let losses: Int
    let days: String
    let rows: [Row]
  }

  let firsts: [Choice]
  let seconds: [Choice]
  var hint: String?
  var match: Match?

  init(firsts: [Choice], seconds: [Choice]) {
    (self.firsts, self.seconds) = (firsts, seconds)
  }
}
