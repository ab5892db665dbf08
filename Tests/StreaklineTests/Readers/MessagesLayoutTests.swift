import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct MessagesLayoutTests {
  private typealias Line = ReaderOutput.Line

  private func read(_ text: [UInt8], zone: NamedTimeZone = .utc) throws -> ReaderOutput {
    try ReaderOutput(
      ChatTextReader(memorySource(text), layout: MessagesLayout(zone: zone), scan: .everywhere))
  }

  private func read(_ text: String) throws -> ReaderOutput { try read(Array(text.utf8)) }

  @Test func `an export is read as it was sent`() throws {
    let sample = try read(Fixture.bytes("imessage/group.txt"))
    let reply = "Wordle 930 6/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    #expect(
      sample.lines == [
        Line(
          nil, "2024-01-05T09:15:40Z",
          "Wordle 930 4/6\n\n⬛🟨⬛⬛⬛\n⬛⬛🟩🟨⬛\n🟩⬛🟩⬛🟩\n🟩🟩🟩🟩🟩\nSent with Confetti", line: 5),
        Line("Tomás", "2024-01-05T12:00:00Z", reply, line: 17),
        Line(nil, "2024-01-05T12:00:30Z", "Phew", line: 26),
        Line("Tomás", "2024-01-05T12:00:00Z", reply, line: 31),
        Line("Nadia Brandt", "2024-03-10T02:30:00Z", "Mini 0:57\n\nsorry", line: 43),
        Line(
          "+15555550199", "2024-11-03T00:59:59Z",
          """
          /Users/me/Library/Messages/Attachments/ab/grid.png
          Reactions: mixed, or so I hear
          May 17, 2022 is when we began
          """, line: 56),
        Line(
          "Nadia Brandt", "2024-11-04T00:00:00Z", "Tapbacks:\nare what we call these", line: 71),
      ])
    #expect(sample.counts == MessageCounts(messages: 7, notices: 3, unreadable: 1, deleted: 1))
    #expect(sample.issueLines == ["f:65: the message's date or sender cannot be read"])
  }

  @Test func `an older export with line breaks of Windows is read`() throws {
    let sample = try read(Fixture.bytes("imessage/replies.txt"))
    let reply = "Quordle 113\n4️⃣5️⃣\n\nquordle.com"
    #expect(
      sample.lines == [
        Line(nil, "2022-05-17T17:29:42Z", "Quordle 113\n6️⃣7️⃣", line: 3),
        Line("Grace", "2022-05-17T18:01:00Z", reply, line: 11),
        Line("Tomás", "2022-05-17T18:02:00Z", "second try", line: 18),
        Line("Grace", "2022-05-17T18:01:00Z", reply, line: 24),
      ])
    #expect(sample.counts == MessageCounts(messages: 4, notices: 1))
  }

  @Test func `times are those of the zone, also when a clock shows one twice or never`() throws {
    let zone = try #require(NamedTimeZone("America/New_York"))
    let text = [
      "Jan 05, 2024 12:00:00 AM", "Mar 10, 2024  1:59:59 AM", "Mar 10, 2024  2:30:00 AM",
      "Mar 10, 2024  3:00:00 AM", "Nov 03, 2024 12:59:59 AM", "Nov 03, 2024  1:30:00 AM",
      "Nov 03, 2024  2:00:00 AM", "Jul 4, 2024 12:00:00 PM", "Jul  5, 2024  1:00:00 PM",
    ].map { "\($0)\nMe\nhi\n\n" }.joined()
    #expect(
      try read(Array(text.utf8), zone: zone).lines.map(\.sentAt) == [
        "2024-01-05T05:00:00Z", "2024-03-10T06:59:59Z", "2024-03-10T07:30:00Z",
        "2024-03-10T07:00:00Z", "2024-11-03T04:59:59Z", "2024-11-03T05:30:00Z",
        "2024-11-03T07:00:00Z", "2024-07-04T16:00:00Z", "2024-07-05T17:00:00Z",
      ])
  }

  @Test(arguments: [
    // Two texts of one message that were both changed, and one of them with an empty first form.
    (
      "a\nMay 17, 2022  5:29:42 PM b\nEdited 1 second later: c\n\n"
        + "May 17, 2022  5:29:42 PM \nEdited 2 days, 1 hour later: d\nEdited 3 seconds later:",
      "a\nc\n"
    ),
    ("Edited 3 seconds later: x", "Edited 3 seconds later: x"),
    // The first version has no date.
    ("b\n🟩🟩\nEdited 1 minute later: c\n🟩🟨\nEdited 1 second later: d", "d"),
    (
      "May 17, 2022  5:29:42 PM b\nEdited a bit later: c",
      "May 17, 2022  5:29:42 PM b\nEdited a bit later: c"
    ),
    ("May 17, 2022  5:29:42 PM (b)\nEdited 1 second later: (c)", "(c)"),
    // A date alone in a text, without a name below it.
    ("when?\nMay 17, 2022  5:29:42 PM\n\nthen", "when?\nMay 17, 2022  5:29:42 PM\n\nthen"),
    ("x\nTapbacks:\n    Loved by Me\n    👍 by Bo\ny", "x\ny"),
    ("x\nReactions:\nLoved by Me\n\ny", "x\n\ny"),
    ("x\nReactions:\nI am by the sea", "x\nReactions:\nI am by the sea"),
    ("    indented\n  less", "    indented\n  less"),
    ("May 17, 2022  5:29:42 PM b", "May 17, 2022  5:29:42 PM b"),
  ])
  func `what the exporter adds to a text is dropped`(body: String, expected: String) throws {
    let text = "Jan 05, 2024  9:14:02 AM\nAnn\n\(body)\n\nJan 05, 2024  9:14:03 AM\nBo\nz\n\n"
    let sample = try read(text)
    #expect(sample.lines.map(\.text) == [expected.trimmingSuffix("\n"), "z"])
    #expect(sample.counts == MessageCounts(messages: 2))
  }

  @Test func `the last version of a text on a page is the one that counts`() throws {
    func message(_ time: String, _ content: String) -> String {
      "<div class=\"message\"><div class=\"received\"><p><span class=\"timestamp\">\(time)</span> "
        + "<span class=\"sender\">Ana</span></p><hr><div class=\"message_part\">\(content)</div></div></div>\n"
    }
    let versions =
      "<div class=\"edited\"><table><tbody><tr><td><span class=\"timestamp\"></span></td>"
      + "<td>Wordle 1,063 4/6</td></tr></tbody><tfoot><tr><td><span class=\"timestamp\">"
      + "Edited 1 minute later</span></td><td>Wordle <span class=\"bold\">1,063</span> 3/6<br>🟩</td>"
      + "</tr></tfoot></table></div>"
    let page =
      message("May 17, 2024  8:00:00 AM", versions)
      + message("May 17, 2024  8:05:00 AM", "<span class=\"bubble\">hi</span>")
    let input = try Input(
      memorySource(page), opening: nil, format: .imessage, options: ReaderOptions(),
      scan: .everywhere)
    let sample = try ReaderOutput(input.reader)
    #expect(sample.lines.map(\.text) == ["Wordle 1,063 3/6\n🟩", "hi"])
    #expect(sample.lines.map(\.sentAt) == ["2024-05-17T08:00:00Z", "2024-05-17T08:05:00Z"])
    #expect(sample.issueLines == [])
  }

  @Test func `a reply loses its own indentation and nothing else`() throws {
    let sample = try read(
      """
      Jan 05, 2024  9:14:02 AM
      Ann
      hi
          Jan 05, 2024  9:14:03 AM
          Bo
          a
        b
            c

      d
      This message responded to an earlier message.

      """)
    #expect(sample.lines.map(\.text) == ["hi", "a\n  b\n  c\n\nd"])
  }

  @Test func `a random chat comes back`() throws {
    var random = SeededRandom(seed: 51)
    for _ in 0..<60 {
      var text = ""
      var expected: [Line] = []
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let chat = RandomChat.message(&random)
        let isReply = !expected.isEmpty && Int.random(in: 0...3, using: &random) == 0
        var lines = [date(chat.sentAt), chat.sender ?? "Me"]
        if Bool.random(using: &random) { lines[0] += " (Read by them after 2 minutes)" }
        lines += chat.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if Int.random(in: 0...3, using: &random) == 0 { lines += ["Tapbacks:", "    Liked by Me"] }
        // A reply follows its message without an empty line.
        if isReply, text.hasSuffix("\n\n") { text.removeLast() }
        text += lines.map { isReply && !$0.isEmpty ? "    \($0)\n" : "\($0)\n" }.joined() + "\n"
        expected.append(Line(chat.sender, chat.sentAt.iso, chat.text))
      }
      #expect(try read(text).lines.map(\.unplaced) == expected)
    }
  }

  /// `May 17, 2022  5:29:42 PM`.
  private func date(_ instant: Instant) -> String {
    let months = "JanFebMarAprMayJunJulAugSepOctNovDec"
    let (year, month, day) = instant.day.civil
    let seconds = Int(instant.milliseconds / 1_000) - instant.day.daysSinceEpoch * 86_400
    let hour = (seconds / 3_600 + 11) % 12 + 1
    let clock = "\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    return "\(months.dropFirst(month * 3 - 3).prefix(3)) \(padded(day, 2)), \(year) "
      + "\(hour < 10 ? " " : "")\(hour):\(clock) \(seconds < 43_200 ? "AM" : "PM")"
  }

  @Test func `no input stops it`() throws {
    for path in ["imessage/group.txt", "imessage/replies.txt"] {
      let bytes = try Fixture.bytes(path)
      for end in bytes.indices {
        let sample = try read(Array(bytes[..<end]))
        #expect(sample.end == end)
        #expect(sample.counts.messages <= 8)
      }
      var random = SeededRandom(seed: 52)
      for _ in 0..<200 {
        let garbage = RandomChat.mutated(bytes, &random)
        #expect(try read(garbage).end == garbage.count)
      }
    }
    let long = String(repeating: "x", count: 1_100_000)
    let sample = try read(
      "Jan 05, 2024  9:14:02 AM\nAnn\n\(long)\n\nJan 05, 2024  9:14:03 AM\nBo\nz\n\n")
    #expect(sample.counts == MessageCounts(messages: 2))
    #expect(sample.lines.map(\.text.utf8.count) == [1_100_002, 1])
  }

  @Test func `a date with a name below it differs from one without, wherever a part ends`() throws {
    let end = "May 17, 2022  5:29:42 PM\n\nmore\n\nJan 05, 2024  9:14:03 AM\nBo\nz\n\n"
    let step = LongRun.isOn ? 3 : 12
    for size in Array(262_056..<262_144) + Array(294_806..<294_896) where size % step == 0 {
      let filler = String(repeating: "y", count: size)
      let text = "Jan 05, 2024  9:14:02 AM\nAnn\n\(filler)\n\(end)\(filler)"
      let source = memorySource(Array(text.utf8), chunk: 278_528)
      // In "more" and at the end.
      let scan = CandidateScan { text, range in
        [text.firstIndex(of: 0x6D), text.count - 3].compactMap { $0 }.filter(range.contains)
      }
      let sample = try ReaderOutput(
        ChatTextReader(source, layout: MessagesLayout(zone: .utc), scan: scan))
      #expect(sample.counts == MessageCounts(messages: 2))
      #expect(sample.messages.last?.sender == "Bo")
    }
  }

  @Test(arguments: [
    ("Jan 05, 2024  9:14:02 AM\nAnn\nhi\n\n", true),
    ("\nJan 05, 2024 10:14:02 AM (Read by you after 2 seconds)\r\nAnn\r\n\r\n", true),
    ("Jan 05, 2024  9:14:02 AM You named the conversation x\n\n", true),
    ("Jan 05, 2024  9:14:02 AM\n\nhi\n", false), ("Jan 05, 2024  9:14:02 AM", false),
    ("Jan 05, 2024  9:14:02 AM You named it\nx\n", false), ("Jan 05, 2024\nAnn\n", false),
    ("January 05, 2024  9:14:02 AM\nAnn\nhi\n", false), ("Jan 05, 2024 13:14:02\nAnn\n", false),
    ("5 Jan 2024 9:14:02 AM\nAnn\n", false), ("Jan 05, 2024  9:14:02 AMx\nAnn\n", false),
    ("[2024-01-05 09:14:02] A: hi  \n\n", false), ("", false), ("May\n", false),
  ])
  func `a chat is recognised`(text: String, isRecognised: Bool) {
    #expect(MessagesLayout.recognises(Array(text.utf8)) == isRecognised)
  }

  @Test(arguments: RandomChat.fixtures)
  func `no other export is mistaken for one`(path: String) throws {
    let head = Array(try Fixture.bytes(path).prefix(65_536))
    #expect(MessagesLayout.recognises(head) == path.hasPrefix("imessage/"))
  }

  /// A page shows a reply below the part that it answers, and again at its own time.
  @Test func `a reply on a page is its sender's, and what follows below it is not`() throws {
    func message(_ id: String, _ name: String, _ time: String, _ parts: String) -> String {
      "<div class=\"message\" id=\"r-\(id)\"><div class=\"received\"><p><span class=\"timestamp\">May 17, 2024  \(time) AM</span> <span class=\"sender\">\(name)</span></p>\(parts)</div></div>\n"
    }
    func part(_ text: String, _ replies: String = "") -> String {
      "<hr><div class=\"message_part\"><span class=\"bubble\">\(text)</span>\(replies)</div>"
    }
    let reply = message("2", "Me", "8:05:00", part("Wordle 1,063 3/6"))
    let page =
      "<html><body>"
      + message(
        "1", "Ana", "8:00:00",
        part("hi", "<div class=\"replies\"><div class=\"reply\" id=\"2\">\n\(reply)</div></div>")
          + part("Wordle 1,063 4/6")) + reply + "</body></html>"
    #expect(
      try ChatRecords(page).results == [
        "Ana wordle 20240517 4 2024-05-17T08:00:00Z", "me wordle 20240517 3 2024-05-17T08:05:00Z",
      ])
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)).trimmingSuffix(suffix) : self
  }
}
