import StreaklineCore
import StreaklineStore
import Testing

/// Results whose day has not started are kept, do not count, and count from their day on.
@Suite struct FutureResultTests {
  private static let day = StoreSample.first
  private static let before = Instant(day).adding(hours: -15)
  private static let after = Instant(day).adding(hours: -14)

  private func store(_ folder: TemporaryFolder) throws -> Store {
    let store = try StoreSample.store(folder)
    let records = [-2, -1, 0].map { StoreSample.result(day: $0) }
    _ = try store.ingest(StoreSample.batch(records, now: Self.before))
    return store
  }

  @Test func `a result counts from the hour in which its day starts somewhere`() throws {
    let folder = try TemporaryFolder()
    let store = try store(folder)
    #expect(try store.streaks(at: Self.before).map(\.streak.max) == [2])
    #expect(
      try store.streaks(at: Self.before).map { $0.streak.current(asOf: Self.day + -1) } == [2])
    #expect(try store.streaks(at: Self.after).map(\.streak.max) == [3])
    #expect(try store.counts(at: Self.before).suspects == 1)
    #expect(try store.counts(at: Self.after).suspects == 0)
    #expect(try store.verify() == [])
    let last = try #require(try store.results().last)
    #expect(last.suspicion(at: Self.before) == "in the future (2024-11-04)")
    #expect(last.suspicion(at: Self.after) == nil)
    #expect(last.judged(at: Self.before).fields["suspect"]?.string == "in the future (2024-11-04)")
    #expect(last.fields["suspect"] == .null)
  }

  @Test func `a pipeline sends a result when its day starts, and once`() throws {
    let folder = try TemporaryFolder()
    let store = try store(folder)
    let filter = StoreSample.filter
    #expect(try store.pendingCount(filter, at: Self.before).pending == 2)
    let some = try store.pendingCount(filter, at: Self.before, most: 1)
    #expect(some.pending == 1 && some.hasMore)
    #expect(try !store.pendingCount(filter, at: Self.before, most: 2).hasMore)
    let page = try store.changes(filter, limit: 10, now: Self.before)
    #expect(page.changes.map(\.record?.day) == [Self.day + -2, Self.day + -1])
    try store.settle(page, page.changes.taken)
    #expect(try store.changes(filter, limit: 10, now: Self.before).changes.isEmpty)
    #expect(try store.pendingCount(filter, at: Self.before) == PendingCounts())
    #expect(try store.pendingCount(filter, at: Self.after).pending == 1)
    let later = try store.changes(filter, limit: 10, now: Self.after)
    #expect(later.changes.map(\.record?.day) == [Self.day])
    try store.settle(later, later.changes.taken)
    #expect(try store.changes(filter, limit: 10, now: Self.after).changes.isEmpty)
    #expect(try store.pendingCount(filter, at: Self.after) == PendingCounts())
  }

  @Test func `the streak of an import leaves out days that have not started`() throws {
    let folder = try TemporaryFolder()
    let store = try store(folder)
    let outcomes = try store.ingest(
      StoreSample.batch([StoreSample.result(day: -3)], now: Self.before))
    guard case .added(let streak) = try #require(outcomes.first) else {
      Issue.record("not added")
      return
    }
    #expect(streak.max == 3)
    #expect(streak.lastPlayed == Self.day + -1)
  }

  @Test func `a result sent long before its day stays suspect`() throws {
    let folder = try TemporaryFolder()
    let store = try StoreSample.store(folder)
    let early = StoreSample.result().with("playedAt", .string(Self.before.iso))
    let fine = StoreSample.result(day: 1)
      .with("playedAt", .string(Self.after.adding(hours: 24).iso))
    _ = try store.ingest(StoreSample.batch([early, fine]))
    #expect(early.isSuspect)
    #expect(
      early.suspect == "its day (2024-11-04) starts more than 14 hours after the message was sent")
    #expect(try store.streaks().map(\.streak.totalPlayed) == [1])
    #expect(try StoreSample.changes(store).count == 1)
    #expect(try store.verify() == [])
  }
}
