package import StreaklineCore

/// What a file starts with that `streakline report` has written.
let reportMark = "<!-- A report of streakline. -->"

/// A report as a web page in one file, written part by part: no part needs the others in memory.
///
/// The page has no script, and asks no host for anything.
///
/// ```swift
/// func report(on user: String, _ history: ResultHistory, _ year: YearCalendar) throws -> String {
///   let source = try ReportSource(history, HistoryQuestion(), year: year)
///   let person = try source.person(user)
///   let page = ReportPage(year: year.year, people: [user], players: 1, asOf: source.day)
///   return page.start + page.person(person) + page.end
/// }
/// ```
package struct ReportPage: Sendable {
  /// In each page and card near its start: such a file may be replaced.
  package static let mark = reportMark
  /// Games with charts of their own; the others are rows of a table.
  private static let mostCharts = 12
  private static let longestName = 60

  let year: Int
  /// The people of the report in the order of their parts, each with a heading that can be linked to.
  let people: [String]
  /// How many people have played in the year.
  let players: Int
  let day: Day

  package init(year: Int, people: [String], players: Int, asOf day: Day) {
    (self.year, self.people, self.players, self.day) = (year, people, players, day)
  }

  // MARK: - Start and end

  /// The page up to its first part.
  package var start: String {
    """
    <!DOCTYPE html>
    \(Self.mark)
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <meta name="referrer" content="no-referrer"/>
    <title>\(escapedForMarkup(title))</title>
    <style>\(reportStyle)</style>
    </head>
    <body>
    <a class="skip" href="#main">Skip to the report</a>
    <header>
    \(tiles)
    <h1>A year in puzzles</h1>
    <p class="lead">\(lead)</p>
    </header>
    \(navigation)<main id="main">

    """
  }

  /// The page after its last part.
  package var end: String {
    """
    </main>
    <footer><p>Made by streakline from the results up to \(time(day)).</p></footer>
    </body>
    </html>

    """
  }

  private var title: String {
    let name = isOfOne ? "\(shortened(people[0], to: Self.longestName)), " : ""
    return "\(name)\(year) in puzzles"
  }

  /// Whether the report is about one person alone.
  private var isOfOne: Bool { players == 1 && people.count == 1 }

  private var lead: String {
    guard !isOfOne else { return "\(name(people[0])), \(year)" }
    let lead = "\(pluralized(players, "person", "people")), \(year)"
    guard people.count < players else { return lead }
    let parts =
      switch people.count {
      case 0: ""
      case 1: "The one with the most points has a part below. "
      default: "The \(people.count) with the most points have a part each below. "
      }
    return "\(lead). \(parts)"
      + "<code>streakline report --user NAME</code> makes the report of one person."
  }

  /// The year's digits as tiles of a game.
  private var tiles: String {
    let digits = String(year).map { "<span>\($0)</span>" }.joined()
    return "<div class=\"tiles\" aria-hidden=\"true\">\(digits)</div>"
  }

  private var navigation: String {
    guard people.count > 1 else { return "" }
    let links = people.enumerated().map { number, user in
      "<li><a href=\"#p\(number + 1)\">\(name(user))</a></li>"
    }
    return "<nav aria-label=\"People\"><ul>\(links.joined())</ul></nav>\n"
  }

  // MARK: - The group

  /// The part about everybody.
  package func group(_ group: GroupYear) -> String {
    """
    <section aria-labelledby="everybody">
    <h2 id="everybody">Everybody</h2>
    \(figures(group))
    <h3>Calendar</h3>
    \(calendar(group.calendar, "Everybody, all games, \(year)"))
    \(leaderboard(group.leaderboard))\(duels(group.duels))</section>

    """
  }

  private func figures(_ group: GroupYear) -> String {
    let cells = group.calendar.cells
    let (played, solved) = (
      cells.reduce(0) { $0 + $1.played }, cells.reduce(0) { $0 + $1.completed }
    )
    return figures([
      (withThousandsSeparators(played), "puzzles played"),
      (percentText(solved, of: played), "solved"),
      (withThousandsSeparators(players), players == 1 ? "person" : "people"),
      (withThousandsSeparators(group.calendar.most), "solved on the best day"),
    ])
  }

  private func leaderboard(_ board: Leaderboard) -> String {
    guard !board.rows.isEmpty else { return "" }
    let rows = board.rows.map { row in
      """
      <tr><td class="number">\(row.rank)</td><th scope="row">\(linked(row.user))</th>\
      \(numbers([row.points, row.played, row.completed]))</tr>
      """
    }
    return """
      <h3>Leaderboard</h3>
      <div class="wide" role="region" aria-label="Leaderboard" tabindex="0"><table>
      <thead><tr><th scope="col" class="number">Rank</th><th scope="col">Name</th>\
      <th scope="col" class="number">Points</th><th scope="col" class="number">Played</th>\
      <th scope="col" class="number">Solved</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>

      """
  }

  private func duels(_ duels: GroupYear.Duels) -> String {
    guard duels.users.count > 1 else { return "" }
    let heads = duels.users.map { "<th scope=\"col\" class=\"number\">\(name($0))</th>" }
    let rows = zip(duels.users, duels.matches).map { user, matches in
      let cells = matches.map { match in
        guard let match, match.days != nil else { return "<td class=\"number none\">–</td>" }
        let score =
          "\(withThousandsSeparators(match.wins)) : \(withThousandsSeparators(match.losses))"
        let mark = match.wins > match.losses ? " class=\"number ahead\"" : " class=\"number\""
        return "<td\(mark)>\(score)</td>"
      }
      return "<tr><th scope=\"row\">\(name(user))</th>\(cells.joined())</tr>"
    }
    return """
      <h3>Head to head</h3>
      <p>On the puzzles that both have played: how often the person of the row was better, and how often \
      the one of the column. Ties are left out.</p>
      <div class="wide" role="region" aria-label="Head to head" tabindex="0"><table>
      <thead><tr><td></td>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>

      """
  }

  // MARK: - A person

  /// The part about one person.
  package func person(_ person: PersonYear) -> String {
    let number = (people.firstIndex(of: person.user) ?? 0) + 1
    let games = person.games
    let charts = games.prefix(Self.mostCharts).map { game(person.user, $0) }
    let streak = games.max { $0.longestStreak < $1.longestStreak }
    return """
      <section class="person" aria-labelledby="p\(number)">
      <h2 id="p\(number)">\(name(person.user))</h2>
      \(figures([
        (withThousandsSeparators(person.played), person.played == 1 ? "puzzle played" : "puzzles played"),
        (percentText(person.completed, of: person.played), "solved"),
        (withThousandsSeparators(person.days), person.days == 1 ? "day" : "days"),
        (withThousandsSeparators(games.count), games.count == 1 ? "game" : "games"),
        (withThousandsSeparators(streak?.longestStreak ?? 0),
          "longest streak" + (streak.map { ", \(shortened($0.title, to: 24))" } ?? "")),
      ]))
      <h3>Calendar</h3>
      \(calendar(person.calendar, "\(person.user), all games, \(year)"))
      <h3>Games</h3>
      <div class="games">
      \(charts.joined(separator: "\n"))
      </div>
      \(more(Array(games.dropFirst(Self.mostCharts))))\(unlocks(person.unlocks))</section>

      """
  }

  private func game(_ user: String, _ game: PersonYear.Game) -> String {
    let all = game.statistics.all
    var facts = [
      "\(withThousandsSeparators(all.played)) played",
      "\(percentText(all.completed, of: all.played)) solved", "streak \(game.currentStreak)",
      "longest \(game.longestStreak)",
    ]
    if let mean = all.mean { facts.append("mean \(scoreText(mean, game.scoring))") }
    if let best = game.statistics.best {
      facts.append("best \(scoreText(best.score, game.scoring)) on \(time(best.day))")
    }
    let mean =
      game.means.count > 1
      ? "<h5>Mean of each month</h5>\n\(game.mean(of: user).svg())" : ""
    return """
      <article><h4>\(name(game.title))</h4>
      <p class="facts">\(facts.joined(separator: " · "))</p>
      \(game.distribution(of: user).svg())
      \(mean)</article>
      """
  }

  private func more(_ games: [PersonYear.Game]) -> String {
    guard !games.isEmpty else { return "" }
    let rows = games.map { game in
      let all = game.statistics.all
      let best = game.statistics.best.map { scoreText($0.score, game.scoring) } ?? "–"
      return """
        <tr><th scope="row">\(name(game.title))</th>\(numbers([all.played, all.completed]))\
        <td class="number">\(scoreText(all.mean, game.scoring))</td><td class="number">\(best)</td>\
        \(numbers([game.currentStreak, game.longestStreak]))</tr>
        """
    }
    let heads = ["Played", "Solved", "Mean", "Best", "Streak", "Longest"]
      .map { "<th scope=\"col\" class=\"number\">\($0)</th>" }
    return """
      <h3>More games</h3>
      <div class="wide" role="region" aria-label="More games" tabindex="0"><table>
      <thead><tr><th scope="col">Game</th>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>

      """
  }

  private func unlocks(_ unlocks: [PersonYear.Unlock]) -> String {
    guard !unlocks.isEmpty else { return "" }
    let items = unlocks.map { unlock in
      let tier = AchievementCategory.tiers.firstIndex(of: unlock.tier).map { " class=\"t\($0)\"" }
      return """
        <li\(tier ?? "")><strong>\(name(unlock.name))</strong> \
        <span class="tier">\(name(unlock.tier))</span> \(time(unlock.day))</li>
        """
    }
    return """
      <h3>Achievements unlocked</h3>
      <ul class="unlocks">\(items.joined())</ul>

      """
  }

  // MARK: - Pieces

  private func figures(_ figures: [(number: String, words: String)]) -> String {
    let items = figures.map { number, words in
      "<div><dt>\(escapedForMarkup(words))</dt><dd>\(number)</dd></div>"
    }
    return "<dl class=\"figures\">\(items.joined())</dl>"
  }

  /// The year in a row where there is room for it, else each half in a row. Only one of them is shown.
  private func calendar(_ calendar: YearCalendar, _ title: String) -> String {
    let chart = CalendarChart(calendar, title: title)
    return """
      <p>\(escapedForMarkup(chart.summary))</p>
      <div class="in-row">\(chart.svg(.row))</div><div class="in-halves">\(chart.svg(.halves))</div>
      """
  }

  /// A name that somebody may have chosen: any text, in any direction of writing.
  private func name(_ text: String) -> String {
    "<bdi>\(escapedForMarkup(shortened(text, to: Self.longestName)))</bdi>"
  }

  private func linked(_ user: String) -> String {
    guard !isOfOne, let number = people.firstIndex(of: user) else { return name(user) }
    return "<a href=\"#p\(number + 1)\">\(name(user))</a>"
  }

  private func numbers(_ numbers: [Int]) -> String {
    numbers.map { "<td class=\"number\">\(withThousandsSeparators($0))</td>" }.joined()
  }

  private func time(_ day: Day) -> String {
    "<time datetime=\"\(day.iso)\">\(day.iso)</time>"
  }
}
