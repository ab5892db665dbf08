import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// Changes of one device that were made without knowledge of what another one has.
@Suite struct UnknownChangeTests {
  enum Way: CaseIterable { case server, folder }

  let folder: TemporaryFolder
  let server = HeldServer()
  let mine = SimulatedRecords.result(day: 3, score: 3)
  let theirs = SimulatedRecords.result(day: 3, score: 5)

  init() throws {
    folder = try TemporaryFolder()
    server.set(now: StoreSample.now)
    _ = try folder.folder("shared")
  }

  private func device(_ name: String) throws -> Store {
    try Store.open(path: folder.file("\(name).db"), deviceID: name)
  }

  @discardableResult
  private func sync(_ store: Store, _ way: Way) async throws -> SyncReport {
    let remote: any Remote =
      way == .server
      ? HeldRemote(server)
      : FolderRemote(path: folder.file("shared"), device: try store.deviceID())
    var run = SyncRun(
      store, SimulatedRecords.pipeline(notes: .clientWins), to: remote, now: { StoreSample.now },
      jitter: { 0.5 })
    return try await run.run()
  }

  private func scores(_ store: Store) throws -> [Int?] {
    try store.results().map { $0.fields["score"]?.int }
  }

  private func disputed(_ store: Store) throws -> [Int?] {
    try store.disputes().map { $0.other.fields["score"]?.int }
  }

  private func ingest(_ record: Record, _ store: Store) throws {
    _ = try store.ingest(StoreSample.batch([record]))
  }

  private func edit(_ store: Store, score: Int) throws {
    _ = try store.edit(id: mine.id, now: StoreSample.now) { record, _ in
      var fields = record.fields
      fields["score"] = .int(score)
      return fields
    }
  }

