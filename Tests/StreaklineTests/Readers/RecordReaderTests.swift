import Foundation
import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct RecordReaderTests {
  private func source(_ path: String) throws -> ByteSource {
    try ByteSource(path: Fixture.path(path))
  }

  private func lines(_ text: String) throws -> ReaderOutput {
    try ReaderOutput(RecordLinesReader(memorySource(text), options: ReaderOptions(user: "eve")))
  }

  private func table(_ text: String) throws -> ReaderOutput {
    try ReaderOutput(RecordTableReader(memorySource(text), options: ReaderOptions(user: "eve")))
  }

  @Test func `an export comes back line by line`() throws {
    let read = try ReaderOutput(
      RecordLinesReader(source("jsonl/export.jsonl"), options: ReaderOptions()))
    let text = try String(
      contentsOf: Fixture.url("jsonl/export.jsonl"), encoding: .utf8)
    #expect(read.records == text.split(separator: "\n").map(String.init))
    #expect(read.counts == MessageCounts(messages: 3))
    #expect(read.results.map(\.record.userId) == ["me", "Zoë | x", "me"])
    #expect(read.results.map(\.record.day.iso) == ["2024-11-04", "2026-04-10", "2026-03-01"])
    #expect(read.results.map(\.record.completed) == [true, true, true])
    #expect(
      read.results.map(\.record.suspect) == [nil, "before the first puzzle (2026-04-11)", nil])
  }

  @Test func `a sink's file gives the records of its lines, and names deletions`() throws {
    let read = try ReaderOutput(
      RecordLinesReader(source("jsonl/sink.jsonl"), options: ReaderOptions()))
    #expect(
      read.records == [
        """
        {"type":"GameResult","id":"me|20241104|550e8400-e29b-41d4-a716-446655440000","userId":"me",\
        "game":"wordle","gameId":"550e8400-e29b-41d4-a716-446655440000","gameName":"Wordle",\
        "mode":null,"variant":"standard","puzzleNumber":1234,"dateInt":20241104,"playedAt":null,\
        "score":null,"maxAttempts":6,"completed":false,"parsedData":{"puzzleNumber":"1234"},\
        "suspect":null,"sharedText":"Wordle 1,234 X/6","source":{"name":"-","line":1}}
        """
      ])
    #expect(read.counts == MessageCounts(messages: 1, notices: 1))
    #expect(read.issueLines.count == 1)
    #expect(
      read.issueLines[0].hasSuffix(
        "sink.jsonl:2: the line deletes a result, which reading never does"))
  }

  @Test func `a table that a spreadsheet has saved again is read by its header`() throws {
    let read = try ReaderOutput(
      RecordTableReader(source("csv/resaved.csv"), options: ReaderOptions(user: "eve")))
    let records = read.results.map(\.record)
    #expect(
      records.map(\.id) == [
        "+49 30 1|20241104|550e8400-e29b-41d4-a716-446655440000",
        "eve|20241105|550e8400-e29b-41d4-a716-446655440000",
      ])
    #expect(records.map(\.completed) == [true, false])
    #expect(records.map { $0.fields["score"] } == [.int(3), .null])
    #expect(records.map { $0.fields["puzzleNumber"] } == [.int(1_234), .null])
    #expect(
      records.map { $0.fields["sharedText"] }
        == [.string("Wordle 1,234 3/6\r\n\r\n🟩🟩🟩🟩🟩"), .null])
    #expect(
      records.map { $0.fields["parsedData"] } == [.object(["rows": .string("3")]), .object([:])])
    #expect(records[1].fields["source"]?.object?["line"] == .int(5))
    #expect(records.allSatisfy { $0.fields["note"] == nil })
    #expect(read.counts == MessageCounts(messages: 2, unreadable: 3))
    #expect(
      read.issueLines.map { $0.split(separator: "resaved.csv:").last.map(String.init) } == [
        "6: score is not a number", "7: dateInt is not a date",
        "8: the row has 10 cells where the first row has 13",
      ])
  }

  private static let good =
    #""type":"GameResult","id":"me|20241104|g","userId":"me","game":"wordle","gameId":"g","dateInt":20241104"#

  @Test(arguments: [
    ("", "f:1: the line is not a JSON object"),
    ("[]", "f:1: the line is not a JSON object"),
    ("{", "f:1: the line is not a JSON object"),
    ("{\(good)", "f:1: the line is not a JSON object"),
    ("{\(good)} x", "f:1: the line is not a JSON object"),
    ("{}", "f:1: the type is not one of GameResult, PuzzleResult, CompletionEvent"),
    (
      "{\(good),\"type\":\"DailyScore\"}",
      "f:1: the type is not one of GameResult, PuzzleResult, CompletionEvent"
    ),
    ("{\(good),\"id\":\"me|20241304|g\"}", "f:1: the id is not made of user, day and gameId"),
    (
      "{\(good),\"id\":\"me|20241104|h\"}",
      "f:1: the id does not agree with userId, dateInt and gameId"
    ),
    ("{\(good),\"userId\":\"you\"}", "f:1: the id does not agree with userId, dateInt and gameId"),
    (
      "{\(good),\"dateInt\":20241105}", "f:1: the id does not agree with userId, dateInt and gameId"
    ),
    ("{\(good),\"dateInt\":20241131}", "f:1: dateInt is not a date"),
    ("{\(good),\"dateInt\":9223372036854775807}", "f:1: dateInt is not a date"),
    ("{\(good),\"dateInt\":1e300}", "f:1: dateInt is not a whole number"),
    ("{\(good),\"dateInt\":\"20241104\"}", "f:1: dateInt is not a whole number"),
    (
      "{\(good),\"id\":null,\"dateInt\":null}",
      "f:1: the id is missing, and dateInt and gameId do not make one"
    ),
    ("{\(good),\"game\":\"\"}", "f:1: the game is missing"),
    ("{\(good),\"game\":7}", "f:1: game is not text"),
    ("{\(good),\"score\":\"3\"}", "f:1: score is not a whole number"),
    ("{\(good),\"score\":3.5}", "f:1: score is not a whole number"),
    ("{\(good),\"completed\":1}", "f:1: completed is neither true nor false"),
    (
      "{\(good),\"playedAt\":\"yesterday\"}",
      "f:1: playedAt is not a time such as 2026-03-01T12:00:00Z"
    ),
    ("{\(good),\"parsedData\":[]}", "f:1: parsedData is not an object"),
    ("{\(good),\"parsedData\":{\"a\":1}}", "f:1: parsedData holds a value that is not text"),
    ("{\(good),\"source\":\"x\"}", "f:1: source is not an object"),
    ("{\(good),\"sharedText\":{}}", "f:1: sharedText is not text"),
  ])
  func `a line without a record is reported, and the next is read`(line: String, problem: String)
    throws
  {
    let read = try lines("\(line.isEmpty ? "x" : line)\n\n{\(Self.good)}\n")
    #expect(read.issueLines == [problem])
    #expect(read.results.map(\.record.id) == ["me|20241104|g"])
    #expect(read.counts == MessageCounts(messages: 1, unreadable: 1))
  }

  @Test func `the id and the fields that make it need not both be there`() throws {
    let read = try lines(
      """
      {"type":"GameResult","id":"me|20241104|g","game":"w"}
      {"type":"GameResult","userId":"you","dateInt":20241104,"gameId":"g","game":"w"}
      {"type":"GameResult","dateInt":20241104,"gameId":"g","game":"w"}
      """)
    #expect(
      read.results.map(\.record.id) == ["me|20241104|g", "you|20241104|g", "eve|20241104|g"])
    #expect(
      read.records[2] == """
        {"type":"GameResult","id":"eve|20241104|g","userId":"eve","game":"w","gameId":"g",\
        "gameName":null,"mode":null,"variant":null,"puzzleNumber":null,"dateInt":20241104,\
        "playedAt":null,"score":null,"maxAttempts":null,"completed":null,"parsedData":{},\
        "suspect":null,"sharedText":null,"source":{"name":"f","line":3}}
        """)
  }

  @Test func `keys in any order come back in ours, and unknown ones are dropped`() throws {
    let read = try lines(
      """
      {"score":3,"extra":{"deep":[1]},"game":"w","completed":true,"id":"me|20241104|g",\
      "type":"GameResult"}
      """)
    #expect(read.issueLines == [])
    #expect(
      read.records[0].hasPrefix(
        "{\"type\":\"GameResult\",\"id\":\"me|20241104|g\",\"userId\":\"me\""))
    #expect(!read.records[0].contains("extra"))
  }

  @Test func `a line of any length and bytes that are no text cost one line`() throws {
    let long = "{\(Self.good),\"sharedText\":\"\(String(repeating: "x", count: 3_000_000))\"}"
    let bytes = Array("\(long)\n".utf8) + [0x7B, 0xFF, 0x7D, 0x0A] + Array("{\(Self.good)}".utf8)
    let read = try ReaderOutput(RecordLinesReader(memorySource(bytes), options: ReaderOptions()))
    #expect(
      read.issueLines == ["f:1: the line is longer than 1 MiB", "f:2: the line is not UTF-8"])
    #expect(read.results.count == 1)
    #expect(read.ends.last == bytes.count)
  }

  @Test func `a thousand keys in a line take no longer than a thousand lines`() throws {
    // Looking for each name among all before it would take minutes.
    let keys = (0..<90_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let clock = ContinuousClock()
    let seconds = try clock.measure {
      let read = try lines("{\(keys),\(Self.good),\"k5\":2}")
      #expect(read.results.count == 1)
    }
    #expect(seconds < .seconds(20))
  }

  @Test func `batches hold at most a thousand records and know their end`() throws {
    let line = "{\(Self.good)}\n"
    let read = try lines(String(repeating: line, count: 2_500))
    #expect(read.ends == [1_000, 2_000, 2_500].map { $0 * line.utf8.count })
    #expect(read.counts.messages == 2_500)
    #expect(try lines("").ends.isEmpty)
    #expect(try table("type,game,id\n").results.isEmpty)
  }

  @Test(arguments: ["", "a,b\n1,2\n", "{}", "type;game\nx;y"])
  func `a table without our columns is not recognised`(text: String) {
    #expect(
      throws: InputError.malformed("f", reason: "the first row does not name columns of ours")
    ) {
      _ = try table(text)
    }
  }

  @Test func `a table in another alphabet than UTF-8 is named, not mangled`() throws {
    let bytes = Array("id,type,game,gameName\nme|20241104|g,GameResult,w,Caf".utf8) + [0xE9, 0x0A]
    let read = try ReaderOutput(RecordTableReader(memorySource(bytes), options: ReaderOptions()))
    #expect(read.issueLines == ["f:2: gameName is not UTF-8; save the table as UTF-8"])
  }

  @Test func `each reader knows its own format by the first bytes`() throws {
    let export = try source("jsonl/export.jsonl").head(4_096)
    let sink = try source("jsonl/sink.jsonl").head(4_096)
    let table = try source("csv/resaved.csv").head(4_096)
    var written = RecordCSV()
    written.writeHeader()
    #expect(RecordLinesReader.recognises(export))
    #expect(RecordLinesReader.recognises(Array(export.prefix(120))))
    #expect(RecordLinesReader.recognises(sink))
    #expect(!RecordLinesReader.recognises(table))
    #expect(RecordTableReader.recognises(table))
    #expect(RecordTableReader.recognises(written.bytes))
    #expect(!RecordTableReader.recognises(export))
    for other in [
      "", "Wordle 1,234 3/6", "AuthorID,Author,Date,Content,Attachments,Reactions\n",
      #"{"name":"Chat","type":"personal_chat","id":1,"messages":[]}"#,
      #"{"date":"x","sender":"A","body":"{\"type\":\"GameResult\",\"id\":1}"}"#,
    ] {
      #expect(!RecordLinesReader.recognises(Array(other.utf8)), "\(other)")
      #expect(!RecordTableReader.recognises(Array(other.utf8)), "\(other)")
    }
  }
}
