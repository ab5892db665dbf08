internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Delivers what the remotes of the pipelines do not have yet.
struct Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Take what is new at the remotes of the pipelines, and deliver what is new here.",
    discussion: """
      What a remote has not taken is kept and sent again. Exit code 75 says that something is left.
      What devices have changed differently is merged; a result that was not chosen stays as a dispute.
      A remote that is full or that denies access is only read until `--retry` says that this is over.
      A remote that was busy is left alone for the time that it has asked for, or until `--retry`.
      One run of a pipeline at a time: another one waits ten seconds, then names the process that runs.

      Examples:
        streakline sync
        streakline sync --retry           # after you have made room or got access
        streakline sync --follow          # keeps delivering until Ctrl-C
        streakline sync --pipeline default --retry-rejected
        streakline sync --pipeline default --from-start
        streakline sync --pipeline folder --full
      """)

  @Flag(help: "Keep delivering: full batches at once, others after two seconds.")
  var follow = false

  @Flag(help: "Ask remotes that were busy at once, and write again where writing is paused.")
  var retry = false

  @Flag(help: "Send again what a remote has rejected.")
  var retryRejected = false

  @Flag(help: "Send everything again, also what was delivered: for a remote that has lost records.")
  var fromStart = false

  @Flag(help: "Read everything at the remote again. What a server no longer has was deleted there.")
  var full = false

  @Flag(help: "Delete here what a server no longer has, even if that is most of it.")
  var acceptDeletions = false

  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let loaded = try pipelines.load()
    // Creates no store where there is none, and nothing to take either.
    if !loaded.pipelines.contains(where: { $0.isEnabled && $0.remote.kind != .jsonl }) {
      _ = try pipelines.store.openReading()
    }
    guard !loaded.isIncomplete else {
      throw CommandFailure(
        ExitCodes.configuration,
        "what cannot be read may change a pipeline or switch it off; nothing was delivered")
    }
    try reportUnknownGames(of: loaded.pipelines)
    let store = try pipelines.store.open()
    let device = try store.deviceID()
    let switches = PipelineSwitches(pipelines, loaded)
    let routes = routes(loaded.pipelines, device)
    Output.whenUnread(follow ? .stops : .finishes)
    try reportUnknownUsers(of: loaded.pipelines, store)
    try requeue(routes, store)
    if follow {
      try await deliverContinuously(routes, store, switches)
      return
    }
    var codes: Set<Int32> = []
    for route in routes {
      codes.insert(try await exitCode(deliver(route, store, switches)))
    }
    // One pipeline may have brought a decision after another one had run.
    for route in routes
    where try route.pipeline.isEnabled && store.hasErasures(for: route.pipeline) {
      codes.insert(try await exitCode(deliver(route, store, switches)))
    }
    try store.close()
    try Interruption.stopIfRequested()
    let enabled = loaded.pipelines.filter(\.isEnabled)
    let hasUnknownRemote = enabled.contains { pipeline in
      !routes.contains { $0.name == pipeline.name }
    }
    if loaded.hasProblems || hasUnknownRemote { throw CommandFailure(ExitCodes.configuration) }
    // What the user has to do counts more than what a later run can deliver.
    let order = [
      ExitCodes.configuration, ExitCodes.inputOutput, ExitCodes.cannotWrite, ExitCodes.tryAgain,
    ]
    if let code = order.first(where: codes.contains) { throw CommandFailure(code) }
  }

  /// What a run leaves to be done: by the user, or by a later run. `nil` for a pipeline that another
  /// process runs.
  private func exitCode(_ report: SyncReport?) -> Int32 {
    guard let report else { return ExitCodes.tryAgain }
    let isDone = report.pending == 0 && report.failure == nil && report.problems.isEmpty
    guard !isDone, report.state != .disabled else { return ExitCodes.done }
    return switch report.failure {
    case .configuration: ExitCodes.configuration
    case .permission: ExitCodes.cannotWrite
    case .quota, .failed: ExitCodes.inputOutput
    case .offline, .throttled, .signIn, nil: ExitCodes.tryAgain
    }
  }

  /// A misspelt game would leave the user waiting for results that are never sent.
  private func reportUnknownGames(of pipelines: [Pipeline]) throws {
    guard pipelines.contains(where: { $0.isEnabled && $0.games != nil }) else { return }
    let rules = try Interruption.endingProgram {
      RuleFolders(currentLocations().ruleFolders(UserSettings.current)).rules()
    }
    let known = rules.games + [HabitDay.game]
    for pipeline in pipelines where pipeline.isEnabled {
      for game in (pipeline.games ?? []).subtracting(known).sorted() {
        let advice = suggestion(for: game, among: known).map { "; \($0)" } ?? ""
        Output.error("\(pipeline.name): no rule file is for the game '\(game)'\(advice)")
      }
    }
  }

  /// A misspelt user, too, or one who has another name now.
  private func reportUnknownUsers(of pipelines: [Pipeline], _ store: RecordStore) throws {
    for pipeline in pipelines where pipeline.isEnabled {
      let unknown = try store.unknownUsers(of: pipeline)
      guard !unknown.isEmpty else { continue }
      let known = try store.people.ids()
      for user in unknown {
        let advice =
          user.owner.map { "his results are those of '\($0)' now" }
          ?? suggestion(for: user.name, among: known)
        Output.error(
          "\(pipeline.name): the user '\(user.name)' has no results"
            + (advice.map { "; \($0)" } ?? ""))
      }
    }
  }

  /// Makes all postponed changes due: a user who starts `sync` wants them to be tried now.
  private func requeue(_ routes: [Route], _ store: RecordStore) throws {
    for route in routes where route.pipeline.isEnabled {
      try store.prepare(
        route, retriesRejected: retryRejected, sendsAll: fromStart, readsAll: full)
    }
  }

  /// Runs a pipeline once.
  ///
  /// - Parameter alreadySaid: What was said of the run before, which is not said again.
  /// - Returns: `nil` when another process runs the pipeline.
  func deliver(
    _ route: Route, _ store: RecordStore, _ switches: PipelineSwitches, pulls: Bool = true,
    mayHaveNewResults: Bool = true, resumes: Bool? = nil, alreadySaid: String? = nil
  ) async throws -> SyncReport? {
    var manner = RunManner(
      follows: follow, resumes: resumes ?? retry, acceptsDeletions: acceptDeletions)
    (manner.pulls, manner.mayHaveNewResults) = (pulls, mayHaveNewResults)
    let outcome = try await store.run(
      route, manner, isOn: { switches.isOn(route.name) },
      others: { [path = pipelines.store.location] in
        PipelineFiles(currentLocations().folders("Pipelines"), store: path).pipelines
          .filter { $0.name != route.name }
      }, games: KnownGames.ofFiles)
    let report: SyncReport
    switch outcome {
    case .ranElsewhere(let sentence):
      if !follow { Output.error(sentence, code: ExitCodes.tryAgain) }
      return nil
    case .done(let done, let damaged):
      report = done
      if let damaged {
        Output.error(
          "\(route.name): \(pluralized(damaged.count, "damaged line")) moved to \(damaged.path); send their "
            + "records again with `streakline sync --pipeline \(route.name) --from-start`")
      }
    }
    let hasNews = report.batches > 0 || report.pulled > 0 || report.state != .success
    let isOld =
      report.batches + report.pulled == 0 && alreadySaid != nil
      && report.state.message == alreadySaid
    if !follow || hasNews && !isOld { show(report) }
    Output.flush()
    return report
  }
}

