import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Synchronization
import Testing

/// `erase`: no byte stays, and remotes delete what they hold.
@Suite struct EraseTests {
  let folder: TemporaryFolder
  let server = HeldServer()
  let pipeline = SimulatedRecords.pipeline(notes: nil)

  init() throws {
    folder = try TemporaryFolder()
    server.set(now: StoreSample.now)
  }

  // MARK: - Bytes

  /// The files below a folder in which a text occurs.
  private func files(below path: String, with text: String) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    let needle = Data(text.utf8)
    return try names.filter { name in
      let url = URL(filePath: path).appending(path: name)
      var isFolder: ObjCBool = false
      guard unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { return false }
      return try Data(contentsOf: url).range(of: needle) != nil
    }.sorted()
  }

  private let canaries = ["Zaunkoenigin", "Zaunmeise", "Kanariengelb"]

  /// A store with two users, of which one has left traces everywhere, synced to a file and a folder.
  private func traced() throws -> (Tool, shared: String) {
    let tool = try Tool()
    let shared = tool.folder.appending(path: "shared").path
    try tool.run(["pipelines", "add", "folder", shared])
    let chat = try tool.write(
      wordle(1_000) + "\nWordle 1,001 Kanariengelb/6\n\n⬛⬛⬛⬛⬛\n", to: "Zaunkoenigin.txt")
    try tool.run(["ingest", "--user", "Zaunkoenigin", chat])
    try tool.run(["ingest", "--user", "Zaunkoenigin", "--replace"], input: wordle(1_000, rows: 4))
    try tool.run(["ingest", "--user", "Zaunkoenigin"], input: wordle(1_000, rows: 5))
    try tool.run(["ingest", "--user", "Zaunmeise"], input: wordle(1_002))
    try tool.run(["users", "merge", "Zaunmeise", "Zaunkoenigin"])
    try tool.run([], input: wordle(1_000) + "\n" + wordle(1_003))
    try tool.run(["sync"])
    let id = "Zaunkoenigin|20240315|550e8400-e29b-41d4-a716-446655440000"
    try tool.run(["results", "edit", id, "--score", "6"])
    try tool.run(["sync"])
    return (tool, shared)
  }

  @Test
  func `after erase no file of the store, the pipelines or the folder holds a byte of the user`()
    throws
  {
    let (tool, shared) = try traced()
    defer { tool.remove() }
    let data = tool.store.deletingLastPathComponent().path
    #expect(try files(below: data, with: canaries[0]).contains("streakline.db"))
    #expect(try files(below: data, with: canaries[0]).contains("streakline.jsonl"))
    #expect(try !files(below: shared, with: canaries[0]).isEmpty)
    let run = try tool.run(["erase", "--user", "Zaunkoenigin", "--yes", "--output", "json"])
    #expect(run.status == 0, "\(run)")
    let report = try #require(run.objects.first)
    #expect(report["results"] as? Int == 2 && report["fileIsClean"] as? Bool == true)
    #expect((report["formers"] as? Int ?? 0) > 0 && (report["copies"] as? Int ?? 0) > 0)
    let sources = report["sources"] as? [String] ?? []
    #expect(sources.contains { $0.hasSuffix("Zaunkoenigin.txt") })
    let remotes = report["remotes"] as? [[String: Any]] ?? []
    #expect(remotes.map { $0["pipeline"] as? String } == ["default", "folder"])
    #expect(remotes.allSatisfy { $0["waiting"] as? Int == 0 })
    for canary in canaries {
      #expect(try files(below: data, with: canary) == [])
      #expect(try files(below: shared, with: canary) == [])
    }
    // Everybody else's data is as it was.
    let results = try tool.run(["results", "--output", "json"]).objects
    #expect(results.map { $0["userId"] as? String } == ["me", "me"])
    let file = try String(contentsOfFile: "\(data)/streakline.jsonl", encoding: .utf8)
    #expect(file.split(separator: "\n").count == 2)
    #expect(try tool.run(["verify"]).status == 0)
    let sync = try tool.run(["sync"])
    #expect(sync.status == 0 && sync.output.contains("default: 0 records delivered"), "\(sync)")
    #expect(try tool.run(["erase", "--user", "Zaunkoenigin", "--yes"]).status == 1)
  }

  @Test func `erase of everything leaves a store that works and knows nothing`() throws {
    let (tool, shared) = try traced()
    defer { tool.remove() }
    let data = tool.store.deletingLastPathComponent().path
    let run = try tool.run(["erase", "--all", "--yes"])
    #expect(run.status == 0 && run.output.contains("no byte of it is left there"), "\(run)")
    for canary in canaries + ["Wordle 1,000 3/6", "🟩"] {
      #expect(try files(below: data, with: canary) == [])
      #expect(try files(below: shared, with: canary) == [])
    }
    #expect(try tool.run(["results"]).output.isEmpty)
    #expect(try tool.run(["verify"]).status == 0)
    try tool.run(["sync"])
    #expect(try tool.run(["results"]).output.isEmpty)
    try tool.run([], input: wordle(1_010))
    #expect(try tool.run(["sync"]).output.contains("1 record delivered"))
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `erase asks first, and without anybody to ask erases nothing`() throws {
    let (tool, _) = try traced()
    defer { tool.remove() }
    let unasked = try tool.run(["erase", "--user", "Zaunkoenigin"])
    #expect(unasked.status == 64 && unasked.talk.contains("--yes"))
    #expect(try tool.run(["erase"]).status == 64)
    #expect(try tool.run(["erase", "--all", "--user", "me"]).status == 64)
    let unknown = try tool.run(["erase", "--user", "Zaunkoenig", "--yes"])
    #expect(unknown.status == 1 && unknown.talk.contains("Zaunkoenigin"))
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 4)
  }

  @Test func `a remote that cannot be reached is named, and the next sync deletes there`() throws {
    let (tool, shared) = try traced()
    defer { tool.remove() }
    try FileManager.default.moveItem(atPath: shared, toPath: shared + ".away")
    let run = try tool.run(["erase", "--user", "Zaunkoenigin", "--yes"])
    #expect(run.status == 75, "\(run)")
    #expect(run.output.contains("remote     folder: 3 of 3 records not deleted yet"))
    let data = tool.store.deletingLastPathComponent().path
    #expect(try files(below: data, with: canaries[0]) == [])
    #expect(try tool.run(["status", "--pipeline", "folder"]).output.contains("4 pending"))
    try FileManager.default.moveItem(atPath: shared + ".away", toPath: shared)
    #expect(try tool.run(["sync"]).status == 0)
    #expect(try files(below: shared, with: canaries[0]) == [])
    #expect(try tool.run(["results", "--user", "me", "--output", "json"]).objects.count == 2)
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 2)
  }

  // MARK: - Remotes

  @discardableResult
  private func sync(_ store: Store, _ remote: (any Remote)? = nil) async throws -> SyncReport {
    try store.requeue("held", [.retry, .outcomeUnknown])
    var run = SyncRun(
      store, pipeline, to: remote ?? HeldRemote(server), now: { StoreSample.now },
      jitter: { 0.5 })
    return try await run.run()
  }

  private func device(_ name: String) throws -> Store {
    try Store.open(path: folder.file("\(name).db"), deviceID: name)
  }

  private func ingest(_ store: Store, _ user: String, _ days: Range<Int>) throws {
    _ = try store.ingest(
      StoreSample.batch(days.map { SimulatedRecords.result(user: user, day: $0, score: 3) }))
  }

  private func erase(_ store: Store, _ data: ErasedData) throws -> ErasedCounts {
    let erasures = pipeline.erasures(
      try store.erasable(store.part(of: data), by: pipeline.filter), deviceID: "a", account: "_held"
    )
    return try store.erase(data, erasures, now: StoreSample.now)
  }

  @Test func `what was erased is deleted at the server and on the other devices, and stays away`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(a, "alice", 0..<12)
    try ingest(a, "me", 0..<3)
    _ = try a.put(
      Document(type: "Note", name: "n", fields: ["text": .string("x")]), now: StoreSample.now)
    for store in [a, b] { try await sync(store) }
    #expect(server.records.count == 16)
    let counts = try erase(a, .user("alice"))
    #expect(counts.results == 12 && counts.remoteRecords == 12 && counts.isFileClean)
    #expect(try a.pendingCount(pipeline.filter, at: StoreSample.now).pending == 12)
    #expect(try a.verify() == [])
    let report = try await sync(a)
    #expect(report.deleted == 12 && report.pending == 0 && report.state == .success)
    #expect(server.records.count == 4)
    for store in [b, a, b] { try await sync(store) }
    for store in [a, b] {
      #expect(try store.results().count == 3)
      #expect(try store.document(type: "Note", name: "n") != nil)
      #expect(try store.verify() == [])
    }
    #expect(server.records.count == 4)
  }

  @Test func `what the server has under two names is deleted under both at once`() async throws {
    let a = try device("a")
    let fields = SimulatedRecords.result(user: "alice", day: 1, score: 3).fields
    for name in ["app-1", "app-2"] {
      var sent: Fields = ["userId": .string("alice"), "game": .string("wordle")]
      for (name, value) in fields where name != "source" { sent.append(name, value) }
      server.save(RemoteRecord(zone: "results", recordName: name, type: "GameResult", fields: sent))
    }
    try await sync(a)
    #expect(try a.results().count == 1)
    #expect(try erase(a, .user("alice")).remoteRecords == 2)
    #expect(try await sync(a).deleted == 2)
    #expect(server.records.isEmpty)
  }

  @Test func `while the server cannot be reached, nothing that was erased comes back from it`()
    async throws
  {
    let a = try device("a")
    try ingest(a, "alice", 0..<6)
    try await sync(a)
    _ = try erase(a, .all)
    let isBack = Mutex(false)
    let remote = HeldRemote(server) { isBack.withLock { $0 } ? nil : .lostRequest }
    for _ in 0..<3 {
      let report = try await sync(a, remote)
      #expect(report.failure == .offline && report.pulled == 0 && report.pending == 6)
    }
    #expect(try a.results().isEmpty)
    isBack.withLock { $0 = true }
    #expect(try await sync(a, remote).deleted == 6)
    #expect(server.records.isEmpty)
    #expect(try a.results().isEmpty && a.erasures(of: "held").isEmpty)
  }

  @Test func `a record that was changed at the server meanwhile is deleted, too`() async throws {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(a, "alice", 0..<2)
    for store in [a, b] { try await sync(store) }
    _ = try b.ingest(
      StoreSample.batch(
        [SimulatedRecords.result(user: "alice", day: 1, score: 5)], replaces: true))
    try await sync(b)
    _ = try erase(a, .user("alice"))
    #expect(try await sync(a).deleted == 2)
    #expect(server.records.isEmpty)
    try await sync(b)
    #expect(try b.results().isEmpty)
  }

  @Test(arguments: [true, false])
  func `the name goes, too, of what was changed at the server in ignorance of an erasure`(
    saysWhenItWasSent: Bool
  ) async throws {
    let a = try device("a")
    try ingest(a, "alice", 0..<1)
    try await sync(a)
    _ = try erase(a, .user("alice"))
    try await sync(a)
    server.set(now: StoreSample.now.adding(hours: 1))
    var sent: Fields = [
      "userId": .string("alice"), "game": .string("wordle"),
    ]
    if saysWhenItWasSent {
      sent["playedAt"] = .string(StoreSample.now.adding(hours: -1).iso)
    }
    for (name, value) in SimulatedRecords.result(user: "alice", day: 2, score: 3).fields
    where name != "source" {
      sent.append(name, value)
    }
    server.save(
      RemoteRecord(zone: "results", recordName: "changed", type: "GameResult", fields: sent))
    try await sync(a)
    #expect(try a.results().count == 1)
    server.delete("changed", in: "results")
    try await sync(a)
    #expect(try a.results().isEmpty && !a.knows(user: "alice"))
    #expect(try a.verify() == [])
  }

  @Test func `an answer that is lost does not keep a record`() async throws {
    let a = try device("a")
    try ingest(a, "alice", 0..<3)
    try await sync(a)
    _ = try erase(a, .user("alice"))
    let requests = Mutex(0)
    let lossy = HeldRemote(server) {
      requests.withLock { count in
        count += 1
        return count == 1 ? .lostAnswer : nil
      }
    }
    #expect(try await sync(a, lossy).pending == 3)
    let report = try await sync(a)
    #expect(report.pending == 0 && server.records.isEmpty)
  }

  @Test func `documents of the user are erased with their conflicts, and those of others stay`()
    async throws
  {
    let a = try device("a")
    for (name, user) in [("one", "alice"), ("two", "me")] {
      _ = try a.put(
        Document(
          type: "Note", name: name,
          fields: ["text": .string("written by \(user)"), "userId": .string(user)]),
        now: StoreSample.now)
    }
    try ingest(a, "alice", 0..<1)
    #expect(try erase(a, .user("alice")).documents == 1)
    #expect(try a.documents(type: "Note").map(\.name) == ["two"])
    #expect(try files(below: folder.path, with: "written by alice") == [])
    #expect(try files(below: folder.path, with: "written by me") == ["a.db"])
    #expect(try a.verify() == [])
  }

  @Test func `what was kept of a document that was deleted elsewhere is erased, too`() async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    func put(_ text: String, _ store: Store) throws {
      _ = try store.put(
        Document(
          type: "Note", name: "one", fields: ["text": .string(text), "userId": .string("alice")]),
        now: StoreSample.now)
    }
    try put("first", a)
    for store in [a, b] { try await sync(store) }
    try put("Kanariengelb", b)
    _ = try a.deleteDocument(type: "Note", name: "one", now: StoreSample.now)
    for store in [a, b] { try await sync(store) }
    #expect(try !files(below: folder.path, with: "Kanariengelb").isEmpty)
    _ = try erase(b, .user("alice"))
    #expect(try files(below: folder.path, with: "Kanariengelb") == [])
  }

  @Test(arguments: 1...6)
  func `what a remote may have stored without an answer is deleted there`(lost: Int) async throws {
    let a = try device("a")
    try ingest(a, "alice", 0..<3)
    let requests = Mutex(0)
    let lossy = HeldRemote(server) {
      requests.withLock { count in
        count += 1
        return count == lost ? .lostAnswer : nil
      }
    }
    try await sync(a, lossy)
    _ = try erase(a, .user("alice"))
    try await sync(a)
    #expect(server.records.isEmpty)
  }
}
