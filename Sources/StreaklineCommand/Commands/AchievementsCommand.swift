internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

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

  @Option(help: "The player; otherwise you.", completion: NameCompletion.users) var user: String?
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func run() throws {
    let history = try store.openHistory(rules)
    let selection = SelectionOptions(game: nil, user: try user ?? history.ownUser())
    let question = selection.question(history)
    let mistakes = history.achievementMistakes
    mistakes.forEach(Output.problem)
    guard mistakes.isEmpty else {
      throw CommandFailure(
        ExitCodes.configuration, "the files of achievements have mistakes; nothing was counted")
    }
    let progress = try history.achievements(question)
    if !progress.contains(where: { $0.number > 0 }) {
      try selection.refuseUnknownNames(in: history, question)
    }
    if output.isJSON || tableOptions.csv {
      for one in progress { Output.json(json(one, question.user ?? "")) }
    } else {
      print(progress)
    }
  }

  private func print(_ progress: [AchievementProgress]) {
    var table = Table(header: ["ACHIEVEMENT", "TIER", "SINCE", "COUNT", "NEXT"], names: [0, 1, 4])
    for one in progress {
      table.add([
        one.category.name, one.tier.map(AchievementCategory.name(ofTier:)) ?? "–",
        one.tier.flatMap { one.unlocks[$0]?.iso } ?? "–", withThousandsSeparators(one.number),
        one.next.map {
          "\(AchievementCategory.name(ofTier: $0.tier)) at \(withThousandsSeparators($0.threshold))"
        }
          ?? "all reached",
      ])
    }
    table.print()
  }

  private func json(_ progress: AchievementProgress, _ user: String) -> Value {
    let tiers = progress.category.requirements.map { requirement in
      Value.object([
        "tier": .string(AchievementCategory.name(ofTier: requirement.tier)),
        "threshold": .int(requirement.threshold),
        "unlocked": progress.unlocks[requirement.tier].map { .int($0.dateInt) } ?? .null,
      ])
    }
    return .object([
      "userId": .string(user), "category": .string(progress.category.key),
      "name": .string(progress.category.name), "count": .int(progress.number),
      "tier": progress.tier.map { .string(AchievementCategory.name(ofTier: $0)) } ?? .null,
      "tiers": .list(tiers),
    ])
  }
}
