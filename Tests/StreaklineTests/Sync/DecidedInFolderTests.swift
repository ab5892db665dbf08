import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// What one device decides about a result, over a folder, where another device renames its user at the same time or
/// imports its text afterwards.
@Suite struct DecidedInFolderTests {
  private let folder: TemporaryFolder
  private let pipeline: Pipeline
  private let here: Store
  private let there: Store
  private let text = SimulatedRecords.result(user: "Ann", day: 1, score: 3)

  init() throws {
    folder = try TemporaryFolder()
    let shared = folder.file("shared")
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    pipeline = Pipeline(
      name: "folder",
      records: [
        "GameResult": Pipeline.Destination(zone: try NameTemplate("results"), name: .uuid),
        RecordType.decision.name: Pipeline.Destination(
          zone: try NameTemplate(Pipeline.decisionZone), name: try NameTemplate("{name}")),
      ],
      remote: .folder(path: shared))
    here = try Store.open(path: folder.file("here.db"), deviceID: "here")
    there = try Store.open(path: folder.file("there.db"), deviceID: "there")
  }

  private func time(_ hours: Int) -> Instant { StoreSample.now.adding(hours: hours) }

  private func sync(_ stores: [Store], at hours: Int) async throws {
    for store in stores {
      #expect(try await run(store, at: hours).state == .success)
    }
  }

  private func run(_ store: Store, at hours: Int) async throws -> SyncReport {
    let remote = FolderRemote(path: folder.file("shared"), device: try store.deviceID())
    var run = SyncRun(
      store, pipeline, to: remote, now: { self.time(hours) }, jitter: { 0.5 })
    return try await run.run()
  }

  /// Lets both devices have the text, and renames its sender here.
  private func renameHere() async throws {
    _ = try here.ingest(StoreSample.batch([text], now: time(1)))
    try await sync([here, there], at: 2)
    _ = try here.rename("Ann", to: "Anna", now: time(3))
  }

  @Test func `who gets the name of somebody who was erased keeps what he has`() async throws {
    let bob = SimulatedRecords.result(user: "Bob", day: 2, score: 5)
    _ = try here.ingest(StoreSample.batch([text, bob], now: time(1)))
    try await sync([here, there], at: 2)
    try eraseAnnHere(at: 3)
    try await sync([here, there, here], at: 4)
    _ = try here.rename("Bob", to: "Ann", now: time(5))
    try await sync([here, there, here], at: 6)
    for store in [here, there] {
      #expect(try store.results().map(\.userId) == ["Ann"])
      #expect(try store.verify() == [])
    }
  }

  @Test func `an erasure takes what a merge gives back that is taken back after it`() async throws {
    let bob = SimulatedRecords.result(user: "Bob", day: 1, score: 5)
    _ = try here.ingest(StoreSample.batch([text, bob], now: time(1)))
    try await sync([here, there, here], at: 2)
    _ = try there.merge("Ann", into: "Bob", now: time(3))
    let action = try #require(try there.actions().last { $0.kind == .merged }).number
    try eraseAnnHere(at: 4)
    _ = try there.undo(action, now: time(5))
    for hours in 6..<8 { try await sync([there, here], at: hours) }
    for store in [here, there] {
      #expect(try store.results().map(\.userId) == ["Bob"])
      #expect(try store.verify() == [])
    }
  }

  @Test func `a device that has erased knows which others have followed`() async throws {
    _ = try here.ingest(StoreSample.batch([text], now: time(1)))
    try await sync([here, there, here], at: 2)
    try eraseAnnHere(at: 3)
    try await sync([here, there, here], at: 4)
    #expect(try here.erasureAnswers().values.map { $0 } == [["there": .followed]])
  }

