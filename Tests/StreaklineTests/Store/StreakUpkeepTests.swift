import StreaklineCore
import StreaklineStore
import Testing

/// The store adds a day to a streak without counting all others again. The stored streak must always
/// equal a recount.
@Suite struct StreakUpkeepTests {
  private enum Order: CaseIterable { case ascending, descending, random }

  @Test(arguments: 1...UInt64(LongRun.rounds(6, long: 24)))
  func `stored streaks equal a recount after every batch`(seed: UInt64) throws {
    print("streak upkeep, seed \(seed)")
    var numbers = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    // Two connections: the cache of one is wrong after the other has written.
    let stores = [try StoreSample.store(folder), try StoreSample.store(folder)]
    var records: [String: StreaklineCore.Record] = [:]
    let order = Order.allCases[Int(seed) % 3]
    for batch in batches(order, &numbers) {
      let store = stores[Int.random(in: 0..<6, using: &numbers) == 0 ? 1 : 0]
      let outcomes = try store.ingest(
        StoreSample.batch(batch, replaces: order == .random))
      for record in batch where records[record.key] == nil || order == .random {
        records[record.key] = record
      }
      if Int.random(in: 0..<4, using: &numbers) == 0,
        let gone = records.values.randomElement(using: &numbers)
      {
        #expect(try store.delete(id: gone.id, now: StoreSample.now))
        records = records.filter { $0.value.id != gone.id }
      }
      let expected = naive(records)
      let kept = Dictionary(
        uniqueKeysWithValues: try store.streaks().map { ([$0.userID, $0.gameID], $0.streak) })
      #expect(kept == expected)
      #expect(outcomes.count == batch.count)
    }
    #expect(try stores[0].recountStreaks() == 0)
    #expect(try stores[0].verify() == [])
  }

  /// Some days of a few pairs: daily and weekly games, lost ones, suspect ones, two types of a day.
  private func batches(_ order: Order, _ numbers: inout SeededRandom)
    -> [[StreaklineCore.Record]]
  {
    var records: [StreaklineCore.Record] = []
    for user in ["ann", "bob", "é|%"] {
      for day in 0..<60 where Int.random(in: 0..<5, using: &numbers) > 0 {
        let score = Int.random(in: 0..<9, using: &numbers)
        let suspect = Int.random(in: 0..<12, using: &numbers) == 0 ? "odd" : nil
        records.append(StoreSample.result(user: user, day: day, score: score, suspect: suspect))
        if day % 9 == 0 {
          records.append(
            StoreSample.puzzle(user: user, gameID: StoreSample.wordle, day: day, won: day % 2 == 0))
        }
        let weekly = day * 7 + (day % 10 == 3 ? 1 : 0)
        records.append(
          StoreSample.result(
            user: user, game: "weekly", gameID: StoreSample.weekly, day: weekly, score: score))
      }
    }
    switch order {
    case .ascending: records.sort { $0.day < $1.day }
    case .descending: records.sort { $0.day > $1.day }
    case .random: records.shuffle(using: &numbers)
    }
    var batches: [[StreaklineCore.Record]] = []
    while !records.isEmpty {
      let count = Int.random(in: 1...20, using: &numbers)
      batches.append(Array(records.prefix(count)))
      records.removeFirst(min(count, records.count))
    }
    return batches
  }

  private func naive(_ records: [String: StreaklineCore.Record]) -> [[String]: Streak] {
    let counted = records.values.filter { $0.suspect == nil }
    return Dictionary(grouping: counted) { [$0.userId, $0.gameId] }.mapValues { records in
      let days = records.map { ($0.day.daysSinceEpoch, $0.completed == true) }
      return naiveStreak(
        of: Dictionary(days, uniquingKeysWith: { $0 || $1 }),
        everyDays: records[0].gameId == StoreSample.weekly ? 7 : 1)
    }
  }

