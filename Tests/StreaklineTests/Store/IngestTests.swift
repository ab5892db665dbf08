import StreaklineCore
import StreaklineStore
import Testing

@Suite struct IngestTests {
  let folder: TemporaryFolder
  let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreSample.store(folder)
  }

  @Test func `the first result of an id wins and another one is a dispute kept once`() throws {
    let first = StoreSample.result(score: 3)
    let other = StoreSample.result(score: 5)
    _ = try store.ingest(StoreSample.batch([first]))
    for line in 1...3 {
      let outcomes = try store.ingest(
        StoreSample.batch([StoreSample.result(score: 5, line: line)]))
      guard case .disputed(first, let streak) = outcomes.first else {
        Issue.record("\(outcomes)")
        return
      }
      #expect(streak.totalPlayed == 1)
    }
    #expect(try store.record(id: first.id) == first)
    let disputes = try store.disputes()
    #expect(disputes.map(\.first) == [first])
    #expect(disputes.map(\.other.fields["score"]) == [other.fields["score"]])
    #expect(try StoreSample.changes(store).map(\.record) == [first])
  }

  @Test func `a batch that replaces settles the dispute and is sent as a newer version`() throws {
    let other = StoreSample.result(score: 5)
    _ = try store.ingest(StoreSample.batch([StoreSample.result(), other]))
    let before = try #require(try StoreSample.changes(store).first)
    let outcomes = try store.ingest(StoreSample.batch([other], replaces: true))
    guard case .replaced = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    let after = try #require(try StoreSample.changes(store).first)
    #expect(after.version > before.version)
    #expect(after.item == before.item)
    #expect(after.record == other)
    #expect(try store.disputes().isEmpty)
    #expect(try store.results() == [other])
  }

  @Test func `a batch that comes again writes nothing`() throws {
    let miss = NearMiss(
      game: "wordle", userId: "me", sentAt: nil, text: "Wordle 1,234 ?/6",
      source: SourceLocation(name: "-", line: 3))
    var batch = StoreSample.batch([
      StoreSample.result(), StoreSample.result(day: 1), StoreSample.result(score: 6),
    ])
    batch.chunk.nearMisses = [miss]
    _ = try store.ingest(batch)
    let before = try RawDatabase.dump(folder.file("s.db"))
    let log = try folder.bytes("s.db-wal")
    batch.now = batch.now.adding(hours: 1)
    let outcomes = try store.ingest(batch)
    guard case .duplicate(let streak) = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(streak.max == 2)
    #expect(try RawDatabase.dump(folder.file("s.db")) == before)
    #expect(try folder.bytes("s.db-wal") == log)
  }

  @Test func `a share without its grid is a duplicate of the full one`() throws {
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    let short = StoreSample.result().with("parsedData", .object([:]))
    guard case .duplicate = try store.ingest(StoreSample.batch([short])).first else {
      Issue.record("not a duplicate")
      return
    }
  }

  @Test func `a deleted result stays deleted until a batch replaces it`() throws {
    let record = StoreSample.result()
    _ = try store.ingest(StoreSample.batch([record, StoreSample.result(score: 4)]))
    try StoreSample.deliver(store)
    #expect(try store.delete(id: record.id, now: StoreSample.now))
    #expect(try !store.delete(id: record.id, now: StoreSample.now))
    #expect(try store.ingest(StoreSample.batch([record])) == [.deleted])
    #expect(try store.results().isEmpty)
    #expect(try store.record(id: record.id) == nil)
    #expect(try store.streaks().isEmpty)
    #expect(try store.disputes().map(\.first) == [nil])
    let change = try #require(try StoreSample.changes(store).first)
    #expect(change.isDeleted && change.record?.fields.count == 0 && change.record?.id == record.id)
    #expect(try store.counts().deleted == 1)
    #expect(try store.verify().isEmpty)
    _ = try store.ingest(StoreSample.batch([record], replaces: true))
    #expect(try store.results() == [record])
    #expect(try StoreSample.changes(store).map(\.isDeleted) == [false])
  }

  @Test(arguments: [
    "pair", "record", "result", "pairStreak", "pairDays", "playedMonth", "miss", "import",
  ])
  func `a failure anywhere in a batch stores nothing of it`(table: String) throws {
    try RawDatabase.execute(
      folder.file("s.db"),
      "CREATE TRIGGER fault BEFORE INSERT ON \(table) BEGIN SELECT raise(ABORT, 'fault'); END")
    var batch = StoreSample.batch([StoreSample.result()])
    batch.chunk.nearMisses = [
      NearMiss(
        game: "wordle", userId: "me", sentAt: nil, text: "x",
        source: SourceLocation(name: "-", line: 3))
    ]
    batch.checkpoint = StoreSample.checkpoint(offset: 9)
    let before = try RawDatabase.dump(folder.file("s.db"))
    #expect(throws: StoreError.self) { try store.ingest(batch) }
    #expect(try RawDatabase.dump(folder.file("s.db")) == before)
    try RawDatabase.execute(folder.file("s.db"), "DROP TRIGGER fault")
    _ = try store.ingest(batch)
    #expect(try store.verify().isEmpty)
    #expect(try store.counts().records == 1)
  }

  @Test func `a suspect result is stored and not counted`() throws {
    _ = try store.ingest(
      StoreSample.batch([
        StoreSample.result(suspect: "the day has not begun"), StoreSample.result(day: 1),
      ]))
    #expect(try store.streaks().map(\.streak.totalPlayed) == [1])
    #expect(try store.counts().suspects == 1)
    #expect(try store.results().count == 2)
  }

  @Test func `versions rise although the clock goes back`() throws {
    let early = Instant(milliseconds: 5)
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    _ = try store.ingest(StoreSample.batch([StoreSample.result(day: 1)], now: early))
    let versions = try StoreSample.changes(store).map(\.version)
    #expect(
      versions == [StoreSample.now.milliseconds << 10, StoreSample.now.milliseconds << 10 + 1])
  }

  @Test func `a settled near miss is removed with the batch that settles it`() throws {
    let miss = NearMiss(
      game: "wordle", userId: "me", sentAt: StoreSample.now, text: "Wordle",
      source: SourceLocation(name: "a.txt", line: 3), reason: "why")
    var batch = StoreSample.batch([])
    batch.chunk.nearMisses = [miss, miss]
    _ = try store.ingest(batch)
    #expect(try store.misses().map(\.nearMiss) == [miss])
    #expect(try store.misses(game: "tandem").isEmpty)
    batch.chunk.nearMisses = []
    batch.settledMisses = [miss.id]
    _ = try store.ingest(batch)
    #expect(try store.misses().isEmpty)
  }
}
