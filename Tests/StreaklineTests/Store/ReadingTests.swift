import StreaklineCore
import StreaklineStore
import Testing

@Suite struct ReadingTests {
  let folder: TemporaryFolder
  let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreSample.store(folder)
  }

  @Test func `a filter narrows by user, game and day, and a limit keeps the latest`() throws {
    let records = (0..<6).map { StoreSample.result(user: $0 < 3 ? "ann" : "bob", day: $0) }
    _ = try store.ingest(
      StoreSample.batch(records.reversed() + [StoreSample.result(game: "other", gameID: "o")]))
    func days(_ filter: ResultFilter) throws -> [Int] {
      try store.results(filter).map { $0.day - StoreSample.first }
    }
    #expect(try days(ResultFilter(user: "ann")) == [0, 1, 2])
    #expect(try days(ResultFilter(game: "wordle")) == [0, 1, 2, 3, 4, 5])
    #expect(try days(ResultFilter(game: "other")) == [0])
    let (from, to) = (StoreSample.first + 1, StoreSample.first + 3)
    #expect(try days(ResultFilter(from: from, to: to)) == [1, 2, 3])
    #expect(try days(ResultFilter(user: "bob", limit: 2)) == [4, 5])
    #expect(try days(ResultFilter(limit: 0)).isEmpty)
  }

  @Test func `results come one at a time and what the body throws comes out`() throws {
    struct Stop: Error {}
    _ = try store.ingest(StoreSample.batch((0..<5).map { StoreSample.result(day: $0) }))
    var seen = 0
    #expect(throws: Stop.self) {
      try store.forEachResult(ResultFilter()) { _ in
        seen += 1
        if seen == 2 { throw Stop() }
      }
    }
    #expect(seen == 2)
    #expect(try store.results().count == 5)
  }

  @Test func `streaks up to a day know nothing of later results`() throws {
    let scores = [3, 4, 0, 2, 2]
    _ = try store.ingest(
      StoreSample.batch(
        scores.enumerated().map { StoreSample.result(day: $0.offset, score: $0.element) }))
    let then = try #require(try store.streaks(upTo: StoreSample.first + 1).first)
    #expect(then.streak.current(asOf: StoreSample.first + 1) == 2)
    let all = try #require(try store.streaks(user: "me", game: "wordle").first)
    #expect(all.streak.current(asOf: StoreSample.first + 4) == 2)
    #expect(all.streak.totalPlayed == 5)
    #expect(try store.streaks(upTo: StoreSample.first + 4) == [all])
    #expect(try store.streaks(user: "nobody").isEmpty)
  }

  @Test func `a weekly game steps by seven days, also after a deletion`() throws {
    let records = (0..<4).map {
      StoreSample.result(game: "weekly", gameID: StoreSample.weekly, day: 7 * $0)
    }
    _ = try store.ingest(StoreSample.batch(records))
    #expect(try store.streaks().map(\.streak.max) == [4])
    #expect(try store.streaks(upTo: StoreSample.first + 14).map(\.streak.max) == [3])
    _ = try store.delete(id: records[0].id, now: StoreSample.now)
    #expect(try store.streaks().map(\.streak.max) == [3])
  }

  @Test func `people with another SQLite tool find plain columns`() throws {
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    let rows = try RawDatabase.rows(
      folder.file("s.db"),
      """
      SELECT user, game, gameName, day, date, puzzleNumber, mode, score, maxAttempts, completed,
        sharedText, parsedData, suspect FROM gameResult
      """)
    #expect(
      rows == [
        "me|wordle|Wordle|20241104|2024-11-04|1234|null|3|6|1|wordle 1234 3/6|{\"rows\":\"3\"}|null"
      ])
    #expect(try RawDatabase.rows(folder.file("s.db"), "SELECT won, theme FROM puzzleResult") == [])
  }

  @Test func `verify finds any bit that changed in what commands print`() throws {
    let cut = StoreSample.result(user: "ann", suspect: "cut")
    var batch = StoreSample.batch([StoreSample.result(), StoreSample.result(score: 5), cut])
    batch.chunk.nearMisses = [
      NearMiss(
        game: "wordle", userId: "me", sentAt: StoreSample.now, text: "Wordle 1,234 ?/6",
        source: SourceLocation(name: "a.txt", line: 3), reason: "why")
    ]
    batch.checkpoint = StoreSample.checkpoint(offset: 9)
    _ = try store.ingest(batch)
    try store.put(
      Document(type: "Group", name: "g", fields: ["title": .string("us")]), now: StoreSample.now)
    let page = try store.changes(StoreSample.filter, limit: 9, now: StoreSample.now)
    try store.settle(page, [page.changes[0].item: .rejected(reason: "too big")])
    try store.setSyncState(
      SyncState(pipeline: "default", phase: .error, account: "a@b", lastError: "no room"))
    #expect(try store.verify() == [])
    let texts = [
      ("pair", "user"), ("pair", "gameId"), ("pair", "game"), ("record", "fields"),
      ("dispute", "fields"), ("miss", "game"), ("miss", "user"), ("miss", "text"),
      ("miss", "source"), ("miss", "reason"), ("import", "name"), ("import", "counts"),
      ("document", "type"), ("document", "name"), ("type", "name"), ("type", "declaration"),
      ("device", "id"), ("pipeline", "name"), ("pipeline", "account"), ("pipeline", "filter"),
      ("pipeline", "earlier"), ("pipeline", "state"), ("pipeline", "lastError"),
      ("delivery", "state"), ("delivery", "reason"),
    ]
    for (table, column) in texts {
      // Changes the last letter but one: the last character of JSON is a bracket.
      let changed = """
        substr(\(column), 1, length(\(column)) - 2)
          || char(unicode(substr(\(column), -2, 1)) + 1) || substr(\(column), -1)
        """
      try expectFound(table, column, changed)
    }
    let numbers = [
      ("device", "version"), ("type", "key"), ("pipeline", "cursor"), ("pipeline", "start"),
      ("pipeline", "lastSuccess"), ("pipeline", "failures"), ("pipeline", "nextAttempt"),
      ("delivery", "pipeline"), ("delivery", "item"), ("delivery", "version"),
      ("delivery", "attempts"), ("delivery", "nextAt"),
    ]
    for (table, column) in numbers {
      try expectFound(table, column, "ifnull(\(column), 0) + 64")
    }
  }

  /// Changes a column of a table by hand, expects a finding, and puts the table back.
  private func expectFound(_ table: String, _ column: String, _ changed: String) throws {
    let path = folder.file("s.db")
    try RawDatabase.execute(
      path,
      "CREATE TABLE kept AS SELECT * FROM \(table); UPDATE \(table) SET \(column) = \(changed)")
    let findings = (try? store.verify()) ?? ["damaged"]
    #expect(!findings.isEmpty, "\(table).\(column)")
    try RawDatabase.execute(
      path, "DELETE FROM \(table); INSERT INTO \(table) SELECT * FROM kept; DROP TABLE kept")
    #expect(try store.verify() == [], "\(table).\(column)")
  }

  @Test func `a store opened for reading writes nothing`() throws {
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    let reader = try Store.openReading(path: folder.file("s.db"))
    #expect(try reader.results().count == 1)
    #expect(try reader.deviceID() == "d1")
    #expect(throws: StoreError.self) { try reader.ingest(StoreSample.batch([])) }
    _ = try store.ingest(StoreSample.batch([StoreSample.result(day: 1)]))
    #expect(try reader.results().count == 2)
  }

  @Test(arguments: [
    ("UPDATE pairStreak SET longest = 9", "streak differs"),
    ("DELETE FROM pairStreak", "streak differs"),
    ("INSERT INTO pairStreak VALUES (99, 1, 1, 1, 1, 1, 1, 1, NULL, 0)", "streak without a pair"),
    ("INSERT INTO pairDays VALUES (99, x'', 0)", "days without a streak"),
    ("DELETE FROM pairDays", "its days differ"),
    ("UPDATE pairDays SET days = x'00'", "pairDays"),
    ("INSERT INTO pair VALUES (9, 'x', 'y', 'z', 0, 0)", "no days between puzzles"),
    ("DELETE FROM pair", "lacks its user"),
    ("UPDATE result SET state = 0 WHERE state = 1", "column state"),
    ("UPDATE result SET state = 2 WHERE state = 1", "column state"),
    ("UPDATE result SET state = 3 WHERE state = 1", "column state"),
    ("UPDATE result SET state = 9 WHERE state = 1", "column state"),
    ("UPDATE result SET digest = 7 WHERE state = 1", "column digest"),
    ("UPDATE result SET number = 202412240000000101 WHERE state = 1", "does not refer to"),
    ("UPDATE result SET version = 7 WHERE state = 1", "no record"),
    ("UPDATE record SET fields = replace(fields, '20241104', '20241224')", "column day"),
    ("UPDATE record SET fields = '{'", "not JSON"),
    ("UPDATE record SET deletedAt = 1", "column deletedAt"),
    ("UPDATE record SET version = version + 5", "does not refer to"),
    ("DELETE FROM record", "no record"),
    ("INSERT INTO record VALUES (7, 202411040000000101, NULL, '{}', NULL, 0)", "does not refer to"),
    ("UPDATE device SET version = 7", "newer than the clock"),
    ("DELETE FROM result WHERE state = 1", "does not refer to"),
    (
      "INSERT INTO delivery VALUES (7, 7, 7, 'retry', 1, 7, '', 0, NULL)",
      "pipeline that does not exist"
    ),
    ("INSERT INTO pipeline (name, cursor) VALUES ('p', 9e18)", "beyond the newest version"),
    (
      "INSERT INTO dispute (item, digest, fields, seenAt, checksum) VALUES (7, 7, '{}', 7, 0)",
      "has a dispute"
    ),
  ])
  func `verify finds what was changed by hand`(sql: String, finding: String) throws {
    _ = try store.ingest(
      StoreSample.batch([StoreSample.result(), StoreSample.result(day: 1, score: 0)]))
    #expect(try store.verify() == [])
    try RawDatabase.execute(folder.file("s.db"), sql)
    do throws(StoreError) {
      let findings = try store.verify()
      #expect(findings.contains { $0.contains(finding) }, "\(findings)")
    } catch {
      #expect(error.description.contains(finding))
    }
  }
}
