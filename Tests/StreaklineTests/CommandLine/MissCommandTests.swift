import Foundation
import Testing

/// Near misses as somebody at a shell meets them.
@Suite struct MissCommandTests {
  private static let chat = """
    13/03/2024, 08:00 - Ann: Wordle 998 8/6
    13/03/2024, 08:01 - Bob: Wordle 998 9/6
    13/03/2024, 08:02 - Cat: \(wordle(998))
    """

  private func imported() throws -> (tool: Tool, run: Tool.Run) {
    let tool = try Tool()
    return (tool, try tool.run(["ingest", try tool.write(Self.chat, to: "chat.txt")]))
  }

  @Test func `an import says why each text was not read, and by which number it is known`() throws {
    let (tool, run) = try imported()
    defer { tool.remove() }
    #expect(run.status == 0)
    #expect(run.talk.contains("2 texts look like wordle but did not parse: streakline misses"))
    #expect(run.talk.contains("near miss 1, /"), "\(run.talk)")
    #expect(run.talk.contains("/chat.txt:1: wordle: line 1, character"), "\(run.talk)")
    #expect(run.talk.contains("near miss 2, /"))
    #expect(run.talk.contains("variant \"standard\" matched up to here"))
    #expect(!run.talk.contains("8/6"), "a note has nothing of what somebody wrote")
    let dry = try tool.run(["ingest", "--dry-run", "--replace", tool.folder.path + "/chat.txt"])
    #expect(dry.talk.contains("chat.txt:1: wordle: line 1, character"))
    #expect(!dry.talk.contains("near miss 1"))
  }

  @Test func `misses have numbers and reasons, and one is shown whole`() throws {
    let (tool, _) = try imported()
    defer { tool.remove() }
    let list = try tool.run(["misses", "--output", "json"]).objects
    #expect(list.map { $0["number"] as? Int } == [1, 2])
    #expect(list.allSatisfy { ($0["reason"] as? String)?.contains("matched up to") == true })
    #expect(list.map { $0["dropped"] as? Bool } == [false, false])
    #expect(try tool.run(["misses", "--user", "Bob"]).output.contains("2: wordle · chat.txt:2: "))
    let shown = try tool.run(["misses", "show", "1"])
    #expect(shown.output.contains("user       Ann"))
    #expect(shown.output.contains("    Wordle 998 8/6"))
    #expect(shown.output.contains("^ variant \"standard\" matched up to here (line 1)"))
    #expect(shown.output.contains("streakline misses drop 1"))
    let unknown = try tool.run(["misses", "show", "7"])
    #expect(unknown.status == 1)
    #expect(unknown.talk.contains("there is no near miss 7"))
  }

