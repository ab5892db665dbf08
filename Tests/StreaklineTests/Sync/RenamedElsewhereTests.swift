import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// Results of a person who has another name on one device, and disputes that one device has settled, at a remote that
/// does not say why a record is gone.
@Suite struct RenamedElsewhereTests {
  private let folder: TemporaryFolder
  private let server = HeldServer()
  private let pipeline: Pipeline

  init() throws {
    folder = try TemporaryFolder()
    server.set(now: StoreSample.now)
    var pipeline = SimulatedRecords.pipeline(notes: nil, users: nil)
    pipeline.remote = .program(command: ["x"], settings: .null, folder: "/nowhere")
    pipeline.records[RecordType.decision.name] = Pipeline.Destination(
      zone: try NameTemplate(Pipeline.decisionZone), name: try NameTemplate("{name}"))
    self.pipeline = pipeline
  }

  /// A store that has a result of Ann.
  private func device(_ name: String) throws -> Store {
    let store = try Store.open(path: folder.file("\(name).db"), deviceID: name)
    let result = SimulatedRecords.result(user: "Ann", day: 1, score: 3)
    _ = try store.ingest(StoreSample.batch([result]))
    return store
  }

  private func sync(_ stores: Store..., pipeline: Pipeline? = nil) async throws {
    let pipeline = pipeline ?? self.pipeline
    for store in stores {
      var run = SyncRun(
        store, pipeline, to: HeldRemote(server), now: { StoreSample.now }, jitter: { 0 })
      _ = try await run.run()
    }
  }

  @Test func `a result that two devices have taken in is there under the new name`() async throws {
    let (a, b) = (try device("a"), try device("b"))
    _ = try b.rename("Ann", to: "Anna", now: StoreSample.now)
    try await sync(a, b, a, b, a, b)
    for store in [a, b] {
      #expect(try store.results().map(\.userId) == ["Anna"])
      #expect(try store.verify() == [])
    }
  }

  @Test func `a dispute goes with its result when another device has given that to a new name`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    let other = SimulatedRecords.result(user: "Ann", day: 1, score: 5)
    _ = try a.ingest(StoreSample.batch([other]))
    try await sync(a, b, a)
    _ = try b.rename("Ann", to: "Anna", now: StoreSample.now)
    try await sync(b, a)
    #expect(try a.disputes().map(\.other.userId) == ["Anna"])
    _ = try a.accept(dispute: try #require(try a.disputes().first).key, now: StoreSample.now)
    try await sync(a, b)
    for store in [a, b] {
      #expect(try store.results().map(\.userId) == ["Anna"])
      #expect(try store.results().map { $0.fields["score"]?.int } == [5])
      #expect(try store.disputes().isEmpty)
      #expect(try store.verify() == [])
    }
  }

  @Test(arguments: [true, false])
  func `a result that was deleted under the former name is deleted under the new one`(
    isDeletedFirst: Bool
  ) async throws {
    let (a, b, c) = (try device("a"), try device("b"), try device("c"))
    try await sync(a, b, c)
    _ = try b.rename("Ann", to: "Anna", now: StoreSample.now)
    let results = try a.results()
    _ = try a.delete(id: results[0].id, now: StoreSample.now)
    try await isDeletedFirst ? sync(a, b, c) : sync(b, a, c)
    try await sync(a, b, c)
    try await sync(a, b, c)
    for store in [a, b, c] {
      #expect(try store.results().isEmpty)
      #expect(try store.verify() == [])
    }
  }

