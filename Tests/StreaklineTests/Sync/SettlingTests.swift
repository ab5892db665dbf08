import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// What only the user can settle: records that a remote has refused, and conflicts.
@Suite struct SettlingTests {
  let folder: TemporaryFolder
  let server = HeldServer()

  init() throws {
    folder = try TemporaryFolder()
    server.set(now: StoreSample.now)
  }

  // MARK: - Refused records

  private let poison = StoreSample.result(day: 2).id

  private func refusing(_ reason: String = "too long") -> ScriptedRemote {
    let poison = poison
    return ScriptedRemote { batch in
      batch.map { PushResult($0, $0.id == poison ? .rejected(reason: reason) : .saved()) }
    }
  }

  @Test func `a refused record is kept with its reason, and no run drops it`() async throws {
    let store = try SyncSample.store(folder, waiting: 12)
    _ = try await SyncSample.push(store, to: refusing())
    let first = try store.rejections()
    #expect(first.count == 1)
    #expect(first.first?.pipeline == "default" && first.first?.reason == "too long")
    #expect(first.first?.number == 1 && first.first?.attempts == 1)
    #expect(first.first?.change.record?.id == poison)
    for hour in 1..<5 {
      _ = try await SyncSample.push(
        store, to: SyncSample.savingRemote, now: StoreSample.now.adding(hours: hour))
    }
    #expect(try store.rejections() == first)
    #expect(try store.verify() == [])
  }

  @Test func `a refused record that is tried again keeps its number when it is refused again`()
    async throws
  {
    let store = try SyncSample.store(folder, waiting: 3)
    _ = try await SyncSample.push(store, to: refusing())
    #expect(try store.retryRejection(1))
    #expect(try !store.retryRejection(1))
    let report = try await SyncSample.push(store, to: refusing("still too long"))
    #expect(report.rejected == 1 && report.retries == 1)
    #expect(try store.rejections().map(\.number) == [1])
    #expect(try store.rejections().map(\.reason) == ["still too long"])
    #expect(try store.retryRejection(1))
    #expect(try await SyncSample.push(store, to: SyncSample.savingRemote).saved == 1)
    #expect(try store.rejections().isEmpty)
    #expect(try store.verify() == [])
  }

  @Test func `a dropped record stays here, and is sent when it changes`() async throws {
    let store = try SyncSample.store(folder, waiting: 3)
    _ = try await SyncSample.push(store, to: refusing())
    #expect(try store.dropRejection(1))
    #expect(try !store.dropRejection(1))
    let quiet = try await SyncSample.push(store, to: SyncSample.savingRemote)
    #expect(quiet.batches == 0 && quiet.pending == 0)
    #expect(try store.pendingCount(StoreSample.filter).rejected == 0)
    #expect(try store.record(id: poison) != nil)
    _ = try store.ingest(
      StoreSample.batch([StoreSample.result(day: 2, score: 5)], replaces: true))
    #expect(try await SyncSample.push(store, to: SyncSample.savingRemote).saved == 1)
    #expect(try store.verify() == [])
  }

