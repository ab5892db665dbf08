internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Shows how much is stored, how each pipeline is doing, and what it has not delivered yet.
struct Status: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show how much is stored, and how each pipeline is doing.",
    discussion: """
      A pipeline is syncing, synced, offline, waiting, paused until you do something, or switched off.
      `--history` lists its last runs.

      Examples:
        streakline status
        streakline status --pipeline default --output json
        streakline status --history --limit 20
      """)

  @Flag(help: "List the last runs of each pipeline, the newest first.")
  var history = false

  @Option(help: ArgumentHelp("How many runs of a pipeline to list.", valueName: "number"))
  var limit = 10

  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit takes a number of at least 1") }
  }

  func run() throws {
    let store = try pipelines.store.openReading()
    let loaded = try pipelines.load().pipelines
    if history { return try showHistory(loaded, store) }
    let now = Instant.now
    let counts = try store.counts(at: now)
    let states = try loaded.map { try store.state(of: $0, at: now) }
    if output.isJSON {
      Output.json(json(counts, states))
      return
    }
    Output.line("store      \(store.path)")
    Output.line(
      "results    \(withThousandsSeparators(counts.records)) (\(withThousandsSeparators(counts.suspects)) not counted), "
        + "\(withThousandsSeparators(counts.deleted)) deleted")
    Output.line(
      "to look at \(pluralized(counts.misses, "near miss", "near misses")), "
        + pluralized(counts.disputes, "dispute"))
    try showDifferences(counts, loaded, store)
    for state in states {
      let parts = [state.status.headline(at: now)] + state.status.details(at: now)
      Output.line("pipeline   \(state.pipeline.name): \(parts.joined(separator: ", "))")
      if let advice = state.status.advice { Output.line("           what to do: \(advice)") }
    }
  }

  /// What other devices do not have of this one, because it does not travel, and what they have still to do.
  private func showDifferences(_ counts: Counts, _ pipelines: [Pipeline], _ store: RecordStore)
    throws
  {
    for line in try store.decisions.erasureProgress() { Output.line("erased     \(line)") }
    let waiting = try store.decisions.waiting().count
    if waiting > 0 {
      Output.line(
        "decisions  \(pluralized(waiting, "decision")) of another device for you to answer: streakline decisions"
      )
    }
    guard pipelines.contains(where: { $0.isEnabled && $0.remote.kind != .jsonl }) else { return }
    let now = Instant.now
    for record in try store.suspectResults(limit: Self.mostListed, now: now) {
      let reason = record.suspicionInWords(at: now) ?? "it is not counted"
      Output.line(
        "only here  \(record.id): \(RecordLine(record: record, scoring: nil).text): \(reason)")
    }
    for dispute in try store.disputes.all().prefix(Self.mostListed) {
      Output.line(
        "only here  \(dispute.other.id): \(RecordLine(record: dispute.other, scoring: nil).text) differs from "
          + "what is stored: streakline disputes")
    }
  }

  private static let mostListed = 20

  private func json(_ counts: Counts, _ states: [PipelineState]) -> Value {
    .object([
      "results": .int(counts.records), "suspect": .int(counts.suspects),
      "deleted": .int(counts.deleted), "misses": .int(counts.misses),
      "disputes": .int(counts.disputes), "pipelines": .list(states.map(\.json)),
    ])
  }
}

// MARK: - History

extension Status {
  private func showHistory(_ pipelines: [Pipeline], _ store: RecordStore) throws {
    var count = 0
    for pipeline in pipelines {
      let (runs, lasts) = try store.runs(of: pipeline, limit: limit)
      for (index, run) in runs.enumerated() {
        count += 1
        if output.isJSON {
          Output.json(run.json(pipeline.name))
        } else {
          Output.line(
            "\(pipeline.name): \(run.sentence(isLast: index == 0 && lasts))")
        }
      }
    }
    if count == 0, !output.isJSON, !output.quiet { Output.note("no pipeline has run yet") }
  }
}

extension PastRun {
  fileprivate func json(_ pipeline: String) -> Value {
    var fields: Fields = [
      "pipeline": .string(pipeline), "start": .string(startedAt.iso),
      "end": endedAt.map { .string($0.iso) } ?? .null, "outcome": .string(outcome.rawValue),
      "error": message.map(Value.string) ?? .null, "runs": .int(repeats + 1),
    ]
    for (name, value) in counts.fields { fields.append(name, value) }
    return .object(fields)
  }

  fileprivate func sentence(isLast: Bool) -> String {
    var parts = [startedAt.iso, duration(isLast)]
    let done = [
      (counts.saved, "sent"), (counts.deleted, "deleted"), (counts.pulled, "taken"),
      (counts.merged, "merged"), (counts.conflicts, "in conflict"), (counts.rejected, "rejected"),
      (counts.retries, "sent again"),
    ]
    parts += done.filter { $0.0 > 0 }.map { "\(withThousandsSeparators($0.0)) \($0.1)" }
    if counts.batches > 0 { parts.append(pluralized(counts.batches, "batch", "batches")) }
    let bytes = counts.bytesSent + counts.bytesPulled
    if bytes > 0 { parts.append(pluralized(bytes, "byte")) }
    if counts == Counts(), outcome == .success { parts.append("nothing new") }
    if repeats > 0 { parts.append("\(withThousandsSeparators(repeats + 1)) runs alike") }
    if let message { parts.append("\(outcome.rawValue): \(message)") }
    return parts.joined(separator: ", ")
  }

  private func duration(_ isLast: Bool) -> String {
    guard let endedAt else { return isLast ? "lasts" : "was ended before it was done" }
    if repeats > 0 { return "last \(endedAt.iso)" }
    if outcome == .stopped { return "stopped by you" }
    let milliseconds = max(0, endedAt.milliseconds - startedAt.milliseconds)
    return milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000) s"
  }
}
