import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct DiscordTableTests {
  private typealias Line = ReaderOutput.Line

  private func read(_ text: [UInt8], options: ReaderOptions = .init()) throws -> ReaderOutput {
    try ReaderOutput(DiscordTableReader(memorySource(text), options: options, scan: .everywhere))
  }

  private func read(_ rows: String, options: ReaderOptions = .init()) throws -> ReaderOutput {
    let names = "AuthorID,Author,Date,Content,Attachments,Reactions"
    return try read(Array("\(names)\n\(rows)".utf8), options: options)
  }

  @Test func `a table is read as it was sent`() throws {
    let sample = try read(Fixture.bytes("discord/channel.csv"))
    #expect(
      sample.lines == [
        Line(
          "alice", "2026-10-02T21:59:30Z", "Wordle 1.931 4/6\n\n||⬛⬛🟨⬛⬛\n🟩🟩🟩🟩🟩||", line: 3),
        Line("Bob \"the\" Builder", "2026-10-03T04:00:00Z", "a, \"quoted\", b", line: 7),
        Line("Wordle", "2026-10-03T09:00:00Z", "4/6: @alice", line: 11),
        Line("alice", "2026-10-04T06:30:00Z", "last", line: 13),
      ])
    #expect(sample.messages[0].sentAt?.milliseconds == 1_790_978_370_762)
    #expect(sample.counts == MessageCounts(messages: 5, notices: 1, unreadable: 3))
    #expect(
      sample.issueLines == [
        "f:8: the message's date cannot be read",
        "f:10: the row has 4 cells where the first row has 6",
        "f:12: a quote is where no quote may be",
      ])
    #expect(sample.end == (try Fixture.bytes("discord/channel.csv").count))
  }

  @Test func `dates of older exporters are those of the zone`() throws {
    let zone = try #require(NamedTimeZone("America/New_York"))
    let rows = ["05-Jan-24 01:07 PM", "03-Nov-24 01:30 AM", "10-Mar-24 02:30 AM"]
      .map { "\"1\",\"a#0001\",\"\($0)\",\"hi\",\"\",\"\"\n" }.joined()
    let sample = try read(rows, options: .init(zone: zone))
    #expect(
      sample.lines.map(\.unplaced) == [
        Line("a", "2024-01-05T18:07:00Z", "hi"), Line("a", "2024-11-03T05:30:00Z", "hi"),
        Line("a", "2024-03-10T07:30:00Z", "hi"),
      ])
  }

  @Test func `the order of day and month is found or asked for`() throws {
    let row = "\"1\",\"a\",\"3/6/2024 1:07 PM\",\"hi\",\"\",\"\"\n"
    let open = try read(row)
    #expect(open.lines.map(\.sentAt) == [nil])
    #expect(
      open.messages[0].dayProblem?.reason
        == "it prints no day, and nothing says whether 3/6/2024 1:07 PM is day or month first")
    #expect(open.messages[0].dayProblem?.earliest == Day(dateInt: 20_240_306))
    let other = row.replacing("3/6", with: "3/16")
    #expect(
      try read(row + other).lines.map(\.sentAt) == ["2024-03-06T13:07:00Z", "2024-03-16T13:07:00Z"])
    #expect(
      try read(row, options: .init(dateOrder: .dayFirst)).lines.map(\.sentAt)
        == ["2024-06-03T13:07:00Z"])
  }

  @Test func `a random table comes back, in batches`() throws {
    var random = SeededRandom(seed: 71)
    var rows = ""
    var expected: [Line] = []
    for _ in 0..<LongRun.rounds(500, long: 3_000) {
      let chat = RandomChat.message(&random)
      let sender = chat.sender ?? "me"
      let cells = [
        "1", sender, "\(chat.local(separator: "T")).0000000+00:00", chat.text, "", "👍 (1)",
      ]
      rows += cells.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
      rows += Bool.random(using: &random) ? "\r\n" : "\n"
      expected.append(Line(sender, chat.sentAt.iso, chat.text))
    }
    let sample = try read(rows)
    #expect(sample.lines.map(\.unplaced) == expected)
    #expect(sample.counts == MessageCounts(messages: expected.count))
    let source = memorySource(
      Array("AuthorID,Author,Date,Content,Attachments,Reactions\n\(rows)".utf8))
    var reader = try DiscordTableReader(source, options: .init(), scan: .everywhere)
    while let batch = try reader.next() {
      #expect(batch.messages.count <= 1_000)
    }
  }

  @Test func `a message without a candidate is only counted`() throws {
    let rows = "\"1\",\"a\",\"2024-01-05T13:07:00Z\",\"hi\",\"\",\"\"\n"
    let reader = try DiscordTableReader(
      memorySource("AuthorID,Author,Date,Content\n\(rows)".replacing(",\"\",\"\"", with: "")),
      options: .init(), scan: .nowhere)
    let sample = try ReaderOutput(reader)
    #expect(sample.lines == [])
    #expect(sample.counts == MessageCounts(messages: 1))
  }

  @Test func `no input stops it`() throws {
    let bytes = try Fixture.bytes("discord/channel.csv")
    for end in bytes.indices.dropFirst(53) {
      let sample = try read(Array(bytes[..<end]))
      #expect(sample.end == end)
      #expect(sample.counts.messages <= 6)
    }
    #expect(throws: InputError.self) { try read([]) }
    #expect(throws: InputError.self) { try read(Array("AuthorID,Author,Date,Con".utf8)) }
    var random = SeededRandom(seed: 72)
    for _ in 0..<200 {
      let garbage = Array(bytes[..<52]) + RandomChat.mutated(Array(bytes[52...]), &random)
      #expect(try read(garbage).end == garbage.count)
    }
    let long = String(repeating: "x", count: 2_000_000)
    let row = "\"1\",\"a\",\"2024-01-05T13:07:00Z\",\"z\",\"\",\"\"\n"
    let sample = try read("\"1\",\"a\",\"2024-01-05T13:07:00Z\",\"\(long)\",\"\",\"\"\n\(row)")
    #expect(sample.counts == MessageCounts(messages: 1, unreadable: 1))
    #expect(sample.lines.map(\.line) == [3])
  }

  @Test(arguments: RandomChat.fixtures)
  func `no other export is mistaken for one`(path: String) throws {
    let head = Array(try Fixture.bytes(path).prefix(65_536))
    #expect(DiscordTableReader.recognises(head) == (path == "discord/channel.csv"))
  }

  @Test func `our own table is not mistaken for one`() {
    let ours = #""id","type","userId","game","gameId","gameName","mode","variant""#
    #expect(!DiscordTableReader.recognises(Array(ours.utf8)))
    let quoted = #""AuthorID","Author","Date","Content","Attachments","Reactions""#
    #expect(DiscordTableReader.recognises(Array(quoted.utf8)))
  }
}
