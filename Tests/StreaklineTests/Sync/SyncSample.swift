import StreaklineCore
import StreaklineStore
import StreaklineSync

/// A remote that answers as a test says.
struct ScriptedRemote: Remote {
  var account: String?
  var maxRecords = 200
  var isPushOnly: Bool { true }
  let answer: @Sendable ([OutgoingRecord]) throws(RemoteError) -> [PushResult]

  func open() async throws(RemoteError) -> RemoteDescription {
    RemoteDescription(account: account, abilities: [.push], maxRecords: maxRecords)
  }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    try answer(batch)
  }
}

enum SyncSample {
  private static let zone = (try? NameTemplate("UserDataZone")) ?? .defaultZone

  /// A remote that takes everything.
  static let savingRemote = ScriptedRemote { batch in batch.map { PushResult($0, .saved()) } }

  static func pipeline(_ path: String = "/nowhere") -> Pipeline {
    Pipeline(
      name: "default",
      records: ["GameResult": Pipeline.Destination(zone: zone, name: .uuid)],
      remote: .jsonLines(path: path))
  }

  /// A store with a number of results that are not delivered.
  static func store(_ folder: TemporaryFolder, waiting: Int) throws -> Store {
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch((0..<waiting).map { StoreSample.result(day: $0) }))
    return store
  }

  /// One run of a pipeline at a fixed time.
  static func push(
    _ store: Store, to remote: any Remote, _ pipeline: Pipeline = pipeline(),
    mode: Batcher.Mode = .draining, now: Instant = StoreSample.now, jitter: Double = 0.5
  ) async throws -> SyncReport {
    var run = SyncRun(
      store, pipeline, to: remote, mode: mode, now: { now }, jitter: { jitter })
    return try await run.run()
  }
}
