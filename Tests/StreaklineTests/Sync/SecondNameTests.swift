import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// Results that a server has under several names: the app has saved them twice, or each device has a name
/// of its own.
@Suite struct SecondNameTests {
  let folder: TemporaryFolder
  let server = HeldServer()
  private static let result = SimulatedRecords.result(day: 1, score: 3)

  init() throws {
    folder = try TemporaryFolder()
    server.set(now: StoreSample.now)
  }

  private func device(_ name: String) throws -> Store {
    try Store.open(path: folder.file("\(name).db"), deviceID: name)
  }

  private func sync(_ store: Store, names: String = "{uuid}") async throws {
    let pipeline = SimulatedRecords.pipeline(notes: nil, users: ["me"], results: names)
    // What was found during a run is sent in the next one.
    for _ in 0..<2 {
      _ = try store.requeue(pipeline.name, .retry)
      var run = SyncRun(
        store, pipeline, to: HeldRemote(server), now: { StoreSample.now }, jitter: { 0 })
      _ = try await run.run()
    }
  }

  private func save(_ name: String, score: Int = 3) {
    let result = SimulatedRecords.result(day: 1, score: score)
    var fields: Fields = ["userId": .string("me"), "game": .string("wordle")]
    for (name, value) in result.fields where name != "source" { fields.append(name, value) }
    server.save(RemoteRecord(zone: "results", recordName: name, type: "GameResult", fields: fields))
  }

  @Test func `a deletion deletes all names, so that a new device does not bring the result back`()
    async throws
  {
    let (a, new) = (try device("a"), try device("new"))
    for name in ["app-1", "app-2", "app-3"] { save(name) }
    try await sync(a)
    #expect(try a.results().count == 1)
    _ = try a.delete(id: Self.result.id, now: StoreSample.now)
    for _ in 0..<2 { try await sync(a) }
    #expect(server.records.map(\.recordName) == [])
    try await sync(new)
    #expect(try new.results().isEmpty)
    #expect(try a.verify() == [] && new.verify() == [])
  }

  @Test func `a result whose doubled record the app deletes is still here under the other name`()
    async throws
  {
    let store = try device("a")
    for name in ["app-1", "app-2"] { save(name) }
    try await sync(store)
    server.delete("app-1", in: "results")
    try await sync(store)
    #expect(try store.results().count == 1)
    server.delete("app-2", in: "results")
    try await sync(store)
    #expect(try store.results().isEmpty)
  }

  @Test func `devices that name a result by themselves agree on one of the records`() async throws {
    let names = "{dateInt}_{gameId}_{deviceId}"
    let (a, b) = (try device("a"), try device("b"))
    _ = try a.ingest(StoreSample.batch([Self.result]))
    try await sync(a, names: names)
    // Another device has saved the same day with another score.
    save("20241104_app", score: 5)
    for _ in 0..<2 {
      try await sync(b, names: names)
      try await sync(a, names: names)
    }
    let (ours, theirs) = (try a.results(), try b.results())
    #expect(ours.count == 1)
    #expect(ours.map(\.contentHash) == theirs.map(\.contentHash))
  }
}
