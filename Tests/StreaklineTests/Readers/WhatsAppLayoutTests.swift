import StreaklineCore
import StreaklineReaders
import Testing

/// What starts a message in a file with lines of several formats.
@Suite struct WhatsAppLayoutTests {
  private func own(_ range: Range<Int>) -> String {
    range.map { "13/06/2024, 10:\(10 + $0 % 50) - Anna: own \($0)\n" }.joined()
  }

  private func foreign(_ range: Range<Int>) -> String {
    range.map { "[14.06.24, 11:\(10 + $0 % 50):00] Ben: other \($0)\n" }.joined()
  }

  private func senders(_ text: String, chunk: Int = 65_536) throws -> [String: Int] {
    let bytes = Array(text.utf8)
    let chat = try WhatsAppSample(
      { WhatsAppSample.source(bytes, chunk: chunk) }, isReopened: true)
    #expect(chat.counts.messages == chat.messages.count)
    return chat.messages.reduce(into: [:]) { $0[$1.sender ?? "-", default: 0] += 1 }
  }

  @Test func `seven lines of another chat are a copy, eight are a second export`() throws {
    #expect(try senders(own(0..<100) + foreign(0..<7) + own(100..<200)) == ["Anna": 200])
    #expect(
      try senders(own(0..<100) + foreign(0..<8) + own(100..<200)) == ["Anna": 200, "Ben": 8])
  }

  @Test func `what no line of the chat follows is a second export`() throws {
    #expect(try senders(own(0..<100) + foreign(0..<3)) == ["Anna": 100, "Ben": 3])
  }

  @Test func `a shape that was met in many lines is the file's own from then on`() throws {
    let text = own(0..<3_000) + foreign(0..<3_000) + own(0..<10) + foreign(0..<2) + own(0..<10)
    #expect(try senders(text) == ["Anna": 3_020, "Ben": 3_002])
  }

  @Test func `a chat in which two shapes take turns has both`() throws {
    let text = (0..<60).map { own($0..<$0 + 1) + foreign($0..<$0 + 1) }.joined()
    #expect(try senders(text) == ["Anna": 60, "Ben": 60])
  }

  @Test func `a copy is a copy wherever the text is cut for reading`() throws {
    // Wherever a window ends, a copy is likely to be there.
    let text =
      own(0..<15_000) + (0..<3_000).map { own($0..<$0 + 2) + foreign(0..<5) }.joined() + own(0..<9)
    for chunk in [10_001, 99_991, 1_000_000] {
      #expect(try senders(text, chunk: chunk) == ["Anna": 21_009])
    }
  }

  @Test func `a format keeps its share of lines while the survey reads on for its dates`() throws {
    let text =
      (0..<6_000).map { index in
        "01/02/2024, 10:00 - Anna: own\n"
          + (index % 10 == 9
            ? "[1.\(index / 10 % 9 + 1).24, 11:00:00] Ben: x\n[2.3.24, 11:00:00] Ben: y\n" : "")
      }.joined() + "13/02/2024, 10:00 - Anna: own\n"
    #expect(try senders(text) == ["Anna": 6_001])
  }

  @Test func `a message longer than a part ends where the next one starts`() throws {
    let long = String(repeating: "a line of the long message\n", count: 40_000)
    let next = "13/06/2024, 10:00 - Ben: " + String(repeating: "b", count: 50_000) + "\n"
    let chat = try WhatsAppSample(
      Array(("13/06/2024, 09:00 - Anna: " + long + next + own(0..<2)).utf8))
    #expect(chat.counts == MessageCounts(messages: 4))
    #expect(chat.messages.suffix(3).map(\.sender) == ["Ben", "Anna", "Anna"])
    #expect(chat.messages.dropLast(3).allSatisfy { $0.sender == "Anna" })
    // The last line before a cut may start the next message, wherever the cut is.
    for extra in [0, 200_000, 229_200, 229_350, 262_050, 278_000] {
      let filler = String(repeating: "x\n", count: 1 + extra / 2)
      let chat = try WhatsAppSample(
        Array(("13/06/2024, 09:00 - Anna: " + filler + next + own(0..<2)).utf8))
      #expect(chat.counts == MessageCounts(messages: 4), "\(extra)")
    }
  }

  @Test func `the message after a long one is separate wherever the long one is cut`() throws {
    let begin = "13/06/2024, 09:00 - Anna: "
    let next = "13/06/2024, 10:00 - Ben: "
    // Two reads of a window, and of the next message only the first bytes.
    let filler = String(repeating: "x\n", count: (524_288 - begin.utf8.count - 20) / 2)
    for length in [10, 1_500_000] {
      let text = begin + filler + next + String(repeating: "b", count: length) + "\n"
      let bytes = Array(text.utf8)
      let chat = try WhatsAppSample(
        { WhatsAppSample.source(bytes, chunk: 262_144) }, isReopened: true)
      #expect(chat.counts == MessageCounts(messages: 2))
      #expect(Set(chat.messages.dropFirst().map(\.sender)) == ["Ben"], "\(length)")
    }
  }

  @Test func `text before the first message is reported when it may hold a share`() throws {
    let chat = try WhatsAppSample(Array(("Wordle 1,090 3/6\n" + own(0..<2)).utf8))
    #expect(chat.counts == MessageCounts(messages: 2, unreadable: 1))
    #expect(
      chat.issues.map(\.description) == ["chat.txt:1: this is before the first message"])
  }

  @Test(arguments: [
    "13/06/2024, 21:25 - Anna: hi",
    "[13/06/2024, 21:25:10] Anna: Wordle 1,090 3/6\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩",
    "3/6/24, 9:25\u{202F}PM - Anna: hi\n3/6/24, 9:25\u{202F}PM - Ben: hi\n",
    "13/06/2024, 21:25 - You created group \"A\"\n13/06/2024, 21:26 - Anna: hi\n",
    "\u{200E}[2024-06-13, 21:25:10] Anna: \u{200E}bild utelämnad\n[2024-06-13, 21:26:10] Anna: hej\n",
    "2024-06-13 21:25 - Anna: hej\n2024-06-13 21:26 - Bo: hej\n",
    "[21:25, 13/06/2024] Anna: hi\n[21:26, 13/06/2024] Ben: ho\n",
    "28-09-16 11:20:19: Tara: hello\n28-09-16 11:20:33: Alex: ho\n",
    "\nand the end of a message\n\n"
      + String(repeating: "13/06/2024, 21:25 - Anna: hi\n", count: 10),
  ])
  func `a chat is recognised`(text: String) {
    #expect(WhatsApp.recognises(Array(text.utf8)))
  }

  @Test(arguments: [
    "",
    "\n\n",
    "Wordle 1,090 3/6\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩\n",
    "My diary\n03/06/2024 was fun\n04/06/2024, 10:30: dentist\n",
    "13/06/2024\n21:25 - lunch: soup\n",
    // A share with a copy of somebody's message.
    "Wordle 1,090 3/6\n🟩🟩🟩🟩🟩\nand Ben says\n[13/06/2024, 21:25:10] Ben: Wordle 1,090 4/6\n",
    // Signal.
    "[2019-05-29 15:04:05] Ann: hello  \n[2019-05-29 15:05:05] Me: Wordle 1,090 3/6  \n",
    "[2019-05-29, 15:04] Ann: hello  \n[2019-05-29, 15:05] Me: ho  \n",
    // Logs.
    "2024-06-13 21:25:15 - main - INFO: started\n2024-06-13 21:25:16 - main: x\n",
    "2024/06/13 21:25:15 main: started\n2024/06/13 21:25:16 main: stopped\n",
    "13.06.2024 21:25:15 INFO: started\n13.06.2024 21:25:16 INFO: stopped\n",
    "[2024-06-13 21:25:15] production.ERROR: failed\n[2024-06-13 21:25:16] production: x\n",
    "2024-06-13T21:25:15Z main: started\n2024-06-13T21:25:15Z main: stopped\n",
    // Tables, mail, JSON, imessage-exporter, DiscordChatExporter.
    "date,sender,text\n13/06/2024 21:25,Anna,hi\n\"13/06/2024, 21:25\",Ben,\"a: b\"\n",
    "On 13/06/2024, 21:25 Anna wrote:\n> Wordle 1,090 3/6\n",
    "{\"13/06/2024, 21:25 - Anna: hi\": 1}\n",
    "Jun 13, 2024  9:25:42 PM (Read by you after 1 hour)\nAnna\nWordle 1,090 3/6\n",
    "==============\nGuild: A\nChannel: b\n==============\n\n[13/06/2024 21:25] anna\nhi\n\n[13/06/2024 21:26] ben\nho: x\n",
  ])
  func `other text is not mistaken for a chat`(text: String) {
    #expect(!WhatsApp.recognises(Array(text.utf8)))
  }
}
