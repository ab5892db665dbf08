import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct DiscordTextTests {
  private typealias Line = ReaderOutput.Line

  private func read(
    _ text: [UInt8], zone: NamedTimeZone = .utc, order: DateOrder? = nil
  ) throws -> ReaderOutput {
    let source = memorySource(text)
    let layout = try DiscordLayout(source, options: ReaderOptions(zone: zone, dateOrder: order))
    return try ReaderOutput(ChatTextReader(source, layout: layout, scan: .everywhere))
  }

  private func read(_ text: String, order: DateOrder? = nil) throws -> ReaderOutput {
    try read(Array(text.utf8), order: order)
  }

  @Test func `a channel is read as it was sent`() throws {
    let sample = try read(Fixture.bytes("discord/channel.txt"))
    let rule = String(repeating: "=", count: 62)
    #expect(
      sample.lines == [
        Line(
          "alice", "2024-01-05T09:14:00Z",
          "Wordle 930 4/6\n\n||⬛🟨⬛⬛⬛\n⬛⬛🟩🟨⬛\n🟩⬛🟩⬛🟩\n🟩🟩🟩🟩🟩||", line: 15),
        Line(
          "Bob the Builder", "2024-01-05T12:00:00Z",
          """
          ```
          Wordle 930 X/6
          ```
          [1/5/2024 12:00 PM] is no header inside
          \(rule)
          > and this is cited

          [not a date] carol
          {Attachments} as a word
          """, line: 33),
        Line("carol", "2024-01-05T12:30:00Z", "", line: 45),
        Line(
          "Wordle", "2024-03-10T02:30:00Z",
          "**Your group is on a 3 day streak!** 🔥\n👑 3/6: @alice\n4/6: @Bob the Builder", line: 51),
        Line(
          "carol", "2024-11-03T01:30:00Z", "Wordle 929 2/6\n\n🟨⬛⬛⬛⬛\n🟩🟩🟩🟩🟩", line: 60),
        Line("alice", "2024-11-04T00:05:00Z", "last", line: 77),
      ])
    #expect(sample.messages.map(\.isForwarded) == [false, false, false, false, true, false])
    #expect(sample.counts == MessageCounts(messages: 6, notices: 2))
    #expect(sample.issueLines == [])
  }

  @Test func `times are those of the zone, also when a clock shows one twice or never`() throws {
    let zone = try #require(NamedTimeZone("America/New_York"))
    let sample = try read(Fixture.bytes("discord/channel.txt"), zone: zone)
    #expect(
      sample.lines.map(\.sentAt) == [
        "2024-01-05T14:14:00Z", "2024-01-05T17:00:00Z", "2024-01-05T17:30:00Z",
        "2024-03-10T07:30:00Z", "2024-11-03T05:30:00Z", "2024-11-04T05:05:00Z",
      ])
  }

  @Test(arguments: [
    ("1/25/2024 1:07 PM", "2024-01-25T13:07:00Z"), ("25/01/2024 13:07", "2024-01-25T13:07:00Z"),
    ("2024-01-05 13:07", "2024-01-05T13:07:00Z"), ("2024/01/05 3:07", "2024-01-05T03:07:00Z"),
    ("05.01.2024 13:07", "2024-01-05T13:07:00Z"), ("5.1.2024 13.07", "2024-01-05T13:07:00Z"),
    ("05-01-2024 13:07", "2024-01-05T13:07:00Z"), ("05-Jan-24 01:07 PM", "2024-01-05T13:07:00Z"),
    ("5-Jan-2024 12:07 AM", "2024-01-05T00:07:00Z"), ("31.12.24, 23:59:58", "2024-12-31T23:59:58Z"),
    ("2024. 1. 5. 오후 1:07", "2024-01-05T13:07:00Z"), ("2024/1/5 上午1:07", "2024-01-05T01:07:00Z"),
    ("25/1/2024 1:07 p.\u{A0}m.", "2024-01-25T13:07:00Z"),
    ("1/25/2024 1:07\u{202F}PM", "2024-01-25T13:07:00Z"),
    ("2024-01-05 13 h 07", "2024-01-05T13:07:00Z"), ("25/1/2024 12:07 am", "2024-01-25T00:07:00Z"),
    ("2024-01-05T13:07:00.1234567+02:00", "2024-01-05T11:07:00Z"),
    ("2024-01-05T13:07:00Z", "2024-01-05T13:07:00Z"),
    ("2024-01-05T13:07:00", "2024-01-05T13:07:00Z"),
  ])
  func `dates of many countries are read`(date: String, expected: String) throws {
    let sample = try read("[\(date)] a\nhi\n\n")
    #expect(sample.lines.map(\.unplaced) == [Line("a", expected, "hi")])
  }

  @Test func `a title follows an empty line`() throws {
    let sample = try read("[2024-01-05 13:07] a\nhi\n{Embed}\nyou\n\n{Embed}\nWordle 1 1/6\n\n")
    #expect(sample.lines.map(\.text) == ["hi\n{Embed}\nyou"])
  }

  @Test(arguments: [
    // A number above 12 decides, wherever it is.
    (["1/5/2024", "2/3/2024", "25/3/2024"], DateOrder.dayFirst),
    (["1/5/2024", "1/25/2024"], .monthFirst),
    // Else the dates must run through, forward or backward.
    (["1/5/2024", "2/5/2024", "1/6/2024"], .dayFirst),
    (["1/5/2024", "1/6/2024", "2/3/2024", "3/1/2024"], .monthFirst),
    (["3/1/2024", "2/3/2024", "1/6/2024", "1/5/2024"], .monthFirst),
    // What is the same in both orders decides nothing and needs nothing.
    (["1/1/2024", "2/2/2024"], .dayFirst), (["5.1.2024", "6.1.2024", "5.2.2024"], .dayFirst),
  ])
  func `the order of day and month is found`(dates: [String], order: DateOrder) throws {
    let text = dates.map { "[\($0) 13:07] a\nhi\n\n" }.joined()
    let first = try #require(try read(text).messages.first?.sentAt)
    let parts = dates[0].split { !$0.isNumber }.compactMap { Int($0) }
    let (day, month) = order == .dayFirst ? (parts[0], parts[1]) : (parts[1], parts[0])
    #expect(first.day == Day(year: 2024, month: month, day: day))
  }

  @Test func `an order that nothing decides leaves the day open`() throws {
    let text = "[1/1/2024 13:07] a\nhi\n\n[1/5/2024 13:07] a\nhi\n\n[1/6/2024 13:08] a\nhi\n\n"
    let open = try read(text).messages
    #expect(open.map { $0.sentAt?.iso } == ["2024-01-01T13:07:00Z", nil, nil])
    #expect(
      open.map { $0.dayProblem == nil } == [true, false, false])
    for (order, month) in [(DateOrder.dayFirst, 6), (.monthFirst, 1)] {
      let last = try #require(try read(text, order: order).messages.last?.sentAt)
      #expect(last.day.civil.month == month)
    }
  }

  @Test func `the order that the caller names counts`() throws {
    let text = "[1/25/2024 13:07] a\nhi\n\n[1/5/2024 13:07] a\nhi\n\n"
    let sample = try read(text, order: .dayFirst)
    #expect(sample.lines.map(\.sentAt) == ["2024-05-01T13:07:00Z"])
    #expect(sample.counts == MessageCounts(messages: 1, unreadable: 1))
    #expect(sample.issueLines == ["f:1: the message's date or sender cannot be read"])
  }

  @Test func `dates with unknown words are reported`() throws {
    let foreign = "[5 januari 2024 13:07] a\nhi\n\n"
    #expect(
      throws: InputError.malformed("f", reason: "its dates have an unknown form; export it as JSON")
    ) {
      try read(foreign)
    }
    let known = try read("[2024-01-05 13:07] a\nhi\n\n\(foreign)")
    #expect(known.counts == MessageCounts(messages: 1))
  }

  @Test func `a random channel comes back`() throws {
    var random = SeededRandom(seed: 61)
    for round in 0..<60 {
      let rule = String(repeating: "=", count: 62)
      var text = "\(rule)\nGuild: G\nChannel: C\n\(rule)\n\n"
      var expected: [Line] = []
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let chat = RandomChat.message(&random)
        let minute = String(chat.local(separator: " ").dropLast(3))
        let sender = chat.sender ?? "me"
        let isPinned = Int.random(in: 0...5, using: &random) == 0
        text += "[\(minute)] \(sender)\(isPinned ? " (pinned)" : "")\n\(chat.text)\n\n"
        if Int.random(in: 0...4, using: &random) == 0 { text += "{Embed}\nWordle 1 1/6\n\n" }
        text += "\n"
        expected.append(
          Line(sender, minute.replacing(" ", with: "T") + ":00Z", chat.text))
      }
      text += "\(rule)\nExported \(expected.count) message(s)\n\(rule)\n"
      if round % 2 == 1 { text = text.replacing("\n", with: "\r\n") }
      let sample = try read(text)
      #expect(
        sample.lines.map { Line($0.sender, $0.sentAt, $0.text.replacing("\r\n", with: "\n")) }
          == expected)
      #expect(sample.counts == MessageCounts(messages: expected.count))
    }
  }

  @Test func `no input stops it`() throws {
    let bytes = try Fixture.bytes("discord/channel.txt")
    for end in bytes.indices {
      let sample = try read(Array(bytes[..<end]), order: .monthFirst)
      #expect(sample.end == end)
      #expect(sample.counts.messages <= 7)
    }
    var random = SeededRandom(seed: 62)
    for _ in 0..<200 {
      let garbage = RandomChat.mutated(bytes, &random)
      #expect(try read(garbage, order: .monthFirst).end == garbage.count)
    }
    let long = String(repeating: "x", count: 1_100_000)
    let sample = try read("[2024-01-05 09:14] a\n\(long)\n\n\n[2024-01-05 09:15] b\nz\n\n")
    #expect(sample.counts == MessageCounts(messages: 2))
    #expect(sample.lines.map(\.text.utf8.count) == [1_100_003, 1])
  }

  @Test(arguments: RandomChat.fixtures)
  func `no other export is mistaken for one`(path: String) throws {
    let head = Array(try Fixture.bytes(path).prefix(65_536))
    #expect(DiscordLayout.recognises(head) == (path == "discord/channel.txt"))
  }
}
