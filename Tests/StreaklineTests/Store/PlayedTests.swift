import StreaklineCore
import StreaklineStore
import Testing

/// What views read of the results must always be what the results say.
@Suite struct PlayedTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(_ records: [StreaklineCore.Record]) throws -> Store {
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch(records))
    return store
  }

  /// The same from the records.
  private func counted(_ store: Store, _ filter: ResultFilter = ResultFilter()) throws
    -> [PlayedResult]
  {
    try store.results(filter).filter { $0.counts(at: StoreSample.now) }.map(PlayedResult.init)
      .map {
        PlayedResult(
          game: $0.game, gameID: $0.gameID, day: $0.day, isCompleted: $0.isCompleted,
          score: $0.score, maxAttempts: $0.maxAttempts)
      }
  }

  private func day(_ result: PlayedResult) -> [String] { [result.gameID, result.day.iso] }

  @Test(arguments: 1...UInt64(LongRun.rounds(4, long: 40)))
  func `what views read is what the results say, after every change`(seed: UInt64) throws {
    print("played, seed \(seed)")
    var numbers = SeededRandom(seed: seed)
    let store = try StoreSample.store(folder)
    for _ in 0..<12 {
      let records = (0..<Int.random(in: 1...40, using: &numbers)).map { _ in
        StoreSample.result(
          user: ["ann", "bob"].randomElement(using: &numbers) ?? "ann",
          day: Int.random(in: 0..<100, using: &numbers),
          score: Int.random(in: -1..<9, using: &numbers),
          suspect: Int.random(in: 0..<8, using: &numbers) == 0 ? "odd" : nil)
      }
      _ = try store.ingest(StoreSample.batch(records, replaces: Bool.random(using: &numbers)))
      if let gone = try store.results().randomElement(using: &numbers) {
        #expect(try store.delete(id: gone.id, now: StoreSample.now))
      }
      for user in ["ann", "bob"] {
        let from = StoreSample.first + Int.random(in: 0..<60, using: &numbers)
        for filter in [
          ResultFilter(user: user), ResultFilter(user: user, from: from, to: from + 30),
        ] {
          let seen = try store.played(filter, at: StoreSample.now)
          #expect(
            seen.sorted { day($0).lexicographicallyPrecedes(day($1)) }
              == (try counted(store, filter)).sorted { day($0).lexicographicallyPrecedes(day($1)) })
          let scores = try store.scores(filter, at: StoreSample.now)
          var tally = ScoreTally()
          for one in seen { tally.add(one.playedScore) }
          #expect(
            scores.filter { $0.userID == user }.map(\.scores) == (seen.isEmpty ? [] : [tally]))
        }
        let past = StoreSample.first + Int.random(in: 0..<100, using: &numbers)
        let days = Dictionary(
          try counted(store, ResultFilter(user: user, to: past))
            .map { ($0.day.daysSinceEpoch, $0.isCompleted) }, uniquingKeysWith: { $0 || $1 })
        #expect(
          try store.streaks(user: user, upTo: past).map(\.streak)
            == (days.isEmpty ? [] : [naiveStreak(of: days, everyDays: 1)]))
        let summary = try store.users().first { $0.user == user }
        #expect(summary?.results ?? 0 == (try store.results(ResultFilter(user: user))).count)
      }
      #expect(try store.verify() == [])
    }
  }

  /// What an older version did not have, by version.
  private static let older: [Int: String] = {
    let (sums, days, played) = (
      """
      DROP TABLE decision; DROP TABLE erasedLife; DROP TABLE peer; DROP TABLE formerDevice; ALTER TABLE device DROP COLUMN marker;
      ALTER TABLE pairStreak DROP COLUMN checksum; ALTER TABLE playedMonth DROP COLUMN checksum;
      """,
      "DROP TABLE pairDays;",
      """
      DROP TABLE playedMonth; ALTER TABLE pairStreak DROP COLUMN scores;
      ALTER TABLE pairStreak DROP COLUMN firstPlayed;
      """
    )
    return [
      3: sums + "ALTER TABLE pairDays DROP COLUMN checksum;", 2: sums + days,
      1: sums + days + played,
    ]
  }()

  @Test(arguments: [1, 2, 3])
  func `a store of an older version gets what it lacks, also when it is only read`(version: Int)
    throws
  {
    for way in ["reading", "writing"] {
      let folder = try TemporaryFolder()
      let store = try StoreSample.store(folder)
      _ = try store.ingest(
        StoreSample.batch((0..<70).map { StoreSample.result(day: $0, score: $0 % 8) }))
      let expected = try store.played(ResultFilter(user: "me"), at: StoreSample.now)
      try store.close()
      try RawDatabase.execute(
        folder.file("s.db"),
        (Self.older[version] ?? "")
          + "DELETE FROM grdb_migrations WHERE identifier > '\(version)';"
          + "PRAGMA user_version = \(version);")
      let again =
        way == "reading"
        ? try Store.openReading(path: folder.file("s.db")) : try StoreSample.store(folder)
      #expect(try again.played(ResultFilter(user: "me"), at: StoreSample.now) == expected)
      #expect(expected.count == 70)
      #expect(try again.streaks(upTo: StoreSample.first + 40).map(\.streak.totalPlayed) == [41])
      #expect(try again.verify() == [])
    }
  }

  @Test func `the tables of a new store are those of one that was brought up to date`() throws {
    let store = try StoreSample.store(folder)
    var batch = StoreSample.batch([StoreSample.result()])
    batch.chunk.nearMisses = [
      NearMiss(
        game: "wordle", userId: "me", sentAt: nil, text: "Wordle 1,234 ?/6",
        source: SourceLocation(name: "-", line: 3))
    ]
    _ = try store.ingest(batch)
    try store.close()
    let path = folder.file("s.db")
    let tables =
      "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name"
    let new = try RawDatabase.rows(path, tables)
    let misses = try RawDatabase.rows(path, "SELECT id, text, seenAt FROM miss")
    try RawDatabase.execute(
      path, "DELETE FROM grdb_migrations WHERE identifier > '5'; PRAGMA user_version = 5;")
    try StoreSample.store(folder).close()
    #expect(try RawDatabase.rows(path, tables) == new)
    #expect(try RawDatabase.rows(path, "SELECT id, text, seenAt FROM miss") == misses)
    #expect(misses.count == 1)
  }

  @Test(arguments: [
    "UPDATE playedMonth SET results = x'21' WHERE key = (SELECT min(key) FROM playedMonth)",
    "UPDATE playedMonth SET results = x'FF' WHERE key = (SELECT min(key) FROM playedMonth)",
    "DELETE FROM playedMonth WHERE key = (SELECT max(key) FROM playedMonth)",
    "INSERT INTO playedMonth VALUES (20991200000001, x'2100', 0)",
    "INSERT INTO playedMonth VALUES (1, x'2100', 0)",
  ])
  func `a damaged month is found, and a recount mends it`(change: String) throws {
    try open((0..<70).map { StoreSample.result(day: $0, score: $0 % 8) }).close()
    try RawDatabase.execute(folder.file("s.db"), change)
    let store = try StoreSample.store(folder)
    #expect(try store.verify().contains { $0.contains("what views read differs") })
    _ = try store.recountStreaks()
    #expect(try store.verify() == [])
  }

  @Test func `a damaged month ends a view with an error`() throws {
    try open((0..<70).map { StoreSample.result(day: $0) }).close()
    for bytes in ["FF", "41", "2080", "00", "2200" + "2100", "410180808080808080808080"] {
      try RawDatabase.execute(
        folder.file("s.db"), "UPDATE playedMonth SET results = x'\(bytes)'")
      let store = try StoreSample.store(folder)
      #expect(throws: StoreError.self, "\(bytes)") {
        _ = try store.played(ResultFilter(user: "me"), at: StoreSample.now)
      }
      try store.close()
    }
  }

  @Test func `scores of a game that counts seconds are added up too`() throws {
    let store = try open((0..<300).map { StoreSample.result(day: $0, score: 1_000 + $0) })
    let tally = try #require(try store.scores(ResultFilter(), at: StoreSample.now).first).scores
    #expect(tally.counts.count == 300)
    #expect(tally.total == 300)
    #expect(try store.users().map(\.results) == [300])
    #expect(try store.verify() == [])
  }

  @Test func `a day that has not begun counts in no view`() throws {
    let today = StoreSample.now.latestDay - StoreSample.first
    let store = try open(
      [today - 1, today, today + 1].map { StoreSample.result(day: $0) }
        + [StoreSample.result(user: "later", day: today + 1)])
    let last = StoreSample.now.latestDay
    #expect(try store.played(ResultFilter(), at: StoreSample.now).map(\.day) == [last + -1, last])
    #expect(try store.firstDays(at: StoreSample.now) == ["me": last + -1])
    #expect(try store.scores(ResultFilter(), at: StoreSample.now).map(\.scores.total) == [2])
    #expect(
      try store.scores(ResultFilter(from: last + 1), at: StoreSample.now).isEmpty)
  }

  @Test
  func `the streaks of a past day are those of the results up to it, of one and of everybody`()
    throws
  {
    let records = (0..<60).flatMap { day in
      (0..<3).compactMap { user in
        day % (user + 3) == 0
          ? nil : StoreSample.result(user: "u\(user)", day: day, score: day % 7)
      }
    }
    let store = try open(records.shuffled())
    for day in [5, 31, 32, 59, 80] {
      for user in [nil, "u1"] {
        let found = try store.streaks(user: user, upTo: StoreSample.first + day)
        for one in found {
          let days = records.filter { $0.userId == one.userID && $0.day <= StoreSample.first + day }
            .map { ($0.day.daysSinceEpoch, $0.completed == true) }
          #expect(
            one.streak == naiveStreak(of: Dictionary(uniqueKeysWithValues: days), everyDays: 1))
        }
        #expect(found.count == (user == nil ? 3 : 1))
      }
    }
  }

  @Test(arguments: [1, 7, Streak.weekdays])
  func `the streaks of days far apart are those of the results`(everyDays: Int) throws {
    let game = StoreSample.result().gameId
    let days = [1, 31, 32, 33, 63, 64, 65, 66, 70, 77, 84, 91, 1_000, 700_000]
    let records =
      days.map { StoreSample.result(day: $0, score: $0 % 9 == 0 ? 0 : 3) }
      + [StoreSample.result(day: Day.earliest - StoreSample.first)]
    let store = try StoreSample.store(folder)
    for record in records.shuffled() {
      var batch = StoreSample.batch([record])
      batch.everyDays = [game: everyDays]
      _ = try store.ingest(batch)
    }
    for last in [0, 31, 32, 66, 90, 91, 1_000, 800_000] {
      let played = records.filter { $0.day <= StoreSample.first + last }
        .map { ($0.day.daysSinceEpoch, $0.completed == true) }
      #expect(
        try store.streaks(upTo: StoreSample.first + last).map(\.streak)
          == [naiveStreak(of: Dictionary(uniqueKeysWithValues: played), everyDays: everyDays)])
    }
    #expect(try store.verify() == [])
  }
}
