import StreaklineCore
import StreaklineFiles
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Synchronization
import Testing

/// The scenarios that the apps' documents demand (SYNC.md §3.14), against a server that keeps CloudKit's
/// rules.
@Suite struct SyncScenarioTests {
  let folder: TemporaryFolder
  let server = HeldServer()
  static let pipeline = SimulatedRecords.pipeline(notes: .achievements)

  init() throws {
    folder = try TemporaryFolder()
    server.set(now: StoreSample.now)
  }

  private func device(_ name: String) throws -> Store {
    try Store.open(path: folder.file("\(name).db"), deviceID: name)
  }

  @discardableResult
  private func sync(
    _ store: Store, _ remote: (any Remote)? = nil, _ pipeline: Pipeline = pipeline
  ) async throws -> SyncReport {
    try store.requeue(pipeline.name, [.retry, .outcomeUnknown])
    var run = SyncRun(
      store, pipeline, to: remote ?? HeldRemote(server), now: { StoreSample.now },
      jitter: { 0.5 })
    return try await run.run()
  }

  private func sharedFolder(_ name: String, _ device: String) throws -> FolderRemote {
    try createFolder(folder.file(name))
    return FolderRemote(path: folder.file(name), device: device)
  }

  private func ingest(_ store: Store, days: Range<Int>, score: Int = 3) throws {
    _ = try store.ingest(
      StoreSample.batch(days.map { SimulatedRecords.result(day: $0, score: score) }))
  }

  @Test func `X1: what one device uploads, the other downloads and merges`() async throws {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(a, days: 0..<3)
    try ingest(b, days: 2..<5)
    try await sync(a)
    try await sync(b)
    try await sync(a)
    #expect(try a.results().map(\.id) == b.results().map(\.id))
    #expect(try a.results().count == 5)
    #expect(server.records.count == 5)
  }

  @Test func `X2: ten and a hundred results made offline arrive when the remote returns`()
    async throws
  {
    for count in [10, 100] {
      let store = try device("offline\(count)")
      try ingest(store, days: 0..<count)
      let isBack = Mutex(false)
      let remote = HeldRemote(server) { isBack.withLock { $0 } ? nil : .lostRequest }
      let offline = try await sync(store, remote)
      #expect(offline.state == .offline("the request was lost"))
      #expect(offline.pending == count)
      isBack.withLock { $0 = true }
      let online = try await sync(store, remote)
      #expect(online.state == .success && online.pending == 0)
    }
    #expect(server.records.count == 100)
  }

