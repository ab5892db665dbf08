import Foundation
import StreaklineCore
import StreaklineReaders
import Testing

/// A chat that no reader knows is refused; a text that is no chat never is.
@Suite struct ForeignChatTests {
  @Test(arguments: [
    "[11/4 7:58 AM] Ann Miller\nWordle 1,234 3/6\n[11/4 8:00 AM] Bob\nWordle 1,234 4/6",
    "07:58 <ann> Wordle 1,234 3/6\n08:00 <bob> Wordle 1,234 4/6",
    "2024-11-04 07:58:12 Ann: Wordle 1,234 3/6\n2024-11-04 08:00:00 Bob: Wordle 1,234 4/6",
    "2024-11-04 07:58:12,\"Ann\",\"Wordle 1,234 3/6\"\n2024-11-04 08:00:00,\"Bob\",\"hi\"",
    "Ann Miller\n11/4/2024 7:58 AM\nWordle 1,234 3/6\nBob\n11/4/2024 8:00 AM\nWordle 1,234 4/6",
    "look:\nAnn 7:58 AM\nWordle 1,234 3/6\nBob 8:00 AM\nWordle 1,234 4/6",
    "hey\nAnn — Today at 7:58 AM\nWordle 1,234 3/6\nBob — Today at 8:00 AM\nWordle 1,234 4/6",
    "Ann (04.11.2024 07:58)\nWordle 1,234 3/6\nBob (04.11.2024 08:00)\nWordle 1,234 4/6",
    "Ann  07:58\nWordle 1,234 3/6\nBob Miller  08:00\nWordle 1,234 4/6",
    "Ann\n  7:58 AM\nWordle 1,234 3/6\nBob Miller\n  8:00 AM\nWordle 1,234 4/6",
    "Ann — 07:58\nWordle 1,234 3/6\nBob — 08:00\nWordle 1,234 4/6",
    "Ann\n — \nYesterday at 7:58 AM\nWordle 1,234 3/6\nBob\n — \nYesterday at 8:00 AM\nWordle 1,234 4/6",
    "Ann\n — \n11/4/24, 7:58 AM\nWordle 1,234 3/6\nBob\n—\n11/4/24, 8:00 AM\nWordle 1,234 4/6",
    "[May 3, 2024 at 7:58 AM] Ann: Wordle 1,234 3/6\n[May 3, 2024 at 8:00 AM] Bob: Wordle 1,234 4/6",
    "[Yesterday 7:58 AM] Ann Miller\nWordle 1,234 3/6\n[Yesterday 8:00 AM] Bob\nWordle 1,234 4/6",
    "Fri, May 3, 2024 at 7:58 AM - Ann: Wordle 1,234 3/6\nFri, May 3, 2024 at 8:00 AM - Bob: Wordle 1,234 4/6",
    "2025-11-13T07:17:50  <Ann> Wordle 1,234 3/6\n2025-11-13T08:00:11  <bot2000fan> Wordle 1,235 4/6",
    "07:58:09 From Ann Miller to Everyone:\n\tWordle 1,234 3/6\n08:00:09 From Bob to Everyone:\n\tWordle 1,234 4/6",
  ])
  func `a chat in an unknown form is refused with its line`(text: String) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let second = try #require(lines.lastIndex { $0.contains("8:00") || $0.contains("08:00") })
    #expect(throws: InputError.unknownChat("f", line: second + 1)) {
      try ChatRecords(text)
    }
    #expect(try !ChatRecords(text, format: .text).results.isEmpty)
  }

  @Test func `shares whose lines a picture of a screen has broken are several people's, too`()
    throws
  {
    let text = """
      9:41
      5 People
      Today 7:12 AM
      Grace
      I solved the 9/2/2026 New York Times
      Mini Crossword in 2:36!
      Aunt Bev
      I solved the 9/2/2026 New York
      Times Mini Crossword in 1:56!
      """
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test func `an export with the year first that is quoted as a whole is refused`() throws {
    let text =
      "> [2024-05-03, 3:04:09 PM] Ann: hi\n> [2024-05-03, 9:30:00 PM] Bob: Wordle 1,049 3/6\n> [2024-05-17, 8:02:41 AM] Ann: look:\n> Wordle 1,063 4/6\n"
    #expect(throws: InputError.unknownChat("f", line: 1)) { try ChatRecords(text) }
  }

  @Test func `no share of a game and no pasted day looks like a chat`() throws {
    let folder = Tool.root.appending(path: "Parsers")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var all = ""
    for name in names.sorted() where name.hasSuffix(".yaml") {
      let rule = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for line in rule.split(separator: "\n") where line.hasPrefix("      ") {
        all += line.dropFirst(6) + "\n"
      }
    }
    #expect(all.count > 50_000)
    for start in stride(from: 0, to: all.utf8.count, by: 30_000) {
      let part = Array(all.utf8.dropFirst(start).prefix(60_000))
      #expect(throws: Never.self) {
        try Input(
          memorySource(part), opening: nil, format: nil, options: .init(), scan: .nowhere)
      }
    }
  }

  @Test(arguments: [
    "Monday 7:58 PM\nWordle 1,234 3/6\nTuesday 8:00 PM\nWordle 1,235 4/6",
    "Ann 4/6\nBob 3/6\nMini 0:45\nZip 0:30\n",
    "Wordle 1,234 3/6\nsee you at 7:58 PM\nor at 8:00 PM\n",
    "Mini: 0:45\nConnections: 7:58\nOctordle: 12:30",
    "12:30 flat\n12:45 sharp\nWordle 1,234 3/6",
    "Zip — 0:45\nQueens — 1:20\nWordle 1,234 3/6",
    "[Yesterday 7:58 AM] Coffee\nWordle 1,234 3/6\n[Yesterday 8:00 AM] Train ride home today\nhello",
    "Monday at 7:58 AM: Wordle 1,234 3/6\nTuesday at 8:00 AM: Wordle 1,235 4/6",
    "Ann 07:58\nBob 08:00\nWordle 1,234 3/6",
  ])
  func `an ordinary text is read`(text: String) throws {
    #expect(throws: Never.self) { try ChatRecords(text) }
  }

  @Test func `the program says which line and what to do`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = "[11/4 7:58 AM] Ann Miller\nWordle 1,234 3/6\n[11/4 8:00 AM] Bob\nhi\n"
    let run = try tool.run(["parse"], input: text)
    #expect(run.status == 65)
    #expect(run.talk.contains("-:3:"))
    #expect(run.talk.contains("--format text"))
    #expect(try tool.run(["parse", "--format", "text"], input: text).status == 0)
  }
}
