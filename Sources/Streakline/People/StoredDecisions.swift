package import StreaklineCore
package import StreaklineStore
package import StreaklineSync

/// What was decided about people, here and on other devices.
package struct StoredDecisions: Sendable {
  let store: Store

  /// The decisions, the oldest first.
  package func all() throws -> [StoredDecision] { try store.decisions() }

  /// Those of other devices that wait for an answer.
  package func waiting() throws -> [StoredDecision] {
    try all().filter { $0.state == .waiting }
  }

  /// Carries out what another device has decided.
  ///
  /// - Parameter pipeline: By which the decision came, one of `pipelines`.
  /// - Returns: How many results it concerned.
  package func accept(
    _ stored: StoredDecision, by pipeline: Pipeline, of pipelines: [Pipeline], now: Instant
  ) throws -> Int {
    let follower = DecisionFollower(
      store: store, deviceID: try store.deviceID(), pipelines: pipelines, now: now)
    let done = try follower.take(
      stored.decision, by: pipeline, account: stored.account, asksAbove: nil)
    try store.followDecisions(now: now)
    return done.results
  }

  /// Keeps here what another device has decided against.
  package func refuse(_ stored: StoredDecision, now: Instant) throws {
    try store.refuse(stored, now: now)
  }

  /// How far other devices have carried out what was erased here: a sentence for each erasure that is not done, and one
  /// for each that somebody has refused.
  package func erasureProgress() throws -> [String] {
    let erased = try all().filter {
      $0.state == .made && $0.decision.kind == .erased && $0.decision.undoneAt == nil
    }
    guard !erased.isEmpty else { return [] }
    let (peers, answers) = (try store.peers(), try store.erasureAnswers())
    return erased.flatMap { stored in
      let answered = answers[stored.decision.id] ?? [:]
      let missing = peers.keys.filter { answered[$0] == nil }.sorted().map { device in
        "\(device.prefix(8)) (newest change \(peers[device]?.iso ?? "unknown"))"
      }
      let refusing = answered.filter { $0.value == .refused }.keys.sorted().map { $0.prefix(8) }
      let what = "what was erased on \(stored.decision.at.iso)"
      return [
        missing.isEmpty
          ? nil : "\(what) is not erased yet on: \(missing.joined(separator: ", "))",
        refusing.isEmpty
          ? nil
          : "\(what) is kept, and brought back, by a device that has refused that: "
            + refusing.joined(separator: ", "),
      ].compactMap(\.self)
    }
  }
}

extension StoredDecision {
  /// The decision as one JSON object.
  package var json: Value {
    .object([
      "id": .string(decision.id), "kind": .string(decision.kind.rawValue),
      "at": .string(decision.at.iso), "device": .string(decision.device),
      "state": .string(state.rawValue), "results": .int(results),
      "old": decision.old.map(Value.string) ?? .null,
      "new": decision.new.map(Value.string) ?? .null,
      "pipeline": pipeline.map(Value.string) ?? .null,
      "undoneAt": decision.undoneAt.map { .string($0.iso) } ?? .null,
    ])
  }
}

extension RecordStore {
  package var decisions: StoredDecisions { StoredDecisions(store: store) }

  /// The name of this device in decisions and remotes.
  package func deviceID() throws -> String { try store.deviceID() }
}
