package import StreaklineCore
internal import StreaklineRules
package import StreaklineStore

extension RecordStore {
  /// The id of the result that a text names by its short id; any other text as it is.
  ///
  /// - Throws: ``AmbiguousName``.
  package func resultID(_ text: String) throws -> String {
    guard let short = ShortID(text) else { return text }
    var ids: [String] = []
    try store.forEachResult(ResultFilter(from: short.day, to: short.day)) { record in
      if short.isOf(record) { ids.append(record.id) }
    }
    return try AmbiguousName.only(ids, named: text) ?? text
  }

  /// Whether there is a result of that composite id.
  package func hasResult(_ id: String) throws -> Bool { try store.record(id: id) != nil }

  /// Calls `body` with each result that the filter wants, by day, user and game. Rethrows what `body` throws.
  package func forEachResult(_ filter: ResultFilter, _ body: (Record) throws -> Void) throws {
    try store.forEachResult(filter, body)
  }

  /// Stores a result that a person has written by hand, as a correction that can be undone.
  ///
  /// - Parameters:
  ///   - game: The game's slug or its title.
  ///   - replaces: Whether it replaces a stored result that differs.
  /// - Returns: The record, and what became of it; `nil` where no rule has the game.
  /// - Throws: `ValueMistake`.
  package func add(
    _ result: ManualResult, to game: String, replaces: Bool, now: Instant
  ) throws -> (record: Record, outcome: Outcome?)? {
    let set = rules.ruleSet
    let title = game.lowercased()
    guard
      let rule = set.rule(of: game) ?? set.rules.first(where: { $0.name.lowercased() == title })
    else { return nil }
    var record = try result.record(rule, today: today(at: now))
    if let user = try store.knownNames().users[record.userId] { record = record.of(user: user) }
    var batch = Batch(ParsedChunk(records: [record]), now: now)
    batch.replaces = replaces
    batch.everyDays = [record.gameId: rule.day.streakDays]
    var action: NewAction? = NewAction(.added, ["id": .string(record.id)])
    return (record, try store.ingest(batch, as: &action).first)
  }
}
