import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// What an erasure leaves in the logs of a folder.
@Suite struct FolderErasureTests {
  /// A document that is a user's.
  private static let page = RecordType(
    name: "Page", form: .document,
    fields: [RecordType.Field("userId", .string), RecordType.Field("text", .string)])
  private let folder: TemporaryFolder
  private let pipeline: Pipeline
  private let here: Store
  private let there: Store

  init() throws {
    folder = try TemporaryFolder()
    let shared = folder.file("shared")
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    let zone = try NameTemplate("results")
    pipeline = Pipeline(
      name: "folder",
      records: [
        "GameResult": Pipeline.Destination(zone: zone, name: .uuid),
        RecordType.decision.name: Pipeline.Destination(
          zone: try NameTemplate(Pipeline.decisionZone), name: try NameTemplate("{name}")),
      ],
      remote: .folder(path: shared))
    here = try Store.open(path: folder.file("here.db"), deviceID: "here")
    there = try Store.open(path: folder.file("there.db"), deviceID: "there")
  }

  private func time(_ hours: Int) -> Instant { StoreSample.now.adding(hours: hours) }

  /// The pipeline, which carries pages, too.
  private func pipelineOfPages() throws -> Pipeline {
    var pages = pipeline
    pages.types = [Self.page]
    pages.records[Self.page.name] = Pipeline.Destination(
      zone: try NameTemplate("results"), name: try NameTemplate("{name}"))
    return pages
  }

  private func sync(_ store: Store, at hours: Int) async throws {
    try await sync(store, pipeline, at: hours)
  }

  private func sync(_ store: Store, _ pipeline: Pipeline, at hours: Int) async throws {
    let remote = FolderRemote(path: folder.file("shared"), device: try store.deviceID())
    var run = SyncRun(
      store, pipeline, to: remote, now: { self.time(hours) }, jitter: { 0.5 })
    #expect(try await run.run().state == .success)
  }

  private func result(sent hours: Int, score: Int) -> StreaklineCore.Record {
    SimulatedRecords.result(user: "Ann", day: 0, score: score)
      .with("playedAt", .string(time(hours).iso))
  }

  /// The files in the folder that have a text.
  private func files(with text: String) throws -> [String] {
    let shared = folder.file("shared")
    let names = FileManager.default.enumerator(atPath: shared)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      let data = FileManager.default.contents(atPath: "\(shared)/\(name)") ?? Data()
      return String(decoding: data, as: UTF8.self).contains(text)
    }
  }

  @Test func `a log loses what was erased also where something newer has the same name`()
    async throws
  {
    let old = result(sent: -2, score: 3)
    _ = try there.ingest(StoreSample.batch([old], now: time(-2)))
    for store in [there, here] { try await sync(store, at: -2) }
    #expect(try there.delete(id: old.id, now: time(-1)))
    _ = try here.erase(
      .user("Ann"), pipeline.erasures(of: here.part(of: .user("Ann")), in: here, deviceID: "here"),
      now: time(0))
    _ = try there.ingest(
      StoreSample.batch([result(sent: 1, score: 5)], replaces: true, now: time(1)))
    for store in [here, there, here] { try await sync(store, at: 2) }
    #expect(try files(with: "wordle 1234 3/6") == [])
    for store in [here, there] {
      #expect(try store.results().map { $0.fields["score"]?.int } == [5])
      #expect(try store.verify() == [])
    }
  }

  @Test func `a corrected result is in the log without the text that was there before an erasure`()
    async throws
  {
    let old = result(sent: 2, score: 3)
    _ = try there.ingest(StoreSample.batch([old], now: time(-2)))
    for store in [there, here] { try await sync(store, at: -2) }
    _ = try here.erase(
      .user("Ann"), pipeline.erasures(of: here.part(of: .user("Ann")), in: here, deviceID: "here"),
      now: time(0))
    _ = try there.edit(id: old.id, now: time(1)) { record, _ in record.with("score", .int(6)).fields
    }
    for store in [here, there, here] { try await sync(store, at: 2) }
    #expect(try files(with: #""score":3"#) == [])
    for store in [here, there] {
      #expect(try store.results().map { $0.fields["score"]?.int } == [6])
      #expect(try store.verify() == [])
    }
  }

  @Test func `a log loses a document that another device has deleted before the erasure`()
    async throws
  {
    let pages = try pipelineOfPages()
    let page = Document(
      type: Self.page.name, name: "page",
      fields: ["userId": .string("Ann"), "text": .string("secret")])
    _ = try there.put(page, now: time(1))
    _ = try there.ingest(StoreSample.batch([result(sent: 1, score: 3)], now: time(1)))
    for store in [there, here] { try await sync(store, pages, at: 2) }
    #expect(try files(with: "secret").count == 1)
    let erasures = try pages.erasures(
      of: here.part(of: .user("Ann")), in: here, deviceID: "here")
    _ = try here.erase(.user("Ann"), erasures, now: time(5))
    // The deletion comes first, and then what says whose the page was.
    var deletions = pages
    deletions.records[RecordType.decision.name] = nil
    try await sync(here, deletions, at: 6)
    for store in [there, here, there] { try await sync(store, pages, at: 6) }
    #expect(try files(with: "secret") == [])
    for store in [here, there] {
      #expect(try store.documents(type: page.type) == [])
      #expect(try store.verify() == [])
    }
  }

  @Test func `a log loses what this device has made as me where another one has deleted it`()
    async throws
  {
    let own = result(sent: 1, score: 3).of(user: Decision.ownRole)
    _ = try here.ingest(StoreSample.batch([own], now: time(1)))
    for store in [here, there] { try await sync(store, at: 2) }
    #expect(try there.delete(id: own.id, now: time(3)))
    for store in [there, here] { try await sync(store, at: 4) }
    #expect(try files(with: "wordle 1234 3/6").count == 1)
    let data = ErasedData.user(Decision.ownRole)
    let part = try here.part(of: data, sharesRole: true)
    _ = try here.erase(
      data, pipeline.erasures(of: part, in: here, deviceID: "here"), sharesRole: true, now: time(5))
    for store in [here, there, here] { try await sync(store, at: 6) }
    #expect(try files(with: "wordle 1234 3/6") == [])
    for store in [here, there] {
      #expect(try store.results() == [])
      #expect(try store.verify() == [])
    }
  }
}
