internal import ArgumentParser
internal import Foundation
internal import StreaklineCore
internal import StreaklineFiles
internal import StreaklineStore
internal import StreaklineSync

/// Delivers what the remotes of the pipelines do not have yet.
struct Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Deliver new results to the remotes of the pipelines.",
    discussion: """
      What a remote has not taken is kept and sent again. Exit code 75 says that something is left.

      Examples:
        streakline sync
        streakline sync --follow          # keeps delivering until Ctrl-C
        streakline sync --pipeline default --retry-rejected
      """)

  @Flag(help: "Keep delivering: full batches at once, others after two seconds.")
  var follow = false

  @Flag(help: "Send again what a remote has rejected.")
  var retryRejected = false

  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    // Creates no store where there is none.
    _ = try pipelines.store.openReading()
    let (all, hasProblems) = try pipelines.load()
    let routes = try all.map(Route.init)
    let store = try pipelines.store.open()
    try requeue(all, store)
    if follow {
      try await deliverContinuously(routes, store)
      return
    }
    var isComplete = true
    for route in routes {
      let report = try await deliver(route, store)
      isComplete = isComplete && (report.pending == 0 || report.state == .disabled)
    }
    try store.close()
    if hasProblems { throw CommandFailure(ExitCodes.configuration) }
    if !isComplete { throw CommandFailure(ExitCodes.tryAgain) }
  }

  /// Whoever starts a sync does not want to wait for the next try of what was not taken.
  private func requeue(_ pipelines: [Pipeline], _ store: Store) throws {
    let states: [Delivery.State] = [.retry, .outcomeUnknown] + (retryRejected ? [.rejected] : [])
    for pipeline in pipelines where pipeline.isEnabled {
      for state in states { try store.requeue(pipeline.name, state) }
    }
  }

  private func deliverContinuously(_ routes: [Route], _ first: Store) async throws {
    var store = first
    var identity = try identityWithoutOpening(store.path)
    var schedule = FollowSchedule()
    while !Interruption.isRequested {
      let current = try? identityWithoutOpening(store.path)
      if current != identity {
        store = try reopened()
        identity = try identityWithoutOpening(store.path)
      }
      for route in routes where schedule.isDue(route.name, at: steadySeconds()) {
        let report = try await deliver(route, store)
        schedule.ran(route.name, at: steadySeconds(), delaySeconds: report.delaySeconds)
      }
      // In short steps, so that Ctrl-C ends the program soon.
      let pause = min(0.1, schedule.pauseSeconds(at: steadySeconds()))
      try await Task.sleep(for: .seconds(pause))
    }
    try store.close()
  }

  /// The store that another program has put in place of the open one.
  private func reopened() throws -> Store {
    _ = try pipelines.store.openReading()
    return try pipelines.store.open()
  }

  private func deliver(_ route: Route, _ store: Store) async throws -> SyncReport {
    let remote = route.remote(store)
    var pusher = Pusher(
      store, route.pipeline, to: remote, mode: follow ? .following : .draining,
      now: currentInstant, jitter: { Double.random(in: 0...1) })
    let report = try await pusher.run()
    let hasNews = report.batches > 0 || report.state != .success
    if !follow || hasNews { show(report, damagedLines: damagedLines(remote)) }
    Output.flush()
    return report
  }
}

/// A pipeline whose remote this program has.
private struct Route {
  let pipeline: Pipeline
  let path: String

  var name: String { pipeline.name }

  init(_ pipeline: Pipeline) throws {
    self.pipeline = pipeline
    switch pipeline.remote {
    case .jsonLines(let path): self.path = path
    case .other(let kind, _):
      throw CommandFailure(
        ExitCodes.configuration,
        "pipeline \(pipeline.name): this program cannot deliver to a remote of "
          + "the kind '\(kind.rawValue)' yet; nothing was delivered")
    }
  }

  func remote(_ store: Store) -> JSONLinesRemote {
    JSONLinesRemote(path: path, storePath: store.path)
  }
}

// MARK: - Output

extension Sync {
  private func show(_ report: SyncReport, damagedLines: String?) {
    if output.isJSON {
      Output.json(report.json)
    } else if !output.quiet {
      Output.line("\(report.pipeline): \(sentence(report))")
    }
    if let damagedLines { Output.error("\(report.pipeline): \(damagedLines)") }
    if let message = report.state.message {
      Output.error("\(report.pipeline): \(message)")
    }
  }

  private func sentence(_ report: SyncReport) -> String {
    let records = pluralized(report.saved, "record")
    var parts = ["\(records) delivered in \(pluralized(report.batches, "batch", "batches"))"]
    let others = [
      (report.deleted, "deleted"), (report.conflicts, "in conflict"), (report.rejected, "rejected"),
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

  private func damagedLines(_ remote: JSONLinesRemote) -> String? {
    guard remote.damagedLines > 0 else { return nil }
    let lines = pluralized(remote.damagedLines, "damaged line")
    return "\(lines) moved to \(remote.damagedLinesPath)"
  }

  /// Seconds of a clock that nobody can set.
  private func steadySeconds() -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - Self.start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  private static let start = ContinuousClock.now
}
