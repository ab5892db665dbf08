import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// Every error that the apps' documents name, met by the real engine.
@Suite struct DocumentedErrorTests {
  let folder: TemporaryFolder
  let server = HeldServer()
  let pipeline = SimulatedRecords.pipeline(notes: nil)

  init() throws {
    folder = try TemporaryFolder()
    server.set(now: StoreSample.now)
  }

  @discardableResult
  private func sync(_ store: Store, _ remote: (any Remote)? = nil, _ pipeline: Pipeline? = nil)
    async throws -> SyncReport
  {
    let pipeline = pipeline ?? self.pipeline
    try store.requeue(pipeline.name, [.retry, .outcomeUnknown])
    var run = SyncRun(
      store, pipeline, to: remote ?? HeldRemote(server), now: { StoreSample.now },
      jitter: { 0.5 })
    return try await run.run()
  }

  private func device(_ name: String, days: Range<Int>) throws -> Store {
    let store = try Store.open(path: folder.file("\(name).db"), deviceID: name)
    _ = try store.ingest(
      StoreSample.batch(days.map { SimulatedRecords.result(day: $0, score: 3) }))
    return store
  }

  private func change(_ store: Store, day: Int, score: Int) throws {
    _ = try store.ingest(
      StoreSample.batch([SimulatedRecords.result(day: day, score: score)], replaces: true))
  }

  private func answering(
    _ outcome: PushResult.Outcome, for poison: String
  ) -> ScriptedRemote {
    ScriptedRemote { batch in
      batch.map { PushResult($0, $0.id == poison ? outcome : .saved()) }
    }
  }

  private let poison = SimulatedRecords.result(day: 1, score: 3).id

  /// Lets a pipeline meet an error.
  ///
  /// - Returns: Its store, and the pipeline.
  private func meet(_ cause: DocumentedError.Cause) async throws -> (Store, Pipeline) {
    let store = try device("a", days: 0..<3)
    var pipeline = pipeline
    switch cause {
    case .failure(let kind):
      try await sync(
        store,
        ScriptedRemote { _ throws(RemoteError) in throw RemoteError(kind, "no, \(kind)") })
    case .otherAccount:
      try await sync(store, HeldRemote(server, account: "_anna"))
      try change(store, day: 7, score: 2)
      try await sync(store, HeldRemote(server, account: "_ben"))
    case .partial: try await sync(store, answering(.retry(), for: poison))
    case .refusal: try await sync(store, answering(.rejected(reason: "too long"), for: poison))
    case .conflict:
      let other = try device("b", days: 0..<3)
      try await sync(store)
      try await sync(other)
      try change(store, day: 1, score: 5)
      try change(other, day: 1, score: 6)
      try await sync(other)
      let report = try await sync(store)
      #expect(report.conflicts == 1)
      #expect(try store.disputes().count == 1)
    case .goneRecord:
      try await sync(store)
      server.delete(server.records[0].recordName, in: "results")
      try await sync(store)
      #expect(try store.results().count == 2)
    case .newZone, .expiredToken:
      try await sync(store)
      if cause == .expiredToken {
        server.expireTokens()
        try await sync(store)
      }
      #expect(try store.results().count == 3 && server.records.count == 3)
    case .manyTries:
      for _ in 0..<20 {
        try await sync(
          store, ScriptedRemote { _ throws(RemoteError) in throw RemoteError(.failed, "no") })
      }
      #expect(try store.pendingCount(pipeline.filter, at: StoreSample.now).pending == 3)
    case .resurrection:
      let other = try device("b", days: 0..<3)
      try await sync(store)
      try await sync(other)
      try change(other, day: 1, score: 6)
      #expect(try store.delete(id: poison, now: StoreSample.now))
      for device in [store, other, store] { try await sync(device) }
      #expect(try store.record(id: poison) == nil)
      #expect(try other.record(id: poison) == nil)
    case .disabled: pipeline.isEnabled = false
    }
    return (store, pipeline)
  }

  @Test(arguments: DocumentedError.all)
  func `an error of the documents has the state and the words of its row`(row: DocumentedError)
    async throws
  {
    let (store, pipeline) = try await meet(row.cause)
    let pending = try store.pendingCount(pipeline.filter, at: StoreSample.now)
    let status = PipelineStatus(pipeline, try store.syncState(pipeline.name), pending)
    let parts = [status.headline(at: StoreSample.now)] + status.details(at: StoreSample.now)
    #expect(status.state.name == row.cause.state, "\(row.place): \(parts)")
    let text = parts.joined(separator: ", ")
    for part in row.cause.shown.components(separatedBy: "…") where !part.isEmpty {
      #expect(text.contains(part), "\(row.place): \(text)")
    }
    if ["paused", "disabled"].contains(row.cause.state) {
      #expect(status.advice != nil, "\(row.place)")
    }
    // Nothing of what was there is lost, whatever happens.
    if row.cause != .resurrection, row.cause != .goneRecord {
      #expect(try store.results().count >= 3)
    }
    #expect(try store.verify() == [])
  }

  @Test func `the documentation has the same table`() throws {
    let page = try String(
      contentsOf: Tool.root.appending(path: "Documentation/sync.md"), encoding: .utf8)
    for row in DocumentedError.all {
      let line =
        "| \(row.error) (\(row.place)) | \(row.message ?? "nothing") | \(row.cause.shown) | \(row.cause.remedy) |"
      #expect(page.contains(line), "\(line)")
    }
    #expect(DocumentedError.all.count == 38)
  }

  @Test(arguments: [RemoteError.Kind.quota, .permission])
  func `a remote that is full or denies access is only read until the user resumes`(
    kind: RemoteError.Kind
  ) async throws {
    let (store, other) = (try device("a", days: 0..<2), try device("b", days: 5..<7))
    try await sync(store)
    try change(store, day: 3, score: 4)
    let full = RefusingRemote(held: HeldRemote(server), error: RemoteError(kind, "no room"))
    let refused = try await sync(store, full)
    #expect(refused.failure == kind && refused.pending == 1)
    try await sync(other)
    // Without the user's word it reads, and writes nothing.
    var reading = SyncRun(
      store, pipeline, to: full, resumes: false, now: { StoreSample.now }, jitter: { 0.5 })
    let read = try await reading.run()
    #expect(read.pulled == 2 && read.batches == 0 && read.pending == 1)
    #expect(read.failure == kind && read.state == .paused("no room"))
    #expect(try store.syncState("held").pause?.reason == "no room")
    #expect(try store.results().count == 5)
    // Room was made, but nobody has said so.
    var waiting = SyncRun(
      store, pipeline, to: HeldRemote(server), resumes: false, now: { StoreSample.now },
      jitter: { 0.5 })
    #expect(try await waiting.run().saved == 0)
    #expect(try await sync(store).saved == 1)
    #expect(try store.syncState("held").pause == nil)
    #expect(server.records.count == 5)
  }
}

/// A server that can be read and refuses what is written.
private struct RefusingRemote: Remote {
  let held: HeldRemote
  let error: RemoteError

  func open() async throws(RemoteError) -> RemoteDescription { try await held.open() }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    throw error
  }

  func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage {
    try await held.pull(zone, after: token)
  }
}
