internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineFiles
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore

/// One player's achievements.
struct AchievementsCommand: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "achievements",
    abstract: "Show a player's achievements, and what is needed for the next ones.",
    discussion: """
      The tiers are those of StreakSync; a file of your own can change them (Documentation/pipelines.md).
      Other people are the other players in this store.

      Examples:
        streakline achievements
        streakline achievements --user alice --output json
      """)

  @Option(help: "The player; otherwise you.") var user: String?
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func run() throws {
    let database = try store.openReading()
    let user = try user ?? database.ownUser()
    let selection = SelectionOptions(game: nil, user: user)
    let files = AchievementFiles(currentLocations().folders("Achievements"))
    files.problems.forEach(Output.problem)
    guard files.problems.isEmpty else {
      throw CommandFailure(
        ExitCodes.configuration, "the files of achievements have mistakes; nothing was counted")
    }
    let set = try rules.load()
    let now = currentInstant()
    let results = try database.played(ResultFilter(user: user), at: now)
    if results.isEmpty {
      try selection.refuseUnknownNames(in: database, slug: nil, rules: set)
    }
    let others = try database.firstDays(at: now).filter { $0.key != user }
    let count = AchievementCount(
      files.categories, of: results,
      AchievementCount.Games(
        everyDays: set.everyDays, higherIsBetter: set.higherIsBetter, withoutTries: set.withoutTries
      ),
      others: Array(others.values))
    if output.isJSON || tableOptions.csv {
      for progress in count.progress { Output.json(json(progress, user)) }
    } else {
      print(count.progress)
    }
  }

  private func print(_ progress: [AchievementProgress]) {
    var table = Table(header: ["ACHIEVEMENT", "TIER", "SINCE", "COUNT", "NEXT"], names: [0, 1, 4])
    for one in progress {
      let next = one.category.requirements.filter { $0.threshold > one.number }
        .min { $0.threshold < $1.threshold }
      table.add([
        one.category.name, one.tier.map(name) ?? "–",
        one.tier.flatMap { one.unlocks[$0]?.iso } ?? "–", withThousandsSeparators(one.number),
        next.map { "\(name($0.tier)) at \(withThousandsSeparators($0.threshold))" }
          ?? "all reached",
      ])
    }
    table.print()
  }

  private func name(_ tier: Int) -> String {
    let names = AchievementCategory.tiers
    return names.indices.contains(tier - 1) ? names[tier - 1] : String(tier)
  }

  private func json(_ progress: AchievementProgress, _ user: String) -> Value {
    let tiers = progress.category.requirements.map { requirement in
      Value.object([
        "tier": .string(name(requirement.tier)), "threshold": .int(requirement.threshold),
        "unlocked": progress.unlocks[requirement.tier].map { .int($0.dateInt) } ?? .null,
      ])
    }
    return .object([
      "userId": .string(user), "category": .string(progress.category.key),
      "name": .string(progress.category.name), "count": .int(progress.number),
      "tier": progress.tier.map { .string(name($0)) } ?? .null, "tiers": .list(tiers),
    ])
  }
}
