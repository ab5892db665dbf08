/// A kind of achievement with its tiers, as a file declares it.
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
    /// 1 for the first of ``AchievementCategory/tiers``.
    public let tier: Int
    /// The least ``AchievementProgress/number`` with which the tier is reached; at least 1.
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
  /// The category's name for people, such as `Streak Master`.
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
  /// The category, with what it takes to reach its tiers.
  public let category: AchievementCategory
  /// How many results, days or other things of the category were counted; 0 or more. Thresholds compare with it.
  public private(set) var number = 0
  /// The day on which each tier was reached, by tier.
  public private(set) var unlocks: [Int: Day] = [:]

  init(_ category: AchievementCategory) {
    self.category = category
  }

  /// The highest tier that is reached, from 1 on; `nil` when none is.
  public var tier: Int? { unlocks.keys.max() }

  /// - Returns: Whether a tier is unlocked by it.
  mutating func reach(_ number: Int, on day: Day) -> Bool {
    guard number > self.number else { return false }
    self.number = number
    let before = unlocks.count
    for requirement in category.requirements
    where requirement.threshold <= number && unlocks[requirement.tier] == nil {
      unlocks[requirement.tier] = day
    }
    return unlocks.count > before
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

  /// A game, or a mode of one, as far as its results are counted.
  private struct PlayedGame {
    let isHigherBetter: Bool
    let hasTries: Bool
    var streak: Streak
    var best: Int?

    init(_ game: String, _ games: Games) {
      isHigherBetter = games.higherIsBetter.contains(game)
      hasTries = !games.withoutTries.contains(game)
      streak = Streak(days: [], everyDays: games.everyDays[game] ?? 1)
    }
  }

  /// What is counted.
  private struct Numbers {
    var longestStreak = 0, results = 0, completed = 0, daysInARow = 0, days = 0, games = 0
    var firstTries = 0, personalBests = 0, people = 0

    /// 0 for ``AchievementCategory/Measure/goldCategories``, which follows from the others.
    subscript(measure: AchievementCategory.Measure) -> Int {
      switch measure {
      case .longestStreak: longestStreak
      case .results: results
      case .completed: completed
      case .daysInARow: daysInARow
      case .days: days
      case .games: games
      case .firstTries: firstTries
      case .personalBests: personalBests
      case .people: people
      case .goldCategories: 0
      }
    }
  }

  private var games: [PlayedGame]
  private var numbers = Numbers()
  /// The first days of other people who are not counted yet.
  private var others: ArraySlice<Day>
  /// Days in a row with a result, up to the last one.
  private var run = 0
  private var last: Day?

  /// The progress that results give, in whatever order they are.
  ///
  /// - Parameter others: The first day of each other person.
  package init(
    _ categories: [AchievementCategory], of results: [PlayedResult], _ rules: Games,
    others: [Day] = []
  ) {
    self.init(categories, of: results.byGame, rules, others: others)
  }

  /// - Parameter played: What `byGame` makes of results.
  package init(
    _ categories: [AchievementCategory], of played: [ArraySlice<PlayedResult>], _ rules: Games,
    others: [Day] = []
  ) {
    progress = categories.map(AchievementProgress.init)
    self.others = others.sorted()[...]
    games = played.map { PlayedGame($0[$0.startIndex].game, rules) }
    for (day, game, results) in Self.days(of: played) {
      if day != last {
        if let last { end(last, next: day) }
        begin(day)
      }
      add(played[game][results], of: game, on: day)
    }
    if let last { end(last, next: nil) }
  }

  /// The results of each day and game, by day.
  private static func days(of games: [ArraySlice<PlayedResult>])
    -> [(day: Day, game: Int, results: Range<Int>)]
  {
    var days: [(day: Day, game: Int, results: Range<Int>)] = []
    for (game, results) in games.enumerated() {
      for index in results.indices {
        let day = results[index].day
        if let last = days.last, last.game == game, last.day == day {
          days[days.count - 1].results = last.results.lowerBound..<(index + 1)
        } else {
          days.append((day, game, index..<(index + 1)))
        }
      }
    }
    return days.sorted { ($0.day, $0.game) < ($1.day, $1.game) }
  }

  private mutating func begin(_ day: Day) {
    run = last == day + -1 ? run + 1 : 1
    last = day
    numbers.days += 1
    numbers.daysInARow = max(numbers.daysInARow, run)
    while let first = others.first, first <= day {
      others.removeFirst()
      numbers.people += 1
    }
  }

  private mutating func add(_ results: ArraySlice<PlayedResult>, of index: Int, on day: Day) {
    let (hasTries, isHigher) = (games[index].hasTries, games[index].isHigherBetter)
    var (completed, best): (Int, Int?) = (0, nil)
    for result in results where result.isCompleted {
      completed += 1
      guard let score = result.score else { continue }
      if hasTries, score == 1, result.maxAttempts ?? 0 > 1 { numbers.firstTries += 1 }
      best = best.map { isHigher ? max($0, score) : min($0, score) } ?? score
    }
    numbers.results += results.count
    numbers.completed += completed
    if games[index].streak.lastPlayed == nil { numbers.games += 1 }
    games[index].streak.append(day, completed: completed > 0)
    numbers.longestStreak = max(numbers.longestStreak, games[index].streak.max)
    if let best { note(best, index) }
  }

  /// Notes the best score of a day. The first score of a game beats nothing.
  private mutating func note(_ best: Int, _ index: Int) {
    if let former = games[index].best {
      guard games[index].isHigherBetter ? best > former : best < former else { return }
      numbers.personalBests += 1
    }
    games[index].best = best
  }

  /// Unlocks what a day has reached, and what other people reach who come before the next one.
  private mutating func end(_ day: Day, next: Day?) {
    unlock(day)
    while let first = others.first, next.map({ first < $0 }) ?? true {
      others.removeFirst()
      numbers.people += 1
      unlock(first)
    }
  }

  private mutating func unlock(_ day: Day) {
    var hasUnlocked = false
    for index in progress.indices {
      let measure = progress[index].category.measure
      guard measure != .goldCategories else { continue }
      if progress[index].reach(numbers[measure], on: day) { hasUnlocked = true }
    }
    guard hasUnlocked else { return }
    let gold = progress.count {
      $0.category.measure != .goldCategories && $0.tier ?? 0 >= AchievementCategory.goldTier
    }
    for index in progress.indices where progress[index].category.measure == .goldCategories {
      _ = progress[index].reach(gold, on: day)
    }
  }
}
