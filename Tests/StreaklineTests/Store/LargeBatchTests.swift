import StreaklineCore
import StreaklineStore
import Testing

/// Years of chat at once: what is stored must not depend on how many records came together.
@Suite struct LargeBatchTests {
  private static let count = 1_200

  let folder: TemporaryFolder
  let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreSample.store(folder)
  }

  private func history(score: Int = 3, line: Int = 1) -> [StreaklineCore.Record] {
    (0..<Self.count).map {
      StoreSample.result(user: "u\($0 % 7)", day: $0 / 7, score: score, line: line + $0)
    }
  }

  @Test func `one large batch and many small ones leave the same`() throws {
    let other = try StoreSample.store(folder, "other.db")
    let records = history()
    var numbers = SeededNumbers(seed: 4)
    _ = try store.ingest(StoreSample.batch(records.shuffled(using: &numbers)))
    for start in stride(from: 0, to: records.count, by: 100) {
      _ = try other.ingest(
        StoreSample.batch(Array(records[start..<min(start + 100, records.count)])))
    }
    #expect(try store.results() == other.results())
    #expect(try store.streaks() == other.streaks())
    #expect(try store.counts() == other.counts())
    #expect(try store.counts().outbox["default"]?.pending == Self.count)
    #expect(try store.catchUp(StoreSample.queue, now: StoreSample.now) == Self.count)
    #expect(try other.catchUp(StoreSample.queue, now: StoreSample.now) == 0)
    let waiting = try store.pending("default", limit: 9_999).compactMap(\.record)
    #expect(waiting.map(\.day) == waiting.map(\.day).sorted())
    #expect(try Set(waiting) == Set(other.pending("default", limit: 9_999).map(\.record)))
    #expect(try store.counts() == other.counts())
    #expect(try store.verify().isEmpty)
  }

  @Test func `a large batch met again writes nothing at all`() throws {
    _ = try store.ingest(StoreSample.batch(history()))
    let before = try RawDatabase.dump(folder.file("s.db"))
    let log = try folder.bytes("s.db-wal")
    var again = history(line: 50_000)
    for index in again.indices {
      again[index].fields["playedAt"] = .string("2026-01-01T00:00:00Z")
    }
    let outcomes = try store.ingest(StoreSample.batch(again))
    #expect(outcomes.allSatisfy { if case .duplicate = $0 { true } else { false } })
    #expect(try RawDatabase.dump(folder.file("s.db")) == before)
    #expect(try folder.bytes("s.db-wal") == log)
  }

  @Test func `disputes met again write nothing, and the first hundred show what they dispute`()
    throws
  {
    let records = history()
    _ = try store.ingest(StoreSample.batch(records))
    _ = try store.ingest(StoreSample.batch(history(score: 5)))
    #expect(try store.counts().disputes == Self.count)
    let before = try RawDatabase.dump(folder.file("s.db"))
    let outcomes = try store.ingest(StoreSample.batch(history(score: 5, line: 9)))
    let firsts = outcomes.map { outcome -> StreaklineCore.Record? in
      if case .disputed(let first, _) = outcome { first } else { nil }
    }
    #expect(Array(firsts.prefix(100)) == Array(records.prefix(100)))
    #expect(firsts.dropFirst(100).allSatisfy { $0 == nil })
    #expect(try RawDatabase.dump(folder.file("s.db")) == before)
  }

  @Test func `of records of one id in a large batch the first wins`() throws {
    let records = history()
    let suspect = StoreSample.result(user: "u0", score: 2, suspect: "cut")
    let late = StoreSample.result(user: "u0", score: 5)
    let outcomes = try store.ingest(StoreSample.batch([suspect] + records + [records[0], late]))
    guard case .added = outcomes[0], case .replaced = outcomes[1],
      case .duplicate = outcomes[Self.count + 1],
      case .disputed(let first, _) = outcomes[Self.count + 2]
    else {
      Issue.record("\(outcomes.prefix(2)) \(outcomes.suffix(2))")
      return
    }
    #expect(first == records[0])
    #expect(try store.results(ResultFilter(user: "u0", to: StoreSample.first)) == [records[0]])
    #expect(try store.disputes().map(\.other) == [suspect, late])
    #expect(try store.counts().outbox["default"]?.pending == Self.count)
    #expect(try store.catchUp(StoreSample.queue, now: StoreSample.now) == Self.count)
    #expect(try store.verify().isEmpty)
  }

  @Test func `what is due is counted once, also when it changes before it is queued`() throws {
    _ = try store.ingest(StoreSample.batch(history()))
    // Small batches behind a large one are due, too.
    _ = try store.ingest(StoreSample.batch([StoreSample.result(user: "new")]))
    _ = try store.ingest(
      StoreSample.batch([StoreSample.result(user: "u0", score: 1)], replaces: true))
    let gone = StoreSample.result(user: "u1")
    _ = try store.delete(id: gone.id, now: StoreSample.now, queues: [StoreSample.queue])
    let counts = try #require(try store.counts().outbox["default"])
    #expect(counts == Counts.Outbox(pending: Self.count + 1, oldest: StoreSample.now))
    let later = StoreSample.now.adding(hours: 1)
    // A new pipeline is not told of what was deleted before it came.
    #expect(try store.catchUp(StoreSample.queue, now: later) == Self.count)
    #expect(
      try store.counts().outbox["default"] == Counts.Outbox(pending: Self.count, oldest: later))
    #expect(try store.catchUp(StoreSample.queue, now: later) == 0)
    let first = try #require(try store.pending("default", limit: 1).first)
    #expect(first.record?.fields["score"] == .int(1))
  }

  @Test func `what was sent is queued again when a large batch replaces it`() throws {
    _ = try store.ingest(StoreSample.batch([StoreSample.result(user: "u0")]))
    let sent = try store.pending("default", limit: 9)
    try store.acknowledge(sent.map(\.acknowledgement), "default")
    _ = try store.ingest(StoreSample.batch(history(score: 4), replaces: true))
    #expect(try store.counts().outbox["default"]?.pending == Self.count)
    #expect(try store.catchUp(StoreSample.queue, now: StoreSample.now) == Self.count)
    // The version that was sent before is not this one.
    try store.acknowledge(sent.map(\.acknowledgement), "default")
    #expect(try store.counts().outbox["default"]?.pending == Self.count)
  }

  @Test func `a pipeline catches up step by step with a hundred thousand results`() throws {
    let users = (0..<100).map { "u\($0)" }
    for start in stride(from: 0, to: 1_010, by: 101) {
      _ = try store.ingest(
        StoreSample.batch(
          (start..<start + 101).flatMap { day in
            users.map { StoreSample.result(user: $0, day: day) }
          }))
    }
    #expect(try store.counts().outbox["default"]?.pending == 101_000)
    let one = PipelineFilter(pipeline: "one game", recordTypes: ["GameResult"], games: ["tandem"])
    #expect(try store.catchUp(one, now: StoreSample.now) == 0)
    #expect(try store.catchUp(StoreSample.queue, now: StoreSample.now) == 101_000)
    #expect(try store.counts().outbox["default"]?.pending == 101_000)
    _ = try store.ingest(StoreSample.batch([StoreSample.result(user: "new")]))
    #expect(try store.counts().outbox["default"]?.pending == 101_001)
    #expect(try store.catchUp(StoreSample.queue, now: StoreSample.now) == 0)
    #expect(try store.pending("default", limit: 200_000).count == 101_001)
  }
}
