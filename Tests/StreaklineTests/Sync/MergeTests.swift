import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// Devices that share results through a server.
@Suite struct MergeTests {
  let folder: TemporaryFolder
  let server = HeldServer()

  init() throws {
    folder = try TemporaryFolder()
    server.set(now: StoreSample.now)
  }

  private func device(_ name: String) throws -> Store {
    try Store.open(path: folder.file("\(name).db"), deviceID: name)
  }

  @discardableResult
  private func sync(_ store: Store) async throws -> SyncReport {
    var run = SyncRun(
      store, Self.pipeline, to: HeldRemote(server), now: { StoreSample.now }, jitter: { 0.5 })
    return try await run.run()
  }

  private static let pipeline = Pipeline(
    name: "held",
    records: [
      "GameResult": Pipeline.Destination(
        zone: (try? NameTemplate("results")) ?? .defaultZone, name: .uuid)
    ], remote: .jsonLines(path: "/nowhere"))

  private func days(_ store: Store) throws -> [Int] {
    try store.results().map(\.day.dateInt)
  }

  @Test func `what one device sends the other gets, and then both are quiet`() async throws {
    let (a, b) = (try device("a"), try device("b"))
    _ = try a.ingest(StoreSample.batch((0..<12).map { SimulatedRecords.result(day: $0, score: 3) }))
    let sent = try await sync(a)
    #expect(sent.saved == 12 && sent.state == .success)
    let pulled = try await sync(b)
    #expect(pulled.pulled == 12 && pulled.batches == 0 && pulled.pending == 0)
    #expect(try days(a) == days(b))
    for store in [a, b] {
      let quiet = try await sync(store)
      #expect(quiet.batches == 0 && quiet.pulled == 0 && quiet.pending == 0)
      #expect(try store.verify() == [])
    }
  }

  @Test func `a deletion reaches the other device, and the result does not come back from a chat`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    let result = SimulatedRecords.result(day: 3, score: 3)
    _ = try a.ingest(StoreSample.batch([result]))
    try await sync(a)
    try await sync(b)
    _ = try b.delete(id: result.id, now: StoreSample.now)
    #expect(try await sync(b).deleted == 1)
    #expect(try await sync(a).pulled == 1)
    #expect(try days(a) == [])
    #expect(try a.ingest(StoreSample.batch([result])) == [.deleted])
    try await sync(a)
    #expect(server.records.isEmpty)
    #expect(try a.verify() == [])
  }

  @Test func `a device that learns of a deletion before it has the result does not bring it back`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    let result = SimulatedRecords.result(day: 3, score: 3)
    try await sync(b)
    _ = try a.ingest(StoreSample.batch([result]))
    try await sync(a)
    _ = try a.delete(id: result.id, now: StoreSample.now)
    try await sync(a)
    try await sync(b)
    _ = try b.ingest(StoreSample.batch([result]))
    try await sync(b)
    #expect(try days(b) == [])
    #expect(server.records.isEmpty)
  }
}
