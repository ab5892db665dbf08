/// The record of all achievements in the app StreakSync, computed from results and joined with the one that
/// is there: progress and tiers never fall, and of each unlock the earliest date stays.
package enum UserAchievements {
  private static let version = 1

  /// The fields of the record.
  ///
  /// - Parameters:
  ///   - categories: Where the stored record has another id or other thresholds for a category, those
  ///     count, because the app has written them.
  ///   - stored: The record that is there.
  ///   - now: When the record is computed.
  /// - Returns: `nil` when the stored record says all of it, or when its payload cannot be read.
  package static func fields(
    _ categories: [AchievementCategory], of results: [PlayedResult],
    _ games: AchievementCount.Games, people: Int, stored: Fields?, now: Instant
  ) -> Fields? {
    var known: [Value] = []
    if let payload = stored?.value("payload"), payload != .null {
      guard case .list(let list)? = payload.string.flatMap(Value.init(jsonInBase64:)) else {
        return nil
      }
      known = list
    }
    let own = categories.map { adapted($0, to: known) }
    // The record says only how many people there are.
    let others = Array(repeating: Day.earliest, count: people)
    let count = AchievementCount(own, of: results, games, others: others)
    guard let lastDay = results.map(\.day).max() else { return nil }
    let computed = Value.list(count.progress.map { achievement($0, lastDay) })
    let former = Value.list(known).inJoinedOrder("payload")
    let joined = former.joinedAchievement(computed, "payload").inJoinedOrder("payload")
    guard joined != former || stored == nil else { return nil }
    var fields = stored ?? [:]
    fields["version"] = .int(max(version, fields["version"]?.int ?? 0))
    fields["payload"] = .string(joined.jsonInBase64)
    fields["summary"] = .string(summary(joined).jsonInBase64)
    let before = stored?["lastUpdated"]?.string.flatMap(Instant.init(iso8601:))
    fields["lastUpdated"] = .string(max(before ?? now, now).iso)
    return fields
  }

  /// The category as the stored record has it.
  private static func adapted(_ category: AchievementCategory, to known: [Value])
    -> AchievementCategory
  {
    guard
      let stored = known.lazy.compactMap(\.object).first(where: {
        $0["category"]?.string == category.key
      }), let id = stored["id"]?.string
    else { return category }
    guard case .list(let list)? = stored["requirements"] else {
      return category.with(id: id, category.requirements)
    }
    let requirements = list.compactMap(\.object).compactMap { one in
      if let tier = one["tier"]?.int, let threshold = one["threshold"]?.int {
        AchievementCategory.Requirement(tier: tier, threshold: threshold)
      } else {
        nil as AchievementCategory.Requirement?
      }
    }
    return category.with(id: id, requirements.isEmpty ? category.requirements : requirements)
  }

  /// An achievement as StreakSync encodes it. The dates of unlocks are a list of tiers, each with its
  /// date behind it.
  private static func achievement(_ progress: AchievementProgress, _ lastDay: Day) -> Value {
    var dates: [Value] = []
    for (tier, day) in progress.unlocks.sorted(by: { $0.key < $1.key }) {
      dates += [.int(tier), .string(Instant(day).iso)]
    }
    var fields: Fields = ["currentValue": .int(progress.number)]
    if let tier = progress.tier { fields.append("currentTier", .int(tier)) }
    fields.append("tierUnlockDates", .list(dates))
    fields.append("lastUpdated", .string(Instant(lastDay).iso))
    let category = progress.category
    return .object([
      "id": .string(category.id), "category": .string(category.key),
      "requirements": .list(
        category.requirements.map {
          .object(["tier": .int($0.tier), "threshold": .int($0.threshold)])
        }),
      "progress": .object(fields),
    ])
  }

  /// How many achievements of each category are unlocked.
  private static func summary(_ payload: Value) -> Value {
    guard case .list(let list) = payload else { return .object([:]) }
    var counts: [String: Int] = [:]
    for achievement in list.compactMap(\.object) {
      guard let category = achievement["category"]?.string,
        let tier = achievement["progress"]?.object?["currentTier"], tier != .null
      else { continue }
      counts[category, default: 0] += 1
    }
    var summary = Fields()
    for (category, count) in counts.sorted(by: { $0.key < $1.key }) {
      summary.append(category, .int(count))
    }
    return .object(summary)
  }
}
