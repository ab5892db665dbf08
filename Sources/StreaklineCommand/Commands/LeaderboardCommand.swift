internal import ArgumentParser
internal import StreaklineCore
internal import StreaklineFiles
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore

/// Players by points.
struct LeaderboardCommand: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "leaderboard", abstract: "Show who has how many points.",
    discussion: """
      A puzzle that was solved in 2 of 6 tries gives 5 points, in 6 of 6 tries one. Times give 7 points below
      30 seconds and one less for each 30 seconds, at least one. Where more is better, the score counts, up to
      7. Hints count as tries that begin with none, so Strands gives 11 points without one. A game without a
      score gives one for a solved puzzle. What was not solved gives none. Players with equal points share a rank.

      Examples:
        streakline leaderboard
        streakline leaderboard --game wordle --period week
        streakline leaderboard --period all --output json
        streakline leaderboard --group 'The family'
      """)

  @Option(help: "Only this game: its slug or its name.") var game: String?
  @Option(help: "The days that count: day, week (from Monday), month or all.")
  var period = Leaderboard.Period.month
  @Option(help: "A day of the period; otherwise today.") var asOf: Day?
  @Option(help: "The members of this group, by the scores that they share: its title or id.")
  var group: String?
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func run() throws {
    let database = try store.openReading()
    let set = try rules.load()
    let selection = SelectionOptions(game: game)
    let slug = selection.slug(set)
    let now = currentInstant()
    let days = period.days(around: asOf ?? UserSettings.zone.day(of: now))
    let members = try group.map { try GroupOptions.group($0, in: database) }
    func points(_ days: ClosedRange<Day>?) throws -> [Leaderboard.Row] {
      if let members { return try groupPoints(days, slug, set, members, database, now) }
      return try self.points(days, slug, set, database, now)
    }
    let results = try points(days)
    if results.isEmpty {
      try selection.refuseUnknownNames(in: database, slug: slug, rules: set)
      if !output.quiet { Output.note("nobody has played \(inWords(days))") }
      return
    }
    let before = days.map { period.days(around: $0.lowerBound + -1) } ?? nil
    let former = try before.map { try points($0) } ?? []
    let board = Leaderboard(results, former: former)
    if output.isJSON || tableOptions.csv {
      for row in board.rows { Output.json(json(row, days)) }
    } else {
      if !output.quiet { Output.note("points \(inWords(days))") }
      print(board, hasFormer: before != nil)
      if let group, !output.quiet, board.rows.contains(where: { $0.user.hasPrefix("Unknown ") }) {
        Output.note("streakline group members '\(group)' asks for the names")
      }
    }
  }

  private func points(
    _ days: ClosedRange<Day>?, _ slug: String?, _ set: RuleSet, _ database: Store, _ now: Instant
  ) throws -> [Leaderboard.Row] {
    let filter = ResultFilter(game: slug, from: days?.lowerBound, to: days?.upperBound)
    let scores = try database.scores(filter, at: now)
    let scorings = set.scorings(of: scores.map(\.game))
    return scores.map { Leaderboard.Row(user: $0.userID, $0.scores, scorings[$0.game]) }
  }

  /// The points of a group's scores. A member whose name is not known is "Unknown".
  private func groupPoints(
    _ days: ClosedRange<Day>?, _ slug: String?, _ set: RuleSet, _ group: Document,
    _ database: Store, _ now: Instant
  ) throws -> [Leaderboard.Row] {
    let own = try database.ownAccounts()
    let names = try GroupNames(database)
    let slugs = set.slugs
    return try database.documents(type: RecordType.dailyScore.name).compactMap { score in
      guard let name = DailyScoreName(score.name), name.group == DailyScoreName.group(group.name),
        days?.contains(name.day) ?? true, name.day <= now.latestDay
      else { return nil }
      let game = slugs[name.gameID]
      guard slug == nil || slug == game else { return nil }
      let fields = score.fields
      var result = ScoreTally()
      result.add(
        PlayedScore(
          isCompleted: fields["completed"]?.bool ?? false, score: fields["score"]?.int,
          maxAttempts: fields["maxAttempts"]?.int))
      return Leaderboard.Row(
        user: own.contains(name.account) ? "you" : names[name.account], result,
        game.flatMap { set.rule(of: $0)?.scoring })
    }
  }

  private func print(_ board: Leaderboard, hasFormer: Bool) {
    var table = Table(
      header: ["RANK"] + (hasFormer ? ["CHANGE"] : []) + ["USER", "POINTS", "PLAYED", "SOLVED"],
      names: [hasFormer ? 2 : 1])
    for row in board.rows {
      table.add(
        [String(row.rank)] + (hasFormer ? [change(row)] : []) + [
          row.user, withThousandsSeparators(row.points), withThousandsSeparators(row.played),
          withThousandsSeparators(row.completed),
        ])
    }
    table.print()
  }

  private func change(_ row: Leaderboard.Row) -> String {
    guard let former = row.formerRank else { return "new" }
    if former == row.rank { return "=" }
    return former > row.rank ? "▲ \(former - row.rank)" : "▼ \(row.rank - former)"
  }

  private func inWords(_ days: ClosedRange<Day>?) -> String {
    guard let days else { return "of all days" }
    return days.lowerBound == days.upperBound
      ? "of \(days.lowerBound.iso)" : "from \(days.lowerBound.iso) to \(days.upperBound.iso)"
  }

  private func json(_ row: Leaderboard.Row, _ days: ClosedRange<Day>?) -> Value {
    .object([
      "rank": .int(row.rank), "formerRank": row.formerRank.map(Value.int) ?? .null,
      "userId": .string(row.user), "points": .int(row.points), "played": .int(row.played),
      "completed": .int(row.completed),
      "from": days.map { .int($0.lowerBound.dateInt) } ?? .null,
      "to": days.map { .int($0.upperBound.dateInt) } ?? .null,
    ])
  }
}
