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

@Suite struct SyncRunTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [(50, Array(repeating: 5, count: 10)), (7, [5, 2]), (1, [1]), (0, [])])
  func `changes are sent in batches of five, the oldest first`(waiting: Int, sizes: [Int])
    async throws
  {
    let store = try SyncSample.store(folder, waiting: waiting)
    let sent = Sent()
    let report = try await SyncSample.push(
      store,
      to: ScriptedRemote { batch in
        _ = sent.add(batch)
        return batch.map { PushResult($0, .saved()) }
      })
    #expect(sent.all.map(\.count) == sizes)
    #expect(sent.all.joined().map(\.version) == sent.all.joined().map(\.version).sorted())
    #expect(report.saved == waiting && report.batches == sizes.count && report.pending == 0)
    #expect(report.state == .success)
  }

  @Test func `an answer for an older version leaves the newer one to be sent`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    let sent = Sent()
    let report = try await SyncSample.push(
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
    let report = try await SyncSample.push(
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
    let report = try await SyncSample.push(store, to: remote)
    #expect(report.saved == 11 && report.rejected == 1 && report.pending == 0)
    #expect(try store.pendingCount(StoreSample.filter).rejected == 1)
    #expect(try await SyncSample.push(store, to: remote).batches == 0)
    #expect(try store.requeue("default", [.rejected]) == 1)
    #expect(try StoreSample.changes(store).map(\.record?.id) == [poison])
  }

  @Test func `a record is tried again when the remote allows it, and blocks no other`()
    async throws
  {
    let store = try SyncSample.store(folder, waiting: 12)
    let slow = StoreSample.result(day: 1).id
    let sent = Sent()
    let remote = ScriptedRemote { batch in
      _ = sent.add(batch)
      return batch.map { PushResult($0, $0.id == slow ? .retry(afterSeconds: 1e99) : .saved()) }
    }
    let report = try await SyncSample.push(store, to: remote)
    #expect(report.saved == 11 && report.pending == 1 && sent.all.count == 3)
    #expect(report.state == .error("the remote was busy"))
    #expect(report.nextRetry == StoreSample.now.adding(hours: 1))
    #expect(try store.syncState("default").phase == .error)
    #expect(try store.deliveries("default").map(\.attempts) == [1])
    // Not due yet: nothing is sent, and the error stays to be seen.
    #expect(try await SyncSample.push(store, to: remote).batches == 0)
    #expect(try store.syncState("default").lastError == "the remote was busy")
    let later = StoreSample.now.adding(hours: 1)
    #expect(try await SyncSample.push(store, to: remote, now: later).batches == 1)
    #expect(try store.deliveries("default").map(\.attempts) == [2])
  }

  @Test(arguments: [
    (RemoteError.Kind.offline, "offline"), (.throttled, "error"), (.signIn, "paused"),
    (.quota, "paused"), (.permission, "paused"), (.configuration, "paused"),
  ])
  func `a remote that cannot take anything ends the run, and the pause grows`(
    kind: RemoteError.Kind, state: String
  ) async throws {
    let store = try SyncSample.store(folder, waiting: 12)
    let sent = Sent()
    let remote = ScriptedRemote { batch throws(RemoteError) in
      _ = sent.add(batch)
      throw RemoteError(kind, "no network")
    }
    for (tries, milliseconds) in [(1, 500), (2, 1_000), (3, 2_000)] {
      let report = try await SyncSample.push(store, to: remote)
      #expect(sent.all.count == tries)
      #expect(report.state.name == state && report.state.message == "no network")
      #expect(report.pending == 12 && report.delaySeconds == Double(milliseconds) / 1_000)
      let kept = try store.syncState("default")
      #expect(kept.phase.rawValue == state && kept.lastError == "no network")
      #expect(kept.failures == tries)
      #expect(kept.nextAttempt?.milliseconds == StoreSample.now.milliseconds + Int64(milliseconds))
    }
    // No attempt is counted against a record.
    #expect(try store.deliveries("default").isEmpty)
    let healed = try await SyncSample.push(store, to: SyncSample.savingRemote)
    #expect(healed.saved == 12)
    let kept = try store.syncState("default")
    #expect(kept.failures == 0 && kept.lastError == nil && kept.nextAttempt == nil)
  }

  @Test(arguments: 0..<12)
  func `one record that makes every request fail blocks no other`(poison: Int) async throws {
    let store = try SyncSample.store(folder, waiting: 12)
    let id = StoreSample.result(day: poison).id
    let sent = Sent()
    let remote = ScriptedRemote { batch throws(RemoteError) in
      _ = sent.add(batch)
      if batch.contains(where: { $0.id == id }) { throw RemoteError(.failed, "400") }
      return batch.map { PushResult($0, .saved()) }
    }
    let report = try await SyncSample.push(store, to: remote)
    #expect(report.saved == 11 && report.pending == 1 && report.state == .error("400"))
    #expect(sent.all.count <= 3 + 6)
    #expect(try store.deliveries("default").map(\.attempts) == [1])
    let later = StoreSample.now.adding(hours: 1)
    #expect(try await SyncSample.push(store, to: SyncSample.savingRemote, now: later).saved == 1)
  }

  @Test func `a remote that fails whatever is sent is left after two records`() async throws {
    let store = try SyncSample.store(folder, waiting: 50)
    let sent = Sent()
    let remote = ScriptedRemote { batch throws(RemoteError) in
      _ = sent.add(batch)
      throw RemoteError(.failed, "500")
    }
    let report = try await SyncSample.push(store, to: remote)
    #expect(sent.all.map(\.count) == [5, 2, 1, 1])
    #expect(report.pending == 50 && report.state == .error("500"))
    let later = StoreSample.now.adding(hours: 1)
    #expect(try await SyncSample.push(store, to: SyncSample.savingRemote, now: later).saved == 50)
  }

  @Test(arguments: [RemoteError.Kind.failed, .offline])
  func `a task that is cancelled while it sends counts as no attempt`(kind: RemoteError.Kind)
    async throws
  {
    let store = try SyncSample.store(folder, waiting: 12)
    let remote = ScriptedRemote { _ throws(RemoteError) in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      throw RemoteError(kind, "cancelled")
    }
    let report = try await Task { try await SyncSample.push(store, to: remote) }.value
    #expect(report.pending == 12 && report.saved == 0 && report.failure == nil)
    #expect(try store.deliveries("default").isEmpty)
    #expect(try store.syncState("default") == SyncState(pipeline: "default"))
    #expect(try await SyncSample.push(store, to: SyncSample.savingRemote).saved == 12)
  }

  @Test func `a record that was put off while the clock was ahead is sent`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    let remote = ScriptedRemote { batch in batch.map { PushResult($0, .retry()) } }
    _ = try await SyncSample.push(store, to: remote, now: StoreSample.now.adding(hours: 9_000))
    // The clock is right again. The first run notices, the next one sends.
    _ = try await SyncSample.push(store, to: SyncSample.savingRemote)
    #expect(try await SyncSample.push(store, to: SyncSample.savingRemote).saved == 1)
  }

  @Test func `a record that changed while the clock was ahead is sent at once`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    let report = try await SyncSample.push(
      store, to: SyncSample.savingRemote, mode: .following,
      now: StoreSample.now.adding(hours: -9_000))
    #expect(report.saved == 1)
  }

  @Test func `a backlog is sent in larger batches, within the limits of the remote`() async throws {
    let store = try SyncSample.store(folder, waiting: 50)
    let sent = Sent()
    let remote = ScriptedRemote(maxRecords: 12) { batch in
      _ = sent.add(batch)
      return batch.map { PushResult($0, .saved()) }
    }
    var pipeline = SyncSample.pipeline()
    pipeline.batcher = Batcher(size: 5, maximumSize: 30)
    #expect(try await SyncSample.push(store, to: remote, pipeline).saved == 50)
    #expect(sent.all.map(\.count) == [12, 12, 6, 12, 8])
  }

  @Test func `a pipeline stays with the account that it met first`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    let anna = ScriptedRemote(account: "anna") { batch in batch.map { PushResult($0, .saved()) } }
    #expect(try await SyncSample.push(store, to: anna).saved == 1)
    _ = try store.ingest(StoreSample.batch([StoreSample.result(day: 9)]))
    let ben = ScriptedRemote(account: "ben") { _ in
      Issue.record("pushed to another account")
      return []
    }
    let report = try await SyncSample.push(store, to: ben)
    #expect(report.state.name == "paused" && report.pending == 1)
    #expect(report.state.message?.contains("anna") == true)
    #expect(report.state.message?.contains("ben") == true)
    #expect(try store.syncState("default").account == "anna")
  }

  @Test func `only the named users' results leave, and no suspect one`() async throws {
    let store = try StoreSample.store(folder)
    _ = try store.ingest(
      StoreSample.batch([
        StoreSample.result(), StoreSample.result(user: "uncle"),
        StoreSample.result(day: 1, suspect: "cut"),
      ]))
    var pipeline = SyncSample.pipeline()
    pipeline.users = ["me"]
    let sent = Sent()
    let remote = ScriptedRemote { batch in
      _ = sent.add(batch)
      return batch.map { PushResult($0, .saved()) }
    }
    _ = try await SyncSample.push(store, to: remote, pipeline)
    #expect(sent.all.joined().map(\.id) == [StoreSample.result().id])
    #expect(sent.all.joined().allSatisfy { $0.fields["source"] == nil })
  }

  @Test func `where fields are given, nothing else leaves`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    var pipeline = SyncSample.pipeline()
    // The last two were not read from a file, which would be refused.
    pipeline.records["GameResult"]?.fields = [
      "score": "points", "userId": "player", "source": "source", "suspect": "suspect",
    ]
    let sent = Sent()
    let remote = ScriptedRemote { batch in
      _ = sent.add(batch)
      return batch.map { PushResult($0, .saved()) }
    }
    _ = try await SyncSample.push(store, to: remote, pipeline)
    #expect(sent.all.joined().map(\.fields) == [["player": .string("me"), "points": .int(3)]])
  }

  @Test func `a document goes to the zone, name and type that its pipeline gives it`() async throws
  {
    let store = try StoreSample.store(folder)
    let document = Document(
      type: "mine.Settings", name: "settings", fields: ["theme": .string("dark"), "x": .int(1)])
    try store.put(document, now: StoreSample.now)
    var pipeline = SyncSample.pipeline()
    var destination = Pipeline.Destination(
      zone: try NameTemplate("zone_{deviceId}"), name: try NameTemplate("{name}"))
    destination.type = "Settings"
    destination.fields = ["theme": "look"]
    pipeline.records["mine.Settings"] = destination
    let sent = Sent()
    let remote = ScriptedRemote { batch in
      _ = sent.add(batch)
      return batch.map { PushResult($0, .saved()) }
    }
    _ = try await SyncSample.push(store, to: remote, pipeline)
    let record = try #require(sent.all.joined().first)
    #expect(record.zone == "zone_d1" && record.recordName == "settings")
    #expect(record.type == "Settings" && record.id == nil)
    #expect(record.fields == ["look": .string("dark")])
  }

  @Test func `a run with nothing to send is no delivery and writes nothing`() async throws {
    let store = try SyncSample.store(folder, waiting: 0)
    let remote = ScriptedRemote { _ in
      Issue.record("pushed")
      return []
    }
    let report = try await SyncSample.push(store, to: remote)
    #expect(report.state == .success && report.batches == 0)
    #expect(try store.syncState("default") == SyncState(pipeline: "default"))
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    _ = try await SyncSample.push(store, to: SyncSample.savingRemote)
    _ = try await SyncSample.push(
      store, to: SyncSample.savingRemote, now: StoreSample.now.adding(hours: 1))
    #expect(try store.syncState("default").lastSuccess == StoreSample.now)
  }

  @Test func `a name for which a record has no value is reported`() async throws {
    let store = try SyncSample.store(folder, waiting: 2)
    var pipeline = SyncSample.pipeline()
    pipeline.records["GameResult"]?.name = try NameTemplate("{groupId}_{uuid}")
    let report = try await SyncSample.push(store, to: SyncSample.savingRemote, pipeline)
    #expect(report.rejected == 2 && report.pending == 0)
    #expect(
      try store.deliveries("default").map(\.reason)
        == Array(repeating: "its name needs {groupId}, which the record does not have", count: 2))
  }

  @Test func `a pipeline that is switched off sends nothing and keeps its queue`() async throws {
    let store = try SyncSample.store(folder, waiting: 3)
    var pipeline = SyncSample.pipeline()
    pipeline.isEnabled = false
    let report = try await SyncSample.push(
      store, to: SyncSample.savingRemote, pipeline)
    #expect(report.state == .disabled && report.batches == 0 && report.pending == 3)
  }

  @Test func `a deletion is sent as one`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    try StoreSample.deliver(store)
    _ = try store.delete(
      id: StoreSample.result().id, now: StoreSample.now)
    let sent = Sent()
    let report = try await SyncSample.push(
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
    let report = try await SyncSample.push(
      store, to: SyncSample.savingRemote)
    #expect(report.saved == 2 && report.rejected == 1)
  }

  @Test func `a conflict waits for the user`() async throws {
    let store = try SyncSample.store(folder, waiting: 2)
    let report = try await SyncSample.push(
      store, to: ScriptedRemote { batch in batch.map { PushResult($0, .conflict(nil)) } })
    #expect(report.conflicts == 2 && report.pending == 0)
    #expect(try store.pendingCount(StoreSample.filter).rejected == 2)
  }
}
