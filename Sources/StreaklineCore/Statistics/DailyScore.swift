/// The name of a score in a leaderboard: its group, whose it is, the day and the game. At a remote the group
/// is the zone, and apps call the record by several names.
package struct DailyScoreName: Hashable, Sendable {
  /// `nil` where the zone tells no group.
  package let group: String?
  /// The account whose score it is.
  package let account: String
  package let day: Day
  /// The game's UUID in lower case.
  package let gameID: String

  package init(group: String?, account: String, day: Day, gameID: String) {
    self.group = group.map(Self.plain)
    self.account = account
    self.day = day
    self.gameID = Self.plain(gameID)
  }

  /// The name that the fields of a `DailyScore` give; `nil` when one is missing.
  package init?(_ fields: Fields) {
    guard let account = fields["userId"]?.string, !account.isEmpty,
      let gameID = fields["gameId"]?.string, !gameID.isEmpty,
      let day = fields["dateInt"]?.int.flatMap(Day.init(dateInt:))
    else { return nil }
    self.init(group: fields["groupId"]?.string, account: account, day: day, gameID: gameID)
  }

  /// Reads what `text` gives.
  package init?(_ text: String) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
      .map { percentDecoded(String($0)) }
    guard parts.count == 4, let group = parts[0], let account = parts[1],
      let day = parts[2].flatMap(Int.init).flatMap(Day.init(dateInt:)), let gameID = parts[3]
    else { return nil }
    self.init(group: group.isEmpty ? nil : group, account: account, day: day, gameID: gameID)
  }

  /// The document's name: the four parts, encoded as in a composite id.
  package var text: String {
    [group ?? "", account, padded(day.dateInt, 8), gameID].map(percentEncoded)
      .joined(separator: "|")
  }

  /// A group's name as the names of its scores have it.
  package static func group(_ name: String) -> String { plain(name) }

  /// A UUID in lower case; any other text as it is.
  private static func plain(_ id: String) -> String { UniqueID(id)?.description ?? id }
}

/// A score in a leaderboard of the app StreakSync, which follows from a result.
package enum DailyScore {
  /// The fields of a result's score.
  ///
  /// - Parameters:
  ///   - stored: The score that is there, whoever has written it; what it says besides the result stays.
  ///   - now: When the score is computed.
  /// - Returns: `nil` when the stored score says the same.
  package static func fields(
    of result: PlayedResult, _ name: DailyScoreName, stored: Fields?, now: Instant
  ) -> Fields? {
    let facts: [(String, Value)] = [
      ("score", result.score.map(Value.int) ?? .null),
      ("maxAttempts", result.maxAttempts.map(Value.int) ?? .null),
      ("completed", .bool(result.isCompleted)),
    ]
    if let stored, facts.allSatisfy({ stored.value($0.0) == $0.1 }) { return nil }
    var fields =
      stored ?? [
        "userId": .string(name.account), "dateInt": .int(name.day.dateInt),
        "gameId": .string(name.gameID), "gameName": result.gameName.map(Value.string) ?? .null,
      ]
    for (field, value) in facts { fields[field] = value }
    fields["updatedAt"] = .string(now.iso)
    if let group = name.group { fields["groupId"] = .string(group) }
    return fields
  }
}
