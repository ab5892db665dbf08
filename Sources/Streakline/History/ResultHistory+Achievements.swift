public import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore

extension ResultHistory {
  /// How far a player is in each category, of those that come with the program and the user's own.
  ///
  /// ```swift
  /// let store = try RecordStore(path: "results.db")
  /// for one in try store.history.achievements(HistoryQuestion(user: "alice")) {
  ///   let tier = one.tier.map(AchievementCategory.name(ofTier:)) ?? "no tier yet"
  ///   print(one.category.name, tier, one.number, "of", one.next?.threshold ?? one.number)
  /// }
  /// ```
  ///
  /// - Parameter question: Its user is the player.
  /// - Throws: ``LibraryError``, also for a file of achievements that has mistakes: from the others would come other
  ///   numbers.
  public func achievements(_ question: HistoryQuestion) throws -> [AchievementProgress] {
    guard let user = question.user else { return [] }
    let files = AchievementFiles(achievementFolders)
    if let mistake = files.problems.first {
      throw LibraryError(.configuration, mistake.rendered)
    }
    return try reportingLibraryErrors {
      let others = try store.firstDays(at: question.now).filter {
        $0.key != user && $0.value <= question.lastDay
      }
      return AchievementCount(
        files.categories, of: try store.played(question.filter, at: question.now),
        rules.achievementGames, others: Array(others.values)
      ).progress
    }
  }
}

extension ResultHistory {
  /// The mistakes in files of achievements; while there is one, no achievements are counted.
  public var achievementMistakes: [Problem] { Self.mistakes(inFiles: achievementFolders) }

  /// The mistakes in the files of achievements of some folders.
  public static func mistakes(inFiles folders: [String]) -> [Problem] {
    AchievementFiles(folders).problems
  }
}

extension RuleSet {
  /// What achievements need to know about games.
  package var achievementGames: AchievementCount.Games {
    .init(everyDays: everyDays, higherIsBetter: higherIsBetter, withoutTries: withoutTries)
  }
}

extension AchievementProgress {
  /// The next tier and what it takes; `nil` where all are reached.
  public var next: AchievementCategory.Requirement? {
    category.requirements.filter { $0.threshold > number }.min { $0.threshold < $1.threshold }
  }
}

extension AchievementCategory {
  /// The name of a tier by its number.
  public static func name(ofTier tier: Int) -> String {
    tiers.indices.contains(tier - 1) ? tiers[tier - 1] : String(tier)
  }
}