  @Test func `X3: an achievement unlocked offline on two devices keeps 7 of 5 and 7`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    for (store, progress, unlocks) in [(a, 5, ["bronze"]), (b, 7, ["silver"])] {
      _ = try store.put(
        Document(
          type: "Note", name: "all",
          fields: ["count": .int(progress), "tags": .list(unlocks.map(Value.string))]),
        now: StoreSample.now)
    }
    for store in [a, b, a] { try await sync(store) }
    for store in [a, b] {
      let fields = try #require(try store.document(type: "Note", name: "all")?.fields)
      #expect(fields["count"] == .int(7))
      #expect(fields["tags"] == .list([.string("bronze"), .string("silver")]))
    }
  }

  @Test func `X4: another account stops the pipeline, and nothing of either is mixed`()
    async throws
  {
    let store = try device("a")
    try ingest(store, days: 0..<2)
    try await sync(store, HeldRemote(server, account: "_one"))
    let other = HeldServer()
    other.set(now: StoreSample.now)
    try ingest(store, days: 2..<3)
    let report = try await sync(store, HeldRemote(other, account: "_two"))
    #expect(report.failure == .configuration && report.pending == 1)
    #expect(other.records.isEmpty)
    #expect(try store.results().count == 3)
    #expect(try await sync(store, HeldRemote(server, account: "_one")).saved == 1)
  }

  @Test func `X5: a remote that asks to wait is left alone as long as it asks`() async throws {
    let store = try device("a")
    try ingest(store, days: 0..<3)
    let report = try await sync(store, HeldRemote(server) { .throttled })
    #expect(report.failure == .throttled && (report.delaySeconds ?? 0) >= 5)
    #expect(report.pending == 3)
    // A run that is started anew, by cron for example, asks nothing before that time.
    for (seconds, saved) in [(4, 0), (3_700, 3)] {
      let time = Instant(milliseconds: StoreSample.now.milliseconds + Int64(seconds) * 1_000)
      var run = SyncRun(
        store, Self.pipeline, to: HeldRemote(server), resumes: false, now: { time }, jitter: { 0 })
      _ = try store.requeue(Self.pipeline.name, [.retry])
      let later = try await run.run()
      #expect(later.saved == saved && later.failure == (saved == 0 ? .throttled : nil))
      #expect(server.records.count == saved)
    }
  }

  @Test func `X5: a user who says so asks a busy remote at once`() async throws {
    let store = try device("a")
    try ingest(store, days: 0..<3)
    try await sync(store, HeldRemote(server) { .throttled })
    #expect(try await sync(store).saved == 3)
  }

  @Test func `X7: results around midnight keep the day of their puzzle on every device`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(a, days: 0..<2)
    try await sync(a)
    try await sync(b)
    #expect(try b.results().map(\.day.iso) == ["2024-11-04", "2024-11-05"])
  }

  @Test func `X10 and X13: a new device gets everything that is there before it sends anything`()
    async throws
  {
    let a = try device("a")
    try ingest(a, days: 0..<40)
    try await sync(a)
    server.set(now: StoreSample.now, pageSize: 7)
    let again = try device("again")
    let report = try await sync(again)
    #expect(report.pulled == 40 && report.batches == 0)
    #expect(try again.results().count == 40)
    #expect(try again.verify() == [])
  }

  @Test func `X11: of two contents of one id the server's stays, and ours becomes a dispute`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(a, days: 0..<1, score: 3)
    try ingest(b, days: 0..<1, score: 5)
    try await sync(a)
    let report = try await sync(b)
    #expect(report.conflicts == 1)
    #expect(try b.results().first?.fields["score"] == .int(3))
    #expect(try b.disputes().first?.other.fields["score"] == .int(5))
  }

  @Test func `X12: fifty results are ten batches of five`() async throws {
    let store = try device("a")
    try ingest(store, days: 0..<50)
    #expect(try await sync(store).batches == 10)
    #expect(server.records.count == 50)
  }

  @Test func `a record that the server refuses delays none of the other 49`() async throws {
    let store = try device("a")
    try ingest(store, days: 0..<50)
    let poison = try #require(try store.results().first).uuid.description
    let remote = RefusingRemote(server: HeldRemote(server), poison: poison)
    let report = try await sync(store, remote)
    #expect(report.saved == 49)
    #expect(server.records.count == 49)
    #expect(!server.records.contains { $0.recordName == poison })
  }

  @Test func `an expired token deletes what is gone, and uploads nothing again`() async throws {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(a, days: 0..<6)
    try await sync(a)
    try await sync(b)
    let gone = try #require(try a.results().first)
    _ = try a.delete(id: gone.id, now: StoreSample.now)
    try await sync(a)
    server.expireTokens()
    let report = try await sync(b)
    #expect(report.batches == 0)
    #expect(try b.results().count == 5)
    #expect(server.records.count == 5)
    #expect(try await sync(a).batches == 0)
  }

  @Test func `reading all of a folder again deletes nothing when a device's log is missing`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(a, days: 0..<4)
    try await sync(a, sharedFolder("full", "a"))
    try await sync(b, sharedFolder("full", "b"))
    #expect(try b.results().count == 4)
    try b.startRound("results", of: Self.pipeline.name)
    try await sync(b, sharedFolder("empty", "b"))
    #expect(try b.results().count == 4)
    #expect(try b.verify() == [])
  }

  @Test func `reading a whole zone deletes nothing that the pipeline does not want any more`()
    async throws
  {
    let store = try device("a")
    try ingest(store, days: 0..<3)
    try await sync(store)
    var narrow = Self.pipeline
    narrow.games = ["tandem"]
    try store.startRound("results", of: narrow.name)
    try await sync(store, nil, narrow)
    #expect(try store.results().count == 3)
    #expect(server.records.count == 3)
  }

  @Test func `everything is sent again to a folder that has lost a device's log`() async throws {
    let store = try device("a")
    try ingest(store, days: 0..<3)
    try await sync(store, sharedFolder("full", "a"))
    try store.rewind(Self.pipeline.name)
    #expect(try await sync(store, sharedFolder("empty", "a")).saved == 3)
    let sent = try await FolderSample.page(sharedFolder("empty", "b"))
    #expect(sent.records.count == 3)
  }

  @Test func `records of strangers and of unknown types stay at the server as they are`()
    async throws
  {
    let store = try device("a")
    for (name, type, user) in [("s1", "GameResult", "stranger"), ("u1", "Unheard", "me")] {
      server.save(
        RemoteRecord(
          zone: "results", recordName: name, type: type,
          fields: [
            "userId": .string(user), "game": .string("wordle"),
            "gameId": .string(SimulatedRecords.games[0].id), "dateInt": .int(20_241_104),
          ]))
    }
    let before = server.records
    let report = try await sync(store)
    #expect(report.foreign == 2 && report.pulled == 0)
    #expect(try store.results().isEmpty)
    try await sync(store)
    #expect(server.records == before)
  }

  @Test func `a name and a field of the app are kept when the result is corrected here`()
    async throws
  {
    let store = try device("a")
    let result = SimulatedRecords.result(day: 1, score: 3)
    var fields: Fields = ["userId": .string("me"), "game": .string("wordle")]
    for (name, value) in result.fields where name != "source" { fields.append(name, value) }
    fields.append("appVersion", .string("7"))
    let name = result.uuid.description.uppercased()
    server.save(
      RemoteRecord(zone: "results", recordName: name, type: "GameResult", fields: fields))
    try await sync(store)
    _ = try store.edit(id: result.id, now: StoreSample.now) { record, _ in
      var fields = record.fields
      fields["score"] = .int(4)
      return fields
    }
    try await sync(store)
    #expect(server.records.map(\.recordName) == [name])
    #expect(server.records.first?.fields["score"] == .int(4))
    #expect(server.records.first?.fields["appVersion"] == .string("7"))
  }
}

/// A server that refuses a whole request when one record is in it.
private struct RefusingRemote: Remote {
  let server: HeldRemote
  let poison: String

  func open() async throws(RemoteError) -> RemoteDescription { try await server.open() }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    guard !batch.contains(where: { $0.recordName == poison }) else {
      throw RemoteError(.failed, "the request is bad")
    }
    return try await server.push(batch, atomic: atomic)
  }

  func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage {
    try await server.pull(zone, after: token)
  }
}