  @Test
  func
    `a device that has refused an erasure keeps what it reads afterwards, and the others have it`()
    async throws
  {
    let many = (1...22).map { SimulatedRecords.result(user: "Ann", day: $0, score: 3) }
    _ = try here.ingest(StoreSample.batch([many[0]], now: time(1)))
    try await sync([here, there, here], at: 2)
    _ = try there.ingest(StoreSample.batch(many, now: time(3)))
    try eraseAnnHere(at: 4)
    try await sync([here], at: 5)
    guard case .paused = try await run(there, at: 5).state else {
      Issue.record("the erasure of 22 results does not wait for an answer")
      return
    }
    let waiting = try #require(try there.decisions().first { $0.state == .waiting })
    try there.refuse(waiting, now: time(6))
    let older = SimulatedRecords.result(user: "Ann", day: 30, score: 4)
      .with("playedAt", .string(time(2).iso))
    _ = try there.ingest(StoreSample.batch([older], now: time(7)))
    for hours in 8..<11 { try await sync([there, here], at: hours) }
    for store in [here, there] { #expect(try store.results().count == 23) }
    #expect(try here.erasureAnswers().values.map { $0 } == [["there": .refused]])
  }

  @Test func `a deletion and a new name that are taken back one after the other leave the result`()
    async throws
  {
    let other = SimulatedRecords.result(user: "Ann", day: 2, score: 5)
    _ = try here.ingest(StoreSample.batch([text, other], now: time(1)))
    try await sync([here, there, here], at: 2)
    #expect(try there.delete(id: text.id, now: time(3)))
    let deletion = try #require(try there.actions().last { $0.kind == .deleted }).number
    try await sync([there, here], at: 3)
    _ = try here.rename("Ann", to: "Anna", now: time(4))
    let naming = try #require(try here.actions().last { $0.kind == .renamed }).number
    try await sync([here, there], at: 4)
    _ = try there.undo(deletion, now: time(5))
    try await sync([there, here], at: 5)
    #expect(try here.undo(naming, now: time(6)) == .undone(results: 2, kept: 0))
    for hours in 6..<9 { try await sync([here, there], at: hours) }
    for store in [here, there] {
      #expect(try store.results().map(\.userId) == ["Ann", "Ann"])
      #expect(try store.verify() == [])
    }
  }

  @Test(arguments: ["delete", "edit", "undo"], [true, false])
  func `what another device has taken away or corrected of one of two merged people is no dispute`(
    decision: String, isDecidedFirst: Bool
  ) async throws {
    let bob = SimulatedRecords.result(user: "Bob", day: 1, score: 5)
    var action: NewAction? = NewAction(.imported)
    _ = try here.ingest(StoreSample.batch([text], now: time(1)), as: &action)
    let reading = try #require(try here.actions().last).number
    _ = try there.ingest(StoreSample.batch([bob], now: time(1)))
    try await sync([here, there, here], at: 2)
    _ = try there.merge("Ann", into: "Bob", now: time(3))
    #expect(try there.disputes().map { $0.other.fields["score"]?.int } == [3])
    switch decision {
    case "delete": #expect(try here.delete(id: text.id, now: time(4)))
    case "undo": _ = try here.undo(reading, now: time(4))
    default:
      _ = try here.edit(id: text.id, now: time(4)) { record, _ in
        record.with("score", .int(6)).fields
      }
    }
    let order = isDecidedFirst ? [here, there] : [there, here]
    for hours in 5..<8 { try await sync(order, at: hours) }
    for store in [here, there] {
      #expect(try store.results().map(\.userId) == ["Bob"])
      #expect(try store.verify() == [])
    }
    let disputed = try there.disputes().map { $0.other.fields["score"]?.int }
    // What does not hold yet, as sync.md says: a correction, or an import that is taken back, which is heard after the
    // merge leaves the dispute as it was.
    let isHeldElsewhere = decision != "delete" && !isDecidedFirst
    let corrected: [Int?] = decision == "edit" ? [6] : []
    #expect(disputed == (isHeldElsewhere ? [3] : corrected))
  }

  private func eraseAnnHere(at hours: Int) throws {
    let erasures = try pipeline.erasures(
      of: here.part(of: .user("Ann")), in: here, deviceID: here.deviceID())
    _ = try here.erase(.user("Ann"), erasures, now: time(hours))
  }

  @Test(arguments: [true, false])
  func `a result that was deleted is deleted also where it was corrected under another name`(
    isDeletedFirst: Bool
  ) async throws {
    try await renameHere()
    let id = text.of(user: "Anna").id
    _ = try here.edit(id: id, now: time(3)) { record, _ in record.with("score", .int(5)).fields }
    #expect(try there.delete(id: text.id, now: time(3)))
    let order = isDeletedFirst ? [there, here] : [here, there]
    for hours in 4..<7 { try await sync(order, at: hours) }
    for store in [here, there] {
      #expect(try store.results() == [])
      #expect(try store.verify() == [])
    }
    // Whoever has corrected it sees that the correction is gone.
    #expect(try here.disputes().map { $0.other.fields["score"]?.int } == [5])
  }

  @Test(arguments: [true, false])
  func `what was chosen under a new name is a dispute where another text came under the old one`(
    isOtherFirst: Bool
  ) async throws {
    _ = try here.ingest(StoreSample.batch([text], now: time(1)))
    try await sync([here, there], at: 2)
    let chosen = SimulatedRecords.result(user: "Ann", day: 1, score: 5)
    _ = try here.ingest(StoreSample.batch([chosen], now: time(3)))
    _ = try here.accept(dispute: try #require(try here.disputes().first).key, now: time(3))
    _ = try here.rename("Ann", to: "Anna", now: time(3))
    #expect(try there.delete(id: text.id, now: time(3)))
    let other = SimulatedRecords.result(user: "Ann", day: 1, score: 6)
    _ = try there.ingest(StoreSample.batch([other], now: time(3)))
    let order = isOtherFirst ? [there, here] : [here, there]
    for hours in 4..<7 { try await sync(order, at: hours) }
    for store in [here, there] {
      #expect(try store.results().map { $0.fields["score"]?.int } == [6])
      #expect(try store.verify() == [])
    }
    // Disputes do not travel: the one that gives the other text to the new name has it.
    let giver = isOtherFirst ? here : there
    #expect(try giver.disputes().map { $0.other.fields["score"]?.int } == [5])
  }

  @Test(arguments: [true, false])
  func `rejecting a suspect result does not bring back what it has replaced under another name`(
    isRejectedFirst: Bool
  ) async throws {
    let suspect = SimulatedRecords.result(user: "Ann", day: 1, score: 5)
      .with("suspect", .string("cut"))
    try await renameHere()
    #expect(try here.delete(id: text.of(user: "Anna").id, now: time(3)))
    _ = try here.ingest(StoreSample.batch([suspect.of(user: "Anna")], now: time(3)))
    _ = try there.ingest(StoreSample.batch([suspect], now: time(3)))
    let dispute = try #require(try there.disputes().first)
    _ = try there.reject(dispute: dispute.key, now: time(3))
    let order = isRejectedFirst ? [there, here] : [here, there]
    for hours in 4..<7 { try await sync(order, at: hours) }
    for store in [here, there] {
      #expect(try store.results() == [])
      #expect(try store.disputes() == [])
      #expect(try store.verify() == [])
    }
  }

  @Test func `what was decided elsewhere is known also after another text of the same import`()
    async throws
  {
    let accepted = SimulatedRecords.result(user: "Ann", day: 1, score: 4)
    _ = try here.ingest(StoreSample.batch([text, accepted], now: time(1)))
    _ = try here.accept(dispute: try #require(try here.disputes().first).key, now: time(1))
    try await sync([here, there], at: 2)
    #expect(try here.delete(id: text.id, now: time(3)))
    try await sync([here, there], at: 4)
    let other = SimulatedRecords.result(user: "Ann", day: 1, score: 5)
    _ = try there.ingest(StoreSample.batch([other, text], now: time(5)))
    #expect(try there.results().map { $0.fields["score"]?.int } == [5])
    #expect(try there.disputes() == [])
  }

  @Test(arguments: [false, true])
  func `a correction holds beside a deletion that is taken back`(isHeardBefore: Bool) async throws {
    _ = try here.ingest(StoreSample.batch([text], now: time(1)))
    try await sync([here, there, here], at: 2)
    _ = try there.edit(id: text.id, now: time(3)) { record, _ in
      record.with("score", .int(5)).fields
    }
    #expect(try here.delete(id: text.id, now: time(3)))
    let deletion = try #require(try here.actions().last { $0.kind == .deleted }).number
    if isHeardBefore { try await sync([here, there], at: 4) }
    _ = try here.undo(deletion, now: time(5))
    for hours in 6..<8 { try await sync([there, here], at: hours) }
    for store in [here, there] {
      #expect(try store.results().map { $0.fields["score"]?.int } == [5])
      #expect(try store.disputes() == [])
      #expect(try store.verify() == [])
    }
  }
}
