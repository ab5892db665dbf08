import Streakline
import StreaklineCore
import StreaklineRules
import Testing

/// Shares with words, markup and gaps around and in them, as people have pasted them.
@Suite struct SurroundedShareTests {
  private func only(_ text: String) throws -> Record {
    let found = WayReader().read(text)
    #expect(found.records.count == 1)
    #expect(found.misses.isEmpty)
    return try #require(found.records.first)
  }

  private static let connections = """
    Connections
    Puzzle #1206
    🟩🟩🟩🟩
    🟨🟦🟨🟨
    🟦🟦🟦🟦
    🟨🟨🟨🟨
    🟪🟪🟪🟪
    """

  @Test(arguments: [
    connections.replacing("🟨🟦🟨🟨", with: "🟨🟦🟨🟨 close one"),
    connections.replacing("🟨🟦🟨🟨\n", with: "🟨🟦🟨🟨\n\n"),
    connections.replacing("\n", with: "<br/>\n"), connections.replacing("\n", with: "\n\n"),
    connections.replacing("#1206\n", with: "#1206\nthat was hard\n"),
    connections.replacing("🟨🟦🟨🟨\n", with: "🟨🟦🟨🟨\nso close!\n"),
    connections.replacing("🟨🟦", with: "what: 🟨🟦"),
    connections.replacing("Connections", with: "**Connections**"),
    connections.replacing("🟩", with: ":large_green_square:"),
    connections.replacing("1206", with: "١٢٠٦"),
  ])
  func `Connections is solved with one mistake, whatever is written between its rows`(
    text: String
  ) throws {
    let record = try only(text)
    #expect(record.fields["score"] == .int(4))
    #expect(record.completed == true)
    #expect(!record.isSuspect)
    #expect(record.fields["parsedData"]?.object?["mistakes"] == .string("1"))
    #expect(record.fields["puzzleNumber"] == .int(1206))
    #expect(
      record.fields["sharedText"]
        == .string(text.hasPrefix("**") ? String(text.dropFirst(2)) : text))
  }

  @Test(arguments: [
    "la pire perf de l’histoire de cette convoTango #699 | 2:30", "Tango nÂ°699 | 2:30",
    "super facileTango n°699 | 2:30", "bien jouéTango #699 | 2:30",
  ])
  func `a share that LinkedIn has glued to words or written in the wrong encoding is read`(
    text: String
  ) throws {
    let record = try only(text)
    #expect(record.game == "linkedin-tango")
    #expect(record.fields["puzzleNumber"] == .int(699))
    #expect(record.fields["score"] == .int(150))
  }

  @Test(arguments: [
    "Wordle 1,063 3/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨hm\n🟩🟩🟩🟩🟩yay",
    "Wordle 1,063 3/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩so close!",
    "Wordle 1,063 3/6\n\n⬛🟨⬛⬛⬛été\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩",
  ])
  func `words directly after the tiles of a row do not make a Wordle suspect`(text: String) throws {
    let record = try only(text)
    #expect(record.fields["score"] == .int(3))
    #expect(!record.isSuspect)
  }

  @Test func `tiles that were written in the wrong encoding are read`() throws {
    let rows = "⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩"
    let wrong = rows.replacing("⬛", with: "â¬›").replacing("🟨", with: "ðŸŸ¨").replacing(
      "🟩", with: "ðŸŸ©")
    let record = try only("Wordle 1,063 3/6\n\n\(wrong)")
    #expect(record.fields["score"] == .int(3))
    #expect(!record.isSuspect)
  }

  @Test func `words beside the rows of a Wordle do not make it suspect`() throws {
    let record = try only("Wordle 1,932 2/6\n\n⬛🟨⬛⬛⬛ AUDIO\n🟩🟩🟩🟩🟩 STONE")
    #expect(!record.isSuspect)
    #expect(record.fields["score"] == .int(2))
    #expect(record.fields["parsedData"]?.object?["rows"] == .string("2"))
  }

  @Test func `a bold Wordle is not in hard mode`() throws {
    let record = try only("*Wordle 1,932 2/6*\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩")
    #expect(record.fields["parsedData"]?.object?["hardMode"] == .string("false"))
    #expect(record.fields["parsedData"]?.object?["rows"] == .string("2"))
  }

  @Test func `hints of Strands after a comment are counted`() throws {
    let record = try only("Strands #448\n“Get out!”\n🔵🔵🔵🔵 easy so far\n💡🔵🔵🟡\n💡🔵")
    #expect(record.fields["score"] == .int(2))
    #expect(!record.isSuspect)
  }

  private static let foodGuessr = """
    I got 15,000 on the FoodGuessr Daily!

    That's 3,595 points above today's average! 🎉

    🌕🌕🌕🌕 5,000 (Round 1) 💯
    🌕🌕🌕🌕 5,000 (Round 2) 💯
    🌕🌕🌕🌕 5,000 (Round 3) 💯

    Wednesday, Aug 6, 2025
    """

  @Test(arguments: [
    foodGuessr.replacing("Daily!\n", with: "Daily!\nyummy\n"),
    foodGuessr.replacing("\n", with: "\n\n"),
    foodGuessr.replacing("💯\n\n", with: "💯\n\n\n\n\n"),
  ])
  func `FoodGuessr keeps its printed day`(text: String) throws {
    let record = try only(text)
    #expect(record.day == Day(iso: "2025-08-06"))
    #expect(record.fields["score"] == .int(15_000))
  }

  @Test func `Don't Wordle keeps its score after an empty line`() throws {
    let record = try only(
      "Don't Wordle 1527 - SURVIVED\n\n\nHooray!\n\n\n⬜⬜⬜🟨⬜1354\n🟩🟩🟩⬜🟩1\n\n\n\nUndos used: 0\n\n\n\n  1 words remaining\n\n\nx 10 unused letters\n\n= 10 total score"
    )
    #expect(record.fields["score"] == .int(10))
  }

  @Test func `Framed in bold is read`() throws {
    let record = try only("**Framed #970**\n🎥 🟥 🟩 ⬛ ⬛ ⬛ ⬛")
    #expect(record.fields["score"] == .int(2))
  }

  @Test(arguments: [
    "Connections\nPuzzle #1206\n🟩🟩🟩🟩", "Connections\nPuzzle #1206\n🟩🟩🟩🟩\n🟨🟨🟨🟨\n🟦🟪🟦🟦",
  ])
  func `a Connections that was cut off is no loss`(text: String) {
    let found = WayReader().read(text)
    #expect(found.records.allSatisfy { $0.isSuspect })
    #expect(found.records.count + found.misses.count == 1)
  }

  @Test func `a text that no rule may read is not read with words left out either`() {
    let reader = WayReader()
    for rule in WayReader.rules.rules {
      for reject in rule.rejects {
        let records = reader.read(reject.value).records.filter { $0.game == rule.game }
        #expect(records.isEmpty, "\(rule.game): \(reject.value)")
      }
    }
  }

  @Test func `a share with words in it is read in the middle of a long document`() throws {
    let diary = String(repeating: "Went for a walk, met nobody.\n", count: 300)
    let share = Self.connections.replacing("🟨🟦🟨🟨", with: "🟨🟦🟨🟨 close one")
    let record = try only(diary + share + "\n" + diary)
    #expect(record.fields["score"] == .int(4))
    #expect(record.fields["sharedText"] == .string(share))
  }

  @Test func `whatever stands around and in shares, what is kept is a part of the text`() {
    var random = SeededRandom(seed: 9)
    let reader = WayReader()
    let pieces = [
      "Wordle 1,932 2/6", "Connections\nPuzzle #12", "\n", "\n\n", "🟩🟩🟩🟩🟩", "⬛🟨🟨⬛⬛", "🟨🟨🟨🟨", " ",
      "*", "**", "_", "<br/>", "&#129001;", ":tada:", "\u{FE0F}", "\u{200D}", "> ", "| ", "٣", "７",
      "words", " 12 ", "Strands #448\n", "🔵💡🔵🟡", "\t", "\u{3000}", "#", "\r\n",
    ]
    for _ in 0..<LongRun.rounds(400, long: 20_000) {
      let text = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let found = reader.read(text)
      for kept in found.records.compactMap({ $0.fields["sharedText"]?.string })
        + found.misses.map(\.text)
      {
        #expect(Array(text.utf8).contains(Array(kept.utf8)), "\(text.debugDescription)")
      }
    }
  }

  @Test func `a Wordle with an unknown game's squares below it stays as it is`() throws {
    let record = try only("Wordle 1,932 2/6\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩\n\nSomething else\n🟩🟩🟩🟩🟩")
    #expect(!record.isSuspect)
    #expect(record.fields["score"] == .int(2))
  }
}
