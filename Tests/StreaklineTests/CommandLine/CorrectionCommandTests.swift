import Foundation
import Testing

/// Putting things right with commands alone.
@Suite struct CorrectionCommandTests {
  private func id(_ tool: Tool) throws -> String {
    try #require(try tool.run(["results", "--output", "json"]).objects.first?["id"] as? String)
  }

  @Test func `a result is edited, and the edit is undone`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_234))
    let edited = try tool.run(["results", "edit", try id(tool), "--score", "4"])
    #expect(edited.output == "me: Wordle 1,234 · 4/6 · 2024-11-04 · was 3/6\n")
    #expect(try tool.run([], input: wordle(1_234)).output.contains("decided against this one"))
    #expect(try tool.run(["corrections"]).lines.count == 2)
    #expect(
      try tool.run(["corrections", "undo"]).output == "correction 2 undone: 1 result as before\n")
    #expect(try tool.run(["results"]).output.contains("3/6"))
    let lost = try tool.run(["results", "edit", try id(tool), "--score", "X", "--output", "json"])
    #expect(lost.objects.first?["completed"] as? Bool == false)
    #expect(try tool.run(["verify"]).status == 0)
    #expect(try tool.run(["results", "edit", "me|20241104|x", "--score", "4"]).status == 1)
    #expect(try tool.run(["results", "edit", "x"]).status == 64)
    #expect(try tool.run(["results", "edit", try id(tool), "--set", "speed=4"]).status == 64)
  }

  @Test(arguments: [
    (["wordle", "1234", "4/6"], "me: Wordle 1,234 · 4/6 · 2024-11-04\n"),
    (["Wordle", "2024-11-04", "X/6", "--user", "ann"], "ann: Wordle · X/6 · 2024-11-04\n"),
    (["nyt-mini", "2024-11-04", "1:23"], "me: NYT Mini Crossword · 1:23 · 2024-11-04\n"),
  ])
  func `a result is added by hand`(arguments: [String], line: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try tool.run(["results", "add"] + arguments).output == line)
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test(arguments: [
    ["wordl", "1234", "4/6"], ["wordle", "soon", "4/6"], ["wordle", "1234", "7/6"],
    ["wordle", "1234", "nice"], ["wordle", "1234", "4/6", "--mode", "hard"],
  ])
  func `what cannot be a result is not added`(arguments: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["results", "add"] + arguments)
    #expect(run.status != 0 && run.output == "" && run.talk.contains("help:"))
  }

  @Test func `a dispute is accepted or rejected by its number`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_234))
    try tool.run([], input: wordle(1_234, rows: 4))
    let dispute = try tool.run(["disputes"])
    #expect(dispute.output.hasPrefix("1: me: Wordle 1,234 · 2024-11-04 · stored 3/6"))
    let accepted = try tool.run(["disputes", "accept", "1"])
    #expect(accepted.output == "stored me: Wordle 1,234 · 4/6 · 2024-11-04\n")
    #expect(try tool.run(["disputes"]).output == "")
    try tool.run(["corrections", "undo"])
    let again = try #require(
      try tool.run(["disputes", "--output", "json"]).objects.first?["number"] as? Int)
    #expect(try tool.run(["disputes", "reject", "\(again)"]).status == 0)
    try tool.run([], input: wordle(1_234, rows: 4))
    #expect(try tool.run(["disputes"]).output == "")
    #expect(try tool.run(["disputes", "accept", "77"]).status == 1)
  }

  @Test func `imports are listed and taken back`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let chat = try tool.write(wordle(1_234) + wordle(1_235), to: "a.txt")
    try tool.run(["ingest", chat])
    try tool.run(["ingest", chat])
    try tool.run([], input: wordle(1_236))
    let listed = try tool.run(["imports", "--output", "json"]).objects
    #expect(listed.compactMap { $0["results"] as? Int } == [2, 1])
    #expect(
      try tool.run(["imports", "undo", "1"]).output == "import 1 undone: 2 results as before\n")
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1)
    #expect(try tool.run(["imports"]).output.contains("(undone)"))
    #expect(try tool.run(["imports", "undo", "1"]).status == 1)
    #expect(try tool.run(["imports", "undo", "9"]).status == 1)
    // The file is known, but its results are gone: it is read again.
    #expect(try tool.run(["ingest", chat]).output.contains("2 added"))
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `a dry run says what it would add`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["ingest", "--dry-run"], input: wordle(1_234) + wordle(1_235))
    #expect(run.output.contains("would add Wordle 1,234"))
    #expect(run.output.contains("2 shares: would add 2\n"))
    #expect(!run.output.contains("added"))
  }

  @Test func `streaks name the mode of a game that has several results a day`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: "Pips #40 Easy 🟢\n0:32\nPips #40 Hard 🔴\n2:32\n")
    let table = try tool.run(["streaks"]).output
    #expect(table.contains("Pips (easy)") && table.contains("Pips (hard)"))
    let modes = try tool.run(["streaks", "--output", "json"]).objects.map { $0["mode"] as? String }
    #expect(Set(modes) == ["easy", "hard"])
    try tool.run([], input: wordle(1_234))
    let others = try tool.run(["streaks", "--game", "wordle", "--output", "json"]).objects
    #expect(others.first?["mode"] is NSNull)
  }

  @Test func `a result that is added by hand belongs to the user who was renamed`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_234))
    try tool.run(["users", "rename", "me", "tomek"])
    #expect(try tool.run(["results", "add", "wordle", "1235", "4/6"]).output.hasPrefix("tomek: "))
  }

  @Test func `a mistyped number is corrected, and the share does not bring it back`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let chat = "[11/4/24, 8:00:00 AM] Ann: \(wordle(1_934))[11/25/24, 8:00:00 AM] Ann: hi\n"
    let file = try tool.write(chat, to: "_chat.txt")
    try tool.run(["ingest", file])
    #expect(try tool.run(["results", "--suspect"]).output.contains("not counted"))
    let edited = try tool.run(["results", "edit", try id(tool), "--puzzle", "1234"])
    #expect(edited.output == "Ann: Wordle 1,234 · 3/6 · 2024-11-04 · was 3/6\n", "\(edited.talk)")
    #expect(try tool.run(["results", "--suspect"]).output == "")
    let again = try tool.run(["ingest", file, "--me", "x"])
    #expect(again.output.contains("was deleted and stays so"))
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1)
    #expect(try tool.run(["verify"]).status == 0)
    #expect(try tool.run(["corrections", "undo"]).status == 0)
    let back = try tool.run(["results", "--output", "json"]).objects
    #expect(back.compactMap { $0["puzzleNumber"] as? Int } == [1_934])
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `a result that is confirmed counts, also where its message is older than its day`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let chat = try tool.write(
      "[01/11/2024, 09:15:22] Ann: Wordle 1,234 3/6\n\n🟨⬛⬛⬛⬛\n🟨🟩⬛⬛⬛\n🟩🟩🟩🟩🟩\n", to: "chat.txt")
    try tool.run(["ingest", "--date-order", "dmy", chat])
    #expect(try tool.run(["streaks"]).output.isEmpty)
    let id = "Ann|20241104|550e8400-e29b-41d4-a716-446655440000"
    let edit = try tool.run(["results", "edit", id, "--confirm"])
    #expect(edit.status == 0 && !edit.output.contains("not counted"), "\(edit.output)\(edit.talk)")
    #expect(try tool.run(["streaks"]).output.contains("Ann"))
    #expect(try tool.run(["ingest", "--date-order", "dmy", chat]).status == 0)
    #expect(try tool.run(["streaks"]).output.contains("Ann"))
    #expect(try tool.run(["disputes"]).output.isEmpty)
  }

  @Test func `a result is not moved to a day that has one, and only with a known number`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_234) + wordle(1_235))
    let number = ["results", "edit", try id(tool), "--puzzle"]
    #expect(try tool.run(number + ["1235"]).talk.contains("another result of me on 2024-11-05"))
    try tool.run([], input: "Cloudle - Rome: 4/6")
    let cloudle = try #require(
      try tool.run(["results", "--game", "cloudle", "--output", "json"]).objects.first?["id"]
        as? String)
    #expect(try tool.run(["results", "edit", cloudle, "--puzzle", "7"]).status == 64)
    let moved = try tool.run(["results", "edit", cloudle, "--day", "2024-11-04"])
    #expect(moved.output.contains("· 2024-11-04 ·"))
    #expect(try tool.run(["verify"]).status == 0)
  }
}
