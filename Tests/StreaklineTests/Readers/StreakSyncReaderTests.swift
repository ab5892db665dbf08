import Foundation
import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct StreakSyncReaderTests {
  private static let backup = "streaksync/StreakSync_Backup_2026-03-04_210507.json"

  private func read(_ text: String, chunk: Int = 65_536) throws -> ReaderOutput {
    try ReaderOutput(
      StreakSyncReader(
        memorySource(text, chunk: chunk), options: ReaderOptions(user: "ann")))
  }

  private func backup() throws -> String {
    try String(contentsOf: Fixture.url(Self.backup), encoding: .utf8)
  }

  @Test func `a backup's results are kept with their texts, its streaks as claims`() throws {
    for chunk in [1, 7, 65_536] {
      let read = try read(try backup(), chunk: chunk)
      #expect(read.issueLines == [])
      #expect(read.counts == MessageCounts(messages: 4))
      #expect(
        read.records == [
          #"""
          {"type":"GameResult","id":"ann|20241105|550e8400-e29b-41d4-a716-446655440000",\#
          "userId":"ann","game":"wordle","gameId":"550e8400-e29b-41d4-a716-446655440000",\#
          "gameName":"wordle","mode":null,"variant":"backup","puzzleNumber":1234,\#
          "dateInt":20241105,"playedAt":"2024-11-05T00:40:12Z","score":3,"maxAttempts":6,\#
          "completed":true,"parsedData":{"puzzleNumber":"1,234","source":"shareExtension"},\#
          "suspect":null,\#
          "sharedText":"Wordle 1,234 3/6\n\n⬛🟨⬛⬛⬛\n🟩⬛🟩🟨⬛\n🟩🟩🟩🟩🟩",\#
          "source":{"name":"f","line":24,"id":"5B1B9F1E-0C53-4C7E-8A55-6B1F5B2F0E01",\#
          "app":"streaksync"}}
          """#,
          #"""
          {"type":"GameResult","id":"ann|20260302|550e8400-e29b-41d4-a716-446655440004",\#
          "userId":"ann","game":"spelling-bee","gameId":"550e8400-e29b-41d4-a716-446655440004",\#
          "gameName":"spellingbee","mode":null,"variant":"backup","puzzleNumber":null,\#
          "dateInt":20260302,"playedAt":"2026-03-02T21:15:00Z","score":null,"maxAttempts":0,\#
          "completed":false,"parsedData":{},"suspect":null,\#
          "sharedText":"Spelling Bee with nothing else",\#
          "source":{"name":"f","line":39,"id":"5b1b9f1e-0c53-4c7e-8a55-6b1f5b2f0e02",\#
          "app":"streaksync"}}
          """#,
          #"""
          {"type":"GameResult","id":"ann|20260303|550e8400-e29b-41d4-a716-446655440100",\#
          "userId":"ann","game":"linkedin-queens","gameId":"550e8400-e29b-41d4-a716-446655440100",\#
          "gameName":"linkedinqueens","mode":null,"variant":"manual","puzzleNumber":672,\#
          "dateInt":20260303,"playedAt":"2026-03-03T23:59:59Z","score":95,"maxAttempts":1,\#
          "completed":true,"parsedData":{"puzzleNumber":"672","source":"manual"},"suspect":null,\#
          "sharedText":"Manual entry",\#
          "source":{"name":"f","line":53,"id":"5B1B9F1E-0C53-4C7E-8A55-6B1F5B2F0E03",\#
          "app":"streaksync"}}
          """#,
          #"""
          {"type":"GameResult","id":"ann|20260304|f3d0c0de-1111-4222-8333-444455556666",\#
          "userId":"ann","game":"crossing-words-","gameId":"f3d0c0de-1111-4222-8333-444455556666",\#
          "gameName":"Crossing Words!","mode":null,"variant":"manual","puzzleNumber":null,\#
          "dateInt":20260304,"playedAt":"2026-03-04T12:00:00Z","score":null,"maxAttempts":6,\#
          "completed":false,"parsedData":{},"suspect":null,"sharedText":null,\#
          "source":{"name":"f","line":68,"id":"5B1B9F1E-0C53-4C7E-8A55-6B1F5B2F0E04",\#
          "app":"streaksync"}}
          """#,
        ])
      let messages = read.results.map(\.message)
      #expect(
        messages == [
          Message(
            sentAt: Instant(iso8601: "2024-11-05T00:40:12Z"),
            text: Array("Wordle 1,234 3/6\n\n⬛🟨⬛⬛⬛\n🟩⬛🟩🟨⬛\n🟩🟩🟩🟩🟩".utf8),
            source: .init(
              name: "f", line: 24, id: "5B1B9F1E-0C53-4C7E-8A55-6B1F5B2F0E01", app: "streaksync")),
          Message(
            sentAt: Instant(iso8601: "2026-03-02T21:15:00Z"),
            text: Array("Spelling Bee with nothing else".utf8),
            source: .init(
              name: "f", line: 39, id: "5b1b9f1e-0c53-4c7e-8a55-6b1f5b2f0e02", app: "streaksync")),
          nil, nil,
        ])
      #expect(
        read.streaks == [
          ExportedStreak(
            userId: "ann", gameId: "550e8400-e29b-41d4-a716-446655440000", gameName: "wordle",
            current: 1, max: 12, totalPlayed: 41, totalCompleted: 40,
            source: .init(name: "f", line: 82, id: "9D1A6E1C-2B3C-4D5E-8F90-A1B2C3D4E5F6")),
          ExportedStreak(
            userId: "ann", gameId: "550e8400-e29b-41d4-a716-446655440004", gameName: "spellingbee",
            current: 0, max: 0, totalPlayed: 1, totalCompleted: 0,
            source: .init(name: "f", line: 93)),
        ])
    }
  }

  private static let good: [String: String] = [
    "completed": "true", "date": "\"2026-03-01T12:00:00Z\"",
    "gameId": "\"550E8400-E29B-41D4-A716-446655440000\"", "gameName": "\"wordle\"", "id": "\"R\"",
    "maxAttempts": "6", "parsedData": "{}", "score": "3", "sharedText": "\"x\"",
  ]

  private func file(_ changes: [String: String?] = [:]) -> String {
    let values = Self.good.merging(changes.compactMapValues { $0 ?? "" }) { _, new in new }
    let members = values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    return "{\"gameResults\":[\n{\(members)},\n7]}"
  }

  @Test(arguments: [
    ("completed", "1", "completed is neither true nor false"),
    ("completed", "", "completed is neither true nor false"),
    ("date", "\"2026-02-30T12:00:00Z\"", "date is not a time such as 2026-03-01T12:00:00Z"),
    ("date", "793800000", "date is not a time such as 2026-03-01T12:00:00Z"),
    ("date", "\"9999-12-31T23:59:59-01:00\"", "date is not a time such as 2026-03-01T12:00:00Z"),
    ("date", "null", "date is not a time such as 2026-03-01T12:00:00Z"),
    ("gameId", "\"wordle\"", "gameId is not a UUID"), ("gameId", "{}", "gameId is not a UUID"),
    ("gameName", "\"\"", "gameName is missing"), ("gameName", "[1]", "gameName is missing"),
    ("score", "3.5", "score has an unexpected type"),
    ("score", "1e999", "score has an unexpected type"),
    ("score", "99999999999999999999", "score has an unexpected type"),
    ("score", "{\"a\":[{}]}", "score has an unexpected type"),
    ("maxAttempts", "true", "maxAttempts has an unexpected type"),
    ("sharedText", "[\"x\"]", "sharedText has an unexpected type"),
  ])
  func `a result with a field of another type is named, and the next is read`(
    field: String, value: String, problem: String
  ) throws {
    let read = try read(file([field: value]))
    #expect(
      read.issueLines == [
        "f:2 (message R): \(problem)", "f:3: the result has an unexpected type",
      ])
    #expect(read.counts == MessageCounts(unreadable: 2))
  }

  @Test(arguments: [
    ("score", "null"), ("score", ""), ("maxAttempts", "null"), ("parsedData", "[]"),
    ("parsedData", "{\"a\":{\"b\":1},\"c\":2}"), ("sharedText", "null"),
    ("lastModified", "{\"deep\":[[[]]]}"),
  ])
  func `a field that may be missing may be null or unknown`(field: String, value: String) throws {
    let read = try read(file([field: value]))
    #expect(read.results.count == 1)
    #expect(read.issueLines == ["f:3: the result has an unexpected type"])
    #expect(read.results[0].record.fields["parsedData"] == .object([:]))
  }

  @Test func `parsed fields beyond a limit are cut and reported`() throws {
    let many = (0..<5_000).map { "\"k\($0)\":\"v\"" }.joined(separator: ",")
    let read = try read(file(["parsedData": "{\(many)}"]))
    #expect(read.results[0].record.fields["parsedData"]?.object?.count == 256)
    #expect(read.issueLines.first == "f:2 (message R): a text that is too long was cut")
  }

  @Test func `a backup cut anywhere gives the results before the cut`() throws {
    let bytes = Array(try backup().utf8)
    let whole = try read(try backup())
    for size in stride(from: 0, to: bytes.count - 2, by: LongRun.isOn ? 1 : 7) {
      let read = try ReaderOutput(
        StreakSyncReader(
          memorySource(Array(bytes.prefix(size))), options: ReaderOptions(user: "ann")))
      #expect(read.records == Array(whole.records.prefix(read.records.count)), "\(size)")
      #expect(read.streaks == Array(whole.streaks.prefix(read.streaks.count)), "\(size)")
      #expect(read.issueLines.count == 1, "\(size): \(read.issueLines)")
    }
  }

  @Test func `bytes that were changed anywhere stop nothing`() throws {
    var random = SeededRandom(seed: 9)
    let bytes = Array(try backup().utf8)
    for _ in 0..<1_000 {
      var changed = bytes
      for _ in 0..<3 {
        let place = Int.random(in: 0..<changed.count, using: &random)
        changed[place] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try ReaderOutput(StreakSyncReader(memorySource(changed), options: ReaderOptions()))
    }
  }

  @Test(arguments: [
    ("{}", "f:1: no list of results was found"),
    ("[]", "f:1: no list of results was found"),
    ("{\"gameResults\":{}}", "f:1: no list of results was found"),
    ("x", "f:1: a value was expected; nothing after it is read"),
    (
      "{\"gameResults\":[],\"streaks\":[{\"gameId\":\"x\"},3]}",
      "f:1: the streak lacks its game or a number"
    ),
  ])
  func `a file that is no backup is reported`(text: String, problem: String) throws {
    let read = try read(text)
    #expect(Set(read.issueLines) == [problem])
    #expect(read.results.isEmpty && read.streaks.isEmpty)
  }

  @Test func `a backup is known by its keys, and results come in batches`() throws {
    let text = try backup()
    #expect(StreakSyncReader.recognises(Array(text.utf8)))
    #expect(StreakSyncReader.recognises(Array(text.utf8.prefix(200))))
    #expect(StreakSyncReader.recognises(Array("{\"version\":1,\"gameResults\":[".utf8)))
    for other in [
      "", "[]", "{\"messages\":[]}", "{\"habits\":[]}", "{\"achievements\":[],\"x\":1}",
    ] {
      #expect(!StreakSyncReader.recognises(Array(other.utf8)), "\(other)")
    }
    let results = Array(repeating: "{\"id\":1}", count: 2_500).joined(separator: ",")
    let read = try read("{\"gameResults\":[\(results)]}")
    #expect(read.counts.unreadable == 2_500)
    #expect(read.ends.count == 3)
    #expect(read.ends == read.ends.sorted())
  }
}
