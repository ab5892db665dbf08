import StreaklineCore
import StreaklineStore
import StreaklineSync
import Testing

/// The states of seed 000's machine, and its words.
@Suite struct PipelineStatusTests {
  private let pipeline = SyncSample.pipeline()
  private let now = StoreSample.now

  private func status(
    _ state: SyncState, pending: PendingCounts = PendingCounts(), by: String? = nil
  )
    -> PipelineStatus
  {
    PipelineStatus(pipeline, state, pending, holder: by)
  }

  @Test(arguments: [
    (0, "just now"), (59, "59 seconds ago"), (60, "1 minute ago"), (125, "2 minutes ago"),
    (7_200, "2 hours ago"), (90_000, "1 day ago"),
    (-5, "at 2024-11-05T10:00:05Z, by a clock that is ahead"),
  ])
  func `how long ago it was is said in words`(seconds: Int, words: String) {
    let now = Instant(iso8601: "2024-11-05T10:00:00Z") ?? StoreSample.now
    let time = Instant(milliseconds: now.milliseconds - Int64(seconds) * 1_000)
    #expect(timeAgo(time, at: now) == words)
  }

  @Test func `each state has its sentence`() {
    let name = pipeline.name
    let past = Instant(milliseconds: now.milliseconds - 120_000)
    let pause = SyncState.Pause(kind: "quota", reason: "no room")
    let cases: [(SyncState, String, String)] = [
      (SyncState(pipeline: name), "idle", "Not synced yet"),
      (
        SyncState(pipeline: name, phase: .success, lastSuccess: past), "success",
        "Last synced: 2 minutes ago"
      ),
      (
        SyncState(pipeline: name, phase: .paused, lastError: "sign in", failure: "signIn"),
        "paused", "Sync paused: sign in"
      ),
      (
        SyncState(pipeline: name, phase: .offline, lastError: "no network", pause: pause),
        "paused", "Sync paused: no room"
      ),
      (
        SyncState(pipeline: name, phase: .offline, lastError: "no network", failure: "offline"),
        "offline", "Offline, will sync when connected: no network"
      ),
      (
        SyncState(pipeline: name, phase: .error, lastError: "500", failure: "failed"), "error",
        "Sync error: 500"
      ),
    ]
    for (state, word, headline) in cases {
      #expect(status(state).state.name == word)
      #expect(status(state).headline(at: now) == headline)
    }
    let running = status(SyncState(pipeline: name, phase: .syncing), by: "process 7")
    #expect(running.headline(at: now) == "Syncing, by process 7")
  }

  @Test func `what waits, what was refused and the next try are named`() {
    let pending = PendingCounts(
      pending: 3, rejected: 1, nextRetry: Instant(milliseconds: now.milliseconds + 39_500))
    let state = SyncState(
      pipeline: "default", phase: .error, lastSuccess: now, lastError: "busy")
    #expect(
      status(state, pending: pending).details(at: now)
        == ["3 pending", "1 rejected", "last synced just now", "next try in 40 seconds"])
  }

  @Test func `a run goes from idle over syncing to success or error, and on from there`()
    async throws
  {
    let folder = try TemporaryFolder()
    let store = try SyncSample.store(folder, waiting: 1)
    func phase() throws -> SyncState.Phase { try store.syncState("default").phase }
    #expect(try phase() == .idle)
    let failing = ScriptedRemote { _ throws(RemoteError) in
      #expect((try? store.syncState("default").phase) == .syncing)
      throw RemoteError(.signIn, "nobody is signed in")
    }
    _ = try await SyncSample.push(store, to: failing)
    #expect(try phase() == .paused)
    let saving = ScriptedRemote { batch in
      #expect((try? store.syncState("default").phase) == .syncing)
      return batch.map { PushResult($0, .saved()) }
    }
    _ = try await SyncSample.push(store, to: saving)
    #expect(try phase() == .success)
    _ = try store.ingest(StoreSample.batch([StoreSample.result(day: 9)]))
    _ = try await SyncSample.push(store, to: saving)
    #expect(try phase() == .success)
  }
}
