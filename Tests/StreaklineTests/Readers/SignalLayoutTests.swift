import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct SignalLayoutTests {
  private func read(_ text: [UInt8], zone: NamedTimeZone = .utc) throws -> ReaderOutput {
    try ReaderOutput(
      ChatTextReader(memorySource(text), layout: SignalLayout(zone: zone), scan: .everywhere))
  }

  private func read(_ text: String) throws -> ReaderOutput { try read(Array(text.utf8)) }

  private typealias Line = ReaderOutput.Line

  @Test func `an export is read as it was sent`() throws {
    let sample = try read(Fixture.bytes("signal/chat.md"))
    #expect(
      sample.lines == [
        Line(
          "Nadia Brandt", "2024-01-05T09:14:02Z", "Morning! Anybody up for today's puzzle?", line: 1
        ),
        Line(
          nil, "2024-01-05T09:15:40Z",
          "Wordle 930 4/6\n\n⬛🟨⬛⬛⬛\n⬛⬛🟩🟨⬛\n🟩⬛🟩⬛🟩\n🟩🟩🟩🟩🟩", line: 3),
        Line("Tomás", "2024-01-05T09:21:11Z", "Lucky guess: mine took all six", line: 18),
        Line("Nadia Brandt", "2024-03-09T23:59:59Z", "\n(( 😀 ))", line: 26),
        Line(
          "Tomás", "2024-03-10T02:30:00Z",
          "Wordle 995 X/6*\n\n🟨⬛⬛⬛⬛\n"
            + "⬛🟨⬛⬛⬛  ![2024-03-10_00_grid one.png](./media/2024-03-10_00_grid%20one.png)",
          line: 29),
        Line(
          "No-Sender", "2024-11-03T01:30:00Z",
          "Clock change: half past one, which of the two?\n![clock.png](./media/clock.png)",
          line: 34),
        Line(
          nil, "2024-11-04T07:05:09Z",
          """
          > so you say: 0:41?
          [2024] is no date at a line's begin
          [2024-11-04 07:05:09] without a colon
          """, line: 43),
        Line("Tomás", nil, "when was this?", line: 47),
      ])
    #expect(sample.counts == MessageCounts(messages: 8, notices: 3, unreadable: 1, deleted: 1))
    #expect(sample.issueLines == ["f:37: the message's date or sender cannot be read"])
  }

  @Test func `times are those of the zone, also when a clock shows one twice or never`() throws {
    let zone = try #require(NamedTimeZone("America/New_York"))
    let sample = try read(Fixture.bytes("signal/chat.md"), zone: zone)
    #expect(
      sample.lines.map(\.sentAt) == [
        "2024-01-05T14:14:02Z", "2024-01-05T14:15:40Z", "2024-01-05T14:21:11Z",
        "2024-03-10T04:59:59Z", "2024-03-10T07:30:00Z", "2024-11-03T05:30:00Z",
        "2024-11-04T12:05:09Z", nil,
      ])
  }

  @Test func `an older export is read`() throws {
    let sample = try read(Fixture.bytes("signal/index.md"))
    #expect(
      sample.lines == [
        Line("Grace", "2019-05-29T15:04:00Z", "Old exporter, no seconds", line: 1),
        Line(nil, "2019-05-29T15:05:00Z", "Wordle 1 1/6\n\n🟩🟩🟩🟩🟩", line: 2),
        Line("Grace", "2019-05-29T23:59:00Z", "ok  ![a.jpg](./media/a.jpg)", line: 5),
      ])
    #expect(sample.counts == MessageCounts(messages: 3))
  }

  @Test(arguments: [
    // A quotation without a text, and one with reactions after it.
    ("\n\n> Wordle 1 1/6\n\n  ", ""), ("\n\n> a\n> b\n\n  \n(- A: 👍 -)", ""),
    // What somebody wrote with a quotation mark of his own.
    ("> Wordle 1 1/6  ", "> Wordle 1 1/6"), ("hi\n> you  ", "hi\n> you"),
    // Reactions are after the text, on a line of their own.
    ("(- a: b -)  ", "(- a: b -)"), ("(- a: b -)", "(- a: b -)"),
    ("x\n(- a: b -)\ny  ", "x\n(- a: b -)\ny"),
    ("x  \n(- a -): 😀, b: 👍 -)", "x"), ("x\n(- a: b -) y  ", "x\n(- a: b -) y"),
    ("x  \n(- a: 👍 -)\n(( 😀 ))", "x\n\n(( 😀 ))"), ("x\n(- a: b", "x\n(- a: b"),
    // Two blanks at a line's end are the exporter's, one is not.
    ("a  \nb \nc   \n\n  d  ", "a\nb \nc \n\n  d"),
  ])
  func `what the exporter adds to a text is dropped`(body: String, expected: String) throws {
    let sample = try read("[2024-01-05 09:14:02] A: \(body)\n\n[2024-01-05 09:14:03] B: z  \n\n")
    #expect(sample.lines.map(\.text) == [expected, "z"])
    #expect(sample.counts == MessageCounts(messages: 2))
  }

  @Test(arguments: [
    ("Incoming call  ", true), ("Outgoing call (declined by recipient)  ", true),
    ("Missed video call  ", true), ("Incoming voice call (accepted, 5s)  ", true),
    ("(This message was deleted)", true), ("Missed call, sorry  ", false),
    ("Incoming wordle grid (see call)  ", false), ("(This message was not deleted)  ", false),
    ("Outgoing people never call  ", false),
  ])
  func `calls and deleted messages are notices`(body: String, isNotice: Bool) throws {
    let sample = try read("[2024-01-05 09:14:02] A: \(body)\n\n")
    #expect(
      sample.counts
        == MessageCounts(
          messages: isNotice ? 0 : 1, notices: isNotice ? 1 : 0,
          deleted: body.hasPrefix("(This message was deleted") ? 1 : 0))
    #expect(sample.lines.count == (isNotice ? 0 : 1))
  }

  @Test func `a random chat comes back`() throws {
    var random = SeededRandom(seed: 41)
    for _ in 0..<60 {
      var text = ""
      var expected: [Line] = []
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let chat = RandomChat.message(&random)
        let sender = chat.sender ?? "Me"
        text += "[\(chat.local(separator: " "))] \(sender): "
        if Int.random(in: 0...4, using: &random) == 0 {
          text += "\n\n> \(RandomChat.text(&random).replacing("\n", with: "\n> "))\n\n"
        }
        text += "\(chat.text)  "
        if Int.random(in: 0...4, using: &random) == 0 { text += "\n(- Ann: 👍, Bo: 😀 -)" }
        text += "\n\n"
        expected.append(Line(chat.sender, chat.sentAt.iso, chat.text))
      }
      #expect(try read(text).lines.map(\.unplaced) == expected)
    }
  }

  @Test func `no input stops it`() throws {
    let bytes = try Fixture.bytes("signal/chat.md")
    for end in bytes.indices {
      let sample = try read(Array(bytes[..<end]))
      #expect(sample.end == end)
      #expect(sample.counts.messages <= 8)
    }
    var random = SeededRandom(seed: 42)
    for _ in 0..<200 {
      let garbage = RandomChat.mutated(bytes, &random)
      #expect(try read(garbage).end == garbage.count)
    }
    let long = String(repeating: "x", count: 1_100_000)
    let sample = try read("[2024-01-05 09:14:02] A: \(long)  \n\n[2024-01-05 09:14:03] B: z  \n\n")
    #expect(sample.counts == MessageCounts(messages: 2))
    #expect(sample.lines.map(\.text.utf8.count) == [1_100_004, 1])
  }

  @Test(arguments: [
    ("[2024-01-05 09:14:02] A: hi  \n\n", true), ("\n[2024-01-05, 09:14] A: hi  \n", true),
    ("[2024-01-05 09:14:02] A: hi\n  \n\n[2024-01-05 09:14:02] A: hi  \n\n", true),
    // WhatsApp where the year comes first.
    ("[2024-01-05 09:14:02] A: hi\n[2024-01-05 09:14:03] B: ho\n", false),
    ("[2024-01-05 09:14:02] A: hi  \n[2024-01-05 09:14:03] B: ho\n", false),
    ("[2024-01-05, 09:14:02] A: hi\n", false), ("[23/06/2018, 01:55:10] Luke: Hey!  \n", false),
    ("[2018/06/13, 21:25:15] a: m  \n", false), ("[2022/7/21 05:11:12] Eric Gao: m  \n", false),
    ("2024-01-05 09:14:02 A: hi  \n", false), ("", false), ("\n\n  \n", false),
    ("Wordle 1 1/6\n[2024-01-05 09:14:02] A: hi  \n\n", false),
  ])
  func `a chat is recognised`(text: String, isRecognised: Bool) {
    #expect(SignalLayout.recognises(Array(text.utf8)) == isRecognised)
  }

  @Test(arguments: RandomChat.fixtures)
  func `no other export is mistaken for one`(path: String) throws {
    let head = Array(try Fixture.bytes(path).prefix(65_536))
    #expect(SignalLayout.recognises(head) == (path.hasPrefix("signal/") && path.hasSuffix(".md")))
  }
}
