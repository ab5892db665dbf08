internal import Streakline

extension Site {
  /// Games whose scores are drawn; the others are among the streaks.
  private static let drawnGames = 12
  /// Other players to compare with; the others can be chosen on the page of head to head.
  private static let rivals = 24
  /// Days before the shown one in which those have played.
  private static let rivalDays = 60

  func player(_ name: String, _ visit: Visit) throws -> PageAnswer {
    let question = visit.question(user: name)
    let games = try store.history.games(question)
    guard !games.isEmpty else {
      try refuseUnknownNames(question)
      throw PageRefusal(
        status: 404, words: "\(name) has no results up to \(visit.day.iso).")
    }
    let year = visit.request.given["year"].flatMap { Int($0) } ?? visit.day.civil.year
    guard let calendar = try store.history.calendar(question, year: year) else {
      throw PageRefusal(status: 404, words: "A year is a number from 1 to 9999.")
    }
    let chart = CalendarChart(calendar, title: "\(name), \(year)")
    let drawn = games.sorted { $0.statistics.all.played > $1.statistics.all.played }
      .prefix(Self.drawnGames)
    func address(ofYear year: Int) -> String {
      playerAddress(name, query: "day=\(visit.day.iso)&year=\(year)")
    }
    let page = PlayerPage(
      year: year, yearBefore: address(ofYear: year - 1),
      yearAfter: year < visit.today.civil.year
        ? address(ofYear: year + 1) : nil,
      calendarRow: chart.svg(.row), calendarHalves: chart.svg(.halves),
      calendarWords: chart.summary,
      games: drawn.enumerated().map { number, game in
        self.game(game, number)
      },
      others: games.count > drawn.count ? games.count - drawn.count : nil,
      streaks: "/streaks?player=\(encodedPercents(name))&day=\(visit.day.iso)",
      achievements: "/achievements?player=\(encodedPercents(name))",
      versus: "/versus?first=\(encodedPercents(name))\(visit.dayQuery.replacing("?", with: "&"))",
      rivals: try rivals(of: name, visit))
    return shown(name, templates.render("player", page), visit)
  }

  private func rivals(of name: String, _ visit: Visit) throws -> [PlayerPage.Rival] {
    let recent = try store.history.players(visit.question(from: visit.day + -Self.rivalDays))
    let names = recent.filter { $0 != name }.inReadingOrder.prefix(Self.rivals)
    return names.map {
      PlayerPage.Rival(
        name: $0,
        address: "/versus?first=\(encodedPercents(name))&second=\(encodedPercents($0))"
          + visit.dayQuery.replacing("?", with: "&"))
    }
  }

  private func game(_ game: PlayerGame, _ number: Int) -> PlayerPage.Game {
    let all = game.statistics.all
    return PlayerPage.Game(
      number: number, title: game.title,
      streak: inWords(game.streak?.current ?? 0), longest: inWords(game.streak?.streak.max ?? 0),
      longestDays: game.statistics.longestRun.map {
        $0.lowerBound == $0.upperBound
          ? $0.lowerBound.iso : "\($0.lowerBound.iso) to \($0.upperBound.iso)"
      },
      played: all.played, solved: all.completed, best: game.best, chart: game.distribution.svg(),
      first: game.statistics.first?.iso ?? "–", last: game.statistics.last?.iso ?? "–")
  }

  func achievements(_ visit: Visit) throws -> PageAnswer {
    let players = Array(try store.history.players(now: visit.now).inReadingOrder.prefix(500))
    let name = visit.request.given["player"] ?? players.first
    let progress =
      try name.map { try store.history.achievements(visit.question(user: $0)) } ?? []
    let page = AchievementsPage(
      players: Choice.all(players, chosen: name),
      categories: progress.enumerated().map { category($1, number: $0) })
    return shown(
      name.map { "Achievements of \($0)" } ?? "Achievements",
      templates.render("achievements", page), visit)
  }

  private func category(
    _ progress: AchievementProgress, number: Int
  ) -> AchievementsPage.Category {
    let name = AchievementCategory.name(ofTier:)
    let next = progress.next
    let since = progress.tier.flatMap { progress.unlocks[$0]?.iso }
    let goal = next?.threshold ?? max(1, progress.number)
    return AchievementsPage.Category(
      number: number, name: progress.category.name, tier: progress.tier.map(name) ?? "none yet",
      goal: goal, reached: min(progress.number, goal),
      words: (next.map { "\(progress.number) of \($0.threshold) for \(name($0.tier))" }
        ?? "\(progress.number), all tiers reached") + (since.map { "; since \($0)" } ?? ""))
  }
}

private struct PlayerPage {
  struct Game {
    let number: Int
    let title: String
    let streak: String
    let longest: String
    let longestDays: String?
    let played: Int
    let solved: Int
    let best: String?
    let chart: String
    let first: String
    let last: String
  }

  struct Rival {
    let name: String
    let address: String
  }

  let year: Int
  let yearBefore: String
  let yearAfter: String?
  let calendarRow: String
  let calendarHalves: String
  let calendarWords: String
  let games: [Game]
  let others: Int?
  let streaks: String
  let achievements: String
  let versus: String
  let rivals: [Rival]
}

private struct AchievementsPage {
  struct Category {
    let number: Int
    let name: String
    let tier: String
    let goal: Int
    let reached: Int
    let words: String
  }

  let players: [Choice]
  let categories: [Category]
}