  @Test func `the outcomes of a batch have the streak after the whole batch`() throws {
    let folder = try TemporaryFolder()
    let store = try StoreSample.store(folder)
    let outcomes = try store.ingest(
      StoreSample.batch([2, 0, 1].map { StoreSample.result(day: $0) } + [StoreSample.result()]))
    let streak = naiveStreak(of: [20_031: true, 20_032: true, 20_033: true], everyDays: 1)
    #expect(outcomes == [.added(streak), .added(streak), .added(streak), .duplicate(streak)])
  }

  @Test func `a game whose rule becomes weekly is recounted`() throws {
    let folder = try TemporaryFolder()
    let store = try StoreSample.store(folder)
    var batch = StoreSample.batch([0, 7, 14].map { StoreSample.result(day: $0) })
    _ = try store.ingest(batch)
    #expect(try store.streaks().map(\.streak.max) == [1])
    batch.chunk.records = [StoreSample.result(day: 21)]
    batch.everyDays = [StoreSample.wordle: 7]
    _ = try store.ingest(batch)
    #expect(try store.streaks().map(\.streak.max) == [4])
    #expect(try store.streaks(upTo: StoreSample.first + 20).map(\.streak.max) == [3])
    #expect(try store.verify().isEmpty)
  }

  @Test func `the store keeps a streak over a weekend for a game without puzzles there`() throws {
    let folder = try TemporaryFolder()
    let store = try StoreSample.store(folder)
    // StoreSample.first + offset is a Friday.
    let offset = (1...7).first { ((StoreSample.first + $0).daysSinceEpoch - 1) % 7 == 0 } ?? 1
    var batch = StoreSample.batch([0, 3, 4].map { StoreSample.result(day: offset + $0) })
    batch.everyDays = [StoreSample.wordle: Streak.weekdays]
    _ = try store.ingest(batch)
    #expect(try store.streaks().map(\.streak.max) == [3])
    #expect(try store.streaks(upTo: StoreSample.first + offset + 3).map(\.streak.max) == [2])
    #expect(try store.verify().isEmpty)
    #expect(try store.recountStreaks() == 0)
  }

  @Test func `a new name of a game applies to all its results`() throws {
    let folder = try TemporaryFolder()
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    _ = try store.ingest(StoreSample.batch([StoreSample.result(game: "wordl", day: 1)]))
    #expect(try store.streaks(game: "wordl").map(\.streak.max) == [2])
    #expect(try store.results(ResultFilter(game: "wordl")).count == 2)
    #expect(try store.results(ResultFilter(game: "wordle")).isEmpty)
  }

  @Test func `a recount fixes streaks that were changed by hand and returns how many`() throws {
    let folder = try TemporaryFolder()
    let store = try StoreSample.store(folder)
    let records = (0..<9).flatMap { day in
      ["ann", "bob", "cleo"].map { StoreSample.result(user: $0, day: day, score: day % 4) }
    }
    _ = try store.ingest(StoreSample.batch(records))
    let streaks = try store.streaks()
    #expect(try store.recountStreaks() == 0)
    try RawDatabase.execute(
      folder.file("s.db"),
      """
      UPDATE pairStreak SET longest = 99 WHERE pair = 1;
      DELETE FROM pairStreak WHERE pair = 3;
      DELETE FROM pairDays WHERE pair = 3;
      """)
    #expect(try store.verify().count { $0.contains("differs from a recount") } == 2)
    #expect(try store.recountStreaks() == 2)
    #expect(try store.streaks() == streaks)
    #expect(try store.verify().isEmpty)
    // The cache from before the recount is not used.
    _ = try store.ingest(StoreSample.batch([StoreSample.result(user: "ann", day: 9)]))
    #expect(try store.verify().isEmpty)
  }
}

extension StreaklineCore.Record {
  /// The identity of a result in the store.
  fileprivate var key: String { "\(id) \(type)" }
}