extension KnownGames {
  /// The games of the rule files, with which results that come from a remote are read, and the categories of
  /// achievements.
  static func ofFiles() -> KnownGames {
    let rules = RuleFolders(currentLocations().ruleFolders(UserSettings.current)).rules()
    let files = AchievementFiles(currentLocations().folders("Achievements"))
    for problem in files.problems { Output.error(problem.rendered) }
    return KnownGames(rules, files)
  }
}

extension Route {
  /// Returns `nil`, and reports it, when this program has no such remote.
  init?(_ pipeline: Pipeline, _ store: StoreOptions, device: String) {
    do {
      try self.init(
        pipeline, store: store.location, device: device, currentLocations(),
        environment: ProcessInfo.processInfo.environment)
    } catch {
      if case .withoutProgram(let kind) = error {
        Output.error("\(pipeline.name): \(Self.absence(of: kind))")
      }
      return nil
    }
  }

  static func absence(of kind: RemoteKind) -> String {
    "streakline-remote-\(kind.rawValue) is not there; the package streakline-server has it, and `make server` builds it. "
      + "PATH may lead to it"
  }
}

// MARK: - Output

extension Sync {
  private func show(_ report: SyncReport) {
    output.report(report.json, "\(report.pipeline): \(sentence(report))")
    for decision in report.decisions { Output.note("\(report.pipeline): \(decision)") }
    for title in report.removedGroups { Output.note("\(title): group removed") }
    for problem in report.problems where problem != report.state.message {
      Output.error("\(report.pipeline): \(problem)")
    }
    if let message = report.state.message {
      Output.error(
        "\(report.pipeline): \(message)", help: report.failure?.advice(report.pipeline))
    }
  }

  private func sentence(_ report: SyncReport) -> String {
    let records = pluralized(report.saved, "record")
    var parts = ["\(records) delivered in \(pluralized(report.batches, "batch", "batches"))"]
    let others = [
      (report.pulled, "taken"), (report.merged, "merged"), (report.deleted, "deleted"),
      (report.foreign, "not understood"), (report.refused, "refused: their people are erased"),
      (report.unreadFields, "unreadable fields kept"),
      (report.conflicts, "in conflict"),
      (report.rejected, "rejected"),
      (report.pending, "pending"),
    ]
    parts += others.filter { $0.0 > 0 }.map { "\(withThousandsSeparators($0.0)) \($0.1)" }
    switch report.state {
    case .success:
      if let next = report.nextRetry { parts.append("next try \(next.iso)") }
    case .disabled: parts.append("switched off")
    case .error, .offline, .paused: parts.append(report.state.name)
    }
    return parts.joined(separator: ", ")
  }
}
