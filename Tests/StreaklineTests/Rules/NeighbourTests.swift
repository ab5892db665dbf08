import Foundation
import StreaklineCore
import StreaklineRules
import Testing

/// Rules beside a share of another game, names and slugs that are taken, and hostile strings of rule files.
@Suite struct NeighbourTests {
  private static let name = "name: Gridle"

  private func rule(_ match: String) -> String {
    gridle(fields: "  completed: true", match: match)
  }

  private func wordleFile() throws -> RuleFile {
    let url = Tool.root.appending(path: "Parsers/wordle.yaml")
    return RuleFile(path: "Parsers/wordle.yaml", text: try String(contentsOf: url, encoding: .utf8))
  }

  @Test(arguments: [
    // Takes all that follows; a line of any words; what is before; what follows an empty line.
    (##"Gridle \h \#(?<puzzle> \d+ ) (?s: .* )"##, "after", "takes 'Wordle"),
    (
      ##"Gridle \h \#(?<puzzle> \d+ ) [^\n]* (?: \n [^\n]* )?"##, "after",
      "the example is not read"
    ),
    (##"Gridle \h \#(?<puzzle> \d+ ) [^\n]* (?: (?&EOL)++ [^\n]+ )*"##, "after", "takes 'Wordle"),
    (##"Gridle \h \#(?<puzzle> \d+ ) \h abc \s* \z"##, "after", "the example is not read"),
  ])
  func `a pattern that takes or loses a share next to its own is an error that says what it takes`(
    match: String, side: String, phrase: String
  ) throws {
    let own = RuleFile(path: "own/gridle.yaml", text: rule(match), isOwn: true)
    let rules = RuleSet(files: [try wordleFile(), own])
    #expect(rules.games == ["wordle"])
    let problem = try #require(rules.problems.first { $0.code == "R309" })
    #expect(problem.rendered.contains("share of wordle \(side)"), "\(problem.rendered)")
    #expect(problem.rendered.contains(phrase), "\(problem.rendered)")
  }

  @Test func `a rule that searches and takes the share before its own is refused`() throws {
    let text = rule(##"(?s: .* ) \b Gridle \h \#(?<puzzle> \d+ ) \h abc"##)
      .replacing("begins:", with: "contains:")
    let own = RuleFile(path: "own/gridle.yaml", text: text, isOwn: true)
    let rules = RuleSet(files: [try wordleFile(), own])
    let problem = try #require(rules.problems.first { $0.code == "R309" })
    #expect(problem.summary.contains("share of wordle before the example 'one'"))
  }

  @Test
  func `where one's own Wordle takes the rows of one's other rule, it is the one that is refused`()
    throws
  {
    let scrandle = try String(
      contentsOf: Tool.root.appending(path: "Parsers/scrandle.yaml"), encoding: .utf8)
    let shipped = try wordleFile()
    let greedy = try shipped.text().replacing("(?! 🟩{5} | 🟧{5} )", with: "")
    let mine = [
      RuleFile(path: "own/scrandle.yaml", text: scrandle, isOwn: true),
      RuleFile(path: "own/wordle.yaml", text: greedy, isOwn: true),
    ]
    let rules = RuleSet(files: [shipped] + mine)
    #expect(rules.games == ["scrandle", "wordle"])
    #expect(rules.rule(of: "wordle")?.path == "Parsers/wordle.yaml")
    #expect(rules.problems.map(\.code) == ["R309"])
    #expect(rules.problems.first?.location.file == "own/wordle.yaml")
    let shippedGreedy = RuleFile(path: "Parsers/wordle.yaml", text: greedy)
    #expect(RuleSet(files: [shippedGreedy, mine[0]]).games == ["scrandle", "wordle"])
  }

  @Test func `rules add refuses a pattern that swallows what follows, and check names it`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = rule(##"Gridle \h \#(?<puzzle> \d+ ) (?s: .* )"##)
    let file = try tool.write(text, to: "gridle.yaml")
    let added = try tool.run(["rules", "add", file])
    #expect(added.status == 1)
    #expect(added.talk.contains("R309"), "\(added.talk)")
    #expect(added.talk.contains("takes a share of wordle after the example 'one'"))
    let check = try tool.run(["rules", "check", file])
    #expect(check.status == 1)
    #expect(check.output.contains("R309"))
    let good = rule(##"Gridle \h \#(?<puzzle> \d+ ) \h (?<rest> [^\n]* )"##)
    #expect(try tool.run(["rules", "add", "-"], input: good).status == 0)
  }

  @Test func `a new rule with another game's name is refused, one in use is warned of`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    for name in ["Wordle", "wordle", "\"WORDLE \"", "Wor\u{200B}dle"] {
      let text = gridle(fields: "  completed: true")
        .replacing(Self.name, with: "name: \(name)")
      for more in [[], ["--replace"]] {
        let run = try tool.run(["rules", "add", "-"] + more, input: text)
        #expect(run.status == 1, "\(name)")
        #expect(run.talk.contains("is wordle's already"), "\(run.talk)")
        #expect(run.talk.contains("-:3:1"), "\(run.talk)")
      }
    }
    let file = try tool.write(
      gridle(fields: "  completed: true").replacing(Self.name, with: "name: Wordle"),
      to: "config/streakline/Parsers/gridle.yaml")
    let check = try tool.run(["rules", "check", file])
    #expect(check.status == 0)
    #expect(check.output.contains("warning[R310]"), "\(check.output)")
    #expect(try tool.run(["parse"], input: "Gridle #8 new\n").status == 0)
  }

  @Test(arguments: ["habitto", "all"])
  func `a slug that the program uses itself is refused`(slug: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = gridle(fields: "  completed: true")
      .replacing("game: gridle", with: "game: \(slug)")
    let run = try tool.run(["rules", "add", "-"], input: text)
    #expect(run.status == 1)
    #expect(run.talk.contains("R002"))
    #expect(run.talk.contains("the slug '\(slug)' is reserved: "), "\(run.talk)")
    let file = try tool.write(text, to: "\(slug).yaml")
    #expect(try tool.run(["rules", "check", file]).output.contains("is reserved"))
  }

  @Test func `the page of games shows a hostile file's strings as text`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = gridle(fields: "  completed: true\n  'a`b': 3")
      .replacing(
        Self.name,
        with: "name: '<img src=x onerror=alert(1)> | [x](https://evil.example) **b** `c`'\n"
          + "homepage: 'https://x.example/><script>alert(1)</script>'"
      )
      .replacing("Gridle #7 abc", with: "Gridle #7 abc\\n````\\n<b>\\e[2J\\u202E")
    _ = try tool.write(text, to: "config/streakline/Parsers/gridle.yaml")
    let page = try tool.run(["rules", "list", "--markdown"])
    #expect(page.talk.isEmpty, "\(page.talk)")
    let part = try #require(
      page.output.components(separatedBy: "\n## ").first { $0.contains("`gridle`") })
    #expect(
      part.hasPrefix(##"\<img src=x onerror=alert(1)\> \| \[x\](https&#58;//evil.example)"##),
      "\(part)")
    #expect(!part.contains("<script>"))
    #expect(part.contains("`````text\n"))
    #expect(part.contains("`` a`b ``"))
    #expect(!part.unicodeScalars.contains("\u{1B}") && !part.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `no listing of rules prints a control of a rule file`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let hostile = ##"Gridle #7 abc\e[2J\u202E"##
    let text = gridle(fields: ##"  completed: true\##n  x: {const: "a\u202E\e[2J"}"##)
      .replacing("Gridle #7 abc", with: hostile)
      .replacing("format: 1", with: ##"format: 1\##nsource: "https://x.example/\u202E""##)
    let file = try tool.write(text, to: "gridle.yaml")
    let wrong = text.replacing("puzzleNumber: 7", with: ##"puzzleNumber: "\u202E\e[2J""##)
    for run in [
      try tool.run(["rules", "add", file]), try tool.run(["rules", "add", "-"], input: wrong),
      try tool.run(["rules", "check", file]), try tool.run(["rules", "test", file]),
      try tool.run(["rules", "list", "--rules", tool.folder.path]),
      try tool.run(
        ["rules", "explain", "--rules", tool.folder.path], input: "Gridle #8 abc\u{1B}[2J\u{202E}"),
    ] {
      let all = (run.output + run.talk).unicodeScalars
      #expect(!all.contains("\u{1B}") && !all.contains("\u{202E}"), "\(run)")
    }
  }

  @Test func `a set that is missing is reported with its place in the settings`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(gridle(fields: "  completed: true"), to: "club/gridle.yaml")
    let path = try tool.write(
      "user: ann\nrules:\n  - ~/club\n  - ~/gone\n", to: "config/streakline/config.yaml")
    let run = try tool.run(["parse"], input: wordle(998))
    #expect(run.status == 66)
    #expect(run.talk.contains("\(path):4:5: the rules folder "), "\(run.talk)")
    #expect(run.talk.contains("/gone cannot be read"))
    let check = try tool.run(["rules", "check"])
    #expect(check.output.contains("\(path):4:5"), "\(check)")
  }
}
