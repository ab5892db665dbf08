import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// Remotes that no longer have what they had.
@Suite struct LostRecordsTests {
  let folder: TemporaryFolder
  let shared: String

  init() throws {
    folder = try TemporaryFolder()
    shared = try folder.folder("shared")
  }

  private func device(_ name: String) throws -> Store {
    try Store.open(path: folder.file("\(name).db"), deviceID: name)
  }

  private func store(_ name: String, results: Int) throws -> Store {
    let store = try device(name)
    let records = (0..<results).map { SimulatedRecords.result(day: $0, score: 3) }
    _ = try store.ingest(StoreSample.batch(records))
    return store
  }

  @discardableResult
  private func sync(
    _ store: Store, _ remote: any Remote, acceptsDeletions: Bool = false
  ) async throws -> SyncReport {
    var run = SyncRun(
      store, Self.pipeline, to: remote, acceptsDeletions: acceptsDeletions,
      now: { StoreSample.now }, jitter: { 0.5 })
    return try await run.run()
  }

  private func remote(_ store: Store) throws -> FolderRemote {
    FolderRemote(path: shared, device: try store.deviceID())
  }

  private static let pipeline = SimulatedRecords.pipeline(notes: nil, users: nil)

  private func server() -> HeldServer {
    let server = HeldServer()
    server.set(now: StoreSample.now)
    return server
  }

  // MARK: - Servers

  @Test
  func `when a server has lost most records, nothing is deleted here before the user says why`()
    async throws
  {
    let store = try store("a", results: 50)
    try await sync(store, HeldRemote(server()))
    try store.startRound("results", of: Self.pipeline.name)
    for _ in 0..<2 {
      let report = try await sync(store, HeldRemote(server()))
      #expect(report.failure == .configuration)
      #expect(report.state.message?.hasPrefix("50 records") == true)
      #expect(try store.results().count == 50)
    }
    let report = try await sync(store, HeldRemote(server()), acceptsDeletions: true)
    #expect(report.failure == nil)
    #expect(try store.results().isEmpty)
  }

  @Test func `what a server has lost is sent again from the start, and nothing is deleted`()
    async throws
  {
    let store = try store("a", results: 50)
    try await sync(store, HeldRemote(server()))
    let empty = server()
    try store.rewind(Self.pipeline.name)
    let report = try await sync(store, HeldRemote(empty))
    #expect(report.failure == nil && report.pending == 0)
    #expect(empty.records.count == 50)
    #expect(try store.results().count == 50)
    let quiet = try await sync(store, HeldRemote(empty))
    #expect(quiet.batches == 0 && quiet.pulled == 0)
  }

  @Test
  func `from the start, what the server still has is not doubled and what it changed is taken`()
    async throws
  {
    let (a, b, held) = (try store("a", results: 5), try device("b"), server())
    for store in [a, b] { try await sync(store, HeldRemote(held)) }
    _ = try b.edit(id: SimulatedRecords.result(day: 2, score: 3).id, now: StoreSample.now) {
      record, _ in
      var fields = record.fields
      fields["score"] = .int(6)
      return fields
    }
    try await sync(b, HeldRemote(held))
    try a.rewind(Self.pipeline.name)
    try await sync(a, HeldRemote(held))
    #expect(held.records.count == 5)
    #expect(try a.results().compactMap { $0.fields["score"]?.int }.sorted() == [3, 3, 3, 3, 6])
    #expect(try a.verify() == [])
  }

  @Test func `a few records that a server no longer has were deleted there`() async throws {
    let store = try store("a", results: 20)
    try await sync(store, HeldRemote(server()))
    try store.startRound("results", of: Self.pipeline.name)
    #expect(try await sync(store, HeldRemote(server())).failure == nil)
    #expect(try store.results().isEmpty)
  }

  // MARK: - Folders

  @Test func `a folder that was emptied is reported, and filled again from the start`() async throws
  {
    let (a, b) = (try store("a", results: 5), try device("b"))
    try await sync(a, remote(a))
    try FileManager.default.removeItem(atPath: shared)
    _ = try folder.folder("shared")
    let report = try await sync(a, remote(a))
    #expect(report.failure == .configuration)
    #expect(report.state.message?.contains("lacks what this device has written") == true)
    try a.rewind(Self.pipeline.name)
    try remote(a).startAgain([ZoneName("results")])
    #expect(try await sync(a, remote(a)).saved == 5)
    try await sync(b, remote(b))
    #expect(try b.results().count == 5)
  }

  @Test func `a folder from an older copy is reported, and brought up to date from the start`()
    async throws
  {
    let (a, b) = (try store("a", results: 5), try device("b"))
    try await sync(a, remote(a))
    let copy = folder.file("copy")
    try FileManager.default.copyItem(atPath: shared, toPath: copy)
    _ = try a.ingest(StoreSample.batch([SimulatedRecords.result(day: 9, score: 4)]))
    try await sync(a, remote(a))
    try await sync(b, remote(b))
    try FileManager.default.removeItem(atPath: shared)
    try FileManager.default.moveItem(atPath: copy, toPath: shared)
    #expect(try await sync(a, remote(a)).failure == .configuration)
    try a.rewind(Self.pipeline.name)
    try remote(a).startAgain([ZoneName("results")])
    #expect(try await sync(a, remote(a)).saved == 6)
    try await sync(b, remote(b))
    #expect(try b.results().count == 6)
    #expect(try await sync(b, remote(b)).pulled == 0)
  }

