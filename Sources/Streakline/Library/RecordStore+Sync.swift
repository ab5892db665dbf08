public import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore
public import StreaklineSync

extension RecordStore {
  /// Sends to a remote what the pipeline has not delivered yet, in batches of five or as the
  /// pipeline file says.
  ///
  /// Delivery is at least once. What the remote does not take is kept and sent again later; it does
  /// not hold up other records. Results that are suspect are never sent. Run one sync of a pipeline
  /// at a time.
  ///
  /// ```swift
  /// let store = try RecordStore(path: "results.db")
  /// let pipeline = try SyncPipeline(file: "Pipelines/lines.yaml")
  /// let report = try await store.sync(pipeline, with: JSONLinesRemote(path: "results.jsonl"))
  /// if let reason = report.state.message { print("not everything was sent:", reason) }
  /// if let seconds = report.delaySeconds { print("again after", seconds, "seconds") }
  /// ```
  ///
  /// - Parameter now: Returns the current time at each call.
  /// - Returns: What was sent, what waits, and why the run ended. A remote that fails is a state of
  ///   the report, not an error.
  /// - Throws: ``LibraryError`` when the store fails.
  public func sync(
    _ pipeline: SyncPipeline, with remote: any Remote, now: @escaping () -> Instant = { .now }
  ) async throws -> SyncReport {
    do {
      var run = SyncRun(
        store, pipeline.pipeline, to: remote, games: self.knownGames, now: now,
        jitter: { Double.random(in: 0...1) })
      var report = try await run.run()
      report.unknownUsers = try store.unknownUsers(of: pipeline.pipeline.filter)
      return report
    } catch {
      throw LibraryError(error)
    }
  }

  /// What the rules say about games, with which results that come from a remote are read. Achievements are left out
  /// while one of their files has a mistake: those of some of the files would be others than those of all.
  package var knownGames: KnownGames {
    KnownGames(rules, AchievementFiles(achievementFolders))
  }

  /// The state of each pipeline that is switched on, in the order of their names. A pipeline file with a
  /// mistake is left out, because it does not run.
  ///
  /// ```swift
  /// let locations = Locations(
  ///   environment: { ["HOME": "/home/alice"][$0] }, executable: "/usr/bin/streakline")
  /// let store = try RecordStore(path: locations.store)
  /// for pipeline in try store.pipelines(in: locations) {
  ///   print(pipeline.name, pipeline.headline, pipeline.details.joined(separator: ", "))
  /// }
  /// ```
  ///
  /// - Parameter locations: Where the pipeline files are.
  /// - Throws: ``LibraryError``.
  public func pipelines(in locations: Locations, now: Instant = .now) throws -> [PipelineReport] {
    let files = PipelineFiles(locations.folders("Pipelines"), store: path)
    return try reportingLibraryErrors {
      try files.pipelines.filter(\.isEnabled).map {
        PipelineReport(try PipelineStatus($0, in: store, at: now), now)
      }
    }
  }

  /// How many records wait to be delivered by a pipeline.
  ///
  /// - Parameter now: The present. Results whose day has not started anywhere are not sent.
  /// - Throws: ``LibraryError``.
  public func pendingCount(of pipeline: SyncPipeline, now: Instant = .now) throws -> Int {
    try reportingLibraryErrors { try store.pendingCount(pipeline.pipeline.filter, at: now).pending }
  }
}

extension KnownGames {
  package init(_ games: GameRules, _ achievements: AchievementFiles) {
    let rules = games.ruleSet
    self.init(slugs: rules.slugs, everyDays: rules.everyDays)
    name = { rules.rule(of: $0)?.name }
    higherIsBetter = rules.higherIsBetter
    withoutTries = rules.withoutTries
    self.achievements = achievements.problems.isEmpty ? achievements.categories : []
  }
}

/// How a pipeline is doing, in words.
public struct PipelineReport: Hashable, Sendable {
  /// The pipeline's name, as in its file.
  public let name: String
  /// A sentence without a full stop, such as `Last synced: 2 minutes ago`.
  public let headline: String
  /// What waits, such as `3 pending`, and when it is tried again.
  public let details: [String]
  /// What the user can do; `nil` when there is nothing to do.
  public let advice: String?

  init(_ status: PipelineStatus, _ now: Instant) {
    name = status.pipeline
    headline = status.headline(at: now)
    details = status.details(at: now)
    advice = status.advice
  }
}
