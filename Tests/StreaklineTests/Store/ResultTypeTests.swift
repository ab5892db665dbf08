import StreaklineCore
import StreaklineStore
import Testing

/// Types that a program declares itself.
@Suite struct ResultTypeTests {
  private static let walk = RecordType(
    name: "Walk", fields: [.init("steps", .int), .init("route", .strings), .init("done", .bool)],
    outcome: "done")

  private func walk(_ day: Int, steps: Int, done: Bool = true) -> StreaklineCore.Record {
    StreaklineCore.Record(
      type: Self.walk, userId: "me", game: "walk", gameId: "w", day: StoreSample.first + day,
      values: [
        "steps": .int(steps), "route": .list([.string("a"), .string("b")]), "done": .bool(done),
      ])
  }

  private func open(_ folder: TemporaryFolder, _ types: [RecordType]) throws -> Store {
    try Store.open(path: folder.file("s.db"), deviceID: "d", schema: RecordSchema(types))
  }

  @Test func `results of a declared type are stored, counted, compared and shown`() throws {
    let folder = try TemporaryFolder()
    let store = try open(folder, [.gameResult, Self.walk])
    let walks = [walk(0, steps: 9), walk(1, steps: 8), walk(2, steps: 7, done: false)]
    _ = try store.ingest(StoreSample.batch(walks + [StoreSample.result()]))
    #expect(try store.results(ResultFilter(game: "walk")) == walks)
    #expect(try store.streaks(game: "walk").map(\.streak.max) == [2])
    guard case .disputed? = try store.ingest(StoreSample.batch([walk(0, steps: 1)])).first else {
      Issue.record("steps are no part of the content")
      return
    }
    let filter = PipelineFilter(pipeline: "p", types: ["Walk"])
    #expect(try StoreSample.changes(store, filter).map(\.record) == walks)
    #expect(
      try RawDatabase.rows(folder.file("s.db"), "SELECT date, steps, done FROM walk LIMIT 1")
        == ["2024-11-04|9|1"])
    #expect(try store.verify() == [])
  }

  @Test func `a program that does not know a type still reads, checks and deletes its results`()
    throws
  {
    let folder = try TemporaryFolder()
    let first = try open(folder, [.gameResult, Self.walk])
    _ = try first.ingest(StoreSample.batch([walk(0, steps: 9)]))
    try first.close()
    let store = try open(folder, [.puzzleResult])
    #expect(try store.results() == [walk(0, steps: 9)])
    #expect(try store.verify() == [])
    #expect(try store.delete(id: walk(0, steps: 9).id, now: StoreSample.now))
    #expect(try store.results().isEmpty)
    #expect(try Store.openReading(path: folder.file("s.db")).verify() == [])
  }

  @Test func `a result of an undeclared type is refused, and nothing of its batch stays`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try open(folder, [.gameResult])
    #expect(throws: StoreError.self) {
      try store.ingest(StoreSample.batch([StoreSample.result(), walk(0, steps: 9)]))
    }
    #expect(try store.counts().records == 0)
  }

  @Test func `a type that is declared anew has its new fields in its view`() throws {
    let folder = try TemporaryFolder()
    try open(folder, [Self.walk]).close()
    let more = RecordType(
      name: "Walk", fields: Self.walk.fields + [.init("it's", .string)], outcome: "done")
    try open(folder, [more]).close()
    #expect(try RawDatabase.rows(folder.file("s.db"), "SELECT steps, its FROM walk") == [])
    #expect(try RawDatabase.rows(folder.file("s.db"), "SELECT name FROM type") == ["Walk"])
  }
}
