internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

struct PipelineOptions: ParsableArguments {
  @Option(
    name: .customLong("pipeline"),
    help: ArgumentHelp("Only this pipeline: its name, or a pipeline file.", valueName: "name|file"))
  var chosen: String?

  @OptionGroup var store: StoreOptions

  /// All pipelines: of the built-in and the user's folder, and the chosen file. A broken file is
  /// named and the others go on.
  func loadAll() throws -> [Pipeline] {
    let files = try files()
    for problem in files.problems {
      Output.talk(problem.rendered)
    }
    return files.pipelines
  }

  func files() throws -> PipelineFiles {
    let base = folder(of: store.location)
    var files = PipelineFiles(currentLocations().folders("Pipelines"), base: base)
    if let chosen, chosen.hasSuffix(".yaml") { files.add(file: chosen, base: base) }
    return files
  }

  /// The chosen pipeline, or all.
  func load() throws -> [Pipeline] {
    let all = try loadAll()
    guard let chosen else { return all }
    let named =
      if chosen.hasSuffix(".yaml") {
        PipelineFiles(file: chosen, base: folder(of: store.location)).pipelines
      } else {
        all.filter { $0.name == chosen }
      }
    if named.isEmpty {
      throw CommandFailure(
        ExitCodes.configuration, "there is no pipeline '\(escapedForTerminal(chosen))'")
    }
    return named
  }

  private func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

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
    let all = try pipelines.load()
    if retryRejected {
      for pipeline in all { _ = try store.requeueRejected(pipeline.name) }
    }
    var isComplete = try pipelines.files().problems.isEmpty
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
    let sink = sink(of: pipeline)
    let report = try await drain(
      store, pipeline, into: sink, mode: follow ? .following : .draining,
      now: currentInstant, jitter: { Double.random(in: 0...1) })
    let hasNews = report.batches > 0 || report.state != .success
    if output.isJSON, !follow || hasNews {
      Output.json(report.json)
    } else if !output.isJSON, !output.quiet, !follow || hasNews {
      Output.line(sentence(report, cut: sink.cutLines))
    }
    Output.flush()
    return report.pending == 0 || report.state == .disabled
  }

  private func sink(of pipeline: Pipeline) -> JSONLinesSink {
    switch pipeline.sink {
    case .jsonLines(let path): JSONLinesSink(path: path)
    }
  }

  private func sentence(_ report: SyncReport, cut: Int) -> String {
    var parts = [
      "\(counted(report.saved, "record")) delivered in \(counted(report.batches, "batch", "batches"))"
    ]
    let others = [
      (report.deleted, "deleted"), (report.conflicts, "in conflict"), (report.rejected, "rejected"),
      (report.pending, "pending"),
    ]
    parts += others.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    if cut > 0 { parts.append("\(counted(cut, "torn line")) cut from the file") }
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

/// What is stored and what waits to be delivered.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what is stored and what waits to be delivered.")

  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try pipelines.store.openReading()
    let counts = try store.counts()
    let states = try pipelines.load().map { ($0, try store.syncState($0.name)) }
    if output.isJSON {
      Output.json(json(counts, states))
      return
    }
    Output.line("store      \(escapedForTerminal(store.path))")
    Output.line(
      "results    \(grouped(counts.records)) (\(grouped(counts.suspects)) not counted), "
        + "\(grouped(counts.deleted)) deleted")
    Output.line(
      "to look at \(counted(counts.misses, "near miss", "near misses")), "
        + counted(counts.disputes, "dispute"))
    for (pipeline, state) in states {
      Output.line("pipeline   \(pipeline.name): \(sentence(pipeline, state, counts))")
    }
  }

  private func sentence(_ pipeline: Pipeline, _ state: SyncState, _ counts: Counts) -> String {
    let outbox = counts.outbox[pipeline.name] ?? Counts.Outbox()
    var parts = ["\(grouped(outbox.pending)) pending"]
    if outbox.rejected > 0 { parts.append("\(grouped(outbox.rejected)) rejected") }
    parts.append(pipeline.isEnabled ? state.phase.rawValue : "switched off")
    if let success = state.lastSuccess { parts.append("last delivered \(success.iso)") }
    if let error = state.lastError { parts.append(escapedForTerminal(error)) }
    if let next = state.nextAttempt { parts.append("next try \(next.iso)") }
    return parts.joined(separator: ", ")
  }

  private func json(_ counts: Counts, _ states: [(Pipeline, SyncState)]) -> Value {
    let pipelines = states.map { pipeline, state in
      let outbox = counts.outbox[pipeline.name] ?? Counts.Outbox()
      return Value.object([
        "pipeline": .string(pipeline.name), "enabled": .bool(pipeline.isEnabled),
        "pending": .int(outbox.pending), "rejected": .int(outbox.rejected),
        "state": .string(state.phase.rawValue),
        "lastSuccess": state.lastSuccess.map { .string($0.iso) } ?? .null,
        "lastError": state.lastError.map(Value.string) ?? .null,
        "nextAttempt": state.nextAttempt.map { .string($0.iso) } ?? .null,
      ])
    }
    return .object([
      "results": .int(counts.records), "suspect": .int(counts.suspects),
      "deleted": .int(counts.deleted), "misses": .int(counts.misses),
      "disputes": .int(counts.disputes), "pipelines": .list(pipelines),
    ])
  }
}
