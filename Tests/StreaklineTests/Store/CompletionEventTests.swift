import StreaklineCore
import StreaklineStore
import Testing

@Suite struct CompletionEventTests {
  private static let habit = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

  private func event(_ day: Int, isCompleted: Bool, name: String = "Read") -> StreaklineCore.Record
  {
    StreaklineCore.Record(
      type: .completionEvent, userId: "me", game: "habitto", gameId: Self.habit,
      day: StoreSample.first + day,
      values: [
        "gameName": .string(name), "variant": .string("backup"),
        "isCompleted": .bool(isCompleted), "parsedData": .object([:]),
        "source": SourceLocation(name: "habitto.json", line: day).json,
      ])
  }

  @Test func `days of a habit are stored, counted and found like results`() throws {
    let folder = try TemporaryFolder()
    let store = try StoreSample.store(folder)
    let events = [true, true, false, true].enumerated().map { event($0, isCompleted: $1) }
    let filter = PipelineFilter(pipeline: "all", types: ["CompletionEvent"])
    _ = try store.ingest(StoreSample.batch(events))
    #expect(try StoreSample.changes(store, filter).map(\.record) == events)
    #expect(try store.results() == events)
    #expect(try store.record(id: events[1].id) == events[1])
    let streak = try #require(try store.streaks(game: "habitto").first?.streak)
    #expect(streak.max == 2)
    #expect(streak.current(asOf: StoreSample.first + 3) == 1)
    #expect(streak.totalPlayed == 4)
    #expect(streak.totalCompleted == 3)
    #expect(try store.counts().records == 4)
    #expect(try store.verify() == [])
    #expect(
      try RawDatabase.rows(
        folder.file("s.db"),
        "SELECT day, gameName, isCompleted FROM completionEvent ORDER BY day LIMIT 1")
        == ["20241104|Read|1"])
  }

  @Test func `another export of the same day is a duplicate, one that differs a dispute`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch([event(0, isCompleted: false)]))
    let again = try store.ingest(
      StoreSample.batch([event(0, isCompleted: false, name: "Read more")]))
    guard case .duplicate = again[0] else { return #expect(Bool(false), "\(again)") }
    let other = try store.ingest(StoreSample.batch([event(0, isCompleted: true)]))
    guard case .disputed = other[0] else { return #expect(Bool(false), "\(other)") }
    #expect(try store.disputes().count == 1)
    _ = try store.ingest(StoreSample.batch([event(0, isCompleted: true)], replaces: true))
    #expect(try store.results().map(\.completed) == [true])
    #expect(try store.verify() == [])
  }

  @Test func `the name of a game without a rule is that of its latest result`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try StoreSample.store(folder)
    _ = try store.ingest(
      StoreSample.batch([
        event(1, isCompleted: true, name: "Read more"), event(0, isCompleted: true),
      ]))
    #expect(try store.gameName(userID: "me", gameID: Self.habit).name == "Read more")
    #expect(try store.gameName(userID: "you", gameID: Self.habit).name == nil)
  }
}
