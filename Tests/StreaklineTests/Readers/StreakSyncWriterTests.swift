import Foundation
import StreaklineCore
import StreaklineReaders
import StreaklineStore
import Testing

@Suite struct StreakSyncWriterTests {
  private static let now = Instant(Day(daysSinceEpoch: 20_779), hour: 9, minute: 30, second: 5)
  private static let nowDate = Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)
  private static let suffixes = [
    "0000": "wordle", "0001": "quordle", "0002": "nerdle", "0003": "connections",
    "0004": "spelling-bee", "0005": "nyt-mini", "0006": "pips", "0007": "strands",
    "0100": "linkedin-queens", "0103": "linkedin-pinpoint", "0104": "linkedin-zip",
    "0105": "linkedin-mini-sudoku", "0200": "octordle",
  ]

  private func id(_ suffix: String) -> String { "550e8400-e29b-41d4-a716-44665544" + suffix }

  private func mode(_ suffix: String, _ mode: String) throws -> String {
    UniqueID(namespace: try #require(UniqueID(id(suffix))), name: mode).description
  }

  private func record(
    _ suffix: String = "0000", on dateInt: Int = 20_260_301, gameID: String? = nil,
    with values: Fields = [:]
  ) throws -> Record {
    var all: Fields = [
      "gameName": .string("A name"), "variant": .string("standard"), "score": .int(3),
      "maxAttempts": .int(6), "completed": .bool(true), "parsedData": .object([:]),
      "sharedText": .string("Some text"),
      "source": SourceLocation(name: "chat.txt", line: 7).json,
    ]
    for (name, value) in values { all[name] = value }
    return Record(
      type: .gameResult, userId: "ann", game: Self.suffixes[suffix] ?? "game",
      gameId: gameID ?? id(suffix), day: try #require(Day(dateInt: dateInt)), values: all)
  }

  /// Writes the records and returns the backup with the numbers of results that were left out.
  private func write(_ records: [Record], now: Instant = now) -> (
    data: Data, future: Int, suspect: Int, unknown: [String: Int]
  ) {
    var writer = StreakSyncWriter(now: now)
    var bytes: [UInt8] = []
    writer.begin()
    for record in records {
      writer.write(record)
      bytes += writer.bytes
      writer.removeAll()
    }
    writer.finish()
    bytes += writer.bytes
    return (Data(bytes), writer.future, writer.suspect, writer.unknown)
  }

  private func taken(_ records: [Record]) throws -> [StreakSyncApp.Result] {
    var app = StreakSyncApp()
    try app.restore(write(records).data, now: Self.nowDate)
    #expect(app.skipped == [])
    return app.results.reversed()
  }

  private func read(_ data: Data, zone: String = "UTC") throws -> [Record] {
    let options = ReaderOptions(zone: try #require(NamedTimeZone(zone)), user: "ann")
    let output = try ReaderOutput(StreakSyncReader(memorySource(Array(data)), options: options))
    #expect(output.issueLines == [])
    #expect(output.results.allSatisfy { $0.message == nil })
    return output.results.map(\.record)
  }

  /// The record as JSON without its source, which names the file that was read last, and with the
  /// members of `parsedData` in order, because the app sorts them.
  private func told(_ record: Record) -> String {
    var fields = record.json.object ?? [:]
    fields["source"] = nil
    var data = Fields()
    for (name, value) in (fields["parsedData"]?.object ?? [:]).sorted(by: { $0.name < $1.name }) {
      data.append(name, value)
    }
    fields["parsedData"] = .object(data)
    return String(json: .object(fields))
  }

  @Test func `the app gets its own names, noon in UTC, texts only, and ids in upper case`() throws {
    let result = try #require(
      try taken([
        record(with: [
          "puzzleNumber": .int(1_715), "playedAt": .string("2026-03-02T06:00:00Z"),
          "parsedData": .object(["rows": .string("3"), "hardMode": .string("false")]),
          "sharedText": .string("Wordle 1,715 3/6\n\n\"🟩\"\\/\u{1}"),
        ])
      ]).first)
    #expect(result.gameId.uuidString == id("0000").uppercased())
    #expect(result.gameName == "wordle")
    #expect(result.date == Date(timeIntervalSince1970: 1_772_366_400))
    #expect(result.lastModified == result.date)
    #expect(result.score == 3)
    #expect(result.maxAttempts == 6)
    #expect(result.sharedText == "Wordle 1,715 3/6\n\n\"🟩\"\\/\u{1}")
    #expect(result.parsedData["puzzleNumber"] == "1715")
    #expect(result.parsedData["rows"] == "3")
    let written = String(decoding: write([try record()]).data, as: UTF8.self)
    #expect(written.contains("\"id\" : \"\(try record().uuid.description.uppercased())\""))
    #expect(written.contains("\"date\" : \"2026-03-01T12:00:00Z\""))
  }

  @Test func `the keys are sorted as the app sorts them, and the file is known as a backup`() throws
  {
    let data = write([try record()]).data
    let text = String(decoding: data, as: UTF8.self)
    let keys = text.matches(of: /(?m)^  "(\w+)"/).map { String($0.1) }
    #expect(
      keys == [
        "achievements", "appVersion", "customGames", "exportDate", "favoriteGameIds",
        "gameResults", "streaks", "version",
      ])
    #expect(StreakSyncReader.recognises(Array(data)))
    let empty = write([]).data
    #expect(try taken([]) == [])
    #expect(try JSONSerialization.jsonObject(with: empty) is [String: Any])
  }

  @Test func `a result of today has a date that is not to come`() throws {
    let today = Self.now.day.dateInt
    let dates = try taken([
      record(on: today, with: ["playedAt": .string("2026-11-22T08:00:00Z")]),
      record("0002", on: today, with: ["playedAt": .string("2026-11-22T23:00:00Z")]),
      record("0003", on: today),
      // In New Zealand the next day has started.
      record("0004", on: 20_261_122, with: ["playedAt": .string("2026-11-21T20:00:00Z")]),
    ]).map { Instant(milliseconds: Int64($0.date.timeIntervalSince1970) * 1_000).iso }
    #expect(
      dates == [
        "2026-11-22T08:00:00Z", "2026-11-22T09:30:05Z", "2026-11-22T09:30:05Z",
        "2026-11-21T20:00:00Z",
      ])
  }

  @Test func `days to come, suspect results and games that the app does not know are left out`()
    throws
  {
    let tandem = Record(
      type: .puzzleResult, userId: "ann", game: "tandem", gameId: "x",
      day: try #require(Day(dateInt: 20_260_301)), values: ["won": .bool(true)])
    let written = write([
      try record(on: 20_261_124), try record(on: 20_271_124, with: ["suspect": .string("odd")]),
      try record(with: ["suspect": .string("odd")]), tandem,
      try record("0200", gameID: mode("0200", "sequence"), with: ["mode": .string("sequence")]),
      try record("9999", gameID: "7b8a2f10-0000-4000-8000-000000000001"), try record(),
    ])
    #expect(written.future == 2)
    #expect(written.suspect == 1)
    #expect(written.unknown == ["tandem": 1, "octordle (sequence)": 1, "game": 1])
    #expect(try read(written.data).count == 1)
  }

  @Test func `modes that the app keeps under the game's id are told apart`() throws {
    let pips = try ["easy", "medium", "hard"].map { name in
      try record(
        "0006", gameID: mode("0006", name),
        with: [
          "mode": .string(name), "score": .int(63), "puzzleNumber": .int(46),
          "sharedText": .null,
        ])
    }
    let weekly = try record(
      "0001", gameID: mode("0001", "weekly"),
      with: [
        "mode": .string("weekly"), "score": .null, "maxAttempts": .int(9),
        "completed": .bool(false),
        "parsedData": .object([
          "boardScores": .string("7,,5,6"), "challengeNumber": .string("143"),
        ]),
      ])
    let daily = try record("0001", with: ["puzzleNumber": .int(143), "maxAttempts": .int(9)])
    let results = try taken(pips + [weekly, daily])
    #expect(Set(results.map(\.gameId)).count == 2)
    #expect(results.prefix(3).map { $0.parsedData["difficulty"] } == ["Easy", "Medium", "Hard"])
    #expect(results[0].parsedData["time"] == "1:03")
    #expect(results[0].sharedText == "Manual entry")
    #expect(results[3].score == nil)
    #expect(results[3].parsedData["mode"] == "weekly")
    #expect(results[3].parsedData["puzzleNumber"] == "143")
    #expect(results[3].parsedData["score2"] == "failed")
    #expect(
      try read(write(pips + [weekly, daily]).data).map(told) == (pips + [weekly, daily]).map(told))
  }

  @Test func `a result without number has the number of its day, so that the app keeps all`() throws
  {
    let pips = try ["easy", "hard"].map { name in
      try record(
        "0006", on: 20_251_002, gameID: mode("0006", name), with: ["mode": .string(name)])
    }
    let daily = try record("0001", on: 20_260_519)
    let weekly = try record(
      "0001", on: 20_260_519, gameID: mode("0001", "weekly"),
      with: [
        "mode": .string("weekly"),
        "parsedData": .object(["challengeNumber": .string("143")]),
      ])
    let wordle = try record(on: 20_261_003)
    let bee = try record("0004", on: 20_261_003)
    let results = try taken(pips + [daily, weekly, wordle, bee])
    #expect(
      results.map { $0.parsedData["puzzleNumber"] } == ["46", "46", "1576", "143", "1932", nil])
  }

  @Test func `a result of the app keeps the app's id, and only one has it`() throws {
    let own = UUID().uuidString
    func source(_ app: String?) -> Value {
      SourceLocation(name: "b.json", line: 3, id: own.lowercased(), app: app).json
    }
    let first = try record(with: ["source": source("streaksync")])
    let second = try record("0002", with: ["source": source("streaksync")])
    #expect(try taken([first]).map(\.id.uuidString) == [own])
    #expect(
      try taken([first, second]).map(\.id.uuidString)
        == [own, second.uuid.description.uppercased()])
    // The id of a message is not the result's.
    let message = try record(with: ["source": source(nil)])
    #expect(try taken([message]).map(\.id.uuidString) == [message.uuid.description.uppercased()])
    // Before `app` was kept, only results that no rule had read had an id.
    let old = try record(with: ["source": source(nil), "variant": .string("manual")])
    #expect(try taken([old]).map(\.id.uuidString) == [own])
    // A game that the app no longer shows, or that its user has made, comes from the app too.
    let foreign = try record(
      "9999", gameID: "f3d0c0de-1111-4222-8333-444455556666",
      with: ["source": source("streaksync"), "gameName": .string("Crossing Words!")])
    #expect(try taken([foreign]).map(\.gameName) == ["Crossing Words!"])
    #expect(try read(write([foreign]).data).map(told) == [told(foreign)])
  }

  private func randomRecord(_ random: inout SeededRandom, day: Int) throws -> Record {
    var odd = OddRecords(random: random)
    let other = odd.record()
    random = odd.random
    func pick<Element>(_ choices: [Element]) -> Element {
      choices[Int.random(in: 0..<choices.count, using: &random)]
    }
    let suffix = pick(Self.suffixes.keys.sorted() + ["9999"])
    let modes = ["0006": ["easy", "medium", "hard"], "0001": ["weekly"], "0200": ["sequence"]]
    let mode = Bool.random(using: &random) ? modes[suffix]?.randomElement(using: &random) : nil
    let scores = [Value.null] + [0, 1, 3, 6, 61, 4_000, -1, .max].map(Value.int)
    let values: Fields = [
      "mode": mode.map(Value.string) ?? .null, "score": pick(scores),
      "maxAttempts": pick([.null] + [0, 6, 9, 600, -5].map(Value.int)),
      "completed": pick([.null, .bool(true), .bool(false)]),
      "puzzleNumber": pick([.null, .int(day)]),
      "playedAt": pick([.null, .string("2026-03-01T23:59:59Z")]),
      "sharedText": pick([
        .null, .string(""), .string("Wordle 1,000 3/6"), other.fields["sharedText"] ?? .null,
      ]),
      "parsedData": other.fields["parsedData"] ?? .object([:]),
      "gameName": other.fields["gameName"] ?? .null,
      "suspect": pick([.null, .null, .null, .null, .string("odd")]),
    ]
    let record = try record(
      suffix, on: Day(daysSinceEpoch: day).dateInt,
      gameID: mode.map { try self.mode(suffix, $0) }, with: values)
    return pick([record, record, record, record, other])
  }

  @Test(arguments: [UInt64](1...6))
  func `what is written, taken by the app and given back is the same records`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let records = try (0..<400).map { try randomRecord(&random, day: 20_450 + $0) }
    let written = write(records)
    let left = written.future + written.suspect + written.unknown.reduce(0) { $0 + $1.value }
    let known = try read(written.data)
    #expect(known.count + left == records.count)
    #expect(known.count > 100 && left > 20, "\(known.count), \(left)")
    let expected = known.compactMap { record in records.first { $0.id == record.id } }
    #expect(known.map(told) == expected.map(told))
    #expect(try read(written.data, zone: "Pacific/Auckland").map(told) == expected.map(told))

    var app = StreakSyncApp()
    try app.restore(written.data, now: Self.nowDate)
    #expect(app.skipped == [])
    #expect(app.results.count == known.count)
    let back = try read(app.backup(at: Self.nowDate))
    #expect(back.reversed().map(told) == expected.map(told))

    let tool = try Tool()
    defer { tool.remove() }
    let path = tool.folder.appending(path: "a.db").path
    let store = try Store.open(path: path, deviceID: "d")
    let batch = { Batch(ParsedChunk(records: $0), now: Self.now) }
    _ = try store.ingest(batch(records))
    let outcomes = try store.ingest(batch(known)) + store.ingest(batch(back))
    #expect(outcomes.allSatisfy { if case .duplicate = $0 { true } else { false } })
    #expect(try store.disputes().isEmpty)
    try store.close()
  }

  @Test func `what the app's user corrects is kept`() throws {
    let record = try record(with: ["puzzleNumber": .int(1_715)])
    var app = StreakSyncApp()
    try app.restore(write([record]).data, now: Self.nowDate)
    let id = app.results[0].id
    app.correct(id) { $0.score = nil }
    app.correct(id) { $0.completed = false }
    app.correct(id) { $0.date.addTimeInterval(-86_400) }
    let read = try #require(try read(app.backup(at: Self.nowDate)).first)
    #expect(read.day.dateInt == 20_260_228)
    #expect(read.completed == false)
    #expect(read.fields["score"] == .null)
    #expect(read.fields["sharedText"] == .string("Some text"))
  }

  @Test(arguments: [
    "x", "{}", #"{"game":"wordle","fields":{},"added":[],"date":"2026-03-01T12:00:00Z"}"#,
    #"{"game":"w","fields":{"gameId":"x","dateInt":20260301},"added":[],"#
      + #""date":"2026-03-01T12:00:00Z","score":3,"completed":true}"#,
  ])
  func `a text that is no mark of ours is a member like any other`(mark: String) throws {
    let quoted = String(json: .string(mark))
    let text = """
      {"gameResults":[{"completed":true,"date":"2026-03-01T12:00:00Z","gameId":"\(id("0000"))",
      "gameName":"wordle","id":"A","maxAttempts":6,"parsedData":{"streakline":\(quoted)},
      "score":3,"sharedText":"Wordle 1,715 3/6"}]}
      """
    let output = try ReaderOutput(
      StreakSyncReader(memorySource(text), options: ReaderOptions(user: "ann")))
    #expect(output.issueLines == [])
    #expect(output.results.count == 1)
    #expect(output.results[0].message != nil)
    #expect(output.results[0].record.day.dateInt == 20_260_301)
  }
}
