import StreaklineCore
import StreaklineStore
import Testing

/// The stored rows must not depend on how many records a batch has.
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

  @Test func `one large batch and many small ones store the same`() throws {
    let other = try StoreSample.store(folder, "other.db")
    let records = history()
    var numbers = SeededRandom(seed: 4)
    _ = try store.ingest(StoreSample.batch(records.shuffled(using: &numbers)))
    for start in stride(from: 0, to: records.count, by: 100) {
      _ = try other.ingest(
        StoreSample.batch(Array(records[start..<min(start + 100, records.count)])))
    }
    #expect(try store.results() == other.results())
    #expect(try store.streaks() == other.streaks())
    #expect(try store.counts() == other.counts())
    let waiting = try StoreSample.changes(store).map(\.record)
    #expect(waiting.count == Self.count)
    #expect(try Set(waiting) == Set(StoreSample.changes(other).map(\.record)))
    #expect(try store.counts() == other.counts())
    #expect(try store.verify().isEmpty)
  }

  @Test func `a large batch that comes again writes nothing`() throws {
    _ = try store.ingest(StoreSample.batch(history()))
    let before = try RawDatabase.dump(folder.file("s.db"))
    let log = try folder.bytes("s.db-wal")
    let again = history(line: 50_000).map {
      $0.with("playedAt", .string("2026-01-01T00:00:00Z"))
    }
    let outcomes = try store.ingest(StoreSample.batch(again))
    #expect(outcomes.allSatisfy { if case .duplicate = $0 { true } else { false } })
    #expect(try RawDatabase.dump(folder.file("s.db")) == before)
    #expect(try folder.bytes("s.db-wal") == log)
  }

  @Test
  func `disputes that come again write nothing, and the first hundred include the stored result`()
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

  @Test func `of several records of one id in a large batch the first wins`() throws {
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
    #expect(try StoreSample.changes(store).count == Self.count)
    #expect(try store.verify().isEmpty)
  }
}
