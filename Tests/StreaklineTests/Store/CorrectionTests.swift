import StreaklineCore
import StreaklineStore
import Testing

@Suite struct CorrectionTests {
  private let now = StoreSample.now
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreSample.store(folder)
  }

  /// Stores records as one import.
  ///
  /// - Returns: The import's number.
  @discardableResult
  private func add(_ records: [StreaklineCore.Record], replaces: Bool = false) throws -> Int64? {
    var action: NewAction? = NewAction(.imported, ["name": .string("chat.txt")])
    _ = try store.ingest(StoreSample.batch(records, replaces: replaces), as: &action)
    return action?.number
  }

  private func scores() throws -> [Int?] {
    #expect(try store.verify() == [])
    return try store.results().map { $0.fields["score"]?.int }
  }

  @Test func `an edited result stays edited when its share comes again`() throws {
    let share = StoreSample.result(score: 3)
    try add([share])
    let edited = try store.edit(id: share.id, now: now) { record, _ in
      var fields = record.fields
      fields["score"] = .int(4)
      return fields
    }
    #expect(edited?.fields["score"] == .int(4))
    guard case .settled = try store.ingest(StoreSample.batch([share])).first else {
      Issue.record("the share is not settled")
      return
    }
    #expect(try scores() == [4])
    #expect(try store.disputes().isEmpty)
    let edit = try #require(try store.actions().last)
    #expect(edit.kind == .edited)
    #expect(try store.undo(edit.number, now: now) == .undone(results: 1, kept: 0))
    #expect(try scores() == [3])
    #expect(try store.undo(edit.number, now: now) == .undoneBefore)
  }

  @Test func `after the wrong result was deleted the right one can be stored`() throws {
    let (wrong, right) = (StoreSample.result(score: 3), StoreSample.result(score: 4))
    try add([wrong])
    try add([right])
    _ = try store.delete(id: wrong.id, now: now)
    let candidate = try #require(try store.disputes().first)
    #expect(candidate.first == nil && candidate.other == right)
    #expect(try store.ingest(StoreSample.batch([wrong])) == [.deleted])
    #expect(try store.accept(dispute: candidate.key, now: now) == right)
    #expect(try scores() == [4])
    #expect(try store.disputes().isEmpty)
    #expect(try StoreSample.changes(store).map(\.record) == [right])
  }

  @Test func `another content of a deleted result is no repetition of it`() throws {
    let (wrong, right) = (StoreSample.result(score: 3), StoreSample.result(score: 4))
    try add([wrong])
    _ = try store.delete(id: wrong.id, now: now)
    try add([wrong])
    #expect(try scores() == [])
    try add([right])
    #expect(try scores() == [4])
    try add([wrong])
    #expect(try scores() == [4])
    #expect(try store.disputes().isEmpty)
  }

  @Test func `an accepted dispute changes places with the stored result`() throws {
    let (first, second) = (StoreSample.result(score: 3), StoreSample.result(score: 4))
    try add([first, second])
    let key = try #require(try store.disputes().first).key
    #expect(try store.accept(dispute: key, now: now) == second)
    #expect(try scores() == [4])
    try add([first, second])
    #expect(try store.disputes().isEmpty)
    let accepted = try #require(try store.actions().last { $0.kind == .accepted })
    #expect(try store.undo(accepted.number, now: now) == .undone(results: 1, kept: 0))
    #expect(try scores() == [3])
    #expect(try store.disputes().map(\.other) == [second])
    #expect(try store.accept(dispute: 99, now: now) == nil)
  }

  @Test func `a rejected dispute does not come back, until that is undone`() throws {
    let (first, second) = (StoreSample.result(score: 3), StoreSample.result(score: 4))
    try add([first, second])
    let key = try #require(try store.disputes().first).key
    #expect(try store.reject(dispute: key, now: now) == second)
    try add([second])
    #expect(try store.disputes().isEmpty)
    let rejected = try #require(try store.actions().last { $0.kind == .rejected })
    #expect(try store.undo(rejected.number, now: now) == .undone(results: 0, kept: 0))
    #expect(try store.disputes().map(\.other) == [second])
    #expect(try scores() == [3])
  }

  @Test func `undoing an import takes back what it brought, and brings back what it replaced`()
    throws
  {
    let mine = try add([StoreSample.result(score: 3), StoreSample.result(day: 1, suspect: "odd")])
    var batch = StoreSample.batch(
      [
        StoreSample.result(score: 4), StoreSample.result(day: 1), StoreSample.result(day: 2),
        StoreSample.result(user: "bob"),
      ])
    let miss = NearMiss(
      game: "wordle", userId: "me", sentAt: now, text: "Wordle", source: .init(name: "a", line: 3))
    batch.chunk.nearMisses = [miss]
    var action: NewAction? = NewAction(.imported)
    _ = try store.ingest(batch, as: &action)
    let number = try #require(action?.number)
    let import2 = try #require(try store.actions().last)
    #expect(
      try store.counts(of: [import2])
        == [number: ActionCounts(results: 3, disputes: 1, misses: 1)])
    #expect(try store.undo(number, now: now) == .undone(results: 3, kept: 0))
    #expect(try scores() == [3, 3])
    #expect(try store.results().map(\.isSuspect) == [false, true])
    #expect(try store.disputes().isEmpty)
    #expect(try store.misses().isEmpty)
    #expect(try store.streaks().map(\.streak.totalPlayed) == [1])
    #expect(try store.undo(try #require(mine), now: now) == .undone(results: 2, kept: 0))
    #expect(try store.results().isEmpty)
    #expect(try store.counts().records == 0)
    #expect(try store.counts().deleted == 0)
    // A later import brings everything again.
    try add([StoreSample.result(score: 3)])
    #expect(try scores() == [3])
  }

  @Test func `what was corrected since an import stays when the import is undone`() throws {
    let number = try #require(try add([StoreSample.result(), StoreSample.result(day: 1)]))
    let id = StoreSample.result().id
    _ = try store.edit(id: id, now: now) { record, _ in
      var fields = record.fields
      fields["score"] = .int(5)
      return fields
    }
    #expect(try store.undo(number, now: now) == .undone(results: 1, kept: 1))
    #expect(try scores() == [5])
    // Without the correction nothing is left of the import.
    let edit = try #require(try store.actions().last { $0.kind == .edited })
    #expect(try store.undo(edit.number, now: now) == .undone(results: 1, kept: 0))
    #expect(try scores() == [])
  }

  @Test func `a dispute becomes the result when the import of the stored one is undone`() throws {
    let (first, second) = (StoreSample.result(score: 3), StoreSample.result(score: 4))
    let number = try #require(try add([first]))
    try add([second])
    #expect(try store.undo(number, now: now) == .undone(results: 1, kept: 0))
    #expect(try store.results() == [second])
    #expect(try store.disputes().isEmpty)
  }

  @Test func `a correction is not undone beneath a later one`() throws {
    let share = StoreSample.result()
    try add([share])
    for score in 4...5 {
      _ = try store.edit(id: share.id, now: now) { record, _ in
        var fields = record.fields
        fields["score"] = .int(score)
        return fields
      }
    }
    let edits = try store.actions().filter { $0.kind == .edited }.map(\.number)
    #expect(try store.undo(edits[0], now: now) == .changedSince(by: edits[1]))
    #expect(try scores() == [5])
    #expect(try store.undo(edits[1], now: now) == .undone(results: 1, kept: 0))
    #expect(try store.undo(edits[0], now: now) == .undone(results: 1, kept: 0))
    #expect(try scores() == [3])
    #expect(try store.undo(99, now: now) == .unknown)
  }

  @Test func `a remote is told of what an undone import takes away`() throws {
    let number = try #require(try add([StoreSample.result()]))
    try StoreSample.deliver(store)
    _ = try store.undo(number, now: now)
    let change = try #require(try StoreSample.changes(store).first)
    #expect(change.isDeleted && change.record?.id == StoreSample.result().id)
  }
}
