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

  /// - Returns: The report of the last run.
  @discardableResult
  private func sync(_ store: Store, names: String = "{uuid}", runs: Int = 2) async throws
    -> SyncReport
  {
    let pipeline = SimulatedRecords.pipeline(notes: nil, users: ["me"], results: names)
    var report = SyncReport(pipeline: pipeline.name)
    // What was found during a run is sent in the next one.
    for _ in 0..<runs {
      _ = try store.requeue(pipeline.name, [.retry])
      var run = SyncRun(
        store, pipeline, to: HeldRemote(server), now: { StoreSample.now }, jitter: { 0 })
      report = try await run.run()
    }
    return report
  }

  private func save(_ name: String, user: String = "me", day: Int = 1, score: Int = 3) {
    let result = SimulatedRecords.result(user: user, day: day, score: score)
    var fields: Fields = ["userId": .string(user), "game": .string("wordle")]
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

  @Test func `a result whose name was given anew after a deletion can be deleted there again`()
    async throws
  {
    let names = "{dateInt}_{gameId}_{deviceId}"
    let store = try device("a")
    _ = try store.ingest(StoreSample.batch([Self.result]))
    try await sync(store, names: names)
    _ = try store.delete(id: Self.result.id, now: StoreSample.now)
    try await sync(store, names: names)
    _ = try store.ingest(StoreSample.batch([Self.result], replaces: true))
    // The record does not come back as news before it is deleted.
    try await sync(store, names: names, runs: 1)
    let name = try #require(server.records.first?.recordName)
    server.delete(name, in: "results")
    try await sync(store, names: names)
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

  @Test(arguments: ["{uuid}", "{UUID}", "{dateInt}_{gameId}_{deviceId}"])
  func `after two rounds with another client's records nothing is sent and nothing is doubled`(
    names: String
  ) async throws {
    let own = (0..<8).map { SimulatedRecords.result(day: $0, score: 3) }
    save(own[0].uuid.description.uppercased(), day: 0)
    save("random", day: 1)
    for name in ["double-b", "double-a"] { save(name, day: 2) }
    save("\(own[3].day.dateInt)_\(own[3].gameId)_phone", day: 3)
    save("only-there", day: 9)
    for day in 0..<3 { save("stranger\(day)", user: "eve", day: day) }
    let before = server.records
    let stores = [try device("a"), try device("b")]
    for store in stores { _ = try store.ingest(StoreSample.batch(own)) }
    for _ in 0..<2 {
      for store in stores { try await sync(store, names: names, runs: 1) }
    }
    let settled = server.records
    for store in stores {
      let report = try await sync(store, names: names, runs: 1)
      #expect(report.batches + report.pulled + report.merged + report.conflicts == 0)
      #expect(try store.results().count == 9)
      #expect(try store.results().allSatisfy { $0.userId == "me" })
      #expect(try store.verify() == [])
    }
    #expect(server.records == settled)
    // The other client's records are as they were, and each new result has one record.
    #expect(before.allSatisfy(settled.contains))
    #expect(settled.count == before.count + 4)
  }
}
