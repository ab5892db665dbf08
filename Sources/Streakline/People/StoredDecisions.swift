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

  /// How far other devices have carried out what was erased here: a sentence for each erasure that is not done.
  package func erasureProgress() throws -> [String] {
    let erased = try all().filter { $0.state == .made && $0.decision.kind == .erased }
    guard !erased.isEmpty else { return [] }
    let (peers, followed) = (try store.peers(), try store.followers())
    return erased.compactMap { stored in
      let done = followed[stored.decision.id] ?? []
      let missing = Set(peers.keys).subtracting(done).sorted()
      guard !missing.isEmpty else { return nil }
      let names = missing.map { device in
        "\(device.prefix(8)) (newest change \(peers[device]?.iso ?? "unknown"))"
      }
      return "what was erased on \(stored.decision.at.iso) is not erased yet on: "
        + names.joined(separator: ", ")
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