  @Test(arguments: [true, false])
  func `what an accepted result has replaced does not come back under the former name`(
    isSentBefore: Bool
  ) async throws {
    var pipeline = pipeline
    pipeline.records[RecordType.decision.name] = nil
    let (a, b, c) = (try device("a"), try device("b"), try device("c"))
    if isSentBefore { try await sync(a, pipeline: pipeline) }
    // The other devices have the former result, too, and do not hear of the new name.
    let other = SimulatedRecords.result(user: "Ann", day: 1, score: 5)
    _ = try a.ingest(StoreSample.batch([other]))
    _ = try a.rename("Ann", to: "Anna", now: StoreSample.now)
    _ = try a.accept(dispute: try #require(try a.disputes().first).key, now: StoreSample.now)
    try await sync(a, b, a, c, a, b, c, a, pipeline: pipeline)
    for store in [a, b, c] {
      #expect(try store.results().map(\.userId) == ["Anna"])
      #expect(try store.results().map { $0.fields["score"]?.int } == [5])
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `a result that was corrected under the former name is corrected under the new one`(
    isCorrectedFirst: Bool, carriesDecisions: Bool
  ) async throws {
    var pipeline = pipeline
    if !carriesDecisions { pipeline.records[RecordType.decision.name] = nil }
    let (a, b, c) = (try device("a"), try device("b"), try device("c"))
    try await sync(a, b, c, pipeline: pipeline)
    _ = try b.rename("Ann", to: "Anna", now: StoreSample.now)
    let id = try #require(try a.results().first).id
    _ = try a.edit(id: id, now: StoreSample.now) { record, _ in record.with("score", .int(1)).fields
    }
    try await isCorrectedFirst
      ? sync(a, b, c, pipeline: pipeline) : sync(b, a, c, pipeline: pipeline)
    for _ in 0..<2 { try await sync(a, b, c, pipeline: pipeline) }
    // A device that hears neither of the new name nor of the deletion's reason keeps its correction as a dispute.
    let isHeard = isCorrectedFirst || carriesDecisions
    for store in [a, b, c] {
      #expect(try store.results().map(\.userId) == ["Anna"])
      #expect(try store.results().map { $0.fields["score"]?.int } == [isHeard ? 1 : 3])
      #expect(try store.verify() == [])
    }
    if !isHeard { #expect(try a.disputes().map { $0.other.fields["score"]?.int } == [1]) }
  }

  @Test func `a text that was corrected under the former name is known again under the new one`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try await sync(a, b)
    _ = try b.rename("Ann", to: "Anna", now: StoreSample.now)
    let id = try #require(try a.results().first).id
    _ = try a.edit(id: id, now: StoreSample.now) { record, _ in record.with("score", .int(1)).fields
    }
    try await sync(a, b, a)
    #expect(try a.results().map(\.userId) == ["Anna"])
    let again = SimulatedRecords.result(user: "Anna", day: 1, score: 3)
    _ = try a.ingest(StoreSample.batch([again]))
    #expect(try a.results().map { $0.fields["score"]?.int } == [1])
    #expect(try a.disputes().isEmpty)
  }

  @Test func `two corrections, one of them under the former name, are a dispute`() async throws {
    var pipeline = pipeline
    pipeline.records[RecordType.decision.name] = nil
    let (a, b) = (try device("a"), try device("b"))
    try await sync(a, b, pipeline: pipeline)
    for (store, score) in [(a, 1), (b, 5)] {
      if score == 5 { _ = try b.rename("Ann", to: "Anna", now: StoreSample.now) }
      let id = try #require(try store.results().first).id
      _ = try store.edit(id: id, now: StoreSample.now) { record, _ in
        record.with("score", .int(score)).fields
      }
    }
    try await sync(a, b, a, b, pipeline: pipeline)
    #expect(try b.results().map { $0.fields["score"]?.int } == [5])
    #expect(try b.disputes().map { $0.other.fields["score"]?.int } == [1])
  }

  @Test func `a corrected text does not replace another one that came after its deletion`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try await sync(a, b)
    let id = try #require(try a.results().first).id
    _ = try a.edit(id: id, now: StoreSample.now) { record, _ in record.with("score", .int(1)).fields
    }
    _ = try b.delete(id: id, now: StoreSample.now)
    let other = SimulatedRecords.result(user: "Ann", day: 1, score: 5)
    _ = try b.ingest(StoreSample.batch([other]))
    try await sync(a, b, a, b)
    for store in [a, b] {
      #expect(try store.results().map { $0.fields["score"]?.int } == [5])
      #expect(try store.verify() == [])
    }
  }

  @Test func `a text that was deleted before it was sent is deleted as another rule has read it`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    let result = try #require(try a.results().first)
    _ = try a.delete(id: result.id, now: StoreSample.now)
    _ = try b.ingest(StoreSample.batch([result.with("maxAttempts", .int(7))], replaces: true))
    try await sync(b, a, b)
    for store in [a, b] { #expect(try store.results() == []) }
  }

  @Test
  func `an erasure takes what is under a name that is known only by the decision that it deletes`()
    async throws
  {
    var pipeline = pipeline
    pipeline.users = ["Ann"]
    let a = try device("a")
    let b = try Store.open(path: folder.file("b.db"), deviceID: "b")
    _ = try a.rename("Ann", to: "Anna", now: StoreSample.now)
    try await sync(a, b, pipeline: pipeline)
    #expect(try b.knownNames().users["Ann"] == "Anna")
    _ = try b.ingest(StoreSample.batch([SimulatedRecords.result(user: "Anna", day: 2, score: 5)]))
    let erasures = try pipeline.erasures(
      of: a.part(of: .user("Anna")), in: a, deviceID: "a")
    _ = try a.erase(.user("Anna"), erasures, now: StoreSample.now)
    try await sync(a, b, pipeline: pipeline)
    #expect(try b.results() == [])
    #expect(try b.verify() == [])
  }

  @Test
  func `an erasure of a former name takes what is under the new one, also without the decision`()
    async throws
  {
    let (a, c) = (try device("a"), try device("c"))
    let b = try Store.open(path: folder.file("b.db"), deviceID: "b")
    _ = try a.rename("Ann", to: "Anna", now: StoreSample.now)
    try await sync(a, b)
    _ = try b.ingest(StoreSample.batch([SimulatedRecords.result(user: "Anna", day: 2, score: 5)]))
    // This device does not know of the new name, and the next one deletes what says it.
    try eraseAnn(on: c)
    try await sync(c, a, b)
    #expect(try b.results() == [])
    #expect(try b.verify() == [])
  }

  @Test
  func `an erasure leaves no text under a name that a person had until a rename was taken back`()
    async throws
  {
    let (a, c) = (try device("a"), try device("c"))
    let b = try Store.open(path: folder.file("b.db"), deviceID: "b")
    let text = try #require(try a.results().first?.fields["sharedText"]?.string)
    _ = try a.rename("Ann", to: "Anna", now: StoreSample.now)
    let action = try #require(try a.actions().last { $0.kind == .renamed }).number
    try await sync(a, b)
    _ = try a.undo(action, now: StoreSample.now)
    try await sync(a, b)
    try eraseAnn(on: c)
    try await sync(c, a, b)
    #expect(try b.results() == [])
    #expect(try b.verify() == [])
    try b.close()
    let bytes = try #require(FileManager.default.contents(atPath: folder.file("b.db")))
    #expect(bytes.firstRange(of: Data(text.utf8)) == nil)
  }

  @Test(arguments: [true, false])
  func `an erasure leaves the other person alone when a merge with him was taken back before`(
    hasAnn: Bool
  ) async throws {
    let a = try device("a")
    let b = try hasAnn ? device("b") : Store.open(path: folder.file("b.db"), deviceID: "b")
    let bob = SimulatedRecords.result(user: "Bob", day: 2, score: 5)
    for store in [a, b] { _ = try store.ingest(StoreSample.batch([bob])) }
    try await sync(a, b)
    _ = try a.merge("Ann", into: "Bob", now: StoreSample.now)
    let action = try #require(try a.actions().last { $0.kind == .merged }).number
    try await sync(a, b)
    _ = try a.undo(action, now: StoreSample.now)
    try eraseAnn(on: a)
    try await sync(a, b, a)
    for store in [a, b] {
      #expect(try store.results().map(\.userId) == ["Bob"])
      #expect(try store.verify() == [])
    }
  }

  @Test(arguments: [true, false])
  func `an erasure takes what got another name after it, on a device that has not heard of it`(
    isErasedFirst: Bool
  ) async throws {
    let (a, b) = (try device("a"), try device("b"))
    try await sync(a, b, a)
    try eraseAnn(on: a)
    _ = try b.rename("Ann", to: "Anna", now: StoreSample.now.adding(hours: 1))
    server.set(now: StoreSample.now.adding(hours: 1))
    try await isErasedFirst ? sync(a, b) : sync(b, a, b)
    // What it has sent itself does not come back from the remote while that is to be deleted there.
    #expect(try b.results() == [])
    try await sync(a, b)
    for store in [a, b] {
      #expect(try store.results() == [])
      #expect(try store.knownNames().users == [:])
      #expect(try store.verify() == [])
    }
  }

  @Test func `a text from before an erasure is refused under a name that was given after it`()
    async throws
  {
    let (a, b) = (try device("a"), try device("b"))
    try await sync(a, b, a)
    try eraseAnn(on: a)
    _ = try b.rename("Ann", to: "Anna", now: StoreSample.now.adding(hours: 1))
    let sentAt = Value.string(StoreSample.now.adding(hours: -1).iso)
    let old = SimulatedRecords.result(user: "Anna", day: 2, score: 5).with("playedAt", sentAt)
    _ = try b.ingest(StoreSample.batch([old], now: StoreSample.now.adding(hours: 1)))
    try await sync(b, a, b, a)
    for store in [a, b] { #expect(try store.results() == []) }
  }

  @Test(arguments: [true, false])
  func `whoever is forgotten is so under the name that another device has given meanwhile`(
    isForgottenFirst: Bool
  ) async throws {
    let (a, b) = (try device("a"), try device("b"))
    try await sync(a, b, a)
    _ = try a.forget("Ann", isForGood: false, now: StoreSample.now)
    _ = try b.rename("Ann", to: "Anna", now: StoreSample.now.adding(hours: 1))
    try await isForgottenFirst ? sync(a, b, a, b) : sync(b, a, b, a, b)
    for store in [a, b] {
      #expect(try store.results() == [])
      #expect(try store.verify() == [])
    }
  }

  private func eraseAnn(on store: Store) throws {
    let part = try store.part(of: .user("Ann"))
    let erasures = try pipeline.erasures(of: part, in: store, deviceID: try store.deviceID())
    _ = try store.erase(.user("Ann"), erasures, now: StoreSample.now)
  }

  @Test func `a dispute that was rejected on one device is closed on the other`() async throws {
    let (a, b) = (try device("a"), try device("b"))
    let other = SimulatedRecords.result(user: "Ann", day: 1, score: 5)
    for store in [a, b] { _ = try store.ingest(StoreSample.batch([other])) }
    try await sync(a, b, a, b)
    #expect(try b.disputes().count == 1)
    _ = try a.reject(dispute: try #require(try a.disputes().first).key, now: StoreSample.now)
    try await sync(a, b)
    #expect(try b.disputes() == [])
  }
}
