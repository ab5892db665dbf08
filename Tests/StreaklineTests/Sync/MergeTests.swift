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

  @Test func `a result is sent again over an earlier deletion that has taken its place`() throws {
    let store = try StoreSample.store(folder)
    func merge(_ content: Arrival.Content, life: Int) throws {
      let stamp = Stamp(time: StoreSample.now, device: "other", life: life)
      let arrival = Arrival(name: "n", isOwnName: false, content, tag: "1", stamp: stamp)
      let page = ArrivalPage(pipeline: "default", zone: "z", [arrival]) { _ in nil }
      _ = try store.merge(page, now: StoreSample.now)
    }
    let result = StoreSample.result()
    _ = try store.ingest(StoreSample.batch([result]))
    try merge(.result(result), life: 0)
    #expect(try store.delete(id: result.id, now: StoreSample.now))
    let deletion = try #require(try store.actions().last)
    _ = try store.undo(deletion.number, now: StoreSample.now)
    try StoreSample.deliver(store)
    // Another device has refused the record of the first life; the remote keeps what came last.
    try merge(.deletion, life: 1)
    #expect(try store.results().count == 1)
    #expect(try StoreSample.changes(store).map(\.isDeleted) == [false])
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
