import Foundation
import StreaklineCore
import StreaklineStore
import StreaklineSync
import Testing

/// One run at a time for each pipeline, and the history of runs.
@Suite struct RunHistoryTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `the history says what a run has sent, in how many batches and bytes, and when`()
    async throws
  {
    let store = try SyncSample.store(folder, waiting: 12)
    let poison = StoreSample.result(day: 2).id
    let remote = ScriptedRemote { batch in
      batch.map { PushResult($0, $0.id == poison ? .rejected(reason: "too long") : .saved()) }
    }
    let report = try await SyncSample.push(store, to: remote)
    let run = try #require(try store.runs(of: "default").first)
    #expect(run.startedAt == StoreSample.now && run.endedAt == StoreSample.now)
    #expect(run.outcome == .success && run.message == nil && run.repeats == 0)
    #expect(run.counts.saved == 11 && run.counts.rejected == 1 && run.counts.batches == 3)
    #expect(run.counts.bytesSent == report.bytesSent && report.bytesSent > 12 * 100)
    #expect(try store.verify() == [])
  }

  @Test func `a record that is sent again is counted as such`() async throws {
    let store = try SyncSample.store(folder, waiting: 3)
    let slow = ScriptedRemote { batch in batch.map { PushResult($0, .retry()) } }
    #expect(try await SyncSample.push(store, to: slow).retries == 0)
    try store.requeue("default", [.retry])
    let report = try await SyncSample.push(
      store, to: SyncSample.savingRemote, now: StoreSample.now.adding(hours: 1))
    #expect(report.retries == 3 && report.saved == 3)
    #expect(try store.runs(of: "default").map(\.counts.retries) == [3, 0])
  }

  @Test func `a remote that is offline all day is one line of the history`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    let remote = ScriptedRemote { _ throws(RemoteError) in throw RemoteError(.offline, "no network")
    }
    for hour in 0..<24 {
      _ = try await SyncSample.push(store, to: remote, now: StoreSample.now.adding(hours: hour))
    }
    let runs = try store.runs(of: "default")
    #expect(runs.count == 1 && runs[0].repeats == 23 && runs[0].outcome == .offline)
    #expect(runs[0].counts.bytesSent > 24 * 100 && runs[0].counts.saved == 0)
    #expect(runs[0].startedAt == StoreSample.now)
    #expect(runs[0].endedAt == StoreSample.now.adding(hours: 23))
    _ = try await SyncSample.push(store, to: SyncSample.savingRemote)
    #expect(try store.runs(of: "default").map(\.outcome) == [.success, .offline])
  }

  @Test func `a run that was killed stays in the history without an end`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    _ = try store.startRun(
      SyncState(pipeline: "default", phase: .syncing), at: StoreSample.now)
    #expect(try store.runs(of: "default").map(\.outcome) == [.unfinished])
    _ = try await SyncSample.push(store, to: SyncSample.savingRemote)
    let runs = try store.runs(of: "default")
    #expect(runs.map(\.outcome) == [.success, .unfinished] && runs[1].endedAt == nil)
  }

  @Test func `the history keeps the newest thousand runs`() throws {
    let store = try SyncSample.store(folder, waiting: 0)
    for number in 0..<1_004 {
      _ = try store.startRun(
        SyncState(pipeline: "default"), at: StoreSample.now.adding(hours: number))
    }
    let runs = try store.runs(of: "default")
    #expect(runs.count == 1_000)
    #expect(runs.last?.startedAt == StoreSample.now.adding(hours: 4))
    #expect(try store.runs(of: "default", limit: 2).count == 2)
  }

  @Test func `a second run of a pipeline does not start while the first lasts`() async throws {
    let store = try SyncSample.store(folder, waiting: 3)
    let lock = try store.lockRun(of: "default")
    var run = SyncRun(
      store, SyncSample.pipeline(), to: SyncSample.savingRemote, waiting: .milliseconds(3),
      now: { StoreSample.now }, jitter: { 0.5 })
    do {
      _ = try await run.run()
      Issue.record("two runs at once")
    } catch {
      guard case .running("default", let holder) = error else { throw error }
      #if os(Linux)
        #expect(holder.contains("process \(getpid()) ("))
      #endif
      #expect(error.exitCode == 75)
    }
    #expect(store.runHolder(of: "default") != nil)
    var other = SyncSample.pipeline()
    other.name = "other"
    #expect(try await SyncSample.push(store, to: SyncSample.savingRemote, other).saved == 3)
    lock.unlock()
    #expect(store.runHolder(of: "default") == nil)
    #expect(try await SyncSample.push(store, to: SyncSample.savingRemote).saved == 3)
  }

  @Test func `a second program waits for the run of the first, and says nothing`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    let store = try Store.open(path: tool.store.path, deviceID: "")
    let lock = try store.lockRun(of: "default")
    let waiting = try tool.start(["sync"])
    waiting.waitUntil { $0.hasOpen(tool.store.path + ".default.lock") }
    #expect(waiting.process.isRunning)
    lock.unlock()
    let run = waiting.end()
    #expect(run.status == 0 && run.output.contains("1 record delivered"), "\(run)")
    #expect(run.talk.isEmpty)
  }

  @Test(.long)
  func `a second program gives up after ten seconds, names the first and ends with 75`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    let store = try Store.open(path: tool.store.path, deviceID: "")
    let lock = try store.lockRun(of: "default")
    defer { lock.unlock() }
    let run = try tool.run(["sync"])
    #expect(run.status == 75)
    #expect(run.talk.contains("process \(getpid())") && run.talk.contains("'default'"), "\(run)")
  }

  @Test func `status names the process that syncs, and lists the last runs`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    try tool.run(["sync"])
    let history = try tool.run(["status", "--history", "--output", "json"])
    #expect(history.objects.count == 1)
    #expect(history.objects.first?["saved"] as? Int == 1)
    #expect(history.objects.first?["outcome"] as? String == "success")
    #expect(try tool.run(["status", "--history"]).output.contains("1 sent, 1 batch"))
    let store = try Store.open(path: tool.store.path, deviceID: "")
    _ = try store.startRun(SyncState(pipeline: "default", phase: .syncing), at: StoreSample.now)
    let killed = try tool.run(["status"])
    #expect(killed.output.contains("ended before it was done; nothing is lost"), "\(killed)")
    let lock = try store.lockRun(of: "default")
    defer { lock.unlock() }
    let syncing = try tool.run(["status", "--output", "json"])
    let pipelines = syncing.objects.first?["pipelines"] as? [[String: Any]]
    #expect(
      pipelines?.first { $0["pipeline"] as? String == "default" }?["state"] as? String == "syncing")
    #expect(try tool.run(["status"]).output.contains("Syncing, by process \(getpid())"))
    #expect(try tool.run(["status", "--history"]).output.contains("lasts"))
  }
}
