/// A kind of achievement with its tiers (DESIGN §4), as a file declares it.
public struct AchievementCategory: Hashable, Sendable {
  /// What is counted. Each number only grows while results are added.
  package enum Measure: String, CaseIterable, Sendable {
    /// The longest streak in any game.
    case longestStreak
    case results
    case completed
    /// The longest run of days with a result in any game.
    case daysInARow
    /// Days with a result.
    case days
    case games
    /// Puzzles that were completed at the first of several tries.
    case firstTries
    /// How often a result was better than all before in its game.
    case personalBests
    /// Other people with scores in the user's groups.
    case people
    /// Other categories at ``AchievementCategory/goldTier`` or above.
    case goldCategories
  }

  /// The number of a tier and what is needed for it.
  public struct Requirement: Hashable, Sendable {
    public let tier: Int
    public let threshold: Int

    package init(tier: Int, threshold: Int) {
      self.tier = tier
      self.threshold = threshold
    }
  }

  /// The names of tiers; the first has the number 1. StreakSync knows them by their numbers.
  public static let tiers = ["bronze", "silver", "gold", "diamond", "master", "legendary"]
  static let goldTier = 3

  /// What StreakSync calls the category, such as `streak_master`.
  public let key: String
  /// The UUID by which StreakSync knows it, in upper case.
  public let id: String
  public let name: String
  package let measure: Measure
  /// By tier.
  public let requirements: [Requirement]

  package init(
    key: String, id: String, name: String, measure: Measure, requirements: [Requirement]
  ) {
    self.key = key
    self.id = id
    self.name = name
    self.measure = measure
    self.requirements = requirements
  }

  /// The highest tier that a number reaches; `nil` when it reaches none.
  package func tier(of number: Int) -> Int? {
    requirements.filter { $0.threshold <= number }.map(\.tier).max()
  }

  /// The category with the requirements of another list.
  func with(id: String, _ requirements: [Requirement]) -> AchievementCategory {
    AchievementCategory(
      key: key, id: id, name: name, measure: measure, requirements: requirements)
  }
}

/// How far somebody is in a category.
public struct AchievementProgress: Hashable, Sendable {
  public let category: AchievementCategory
  public private(set) var number = 0
  /// The day on which each tier was reached, by tier.
  public private(set) var unlocks: [Int: Day] = [:]

  init(_ category: AchievementCategory) {
    self.category = category
  }

  /// The highest tier that is reached.
  public var tier: Int? { unlocks.keys.max() }

  mutating func reach(_ number: Int, on day: Day) {
    guard number > self.number else { return }
    self.number = number
    for requirement in category.requirements
    where requirement.threshold <= number && unlocks[requirement.tier] == nil {
      unlocks[requirement.tier] = day
    }
  }
}

/// Counts results day by day, for all categories at once.
package struct AchievementCount {
  /// What is known about games besides their results.
  package struct Games: Hashable, Sendable {
    /// Days between two puzzles, by slug; 1 where a game is not named.
    package var everyDays: [String: Int]
    /// The slugs of games in which the greater score is better.
    package var higherIsBetter: Set<String>
    /// The slugs of games whose score is no number of tries.
    package var withoutTries: Set<String>

    package init(
      everyDays: [String: Int] = [:], higherIsBetter: Set<String> = [],
      withoutTries: Set<String> = []
    ) {
      self.everyDays = everyDays
      self.higherIsBetter = higherIsBetter
      self.withoutTries = withoutTries
    }
  }

  package private(set) var progress: [AchievementProgress]
  private let games: Games
  private let people: Int
  private var numbers: [AchievementCategory.Measure: Int] = [:]
  private var streaks: [String: Streak] = [:]
  private var bests: [String: Int] = [:]
  private var run = 0
  private var last: Day?

  /// The progress that results give, in whatever order they are.
  package init(
    _ categories: [AchievementCategory], of results: [PlayedResult], _ games: Games,
    people: Int = 0
  ) {
    progress = categories.map(AchievementProgress.init)
    self.games = games
    self.people = people
    let days = Dictionary(grouping: results, by: \.day).sorted { $0.key < $1.key }
    for (day, results) in days { add(results, on: day) }
  }

  private mutating func add(_ results: [PlayedResult], on day: Day) {
    run = last == day + -1 ? run + 1 : 1
    last = day
    add(1, to: .days)
    raise(.daysInARow, to: run)
    let byGame = Dictionary(grouping: results, by: \.gameID).sorted { $0.key < $1.key }
    for (gameID, results) in byGame {
      let game = results[0].game
      add(results.count, to: .results)
      add(results.count(where: \.isCompleted), to: .completed)
      if !games.withoutTries.contains(game) {
        let firstTries = results.count {
          $0.isCompleted && $0.score == 1 && $0.maxAttempts ?? 0 > 1
        }
        add(firstTries, to: .firstTries)
      }
      var streak = streaks[gameID] ?? Streak(days: [], everyDays: games.everyDays[game] ?? 1)
      streak.append(day, completed: results.contains(where: \.isCompleted))
      streaks[gameID] = streak
      raise(.longestStreak, to: streak.max)
      note(results.filter(\.isCompleted).compactMap(\.score), game, gameID)
    }
    raise(.games, to: streaks.count)
    raise(.people, to: people)
    for index in progress.indices where progress[index].category.measure != .goldCategories {
      progress[index].reach(numbers[progress[index].category.measure] ?? 0, on: day)
    }
    let gold = progress.count {
      $0.category.measure != .goldCategories && $0.tier ?? 0 >= AchievementCategory.goldTier
    }
    for index in progress.indices where progress[index].category.measure == .goldCategories {
      progress[index].reach(gold, on: day)
    }
  }

  /// Notes the scores of a day. The first score of a game beats nothing.
  private mutating func note(_ scores: [Int], _ game: String, _ gameID: String) {
    let isHigher = games.higherIsBetter.contains(game)
    guard let best = isHigher ? scores.max() : scores.min() else { return }
    if let former = bests[gameID] {
      guard isHigher ? best > former : best < former else { return }
      add(1, to: .personalBests)
    }
    bests[gameID] = best
  }

  private mutating func add(_ number: Int, to measure: AchievementCategory.Measure) {
    numbers[measure, default: 0] += number
  }

  private mutating func raise(_ measure: AchievementCategory.Measure, to number: Int) {
    numbers[measure] = max(numbers[measure] ?? 0, number)
  }
}
