import StreaklineCore
import StreaklineStore
import StreaklineSync

/// A remote that answers as a test says.
struct ScriptedRemote: Remote {
  let answer: @Sendable ([OutgoingRecord]) throws(RemoteError) -> [PushResult]

  func open() async throws(RemoteError) -> RemoteDescription {
    RemoteDescription(abilities: [.push])
  }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    try answer(batch)
  }
}

enum SyncSample {
  private static let zone = (try? NameTemplate("UserDataZone")) ?? .defaultZone

  static func pipeline(_ path: String = "/nowhere") -> Pipeline {
    Pipeline(
      name: "default",
      records: ["GameResult": Pipeline.Destination(zone: zone, name: .uuid)],
      remote: .jsonLines(path: path))
  }

  /// A store with so many results that wait.
  static func store(_ folder: TemporaryFolder, waiting: Int) throws -> Store {
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch((0..<waiting).map { StoreSample.result(day: $0) }))
    return store
  }

  static func drain(_ store: Store, to remote: any Remote, _ pipeline: Pipeline = pipeline())
    async throws -> SyncReport
  {
    try await StreaklineSync.drain(
      store, pipeline, to: remote, now: { StoreSample.now }, jitter: { 0.5 })
  }
}
