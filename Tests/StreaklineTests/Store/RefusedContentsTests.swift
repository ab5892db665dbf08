import StreaklineCore
import StreaklineStore
import Testing

/// What one device has decided about contents that no remote has ever held, on another device.
@Suite struct RefusedContentsTests {
  private let now = StoreSample.now
  private let folder: TemporaryFolder
  private let here: Store
  private let there: Store

  init() throws {
    folder = try TemporaryFolder()
    here = try Store.open(path: folder.file("here.db"), deviceID: "here")
    there = try Store.open(path: folder.file("there.db"), deviceID: "there")
  }

  /// Gives the other device what was decided here.
  private func tell() throws {
    for document in try here.documents(type: "Decision") { try there.put(document, now: now) }
    try there.followDecisions(now: now)
  }

  private func add(_ record: StreaklineCore.Record, to store: Store, replaces: Bool = false) throws
    -> Outcome?
  {
    try store.ingest(StoreSample.batch([record], replaces: replaces)).first
  }

  private func delete(_ record: StreaklineCore.Record) throws {
    _ = try add(record, to: here)
    #expect(try here.delete(id: record.id, now: now))
  }

  @Test func `a suspect result that was deleted is deleted there, and known again`() throws {
    let suspect = StoreSample.result(suspect: "cut")
    _ = try add(suspect, to: there)
    try delete(suspect)
    try tell()
    #expect(try there.results() == [])
    #expect(try add(suspect, to: there) == .deleted)
  }

  @Test func `a text that was deleted before it was sent is known there`() throws {
    try delete(StoreSample.result())
    try tell()
    #expect(try add(StoreSample.result(), to: there) == .deleted)
    #expect(try add(StoreSample.result(score: 4), to: there) != .deleted)
    #expect(try add(StoreSample.result(user: "Ann"), to: there) != .deleted)
  }

  @Test func `a dispute with a corrected result of the same text stays`() throws {
    let text = StoreSample.result()
    let corrected = text.with("score", .int(5))
    _ = try add(StoreSample.result(score: 4), to: there)
    _ = try add(corrected, to: there)
    _ = try add(text, to: there)
    #expect(try there.disputes().count == 2)
    try delete(text)
    try tell()
    #expect(try there.disputes().map { $0.other.fields["score"]?.int } == [5])
  }

  @Test func `what was decided is taken back everywhere`() throws {
    try delete(StoreSample.result())
    try tell()
    let deletion = try #require(try here.actions().last?.number)
    _ = try here.undo(deletion, now: now)
    try tell()
    #expect(try add(StoreSample.result(), to: there) != .deleted)
  }

  @Test func `what is brought back there lives later than the deletion`() throws {
    try delete(StoreSample.result())
    try tell()
    _ = try add(StoreSample.result(), to: there, replaces: true)
    let change = try #require(try StoreSample.changes(there).first { !$0.isDeleted })
    #expect(change.stamp.life == 2)
    #expect(try add(StoreSample.result(), to: there) != .deleted)
  }
}
