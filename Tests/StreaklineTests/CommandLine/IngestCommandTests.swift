import Foundation
import Testing

@Suite struct IngestCommandTests {
  private let share = "Wordle 1,234 3/6\n\n⬛🟨⬛⬛⬛\n🟩⬛🟩🟨⬛\n🟩🟩🟩🟩🟩\n"

  @Test func `a look at a folder says by its exit code that a file could not be read`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let good = try tool.write(wordle(1_234), to: "chats/a.txt")
    let folder = String(good.dropLast("/a.txt".count))
    let look = ["watch", folder, "--once", "--settle", "0"]
    #expect(try tool.run(look).status == 0)
    _ = try tool.write("PK\u{3}\u{4} no zip", to: "chats/b.zip")
    #expect(try tool.run(look).status == 65)
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1)
  }

  @Test func `a pasted share is stored once and reported with score and streak`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let first = try tool.run([], input: share)
    #expect(first.status == 0)
    #expect(first.lines.count == 1)
    #expect(first.output.contains("Wordle 1,234 · 3/6"))
    #expect(first.output.contains("streak"))
    let second = try tool.run([], input: share)
    #expect(second.status == 0)
    #expect(second.output.contains("already there"))
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1)
    try tool.run(["sync"])
    try tool.run([], input: share)
    try tool.run(["sync"])
    let delivered = try String(
      contentsOf: tool.folder.appending(path: "data/streakline/streakline.jsonl"), encoding: .utf8)
    #expect(delivered.split(separator: "\n").count == 1)
    #expect(try tool.run(["verify"]).status == 0)
  }

  private static let three = [
    "Morning!", "Wordle 1,932 3/6*", "", "⬜⬜⬜⬜🟩", "⬜⬜⬜🟨🟩", "🟩🟩🟩🟩🟩", "so close. And then",
    "Connections", "Puzzle #1206", "🟩🟩🟩🟩", "🟨🟦🟨🟨", "🟦🟦🟦🟦", "🟨🟨🟨🟨", "🟪🟪🟪🟪", "what about you?",
    "Daily Tandem #239", "🔍 Theme Discovered!", "⭐ Difficulty: Medium-Hard", "⏱ 1:42 | ❌ 0/4", "",
    "🔷💡🔷🔷", "",
    "tandemdaily.com", "bye",
  ]

  private static func decorated(_ line: String) -> String {
    line.replacing("⬜", with: "⬜\u{FE0F}").replacing("⏱", with: "⏱\u{FE0F}")
  }

  private static let disguises: [(String, String)] = {
    let plain = three.joined(separator: "\n")
    let selectors = three.map(decorated)
    let quoted = three.map { "> " + $0 }
    return [
      ("plain", plain), ("CRLF", three.joined(separator: "\r\n")),
      ("with U+FE0F", selectors.joined(separator: "\n")),
      ("quoted", quoted.joined(separator: "\n")),
      ("flattened", three.filter { !$0.isEmpty }.joined(separator: " ")),
      ("CRLF, quoted, with U+FE0F", selectors.map { "> " + $0 }.joined(separator: "\r\n")),
      ("in a fence", "```\n" + plain + "\n```"), ("in a spoiler", "||" + plain + "||"),
    ]
  }()

  @Test(arguments: disguises)
  func `a message with three shares among chatter gives three right records`(
    name: String, text: String
  )
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let records = try tool.run(["parse", "--output", "json"], input: text).objects
    #expect(records.map { $0["game"] as? String } == ["wordle", "connections", "tandem"])
    #expect(records.map { $0["dateInt"] as? Int } == [20_261_003, 20_260_929, 20_260_410])
    #expect(records.allSatisfy { $0["suspect"] is NSNull })
    let parsed = records.map { $0["parsedData"] as? [String: String] ?? [:] }
    #expect(parsed[0]["hardMode"] == "true")
    #expect(parsed[0]["rows"] == "3")
    #expect(records[1]["score"] as? Int == 4)
    #expect(parsed[1]["mistakes"] == "1")
    #expect(records[2]["won"] as? Bool == true)
    #expect(records[2]["hintsUsed"] as? Int == 1)
    #expect(parsed[2]["seconds"] == "102")
  }

  @Test func `JSON has the keys of the contract in their order`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let line = try #require(try tool.run(["parse", "--output", "json"], input: share).lines.first)
    #expect(
      line == """
        {"type":"GameResult","id":"me|20241104|550e8400-e29b-41d4-a716-446655440000","userId":"me","game":"wordle",\
        "gameId":"550e8400-e29b-41d4-a716-446655440000","gameName":"Wordle","mode":null,"variant":"standard",\
        "puzzleNumber":1234,"dateInt":20241104,"playedAt":null,"score":3,"maxAttempts":6,"completed":true,\
        "parsedData":{"puzzleNumber":"1234","hardMode":"false","rows":"3"},"suspect":null,\
        "sharedText":"Wordle 1,234 3/6\\n\\n⬛🟨⬛⬛⬛\\n🟩⬛🟩🟨⬛\\n🟩🟩🟩🟩🟩","source":{"name":"-","line":1}}
        """)
  }

  @Test func `a fourth rule file is a fourth game at once`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(
      gridle(fields: "  score: {group: rest, type: int, map: {abc: 0}}\n  completed: true"),
      to: "rules/gridle.yaml")
    let run = try tool.run(
      ["--rules", tool.folder.appending(path: "rules").path], input: "Gridle #7 5")
    #expect(run.output.contains("Gridle 7 · 5"))
    _ = try tool.write(
      gridle(fields: "  score: {group: rest, type: int, map: {abc: 0}}\n  completed: true"),
      to: "config/streakline/Parsers/gridle.yaml")
    #expect(try tool.run([], input: "Gridle #8 5").output.contains("Gridle 8 · 5"))
  }

  @Test func `a broken rule file is reported with its location and the others are used`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(
      gridle(fields: "  score: {grup: rest}"), to: "config/streakline/Parsers/gridle.yaml")
    let run = try tool.run([], input: share)
    #expect(run.status == 0)
    #expect(run.output.contains("Wordle 1,234"))
    #expect(run.talk.contains("gridle.yaml:"))
    #expect(run.talk.contains("did you mean 'group'?"))
    #expect(run.talk.contains("^"))
  }

  @Test func `a result that differs is kept beside the first until somebody decides`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: share)
    let other = "Wordle 1,234 4/6"
    #expect(try tool.run([], input: other).output.contains("differs from the stored 3/6"))
    #expect(try tool.run(["disputes", "--output", "json"]).objects.count == 1)
    #expect(try tool.run(["--replace"], input: other).output.contains("replaced"))
    #expect(try tool.run(["results", "--output", "json"]).objects.first?["score"] as? Int == 4)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `a deleted result stays deleted when its share is read again`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: share)
    let id = "me|20241104|550e8400-e29b-41d4-a716-446655440000"
    #expect(try tool.run(["results", "delete", id]).status == 0)
    #expect(try tool.run(["results", "delete", id]).status == 1)
    #expect(try tool.run([], input: share).output.contains("was deleted"))
    #expect(try tool.run(["results", "--output", "json"]).objects.isEmpty)
    try tool.run(["--replace"], input: share)
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `fifty results are ten batches of five`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: (1_000..<1_050).map { wordle($0) }.joined(separator: "\n"))
    let report = try #require(try tool.run(["sync", "--output", "json"]).objects.first)
    #expect(report["batches"] as? Int == 10)
    #expect(report["saved"] as? Int == 50)
    #expect(report["pending"] as? Int == 0)
  }

  @Test func `suspect results are kept and not counted`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run([], input: "Wordle 99,999 3/6")
    #expect(run.status == 0)
    #expect(run.output.contains("not counted: in the future"))
    let streaks = try tool.run(["streaks", "--output", "json"]).objects
    #expect(streaks.allSatisfy { $0["totalPlayed"] as? Int == 0 })
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1)
  }

  @Test func `a number that no calendar reaches is a near miss, not a record`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run([], input: "Wordle 999,999,999 3/6")
    #expect(run.status == 1)
    #expect(
      try tool.run(["misses", "--output", "json"]).objects.first?["reason"] as? String != nil)
  }

  @Test func `a dry run stores nothing`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try tool.run(["--dry-run"], input: share).output.contains("Wordle 1,234"))
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func `a name stands for a user`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["--user", "Alice B.", "--alias", "Alice B.=alice"], input: share)
    #expect(
      try tool.run(["results", "--output", "json"]).objects.first?["userId"] as? String == "alice")
    #expect(try tool.run(["--alias", "nonsense"], input: share).status == 64)
  }

  @Test func `the summary of an ingest accounts for everything`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text =
      "Wordle 1,234 7/6\n\n" + share + "\n" + share + "\nWordle 99,999 3/6\n\nWordle 1,234 5/6\n"
    // Without the format, a second result of a puzzle is taken for somebody else's.
    let summary = try #require(
      try tool.run(["--output", "json", "--format", "text"], input: text).objects.first)
    let expected = [
      "messages": 1, "shares": 4, "added": 2, "duplicates": 1, "disputes": 1, "suspect": 1,
      "misses": 1, "queued": 1,
    ]
    for (key, value) in expected {
      #expect(summary[key] as? Int == value, "\(key)")
    }
  }

  @Test(arguments: [
    ("Wordle 1,300 4/6\n1. Wordle 1,301 3/6", ["1300", "1301"]),
    ("1. Wordle 1,234 4/6\n2. Connections Puzzle #608 🟨🟨🟨🟨 🟩🟩🟩🟩", ["1234", "608"]),
    ("Wordle 1,300 4/6\n1. my first comment", ["1300"]),
  ])
  func `a numbered list of shares is as many shares`(text: String, numbers: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let records = try tool.run(["parse", "--output", "json"], input: text).objects
    #expect(records.map { "\($0["puzzleNumber"] ?? "")" } == numbers)
    #expect(records.allSatisfy { ($0["sharedText"] as? String)?.contains("comment") == false })
  }
}