  @Test func `a damaged line in the own log is noticed before it is written over`() async throws {
    let (a, b) = (try store("a", results: 3), try device("b"))
    try await sync(a, remote(a))
    let path = "\(shared)/a/results/00000001.jsonl"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lines[2] = Substring(lines[2].replacing("\"score\":3", with: "\"score\":4"))
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try await sync(a, remote(a)).failure == .configuration)
    _ = try a.ingest(StoreSample.batch([SimulatedRecords.result(day: 9, score: 4)]))
    let report = try await sync(a, remote(a))
    #expect(report.failure == .configuration && report.pending == 1)
    try a.rewind(Self.pipeline.name)
    try remote(a).startAgain([ZoneName("results")])
    try await sync(a, remote(a))
    try await sync(b, remote(b))
    #expect(try b.results().count == 4)
  }

  @Test func `reading everything again does not hide that the folder was emptied`() async throws {
    let store = try store("a", results: 3)
    try await sync(store, remote(store))
    try FileManager.default.removeItem(atPath: shared)
    _ = try folder.folder("shared")
    for _ in 0..<2 {
      let token = try store.zone("results", of: Self.pipeline.name).token
      try store.startRound(
        "results", of: Self.pipeline.name,
        token: try remote(store).tokenToStartAgain(after: token))
      #expect(try await sync(store, remote(store)).failure == .configuration)
    }
  }

  @Test func `reading everything again reads the logs of the others`() async throws {
    let (a, b) = (try store("a", results: 3), try device("b"))
    try await sync(a, remote(a))
    try await sync(b, remote(b))
    _ = try b.ingest(StoreSample.batch([SimulatedRecords.result(day: 9, score: 4)]))
    try await sync(b, remote(b))
    let token = try b.zone("results", of: Self.pipeline.name).token
    let start = try #require(try remote(b).tokenToStartAgain(after: token))
    guard case .changes(let changes) = try await remote(b).pull(ZoneName("results"), after: start)
    else { throw CancellationError() }
    #expect(changes.records.count == 3)
  }

  @Test func `a problem of the remote is the state in which the run has ended`() async throws {
    let (a, b) = (try store("a", results: 5), try device("b"))
    try await sync(a, remote(a))
    let path = "\(shared)/a/results/00000001.jsonl"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let report = try await sync(b, remote(b))
    #expect(report.state == .error(try #require(report.problems.first)))
    #expect(try b.syncState(Self.pipeline.name).lastError == report.problems.first)
  }

  @Test func `what stays here after a pull is sent in the same run`() async throws {
    let (a, held) = (try store("a", results: 1), server())
    try await sync(a, HeldRemote(held))
    _ = try a.delete(id: SimulatedRecords.result(day: 0, score: 3).id, now: StoreSample.now)
    try await sync(a, HeldRemote(held))
    let b = try device("b")
    let result = SimulatedRecords.result(day: 0, score: 3)
    held.save(
      RemoteRecord(
        zone: "results", recordName: result.uuid.description, type: "GameResult",
        fields: [
          "userId": .string("me"), "game": .string("wordle"), "gameId": .string(result.gameId),
          "dateInt": .int(result.day.dateInt), "score": .int(3), "completed": .bool(true),
        ]))
    var times = [0, 5].makeIterator()
    var run = SyncRun(
      a, Self.pipeline, to: HeldRemote(held),
      now: {
        StoreSample.now.adding(hours: times.next() ?? 5)
      }, jitter: { 0.5 })
    let report = try await run.run()
    #expect(report.pending == 0 && report.deleted == 1)
    #expect(held.records.isEmpty)
    try await sync(b, HeldRemote(held))
    #expect(try b.results().isEmpty)
  }

  @Test func `a damaged line is named, and passed over when its device starts again`() async throws
  {
    let (a, b) = (try store("a", results: 5), try device("b"))
    try await sync(a, remote(a))
    let path = "\(shared)/a/results/00000001.jsonl"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let report = try await sync(b, remote(b))
    #expect(report.problems.count == 1)
    #expect(report.problems.first?.contains("\(path) is damaged after byte") == true)
    #expect(try b.results().count < 5)
    try a.rewind(Self.pipeline.name)
    try remote(a).startAgain([ZoneName("results")])
    try await sync(a, remote(a))
    #expect(try await sync(b, remote(b)).problems == [])
    #expect(try b.results().count == 5)
  }

  @Test func `a line that is still being copied is no damage`() async throws {
    let (a, b) = (try store("a", results: 5), try device("b"))
    try await sync(a, remote(a))
    let path = "\(shared)/a/results/00000001.jsonl"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in stride(from: 0, to: bytes.count, by: 97) {
      try bytes.prefix(count).write(to: URL(fileURLWithPath: path))
      #expect(try await sync(b, remote(b)).problems == [])
    }
  }
}
