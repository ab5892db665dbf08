import StreaklineCore
import StreaklineStore
import StreaklineSync
import Synchronization
import Testing

/// Keeps what a remote was sent.
private final class Sent: Sendable {
  private let batches = Mutex<[[OutgoingRecord]]>([])

  func add(_ batch: [OutgoingRecord]) -> Int {
    batches.withLock {
      $0.append(batch)
      return $0.count
    }
  }

  var all: [[OutgoingRecord]] { batches.withLock { $0 } }
}

@Suite struct PusherTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [(50, Array(repeating: 5, count: 10)), (7, [5, 2]), (1, [1]), (0, [])])
  func `what waits is sent in batches of five, the oldest first`(waiting: Int, sizes: [Int])
    async throws
  {
    let store = try SyncSample.store(folder, waiting: waiting)
    let sent = Sent()
    let report = try await SyncSample.drain(
      store,
      to: ScriptedRemote { batch in
        _ = sent.add(batch)
        return batch.map { PushResult($0, .saved()) }
      })
    #expect(sent.all.map(\.count) == sizes)
    #expect(sent.all.joined().map(\.version) == sent.all.joined().map(\.version).sorted())
    #expect(report.saved == waiting && report.batches == sizes.count && report.pending == 0)
    #expect(report.state == .success)
    #expect(try store.syncState("default").lastSuccess == StoreSample.now)
  }

  @Test func `an answer for an older version leaves the newer one to be sent`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    let sent = Sent()
    let report = try await SyncSample.drain(
      store,
      to: ScriptedRemote { batch in
        if sent.add(batch) == 1 {
          let newer = StoreSample.batch([StoreSample.result(score: 6)], replaces: true)
          _ = try? store.ingest(newer)
        }
        return batch.map { PushResult($0, .saved()) }
      })
    #expect(sent.all.joined().map { $0.fields["score"] } == [.int(3), .int(6)])
    #expect(report.saved == 2 && report.pending == 0)
  }

  @Test(arguments: 0..<32)
  func `of a batch exactly what was saved leaves the outbox`(saved: Int) async throws {
    let store = try SyncSample.store(folder, waiting: 5)
    let sent = Sent()
    let report = try await SyncSample.drain(
      store,
      to: ScriptedRemote { batch throws(RemoteError) in
        guard sent.add(batch) == 1 else { throw RemoteError(.offline, "no network") }
        let results = batch.enumerated().filter { saved >> $0.offset & 1 == 1 }
          .map { PushResult($0.element, .saved()) }
        return results.reversed() + [PushResult(zone: "x", recordName: "unknown", .saved())]
      })
    let expected = sent.all[0].enumerated().filter { saved >> $0.offset & 1 == 0 }
      .compactMap(\.element.id)
    let later = StoreSample.now.adding(hours: 1)
    #expect(try StoreSample.changes(store, now: later).compactMap(\.record?.id) == expected)
    #expect(report.saved == saved.nonzeroBitCount && report.pending == expected.count)
  }

  @Test func `a record that is refused for good blocks no other and stays to be seen`() async throws
  {
    let store = try SyncSample.store(folder, waiting: 12)
    let poison = StoreSample.result(day: 2).id
    let remote = ScriptedRemote { batch in
      batch.map { PushResult($0, $0.id == poison ? .rejected(reason: "too long") : .saved()) }
    }
    let report = try await SyncSample.drain(store, to: remote)
    #expect(report.saved == 11 && report.rejected == 1 && report.pending == 0)
    #expect(try store.pendingCount(StoreSample.filter).rejected == 1)
    #expect(try await SyncSample.drain(store, to: remote).batches == 0)
    #expect(try store.requeue("default", .rejected) == 1)
    #expect(try StoreSample.changes(store).map(\.record?.id) == [poison])
  }

  @Test func `what is to be tried again stays while others go past it`() async throws {
    let store = try SyncSample.store(folder, waiting: 12)
    let slow = StoreSample.result(day: 1).id
    let sent = Sent()
    let remote = ScriptedRemote { batch in
      _ = sent.add(batch)
      return batch.map { PushResult($0, $0.id == slow ? .retry(afterSeconds: 1e99) : .saved()) }
    }
    let report = try await SyncSample.drain(store, to: remote)
    #expect(report.saved == 11 && report.pending == 1)
    #expect(sent.all.count == 3, "a wish to be left alone is honoured")
    #expect(report.state == .error("the sink was busy"))
    let state = try store.syncState("default")
    #expect(state.phase == .error)
    #expect(state.nextAttempt == StoreSample.now.adding(hours: 1))
    #expect(try store.deliveries("default").map(\.attempts) == [1])
  }

  @Test func `a sink that is offline is left at once and the wait grows`() async throws {
    let store = try SyncSample.store(folder, waiting: 12)
    let sent = Sent()
    let remote = ScriptedRemote { batch throws(RemoteError) in
      _ = sent.add(batch)
      throw RemoteError(.offline, "no network")
    }
    for (tries, milliseconds) in [(1, 500), (2, 1_000), (3, 2_000)] {
      let report = try await SyncSample.drain(store, to: remote)
      #expect(sent.all.count == tries)
      #expect(report.state == .offline("no network") && report.pending == 12)
      let state = try store.syncState("default")
      #expect(state.phase == .offline && state.lastError == "no network")
      #expect(
        state.nextAttempt?.milliseconds == StoreSample.now.milliseconds + Int64(milliseconds))
    }
  }

  @Test func `a pipeline that is switched off sends nothing and keeps its queue`() async throws {
    let store = try SyncSample.store(folder, waiting: 3)
    var pipeline = SyncSample.pipeline()
    pipeline.isEnabled = false
    let report = try await SyncSample.drain(
      store, to: ScriptedRemote { batch in batch.map { PushResult($0, .saved()) } }, pipeline)
    #expect(report.state == .disabled && report.batches == 0 && report.pending == 3)
  }

  @Test func `a deletion is sent as one`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    try StoreSample.deliver(store)
    _ = try store.delete(
      id: StoreSample.result().id, now: StoreSample.now)
    let sent = Sent()
    let report = try await SyncSample.drain(
      store,
      to: ScriptedRemote { batch in
        _ = sent.add(batch)
        return batch.map { PushResult($0, .saved()) }
      })
    #expect(sent.all.joined().map(\.isDeleted) == [true])
    #expect(report.deleted == 1 && report.saved == 0)
  }

  @Test func `a record that the store cannot read is set aside`() async throws {
    let store = try SyncSample.store(folder, waiting: 3)
    try RawDatabase.execute(
      folder.file("s.db"), "UPDATE record SET fields = '{' WHERE item / 10000000000 = 20241104")
    let report = try await SyncSample.drain(
      store, to: ScriptedRemote { batch in batch.map { PushResult($0, .saved()) } })
    #expect(report.saved == 2 && report.rejected == 1)
  }

  @Test func `a conflict waits for the user`() async throws {
    let store = try SyncSample.store(folder, waiting: 2)
    let report = try await SyncSample.drain(
      store, to: ScriptedRemote { batch in batch.map { PushResult($0, .conflict(nil)) } })
    #expect(report.conflicts == 2 && report.pending == 0)
    #expect(try store.pendingCount(StoreSample.filter).rejected == 2)
  }
}
