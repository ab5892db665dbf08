package import StreaklineCore
package import StreaklineRules
package import StreaklineStore

/// Finds out what imports would store; nothing is stored.
package struct ImportTrial {
  private let rules: GameRules
  private var builder: RecordBuilder
  private var run: DryRun
  private let memory: FieldMemory?
  private var summary = IngestSummary()

  /// - Parameter store: It is only read; `nil` where there is none yet.
  package init(
    _ rules: GameRules, _ builder: RecordBuilder, store: RecordStore?, replaces: Bool
  ) throws {
    (self.rules, self.builder) = (rules, builder)
    if let names = try store?.store.knownNames(given: builder.aliases.keys) {
      self.builder.know(names, replaces: replaces)
    }
    memory = (store?.store).map(FieldMemory.init)
    run = DryRun(store?.store, replaces: replaces)
  }

  /// The users of names, as the store and the caller know them.
  package var users: [String: String] { builder.users }

  /// Reads one input.
  ///
  /// - Parameters:
  ///   - opened: Called with what the input is read as.
  ///   - report: Called with each part, its outcomes, and the sums of all inputs so far.
  /// - Returns: The games whose rules were suspended.
  package mutating func read(
    _ request: ImportRequest, opened: (String) -> Void, _ report: (Importer.Report) throws -> Void
  ) throws -> [String] {
    let input = try request.remembering(memory).open(for: rules.ruleSet)
    opened(input.readAs)
    let parser = InputParser(
      rules: rules.ruleSet, builder: builder, forwards: request.forwards,
      space: input.format.rawValue)
    try parser.parse(input.reader) { chunk in
      let outcomes = try chunk.records.map { try run.outcome(of: $0) }
      builder.people.merge(chunk.people) { $1 }
      summary.add(chunk, outcomes, [], at: builder.now)
      try report(
        Importer.Report(chunk: chunk, outcomes: outcomes, summary: summary, size: input.size))
    }
    return parser.suspended
  }
}

extension ImportRequest {
  /// Reads the records of the input; stores nothing.
  ///
  /// - Parameter suspended: Called at the end, also of a failure, with the games whose rules were suspended.
  package func parse(
    _ rules: GameRules, _ builder: RecordBuilder, suspended: ([String]) -> Void,
    _ body: (ParsedChunk) throws -> Void
  ) throws {
    let parser = InputParser(rules: rules.ruleSet, builder: builder, forwards: forwards)
    defer { suspended(parser.suspended) }
    try parser.parse(open(for: rules.ruleSet).reader, body)
  }
}

extension RecordStore {
  /// What imports into the store, with its games.
  ///
  /// - Parameters:
  ///   - pipelines: The pipelines that are counted in the summary, by how much they will send.
  ///   - replaces: Whether a result that differs from the stored one replaces it.
  package func importer(
    _ builder: RecordBuilder, pipelines: [PipelineFilter] = [], replaces: Bool
  ) -> Importer {
    Importer(
      rules: rules.ruleSet, builder: builder, store: store, pipelines: pipelines,
      replaces: replaces)
  }

  /// Where the streaks that an app has exported differ from those that its results amount to.
  package func differences(
    from exported: [ExportedStreak], now: Instant
  ) throws -> [(exported: ExportedStreak, counted: Streak)] {
    try exported.compactMap { claim in
      let counted =
        try store.streaks(user: claim.userId, at: now).first { $0.gameID == claim.gameId }?.streak
        ?? Streak(days: [])
      return (counted.max, counted.totalPlayed, counted.totalCompleted)
        == (claim.max, claim.totalPlayed, claim.totalCompleted) ? nil : (claim, counted)
    }
  }
}