  @Test func `what was dropped does not come back with another import, until it is restored`()
    throws
  {
    let (tool, _) = try imported()
    defer { tool.remove() }
    let drop = try tool.run(["misses", "drop", "1", "9"])
    #expect(drop.status == 1)
    #expect(drop.output.contains("dropped 1: wordle · chat.txt:1"))
    #expect(drop.talk.contains("there is no near miss 9"))
    #expect(try tool.run(["misses", "drop", "1"]).output.contains("already dropped 1:"))
    let longer = Self.chat + "\n14/03/2024, 08:00 - Ann: \(wordle(999))"
    let again = try tool.run(["ingest", try tool.write(longer, to: "longer.txt")])
    #expect(again.talk.contains("1 text looks like wordle"), "\(again.talk)")
    #expect(!again.talk.contains("longer.txt:1:"))
    func numbers(_ arguments: [String] = []) throws -> [Int?] {
      try tool.run(["misses", "--output", "json"] + arguments).objects.map { $0["number"] as? Int }
    }
    #expect(try numbers() == [2])
    #expect(try numbers(["--dropped"]) == [1])
    #expect(try tool.run(["status", "--output", "json"]).objects.first?["misses"] as? Int == 1)
    #expect(try tool.run(["verify"]).status == 0)
    #expect(try tool.run(["misses", "restore", "1"]).output.contains("restored 1: wordle"))
    #expect(try numbers() == [1, 2])
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `a near miss that the rules read now says so`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = "config/streakline/Parsers/gridle.yaml"
    func rule(_ words: String) -> String {
      gridle(
        fields: "  completed: true", match: ##"Gridle \h \#(?<puzzle> \d+ ) \h (?: \##(words) )"##)
    }
    _ = try tool.write(rule("abc"), to: path)
    try tool.run([], input: "Gridle #8 new 5\n")
    let before = try tool.run(["misses"]).output
    #expect(before.contains("1: gridle · -:1: line 1, character 11: "), "\(before)")
    _ = try tool.write(rule("abc | new"), to: path)
    #expect(try tool.run(["misses"]).output.contains("the rules read it now: streakline reparse"))
  }

  private static let rulePath = "config/streakline/Parsers/gridle.yaml"

  /// A tool with a near miss of a rule that reads too little.
  private func missed(_ text: String = "Gridle #8 new 5\n") throws -> Tool {
    let tool = try Tool()
    _ = try tool.write(rule("gridle", #"abc | 🟦 \h old"#), to: Self.rulePath)
    try tool.run([], input: text)
    return tool
  }

  private func rule(_ game: String, _ words: String) -> String {
    gridle(
      fields: "  completed: true", match: ##"Gridle \h \#(?<puzzle> \d+ ) \h (?: \##(words) )"##
    ).replacing("game: gridle", with: "game: \(game)").replacing(
      "name: Gridle", with: "name: \(game)")
  }

  @Test func `a near miss shows the place where its rule stopped, in the list and as JSON`() throws
  {
    let tool = try missed("Gridle #8 🟦 new\n")
    defer { tool.remove() }
    let list = try tool.run(["misses"]).output
    #expect(list.contains("\n    Gridle #8 🟦 new\n                 ^\n"), "\(list)")
    let shown = try tool.run(["misses", "show", "1"]).output
    #expect(shown.contains("\n                 ^ variant"), "\(shown)")
    for command in [["misses"], ["misses", "show", "1"]] {
      let miss = try #require(try tool.run(command + ["--output", "json"]).objects.first)
      #expect(miss["line"] as? Int == 1)
      #expect(miss["column"] as? Int == 13)
    }
  }

  @Test func `a near miss whose rule was removed says what can be done`() throws {
    let tool = try missed()
    defer { tool.remove() }
    try FileManager.default.removeItem(at: tool.folder.appending(path: Self.rulePath))
    let shown = try tool.run(["misses", "show", "1"])
    #expect(shown.output.contains("reason     there is no rule of gridle now"))
    #expect(shown.output.contains("add a rule of gridle (`streakline rules add FILE`)"), "\(shown)")
    #expect(!shown.output.contains("rules show"))
    let miss = try #require(try tool.run(["misses", "--output", "json"]).objects.first)
    #expect(miss["line"] is NSNull)
  }

  @Test func `a near miss that another rule reads now becomes its result`() throws {
    let tool = try missed()
    defer { tool.remove() }
    try FileManager.default.removeItem(at: tool.folder.appending(path: Self.rulePath))
    let other = rule("newdle", "new | abc").replacing("11111111", with: "21111111")
    _ = try tool.write(other, to: "config/streakline/Parsers/newdle.yaml")
    let shown = try tool.run(["misses", "show", "1"])
    #expect(
      shown.output.contains("the rule of newdle reads it now: streakline reparse"), "\(shown)")
    #expect(shown.output.contains("`streakline reparse` stores it as a result of newdle"))
    #expect(
      try tool.run(["reparse"]).output.contains("1 near miss read now, 1 result added, 0 left"))
    #expect(try tool.run(["misses", "--output", "json"]).objects.isEmpty)
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `a text that was put aside is not said to be read by a command that passes over it`()
    throws
  {
    let tool = try missed()
    defer { tool.remove() }
    try tool.run(["misses", "drop", "1"])
    #expect(
      try tool.run(["misses", "show", "1"]).output.contains(
        "what to do: nothing, it is put aside; `streakline misses restore 1` takes that back\n"))
    _ = try tool.write(rule("gridle", "abc | new"), to: Self.rulePath)
    let shown = try tool.run(["misses", "show", "1"]).output
    #expect(shown.contains("reason     the rules read it now\n"), "\(shown)")
    #expect(shown.contains("takes that back, then `streakline reparse` stores it"))
    #expect(try tool.run(["reparse"]).output.contains("0 near misses read now"))
  }

  @Test func `what was dropped stays so when its import is taken back and done again`() throws {
    let (tool, _) = try imported()
    defer { tool.remove() }
    let path = tool.folder.path + "/chat.txt"
    try tool.run(["misses", "drop", "1"])
    #expect(try tool.run(["imports", "undo", "1"]).status == 0)
    #expect(try tool.run(["verify"]).status == 0)
    #expect(try tool.run(["misses", "--output", "json"]).objects.isEmpty)
    let again = try tool.run(["ingest", path])
    #expect(again.talk.contains("1 text looks like wordle"), "\(again.talk)")
    let open = try tool.run(["misses", "--output", "json"]).objects
    #expect(open.map { $0["userId"] as? String } == ["Bob"])
    let dropped = try tool.run(["misses", "--dropped", "--output", "json"]).objects
    #expect(dropped.map { $0["userId"] as? String } == ["Ann"])
    #expect(try tool.run(["misses", "restore", "1"]).status == 0)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test(arguments: [
    ("Zorble #12 4/6\n\n🟦🟦⬜⬜\n🟦🟦🟦🟦\n", true), ("Frobnitz\nScore: 150\n", true),
    ("see you at the station, I take the early train\n", false), ("hello\n", false),
  ])
  func `a text that looks like a share of an unknown game leads to a rule`(
    text: String, isShare: Bool
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    for arguments in [["ingest"], ["parse"], ["ingest", try tool.write(text, to: "a.txt")]] {
      let run = try tool.run(arguments, input: text)
      #expect(run.status == 1)
      #expect(run.talk.contains("no share recognised"))
      #expect(run.talk.contains("streakline rules new --from") == isShare, "\(run.talk)")
    }
  }
}
