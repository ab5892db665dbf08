import StreaklineCore
import StreaklineStore
import StreaklineSync

/// A sink that answers as a test tells it to.
struct ScriptedSink: Sink {
  let answer: @Sendable ([OutgoingRecord]) throws(SinkError) -> [DeliveryResult]

  func send(_ batch: [OutgoingRecord]) async throws(SinkError) -> [DeliveryResult] {
    try answer(batch)
  }
}

enum SyncSample {
  static func pipeline(_ path: String = "/nowhere") -> Pipeline {
    Pipeline(
      name: "default",
      records: ["GameResult": Pipeline.Destination(zone: "UserDataZone", name: .uuid)],
      sink: .jsonLines(path: path))
  }

  /// A store with so many results that wait.
  static func store(_ folder: TemporaryFolder, waiting: Int) throws -> Store {
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch((0..<waiting).map { StoreSample.result(day: $0) }))
    return store
  }

  static func drain(_ store: Store, into sink: any Sink, _ pipeline: Pipeline = pipeline())
    async throws -> SyncReport
  {
    try await StreaklineSync.drain(
      store, pipeline, into: sink, now: { StoreSample.now }, jitter: { 0.5 })
  }
}
