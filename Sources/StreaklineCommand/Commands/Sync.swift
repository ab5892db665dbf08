internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineFiles
internal import StreaklineStore
internal import StreaklineSync

/// Delivers what is queued.
struct Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Deliver queued results to the pipelines' sinks.",
    discussion: """
      What a sink has not acknowledged stays queued. Exit code 75 says that something is left.

      Examples:
        streakline sync
        streakline sync --follow          # keeps delivering until Ctrl-C
      """)

  @Flag(help: "Go on delivering: batches of five, or what there is after two seconds.")
  var follow = false

  @Flag(help: "Try again what a sink has refused.")
  var retryRejected = false

  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    _ = try pipelines.store.openReading()
    let store = try pipelines.store.open()
    let (all, hasProblems) = try pipelines.load()
    if retryRejected {
      for pipeline in all { _ = try store.requeue(pipeline.name, .rejected) }
    }
    var isComplete = !hasProblems
    let configuration = isComplete ? ExitCodes.tryAgain : ExitCodes.configuration
    repeat {
      for pipeline in all {
        isComplete = try await run(pipeline, store) && isComplete
      }
      if follow { try await pause(until: all, store) }
    } while follow && !Interruption.isRequested
    try store.close()
    if !isComplete, !follow { throw CommandFailure(configuration) }
  }

  /// - Returns: Whether nothing is left.
  private func run(_ pipeline: Pipeline, _ store: Store) async throws -> Bool {
    let remote = try remote(of: pipeline, store)
    let report = try await drain(
      store, pipeline, to: remote, mode: follow ? .following : .draining,
      now: currentInstant, jitter: { Double.random(in: 0...1) })
    let hasNews = report.batches > 0 || report.state != .success
    if output.isJSON, !follow || hasNews {
      Output.json(report.json)
    } else if !output.isJSON, !output.quiet, !follow || hasNews {
      Output.line(sentence(report, remote))
    }
    Output.flush()
    return report.pending == 0 || report.state == .disabled
  }

  private func remote(of pipeline: Pipeline, _ store: Store) throws -> JSONLinesRemote {
    switch pipeline.remote {
    case .jsonLines(let path): return JSONLinesRemote(path: path, storePath: store.path)
    case .other(let kind, _):
      throw CommandFailure(
        ExitCodes.configuration,
        "pipeline \(pipeline.name): this program has no remote '\(kind.rawValue)' yet")
    }
  }

  private func sentence(_ report: SyncReport, _ remote: JSONLinesRemote) -> String {
    var parts = [
      "\(pluralized(report.saved, "record")) delivered in \(pluralized(report.batches, "batch", "batches"))"
    ]
    let others = [
      (report.deleted, "deleted"), (report.conflicts, "in conflict"), (report.rejected, "rejected"),
      (report.pending, "pending"),
    ]
    parts += others.filter { $0.0 > 0 }.map { "\(withThousandsSeparators($0.0)) \($0.1)" }
    if remote.damagedLines > 0 {
      let path = escapedForTerminal(remote.damagedLinesPath)
      parts.append("\(pluralized(remote.damagedLines, "damaged line")) moved to \(path)")
    }
    switch report.state {
    case .error(let message), .offline(let message): parts.append(escapedForTerminal(message))
    case .disabled: parts.append("switched off")
    case .success: break
    }
    return "\(report.pipeline): \(parts.joined(separator: ", "))"
  }

  /// Until a batch is full or due, or a failed pipeline may try again.
  private func pause(until pipelines: [Pipeline], _ store: Store) async throws {
    let now = currentInstant()
    var seconds = 0.5
    for pipeline in pipelines {
      if let next = try store.syncState(pipeline.name).nextAttempt {
        seconds = max(seconds, Double(next.milliseconds - now.milliseconds) / 1_000)
      }
    }
    // In short steps, so that Ctrl-C ends the program soon.
    while seconds > 0, !Interruption.isRequested {
      try await Task.sleep(for: .milliseconds(100))
      seconds -= 0.1
    }
  }
}
