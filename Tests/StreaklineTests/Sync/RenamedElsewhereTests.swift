import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// Results of a person who has another name on one device, at a remote that does not say why a record is gone.
@Suite struct RenamedElsewhereTests {
  private let folder: TemporaryFolder
  private let server = HeldServer()
  private let pipeline: Pipeline

  init() throws {
    folder = try TemporaryFolder()
    server.set(now: StoreSample.now)
    var pipeline = SimulatedRecords.pipeline(notes: nil, users: nil)
    pipeline.remote = .program(command: ["x"], settings: .null, folder: "/nowhere")
    pipeline.records[RecordType.decision.name] = Pipeline.Destination(
      zone: try NameTemplate(Pipeline.decisionZone), name: try NameTemplate("{name}"))
    self.pipeline = pipeline
  }

  /// A store that has a result of Ann.
  private func device(_ name: String) throws -> Store {
    let store = try Store.open(path: folder.file("\(name).db"), deviceID: name)
    let result = SimulatedRecords.result(user: "Ann", day: 1, score: 3)
    _ = try store.ingest(StoreSample.batch([result]))
    return store
  }

  private func sync(_ stores: Store...) async throws {
    for store in stores {
      var run = SyncRun(
        store, pipeline, to: HeldRemote(server), now: { StoreSample.now }, jitter: { 0 })
      _ = try await run.run()
    }
  }

  @Test func `a result that two devices have taken in is there under the new name`() async throws {
    let (a, b) = (try device("a"), try device("b"))
    _ = try b.rename("Ann", to: "Anna", now: StoreSample.now)
    try await sync(a, b, a, b, a, b)
    for store in [a, b] {
      #expect(try store.results().map(\.userId) == ["Anna"])
      #expect(try store.verify() == [])
    }
  }

  @Test(arguments: [true, false])
  func `a result that was deleted under the former name is deleted under the new one`(
    isDeletedFirst: Bool
  ) async throws {
    let (a, b, c) = (try device("a"), try device("b"), try device("c"))
    try await sync(a, b, c)
    _ = try b.rename("Ann", to: "Anna", now: StoreSample.now)
    let results = try a.results()
    _ = try a.delete(id: results[0].id, now: StoreSample.now)
    try await isDeletedFirst ? sync(a, b, c) : sync(b, a, c)
    try await sync(a, b, c)
    try await sync(a, b, c)
    for store in [a, b, c] {
      #expect(try store.results().isEmpty)
      #expect(try store.verify() == [])
    }
  }
}