  @Test func `dead lists, shows, retries and drops what a remote has refused`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(
      """
      format: 1
      pipeline: mine
      records:
        GameResult: {zone: results, name: '{groupId}_{uuid}'}
      remote: {jsonl: {path: mine.jsonl}}
      """, to: "config/streakline/Pipelines/mine.yaml")
    try tool.run([], input: wordle(1_000) + "\n" + wordle(1_001))
    try tool.run(["sync", "--pipeline", "mine"])
    let list = try tool.run(["dead"])
    #expect(list.status == 0 && list.lines.count == 2, "\(list)")
    #expect(list.output.contains("1: mine: me: Wordle 1,000 · 2024-03-15 · its name needs"))
    let shown = try tool.run(["dead", "show", "1"])
    #expect(
      shown.output.contains("streakline dead retry 1") && shown.output.contains("\"score\":3"))
    #expect(try tool.run(["dead", "retry", "1"]).status == 0)
    #expect(try tool.run(["dead", "--output", "json"]).objects.map { $0["number"] as? Int } == [2])
    #expect(try tool.run(["dead", "drop", "2"]).output.hasPrefix("dropped mine: me: Wordle 1,001"))
    let missing = try tool.run(["dead", "drop", "2"])
    #expect(missing.status == 1 && missing.talk.contains("no refused record 2"))
    try tool.run(["sync", "--pipeline", "mine"])
    #expect(try tool.run(["dead"]).lines.count == 1)
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 2)
    #expect(try tool.run(["verify"]).status == 0)
  }

  // MARK: - Conflicts

  private func device(_ name: String) throws -> Store {
    try Store.open(path: folder.file("\(name).db"), deviceID: name)
  }

  @discardableResult
  private func sync(_ store: Store, _ remote: (any Remote)? = nil, hours: Int = 0) async throws
    -> SyncReport
  {
    try store.requeue("held", [.retry, .outcomeUnknown])
    var run = SyncRun(
      store, SimulatedRecords.pipeline(notes: .ask), to: remote ?? HeldRemote(server),
      now: { StoreSample.now.adding(hours: hours) }, jitter: { 0.5 })
    return try await run.run()
  }

  private func put(_ store: Store, _ text: String, count: Int = 0, hours: Int = 0) throws {
    try store.put(
      Document(type: "Note", name: "n", fields: ["text": .string(text), "count": .int(count)]),
      now: StoreSample.now.adding(hours: hours))
  }

  private func text(_ store: Store) throws -> String? {
    try store.document(type: "Note", name: "n")?.fields["text"]?.string
  }

  /// Two devices that have changed one note without knowing of each other; the first was faster.
  private func disagreeing(_ a: Store, _ b: Store) async throws {
    try put(a, "common")
    try await sync(a)
    try await sync(b)
    try put(a, "from a", count: 1)
    try put(b, "from b", count: 2)
    try await sync(a)
    try await sync(b)
  }

  @Test func `a conflict with the policy ask shows the server's version until the user has chosen`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try await disagreeing(a, b)
    #expect(try text(a) == "from a" && text(b) == "from a")
    #expect(try a.conflicts().isEmpty)
    let conflict = try #require(try b.conflicts().first)
    #expect(conflict.isOpen && conflict.pipeline == "held")
    #expect(conflict.key == DocumentKey(type: "Note", name: "n"))
    #expect(conflict.mine["text"] == .string("from b"))
    #expect(conflict.stored?["text"] == .string("from a"))
    #expect(conflict.differences == ["count", "text"])
    #expect(try b.openConflicts(of: "held") == 1)
    #expect(try b.verify() == [])
  }

  @Test(arguments: [
    ("mine", "from b", 2), ("theirs", "from a", 1), ("count", "from a", 2),
  ])
  func `what the user chooses of a conflict is on all devices after a sync`(
    choice: String, expected: String, count: Int
  ) async throws {
    let (a, b) = (try device("a"), try device("b"))
    try await disagreeing(a, b)
    let conflict = try #require(try b.conflicts().first)
    var fields: Fields? = choice == "mine" ? conflict.mine : nil
    if choice == "count" {
      fields = conflict.stored
      fields?["count"] = conflict.mine["count"]
    }
    let isChanged = try b.settle(conflict: conflict.number, with: fields, now: StoreSample.now)
    #expect(isChanged == (choice != "theirs"))
    #expect(try b.conflicts().isEmpty && b.conflicts(isOpen: false).count == 1)
    for device in [b, a, b] { try await sync(device) }
    for device in [a, b] {
      #expect(try text(device) == expected)
      #expect(try device.document(type: "Note", name: "n")?.fields["count"] == .int(count))
      #expect(try device.conflicts().isEmpty)
      #expect(try device.verify() == [])
    }
  }

  @Test
  func `in a shared folder the later version is shown, and the device whose change lost asks`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    let shared = try TemporaryFolder()
    let (toA, toB) = (
      FolderRemote(path: shared.path, device: "a"), FolderRemote(path: shared.path, device: "b")
    )
    try put(a, "common")
    try await sync(a, toA)
    try await sync(b, toB)
    try put(a, "from a", hours: 2)
    try put(b, "from b", hours: 1)
    for (store, remote) in [(b, toB), (a, toA), (b, toB), (a, toA)] {
      try await sync(store, remote, hours: 3)
    }
    #expect(try text(a) == "from a" && text(b) == "from a")
    #expect(try a.conflicts().isEmpty)
    let conflict = try #require(try b.conflicts().first)
    #expect(conflict.mine["text"] == .string("from b"))
    _ = try b.settle(conflict: conflict.number, with: conflict.mine, now: StoreSample.now)
    for (store, remote) in [(b, toB), (a, toA)] { try await sync(store, remote, hours: 4) }
    #expect(try text(a) == "from b" && text(b) == "from b")
    #expect(try a.conflicts().isEmpty && b.conflicts().isEmpty)
  }

  @Test func `a document that was deleted meanwhile comes back with the user's own version`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try await disagreeing(a, b)
    #expect(try b.deleteDocument(type: "Note", name: "n", now: StoreSample.now))
    let conflict = try #require(try b.conflicts().first)
    #expect(conflict.stored == nil)
    _ = try b.settle(conflict: conflict.number, with: conflict.mine, now: StoreSample.now)
    for device in [b, a] { try await sync(device) }
    #expect(try text(a) == "from b")
  }

  @Test func `conflicts are listed, shown field by field and settled on the command line`()
    async throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    let (a, b) = (try device("a"), try Store.open(path: tool.store.path, deviceID: ""))
    try await disagreeing(a, b)
    let list = try tool.run(["conflicts"])
    #expect(list.output.contains("1: held: Note n") && list.output.contains("count, text"))
    let shown = try tool.run(["conflicts", "show", "1"])
    #expect(shown.output.contains("text   from b  from a"), "\(shown)")
    #expect(try tool.run(["conflicts", "settle", "1"]).status == 64)
    #expect(try tool.run(["conflicts", "settle", "1", "--fields", "colour"]).status == 64)
    #expect(try tool.run(["conflicts", "settle", "9", "--mine"]).status == 1)
    let settled = try tool.run(["conflicts", "settle", "1", "--fields", "text"])
    #expect(settled.status == 0 && settled.talk.contains("next: streakline sync"))
    #expect(try text(b) == "from b")
    #expect(try tool.run(["conflicts"]).output.isEmpty)
    #expect(try tool.run(["conflicts", "list", "--all"]).output.contains("settled"))
  }
}
