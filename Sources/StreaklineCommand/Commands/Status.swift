internal import ArgumentParser
internal import Foundation
internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

/// Shows how much is stored and how much each pipeline has not delivered yet.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show how much is stored and how much is not delivered yet.",
    discussion: """
      Examples:
        streakline status
        streakline status --pipeline default --output json
      """)

  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try pipelines.store.openReading()
    let now = currentInstant()
    let counts = try store.counts(at: now)
    let states = try pipelines.load().pipelines.map { pipeline in
      (
        pipeline, try store.syncState(pipeline.name),
        try store.pendingCount(pipeline.filter, at: now)
      )
    }
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
    for (pipeline, state, pending) in states {
      Output.line("pipeline   \(pipeline.name): \(sentence(pipeline, state, pending))")
    }
  }

  private func sentence(_ pipeline: Pipeline, _ state: SyncState, _ pending: PendingCounts)
    -> String
  {
    var parts = ["\(withThousandsSeparators(pending.pending)) pending"]
    if pending.paused > 0 {
      parts.append("\(withThousandsSeparators(pending.paused)) of them wait for you")
    }
    if pending.rejected > 0 {
      parts.append("\(withThousandsSeparators(pending.rejected)) rejected")
    }
    parts.append(pipeline.isEnabled ? state.phase.rawValue : "switched off")
    if let success = state.lastSuccess { parts.append("last delivered \(success.iso)") }
    if let error = state.lastError { parts.append(error) }
    if let next = nextTry(state, pending) { parts.append("next try \(next.iso)") }
    return parts.joined(separator: ", ")
  }

  /// When the remote, or the first record that it has not taken, is tried again.
  private func nextTry(_ state: SyncState, _ pending: PendingCounts) -> Instant? {
    state.nextAttempt ?? pending.nextRetry
  }

  private func json(_ counts: Counts, _ states: [(Pipeline, SyncState, PendingCounts)]) -> Value {
    let pipelines = states.map { pipeline, state, pending in
      Value.object([
        "pipeline": .string(pipeline.name), "enabled": .bool(pipeline.isEnabled),
        "pending": .int(pending.pending), "paused": .int(pending.paused),
        "rejected": .int(pending.rejected),
        "state": .string(state.phase.rawValue),
        "lastSuccess": state.lastSuccess.map { .string($0.iso) } ?? .null,
        "lastError": state.lastError.map(Value.string) ?? .null,
        "nextAttempt": nextTry(state, pending).map { .string($0.iso) } ?? .null,
      ])
    }
    return .object([
      "results": .int(counts.records), "suspect": .int(counts.suspects),
      "deleted": .int(counts.deleted), "misses": .int(counts.misses),
      "disputes": .int(counts.disputes), "pipelines": .list(pipelines),
    ])
  }
}
