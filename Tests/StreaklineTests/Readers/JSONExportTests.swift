import StreaklineCore
import Testing

@testable import StreaklineReaders

/// The content of `Fixtures/exports`, as a person reads it.
@Suite struct JSONExportTests {
  private let berlin = ReaderOptions(zone: NamedTimeZone("Europe/Berlin") ?? .utc)

  @Test(arguments: [1, 100, 262_144])
  func `a Telegram chat is read`(chunk: Int) throws {
    let source = try Fixture.source("telegram/result.json", chunk: chunk)
    let export = try ReaderOutput(TelegramReader(source, options: .init(), scan: .atWordle))
    #expect(export.counts == MessageCounts(messages: 9, notices: 2))
    #expect(export.issues == [])
    #expect(export.end == 5_311)
    #expect(
      export.longLines == [
        "22 3645 Alice Example 2022-03-08T12:07:42Z: Wordle 262 3/6*\n\n⬜🟨⬜⬜⬜\n🟩⬜🟩🟨⬜\n🟩🟩🟩🟩🟩",
        "37 3646 Bob 2022-03-08T12:09:05Z: Wordle is fun, isn't it?",
        "53 3647 Bob 2022-03-08T12:10:00Z: #Worldle #46 2/6 (100%)\n🟩🟩🟩🟩🟨↗️\n🟩🟩🟩🟩🟩🎉\nhttps://worldle.teuteuf.fr",
        "102 3648 Bob 2022-03-08T12:12:00Z:>Wordle 262 2/6\n\n🟨🟩⬜⬜⬜\n🟩🟩🟩🟩🟩",
        "118 3649 Bob 2022-03-08T23:30:00Z:>Wordle 262 5/6",
        "134 3650 Deleted Account (user300000003) 2022-03-09T08:15:00Z: Wordle 263 4/6\n\n⬛⬛🟨⬛⬛\n⬛🟩⬛⬛🟨\n🟩🟩⬛🟩🟩\n🟩🟩🟩🟩🟩",
        "172 3651 Chloë Müller 2022-03-09T08:16:00Z: Brain freeze 🤔Wordle 263 X/6 ⬛\u{FE0F} & \"done\"",
        "206 3653 Bob 2022-03-09T08:18:00Z: Wordle 263 6/6",
      ])
  }

  @Test func `a Telegram account is read, with chats that were left and old dates`() throws {
    let source = try Fixture.source("telegram/account.json")
    let export = try ReaderOutput(TelegramReader(source, options: berlin, scan: .atWordle))
    #expect(export.counts == MessageCounts(messages: 3, notices: 1))
    #expect(export.issues == [])
    #expect(
      export.longLines == [
        // The night in which clocks show half past two twice; the first counts.
        "37 11 Bob 2020-10-25T00:30:00Z: Wordle before it was Wordle",
        "62 7 Alice Example 2026-10-03T09:59:00Z: Wordle 1,932 3/6",
        "84 3 Alice Example 2024-02-29T23:59:59Z: Wordle 985 4/6",
      ])
  }

  @Test(arguments: [1, 262_144])
  func `a Discord channel is read, with the digest of the Wordle app`(chunk: Int) throws {
    let source = try Fixture.source("discord/puzzle-club.json", chunk: chunk)
    let export = try ReaderOutput(DiscordReader(source, options: .init(), scan: .atWordle))
    #expect(export.counts == MessageCounts(messages: 4, notices: 3, bots: 1))
    #expect(export.issues == [])
    #expect(
      export.longLines == [
        "46 1300000000000000002 Alice Example 2026-10-02T21:59:30Z: Wordle 1.931 4/6\n\n||⬛⬛🟨⬛⬛\n🟨⬛⬛⬛⬛\n🟩🟩⬛🟩🟩\n🟩🟩🟩🟩🟩||",
        "100 1300000000000000003 bob 2026-10-03T05:30:00Z: > Wordle 1.931 4/6\nnice! #Worldle #1717 (04.10.2026) 1/6 (100%)\n<https://worldle.teuteuf.fr>",
        "152 1300000000000000004 bob 2026-10-03T06:00:00Z:>Wordle 1,930 2/6\n\n🟨🟩⬛⬛⬛\n🟩🟩🟩🟩🟩",
        "191 1300000000000000005 Wordle 2026-10-03T07:00:00Z: **Your group is on a 93 day streak!** 🔥🔥🔥 Here are yesterday's results:\n👑 3/6: @Alice Example @bob\n4/6: @carol\nX/6: <@100000000000000004> <@100000000000000005>",
      ])
    #expect(
      export.messages.map { $0.sentAt?.milliseconds } == [
        1_790_978_370_762, 1_791_005_400_500, 1_791_007_200_000, 1_791_010_800_000,
      ])
  }

  private func slackTree() throws -> MemoryTree {
    let paths = [
      "channels.json", "general/2022-03-08.json", "integration_logs.json",
      "puzzles/2022-03-08.json", "puzzles/2022-03-09.json", "users.json",
    ]
    var tree = MemoryTree(name: "export.zip", files: [:])
    for path in paths {
      tree.files[path] = try Fixture.bytes("slack/\(path)")
    }
    return tree
  }

  @Test func `a Slack export is read, channel by channel and day by day`() throws {
    let export = try ReaderOutput(SlackReader(slackTree(), options: .init(), scan: .atWordle))
    #expect(export.counts == MessageCounts(messages: 7, notices: 5, bots: 3, deleted: 1))
    #expect(export.issues == [])
    #expect(export.isOrderly)
    // Days alone count, not the lists of members and channels.
    #expect(export.end == 4_636)
    let square = ":white_large_square:"
    let green = ":large_green_square:"
    let yellow = ":large_yellow_square:"
    let grid = [
      [square, yellow, square, square, square], [green, square, green, yellow, square],
      [green, green, green, green, green],
    ]
    let rows = grid.map { $0.joined() }.joined(separator: "\n")
    #expect(
      export.longLines == [
        "9 1646741262.000005 alice 🧩 2022-03-08T12:07:42Z: Wordle <3 & more, see the game or https://a.example/?x=1&y=2, @Bob Builder in #puzzles @here",
        "2 1646742000.123456 alice 🧩 2022-03-08T12:20:00Z: Wordle 262 3/6*\n\n" + rows,
        "21 1646742100.000200 Bob Builder 2022-03-08T12:21:40Z: Wordle 262 4/6",
        "2 1646784000.000400 gone 2022-03-09T00:00:00Z: Wordle 263 X/6",
        "16 1646784060.000500 Guest Person 2022-03-09T00:01:00Z: solved Wordle 263 5/6",
        "48 1646784300.000900 Bob Builder 2022-03-09T00:05:00Z: Wordle 263 3/6",
      ])
    #expect(
      export.messages.map(\.source.name) == [
        "export.zip/general/2022-03-08.json", "export.zip/puzzles/2022-03-08.json",
        "export.zip/puzzles/2022-03-08.json", "export.zip/puzzles/2022-03-09.json",
        "export.zip/puzzles/2022-03-09.json", "export.zip/puzzles/2022-03-09.json",
      ])
    #expect(export.messages[1].sentAt?.milliseconds == 1_646_742_000_123)
  }

  @Test func `a Slack day of many batches is followed by the next day`() throws {
    let message = "{\"type\":\"message\",\"user\":\"U1\",\"ts\":\"1.5\",\"text\":\"Wordle\"}"
    let day = "[" + Array(repeating: message, count: 1_500).joined(separator: ",\n") + "]"
    let tree = MemoryTree(
      name: "x",
      files: ["a/2022-03-08.json": Array(day.utf8), "a/2022-03-09.json": Array(day.utf8)])
    let export = try ReaderOutput(SlackReader(tree, options: .init(), scan: .atWordle))
    #expect(export.messages.count == 3_000)
    #expect(export.messages.map(\.source.line) == Array(1...1_500) + Array(1...1_500))
    #expect(export.isOrderly)
    #expect(export.ends.count == 4)
    #expect(export.end == 2 * day.utf8.count)
  }

  @Test func `one day of a Slack channel is read alone, with the names it tells`() throws {
    let source = try Fixture.source("slack/general/2022-03-08.json")
    let export = try ReaderOutput(SlackReader(source, options: .init(), scan: .atWordle))
    #expect(export.counts == MessageCounts(messages: 1, notices: 1))
    #expect(
      export.longLines == [
        "9 1646741262.000005 alice 🧩 2022-03-08T12:07:42Z: Wordle <3 & more, see the game or https://a.example/?x=1&y=2, @U2147483698 in #puzzles @here"
      ])
  }

  @Test func `a file of a Slack export that cannot be read costs no other`() throws {
    var tree = try slackTree()
    tree.files["users.json"] = nil
    tree.files["puzzles/2022-03-08.json"] = nil
    tree.broken = ["puzzles/2022-03-08.json", "users.json"]
    tree.files["general/2022-03-09.json"] = Array("{\"ok\":false}".utf8)
    tree.files["general/notes.json"] = Array("[]".utf8)
    tree.files["2022-03-09.json"] = Array("[]".utf8)
    let export = try ReaderOutput(SlackReader(tree, options: .init(), scan: .atWordle))
    // Then nothing shows which member is a bot.
    #expect(export.counts == MessageCounts(messages: 5, notices: 3, bots: 1, deleted: 1))
    #expect(
      export.messages.map(\.sender) == ["alice 🧩", "U2147483699", "Guest Person", "U2147483700"])
    #expect(
      export.issueLines == [
        "export.zip/users.json:1: export.zip/users.json: cannot be read: the checksum is wrong",
        "export.zip/general/2022-03-09.json:1: no list of messages was found",
        "export.zip/puzzles/2022-03-08.json:1: export.zip/puzzles/2022-03-08.json: "
          + "cannot be read: the checksum is wrong",
      ])
  }

  @Test(arguments: [1, 262_144])
  func `a Messenger chat is read, and what Facebook garbled is mended`(chunk: Int) throws {
    let source = try Fixture.source("messenger/message_1.json", chunk: chunk)
    let export = try ReaderOutput(MessengerReader(source, options: .init(), scan: .atWordle))
    #expect(export.counts == MessageCounts(messages: 5, notices: 1, deleted: 1))
    #expect(export.issues == [])
    #expect(
      export.longLines == [
        "22 - Chloë Müller 2022-03-09T08:15:00Z: Wordle 263 4/6\n\n⬛⬛🟨⬛⬛\n🟩🟩🟩🟩🟩",
        "45 - Bob Builder 2022-03-08T12:07:42Z: Wordle 262 X/6, café time",
        "55 - Facebook user 2022-03-08T12:03:20Z: Wordle is naïve",
      ])
    #expect(export.messages[0].sentAt?.milliseconds == 1_646_813_700_456)
  }

  @Test func `an encrypted Messenger chat is read`() throws {
    let source = try Fixture.source("messenger/encrypted.json")
    let export = try ReaderOutput(MessengerReader(source, options: .init(), scan: .atWordle))
    #expect(export.counts == MessageCounts(messages: 1, notices: 1, deleted: 1))
    #expect(export.longLines == ["8 - Alice Example 2026-10-03T09:59:00Z: Wordle 1,932 3/6 🟩"])
  }

  @Test(arguments: [1, 262_144])
  func `a Signal chat is read, and a broken line costs no other`(chunk: Int) throws {
    let source = try Fixture.source("signal/data.json", chunk: chunk)
    let export = try ReaderOutput(SignalJSONReader(source, options: berlin, scan: .atWordle))
    #expect(export.counts == MessageCounts(messages: 5, notices: 2, unreadable: 2, deleted: 1))
    #expect(
      export.longLines == [
        "1 - Alice Example 2022-03-08T12:07:42Z: Wordle 262 3/6*\n\n⬜🟨⬜⬜⬜\n🟩🟩🟩🟩🟩",
        "2 - nil 2022-03-08T12:10:00Z: Wordle 262 4/6",
        "6 - No-Sender 2022-03-08T12:13:00Z: Wordle, who?",
        // Clocks skipped this time; it is read with the offset before.
        "10 - Bob 2022-03-27T01:30:00Z: Wordle 281 2/6",
      ])
    #expect(
      export.issueLines == [
        "signal/data.json:8: the line ends inside a value; it is not read",
        "signal/data.json:9: the message's date cannot be read",
      ])
  }

  @Test(arguments: [
    ("telegram/result.json", JSONExport.telegram), ("telegram/account.json", .telegram),
    ("discord/puzzle-club.json", .discord), ("slack/puzzles/2022-03-08.json", .slack),
    ("slack/general/2022-03-08.json", .slack), ("messenger/message_1.json", .messenger),
    ("messenger/encrypted.json", .messenger), ("signal/data.json", .signal),
  ])
  func `each export is recognised by its reader and no other`(
    path: String, format: JSONExport
  )
    throws
  {
    let bytes = try Fixture.bytes(path)
    #expect(JSONExport.recognising(Array(bytes.prefix(65_536))) == [format])
    // The head of a big file may end anywhere after its first message's keys.
    #expect(JSONExport.recognising(Array(bytes.prefix(1_600))) == [format])
  }

  @Test(arguments: [
    "", "[]", "{}", "null", "Wordle 1,932 3/6", "{\"messages\":[]}", "{\"messages\":{}}",
    "{\"achievements\":[],\"gameResults\":[{\"id\":\"A\",\"date\":\"2026-03-01T12:00:00Z\"}]}",
    "{\"metadata\":{\"version\":\"1\"},\"habits\":[{\"id\":\"A\"}],\"completions\":[]}",
    "{\"id\":\"me|20261003|wordle\",\"type\":\"GameResult\",\"date\":\"2026-10-03\"}\n{}",
    "[{\"id\":\"U1\",\"name\":\"alice\",\"profile\":{}}]",
    "[{\"type\":\"GameResult\",\"id\":\"1\"}]",
    "[23/06/2018, 01:55:10] Luke: Wordle 1 1/6",
  ])
  func `nothing else is mistaken for an export`(text: String) {
    #expect(JSONExport.recognising(Array(text.utf8)) == [])
  }

  @Test func `keys may come in any order, and an empty chat is one`() {
    let texts: [(String, JSONExport)] = [
      (
        "{\"messages\":[{\"text\":\"\",\"date\":\"\",\"type\":\"\",\"id\":1}],\"name\":\"\"}",
        .telegram
      ),
      ("{\"messages\":[],\"id\":1,\"type\":\"personal_chat\"}", .telegram),
      ("{\"messages\":[{\"author\":{},\"timestamp\":\"\"}],\"guild\":{}}", .discord),
      ("{\"guild\":{},\"channel\":{},\"messages\":[]}", .discord),
      ("{\"messages\":[{\"content\":\"\",\"timestamp_ms\":1,\"sender_name\":\"\"}]}", .messenger),
      ("{\"participants\":[],\"messages\":[]}", .messenger),
      ("[{\"ts\":\"1\",\"type\":\"message\"}]", .slack),
      ("{\"body\":\"\",\"sender\":\"Me\",\"date\":\"\"}", .signal),
    ]
    for (text, format) in texts {
      #expect(JSONExport.recognising(Array(text.utf8)) == [format], "\(text)")
    }
    let tree = MemoryTree(name: "x", files: ["a/2022-03-08.json": []])
    #expect(SlackReader.recognises(tree))
    #expect(!SlackReader.recognises(MemoryTree(name: "x", files: ["2022-03-08.json": []])))
    #expect(!SlackReader.recognises(MemoryTree(name: "x", files: ["a/2022-13-08.json": []])))
  }
}