  @Test(arguments: Way.allCases)
  func `deleting a result that never left the device deletes no other device's own`(_ way: Way)
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(mine, a)
    _ = try a.delete(id: mine.id, now: StoreSample.now)
    try ingest(theirs, b)
    for store in [b, a, b, a] { try await sync(store, way) }
    #expect(try scores(a) == [5] && scores(b) == [5])
    // It is known that it was deleted here, so it does not come back from a chat.
    #expect(try a.verify() == [] && b.verify() == [])
  }

  @Test(arguments: Way.allCases)
  func `a deletion that was not sent deletes the same result of another device`(_ way: Way)
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(mine, a)
    _ = try a.delete(id: mine.id, now: StoreSample.now)
    try ingest(mine, b)
    for store in [b, a, b, a] { try await sync(store, way) }
    #expect(try scores(a) == [] && scores(b) == [])
  }

  @Test(arguments: Way.allCases)
  func `a correction that was not sent leaves another device's own as a dispute`(_ way: Way)
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(mine, a)
    try edit(a, score: 4)
    try ingest(theirs, b)
    for store in [b, a, b, a] { try await sync(store, way) }
    #expect(try scores(a) == scores(b))
    let (kept, other) = (try scores(a), try disputed(a) + disputed(b))
    #expect(Set(kept + other) == [4, 5])
  }

  @Test(arguments: Way.allCases)
  func `what was corrected while another device has deleted it stays as a dispute`(_ way: Way)
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(mine, a)
    for store in [a, b] { try await sync(store, way) }
    _ = try a.delete(id: mine.id, now: StoreSample.now)
    try edit(b, score: 6)
    for store in [a, b, a, b] { try await sync(store, way) }
    #expect(try scores(a) == [] && scores(b) == [])
    #expect(try disputed(b) == [6])
  }

  @Test func `a corrected result that is deleted in knowledge of that is no dispute`() async throws
  {
    let (a, b, c) = (try device("a"), try device("b"), try device("c"))
    try ingest(mine, a)
    for store in [a, b, c] { try await sync(store, .folder) }
    try edit(a, score: 4)
    try edit(a, score: 5)
    for store in [a, b] { try await sync(store, .folder) }
    _ = try b.delete(id: mine.id, now: StoreSample.now)
    for store in [b, c, a] { try await sync(store, .folder) }
    for store in [a, b, c] {
      #expect(try scores(store) == [])
      #expect(try disputed(store) == [])
    }
  }

  @Test func `a document that is changed while another device deletes it is kept as a conflict`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    func note(_ text: String) -> Document {
      Document(type: "Note", name: "x", fields: ["text": .string(text)])
    }
    _ = try a.put(note("first"), now: StoreSample.now)
    for store in [a, b] { try await sync(store, .folder) }
    _ = try a.deleteDocument(type: "Note", name: "x", now: StoreSample.now)
    _ = try b.put(note("second"), now: StoreSample.now)
    for store in [a, b, a] { try await sync(store, .folder) }
    #expect(try b.document(type: "Note", name: "x") == nil)
    #expect(try b.conflicts(isOpen: false).map { $0.mine["text"] } == [.string("second")])
  }

  @Test func `deleting a document that never left the device deletes no other device's own`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    func note(_ text: String) -> Document {
      Document(type: "Note", name: "x", fields: ["text": .string(text)])
    }
    _ = try a.put(note("mine"), now: StoreSample.now)
    _ = try a.deleteDocument(type: "Note", name: "x", now: StoreSample.now)
    _ = try b.put(note("theirs"), now: StoreSample.now)
    for store in [b, a, b] { try await sync(store, .folder) }
    for store in [a, b] {
      #expect(try store.document(type: "Note", name: "x")?.fields["text"] == .string("theirs"))
    }
  }

  @Test
  func `what is sent in ignorance of a deletion at a server is a dispute where that was made`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try ingest(mine, a)
    try await sync(a, .server)
    _ = try a.delete(id: mine.id, now: StoreSample.now)
    try await sync(a, .server)
    try ingest(theirs, b)
    for store in [b, a, b] { try await sync(store, .server) }
    #expect(try scores(a) == [] && scores(b) == [])
    #expect(try disputed(a) == [5])
  }

  @Test func `an import that another device has too is undone for both once they have met`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    var action: NewAction? = NewAction(.imported)
    let earlier = Batch(
      ParsedChunk(records: [mine]), now: StoreSample.now.adding(hours: -1))
    _ = try a.ingest(earlier, as: &action)
    try ingest(mine, b)
    try await sync(b, .folder)
    // Reads, and cannot write.
    var run = SyncRun(
      a, SimulatedRecords.pipeline(notes: nil),
      to: UnwritableRemote(inner: FolderRemote(path: folder.file("shared"), device: "a")),
      now: { StoreSample.now }, jitter: { 0.5 })
    _ = try await run.run()
    let number = try #require(try a.newestAction())
    _ = try a.undo(number, now: StoreSample.now)
    for store in [a, b, a] { try await sync(store, .folder) }
    #expect(try scores(a) == scores(b))
  }

  @Test func `what a device has said counts against a peer although it has changed its mind since`()
    async throws
  {
    func note(_ count: Int) -> Document {
      Document(type: "Note", name: "x", fields: ["count": .int(count)])
    }
    var stores: [String: Store] = [:]
    for name in ["a", "b", "c"] {
      stores[name] = try device(name)
      _ = try folder.folder(name)
    }
    func store(_ name: String) throws -> Store { try #require(stores[name]) }
    func sync(_ name: String) async throws {
      var run = SyncRun(
        try store(name), SimulatedRecords.pipeline(notes: .lastWriterWins(field: "count")),
        to: FolderRemote(path: folder.file(name), device: name), now: { StoreSample.now },
        jitter: { 0.5 })
      _ = try await run.run()
    }
    func copyLog(of name: String, to other: String) throws {
      let target = "\(folder.file(other))/\(name)"
      try? FileManager.default.removeItem(atPath: target)
      try FileManager.default.copyItem(atPath: "\(folder.file(name))/\(name)", toPath: target)
    }
    _ = try store("a").put(note(5), now: StoreSample.now)
    _ = try store("b").put(note(3), now: StoreSample.now)
    for name in ["a", "b"] { try await sync(name) }
    try copyLog(of: "a", to: "c")
    try await sync("c")
    _ = try store("a").put(note(1), now: StoreSample.now)
    try copyLog(of: "b", to: "a")
    try copyLog(of: "b", to: "c")
    for name in ["a", "c"] { try await sync(name) }
    try copyLog(of: "a", to: "c")
    try copyLog(of: "c", to: "a")
    for name in ["c", "a"] { try await sync(name) }
    let counts = try ["a", "c"].map {
      try store($0).document(type: "Note", name: "x")?.fields["count"]
    }
    #expect(counts[0] == counts[1])
  }
}

/// A remote that can be read, but not written to.
private struct UnwritableRemote: Remote {
  let inner: FolderRemote

  func open() async throws(RemoteError) -> RemoteDescription { try await inner.open() }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    throw RemoteError(.offline, "nothing can be written")
  }

  func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage {
    try await inner.pull(zone, after: token)
  }
}
