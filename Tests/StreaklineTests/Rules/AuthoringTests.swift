import Foundation
import Streakline
import StreaklineCore
import StreaklineRules
import Testing

@Suite struct AuthoringTests {
  private static let id = UniqueID("11111111-2222-4333-8444-555555555555")
  private static let gridles = [
    "Gridle #12 4/6\n\n🟦🟦⬜⬜\n🟦🟦🟦⬜\n🟦🟦🟦🟦\nTime: 1:23\nhttps://gridle.example",
    "Gridle #1,013 X/6\n\n🟦⬜⬜⬜\n🟦🟦🟦⬜\nTime: 3:05\nStreak: 5 days\nhttps://gridle.example",
    "Gridle #14 2/6\n\n🟦🟦🟦⬜\n🟦🟦🟦🟦\nTime: 0:23",
  ]

  private func draft(_ shares: [String]) throws -> RuleDraft {
    let id = try #require(Self.id)
    let day = try #require(Day(dateInt: 20_261_003))
    return try #require(RuleDraft(shares, id: id, day: day))
  }

  private func problems(_ draft: RuleDraft) -> [String] {
    let files = [RuleFile(path: "\(draft.slug).yaml", text: draft.yaml)]
    let rules = RuleSet(files: files)
    let check = RuleCheck(rules: rules, files: files)
    return (rules.problems + rules.rules.flatMap { check.lints(of: $0) + check.failures(of: $0) })
      .filter { $0.code != "R307" }.map(\.rendered)
  }

  @Test(arguments: [
    [gridles[0]], [gridles[1]], gridles, ["Loopy Lines No. 45\n⏱️ 2:34 with 3 hints\nlnkd.in/loopy"],
    ["I solved the 3/23/2026 Foo Bar in 0:24!"], ["#Worldly #1717 (04.10.2026) 1/6 (100%)\n🟩🟩🟩🟩🟩🎉"],
    ["Lampwick No. 214: 3 of 5 tries\n🏮🏮"], ["Zag #12\nScore: 150\nTime: 2:03"],
    ["I solved 今日パズル #7 in 32 guesses!"], ["Go and on 12 4/6"],
    ["Daily Thing 12\n1️⃣2️⃣\n3️⃣4️⃣\nScore: 10"],
    ["Pointy — 41,561/50,000\nRound 1: 5"],
    ["Wörtle 7 3/6\n🟩🟨 🟩🟨\n🟩🟩 🟩🟩"],
  ])
  func `a draft passes the checks and reads its own examples`(shares: [String]) throws {
    let draft = try draft(shares)
    #expect(problems(draft) == [], "\(draft.yaml)")
  }

  @Test func `a draft over several shares reads a new one`() throws {
    let draft = try draft(Self.gridles)
    let share = "> Gridle #15 3/6\n> \n> 🟦⬜⬜⬜\n> 🟦🟦🟦⬜\n> 🟦🟦🟦🟦\n> Time: 2:00"
    let record = try record(draft.yaml, share, path: "gridle.yaml")
    #expect(record.day.dateInt == 20_261_006)
    #expect(record.fields["score"] == .int(3))
    #expect(record.fields["parsedData"]?.object?["time"] == .string("120"))
  }

  @Test func `a draft is judged by the share that was held back`() throws {
    let id = try #require(Self.id)
    let day = try #require(Day(dateInt: 20_261_003))
    #expect(RuleDraft.judgement(of: [Self.gridles[0]], id: id, day: day) == nil)
    #expect(RuleDraft.judgement(of: Self.gridles, id: id, day: day) == .read(score: "2"))
    let other = Self.gridles + ["Gridle #15 went badly"]
    #expect(RuleDraft.judgement(of: other, id: id, day: day) == .unread)
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(
      ["rules", "new", "--on", "2026-10-03"], input: Self.gridles.joined(separator: "\n---\n"))
    #expect(run.talk.contains("reads it, with the score 2"), "\(run.talk)")
  }

  @Test(
    arguments: [
      // A share, the file's line about the day, and the score that is read.
      ("Gridle 3. Oktober 2026\nScore: 12", "formats: [\"d. MMM yyyy\"]", 12),
      ("Gridle 3 de octubre de 2026\n12 pts", "formats: [\"d 'de' MMM 'de' yyyy\"]", 12),
      ("Gridle Sep 14\n12", "formats: [\"MMM d\"]", 12),
      ("Gridle Sep 14th 2026\n🏆 12", "formats: [\"MMM d yyyy\"]", 12),
      ("Gridle 09/21\nscore 12", "formats: [\"M/d\"]", 12),
      ("Gridle 2026年10月3日 4/6", "formats: [\"yyyy年M月d日\"]", 4),
      ("Gridle 26/07/2024 4/6", "formats: [\"d/M/yyyy\"]", 4),
      ("Gridle #7 -/6", "number: puzzle", nil),
      ("Gridle in 12 tries", "date: received", 12),
    ] as [(String, String, Int?)])
  func `a draft finds the day and the score`(text: String, day: String, score: Int?) throws {
    let draft = try draft([text])
    #expect(problems(draft) == [], "\(draft.yaml)")
    #expect(draft.yaml.contains(day), "\(draft.yaml)")
    let record = try record(draft.yaml, text, path: "\(draft.slug).yaml")
    #expect(record.fields["score"] == score.map(Value.int) ?? .null, "\(draft.yaml)")
    #expect(!draft.yaml.contains("$schema"))
  }

  /// Numbers that are scores and no puzzles' numbers, words of other languages, hits in a row.
  @Test(arguments: [
    (
      "I scored NUMBER on today's Jongle challenge! Can you beat me?",
      ["3130", "5000", "212", "3187"]
    ),
    ("Word Hare in NUMBER hops!\nCOLD → WARM", ["11", "15", "9", "12"]),
    ("Parabel #7\n⬛🟥🟨🟩 = NUMBER\nPlay now", ["5", "10", "1", "8"]),
    ("Stadtrate #31\n🟫🟥🎯 NUMBER Versuche", ["4", "6", "2", "3"]),
    ("Cinequiz 1447  ⭐NUMBER\n🎬: ⬜🟩", ["3", "6", "1", "5"]),
    ("#132 (NUMBER/6) Tornado\n\n🟨⬛⬛⬛🟨\n🟩🟩🟩🟩🟩", ["4", "6", "2", "5"]),
  ])
  func `a draft finds the score of a held-back share`(share: (text: String, scores: [String])) {
    let texts = share.scores.map { share.text.replacing("NUMBER", with: $0) }
    #expect(
      RuleDraft.judgement(of: texts, id: Self.newID, day: Self.newDay)
        == .read(score: share.scores.last))
  }

  @Test func `a row of answers counts its hits, and words before a fraction may be missing`() {
    let rows = ["🟩🟩🟥🟩🟥", "🟩🟩🟩🟩🟩", "🟥🟥🟩🟥🟥", "🟩🟥🟩🟩🟩"].enumerated().map {
      "Geobuff Day - Nov 2\($0.offset), 2026\n\n🌎\($0.element)"
    }
    #expect(
      RuleDraft.judgement(of: rows, id: Self.newID, day: Self.newDay) == .read(score: "4"))
    let editions = [
      "Subway 1393 4/6\n\n⚪🔵\n🟢🟢", "Subway 1394 (Weekend Edition) X/6\n\n🟢⚪\n⚪🟡",
      "Subway 1395 (Weekend Edition) 2/6\n\n⚪🔵\n🟢🟢",
    ]
    #expect(
      RuleDraft.judgement(of: editions, id: Self.newID, day: Self.newDay) == .read(score: "2"))
  }

  private static let newID = UniqueID(namespace: .streakline, name: "new")
  private static let newDay = Day(daysSinceEpoch: 20_700)

  @Test func `a text without a name cannot be drafted from`() throws {
    let id = try #require(Self.id)
    #expect(RuleDraft(["12345"], id: id, day: Day(daysSinceEpoch: 0)) == nil)
    #expect(RuleDraft([""], id: id, day: Day(daysSinceEpoch: 0)) == nil)
    #expect(RuleDraft(["Just a name"], id: id, day: Day(daysSinceEpoch: 0)) == nil)
  }

  @Test(arguments: [
    String(repeating: "Gridle #7 3/6\n", count: 80_000),
    String(repeating: "🟩🟩🟩\n\n", count: 30_000),
    String(repeating: "x", count: 1 << 20),
  ])
  func `a text that is longer than any share is refused at once`(text: String) throws {
    let reason = try #require(RuleDraft.refusal(of: [text]))
    #expect(reason.contains("a share has at most 200 lines"))
    #expect(RuleDraft([text], id: try #require(Self.id), day: Day(daysSinceEpoch: 0)) == nil)
  }

  @Test func `a line that is longer than any of a share is not looked at token by token`() throws {
    let text = "Gridle #7 3/6 " + String(repeating: "12 x3 ", count: 2_000)
    #expect(try #require(RuleDraft.refusal(of: [text])).contains("has a line of 12014 bytes"))
    #expect(!RuleDraft.looksLikeShare(text))
  }

  private func drafted(_ shares: [String]) throws -> String {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(
      ["rules", "new", "--from", "-"], input: shares.joined(separator: "\n---\n"))
    #expect(run.status == 0, "\(run.talk)")
    return run.output
  }

  @Test func `a full fraction that is the same in all shares is not the score`() throws {
    let shares = [(52, 35, 972), (61, 12, 989), (75, 143, 995)].map {
      "Gridle #\($0) in \($1)\n🟩🟩🟩🟩🟩 \($1) (1000/1000)\n🟩🟩🟩🟩⬜ 9 (\($2)/1000)"
    }
    let file = try drafted(shares)
    #expect(!file.contains("score: 1000"))
    let scored = shares.enumerated().map { $1.replacing("1000/1000", with: "\(900 + $0)/1000") }
    #expect(try drafted(scored).contains("score: 90"))
  }

  @Test func `a day that is printed and not read is named`() throws {
    let shares = [25, 26, 27].map { day in
      "I scored \(day) points on Gridle!\n" + String(repeating: "🟢\n", count: day - 22)
        + "https://gridle.example/2024-02-\(day)"
    }
    let file = try drafted(shares)
    #expect(file.contains("the share prints 2024-02-25, which is not read"))
  }

  @Test func `a share with control characters is not drafted from`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["rules", "new", "--from", "-"], input: "Gridle\u{1B}[31m #7 3/6\n🟩🟩\n")
    #expect(run.status == 65)
    #expect(!(run.output + run.talk).contains("\u{1B}"))
  }

  @Test func `the name of a variant never reaches a terminal raw`() throws {
    let rule = gridle(fields: "  completed: true", match: ##"Gridle \h \#(?<puzzle> \d+ )"##)
      .replacing("name: standard", with: #"name: "sta\e[31mndard""#)
    #expect(
      RuleSet(files: [RuleFile(path: "gridle.yaml", text: rule)]).problems.map(\.code) == ["R006"])
  }

  @Test func `a pattern that goes back and forth over its example is a problem`() {
    let rule = gridle(
      fields: "  completed: true\n  rest: {group: rest}",
      match: ##"Gridle \h \#(?<puzzle> \d+ ) \h (?: (?: \w+ \h? )+ \? )? (?<rest> [^\n]* )"##,
      more: "reject: ['Gridle is']"
    ).replacing("Gridle #7 abc", with: "Gridle #7 " + String(repeating: "ab", count: 6))
    let files = [RuleFile(path: "gridle.yaml", text: rule)]
    let rules = RuleSet(files: files)
    #expect(rules.problems.map(\.rendered) == [])
    let check = RuleCheck(rules: rules, files: files)
    let codes = rules.rules.flatMap { check.lints(of: $0) + check.failures(of: $0) }.map(\.code)
    #expect(codes.contains("R401"))
  }

  @Test func `a pattern that loses its share to the chatter behind it is a problem`() {
    let rule = gridle(
      fields: "  completed: true\n  rest: {group: rest}",
      match: ##"Gridle \h \#(?<puzzle> \d+ ) \h (?<rest> abc ) (?: (?: [a-z]+ )+ \? )?"##)
    let files = [RuleFile(path: "gridle.yaml", text: rule)]
    let rules = RuleSet(files: files)
    let check = RuleCheck(rules: rules, files: files)
    #expect(rules.rules.flatMap { check.lints(of: $0) }.map(\.rendered) == [])
    #expect(rules.rules.flatMap { check.failures(of: $0) }.map(\.code) == ["R403"])
  }

  @Test func `explain says what was read, from where, and how far another rule got`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = "Wordle 1,932 3/6*\n\nConnections\nPuzzle #12\n🟩🟩🟩\n"
    let output = try tool.run(["rules", "explain"], input: text).output
    #expect(output.contains("wordle reads it, variant \"standard\""))
    #expect(output.contains("day 2026-10-03: puzzle number 1932; number 0 was on 2021-06-19"))
    #expect(output.contains("hardMode = true: whether . is found in hard"))
    #expect(output.contains("no variant of connections fits"))
    #expect(output.contains("^ variant \"standard\" matched up to here (line 5)"))
    #expect(try tool.run(["rules", "explain"], input: "nothing here").status == 1)
  }

  @Test func `a mended rule brings back what it missed, once`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = "config/streakline/Parsers/gridle.yaml"
    _ = try tool.write(
      gridle(fields: "  completed: true", match: ##"Gridle \h \#(?<puzzle> \d+ ) \h abc"##),
      to: path)
    try tool.run(["--on", "2026-05-05", "--user", "bob"], input: "Gridle #8 new layout 5\n")
    #expect(try tool.run(["misses", "--output", "json"]).objects.count == 1)
    #expect(try tool.run(["reparse"]).output.contains("0 near misses read now"))
    _ = try tool.write(
      gridle(
        fields: "  completed: true", match: ##"Gridle \h \#(?<puzzle> \d+ ) \h (?: abc | new )"##),
      to: path)
    #expect(
      try tool.run(["reparse"]).output.contains("1 near miss read now, 1 result added, 0 left"))
    #expect(try tool.run(["reparse"]).output.contains("0 near misses read now"))
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `Discord's digest is a result for each person, of the day before`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text =
      "**Your group is on a 93 day streak!** 🔥🔥🔥 Here are yesterday's results:\n👑 4/6: @alice @bob\n5/6: @carol\nX/6: @erin\n"
    let records = try tool.run(["parse", "--output", "json", "--on", "2026-10-04"], input: text)
      .objects
    #expect(records.map { $0["userId"] as? String } == ["alice", "bob", "carol", "erin"])
    #expect(records.map { $0["score"] as? Int } == [4, 4, 5, nil])
    #expect(records.allSatisfy { $0["dateInt"] as? Int == 20_261_003 })
    let blanks = text.replacing("@alice @bob", with: "@alice smith @bob")
    let named = try tool.run(["parse", "--output", "json"], input: blanks).objects
    #expect(named.map { $0["userId"] as? String } == ["alice smith", "bob", "carol", "erin"])
  }

  @Test func `the page of games is current`() throws {
    let folders = RuleFolders([Tool.root.appending(path: "Parsers").path])
    let page = try String(
      contentsOf: Tool.root.appending(path: "Documentation/games.md"), encoding: .utf8)
    #expect(gamesPage(folders.ruleSet().rules) == page, "run make docs")
  }

  /// Validated by python's jsonschema, which knows nothing of our reader; `make setup` installs it.
  @Test func `every rule file is valid by the schema, in the eyes of another validator`() throws {
    let script = """
      import glob, json, sys
      try:
          import jsonschema, yaml
      except ImportError as error:
          print("skipped:", error); sys.exit(0)
      schema = json.load(open(sys.argv[1] + "/rule.schema.json"))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      class Loader(yaml.SafeLoader): pass
      Loader.yaml_implicit_resolvers = {
          key: [(tag, rule) for tag, rule in rules if not tag.endswith(":timestamp")]
          for key, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()}
      def named(node):
          if isinstance(node, dict): return {str(key): named(value) for key, value in node.items()}
          if isinstance(node, list): return [named(value) for value in node]
          return node
      count = 0
      for path in sorted(glob.glob(sys.argv[1] + "/*.yaml")):
          count += 1
          for error in validator.iter_errors(named(yaml.load(open(path, encoding="utf-8"), Loader))):
              print(path, list(error.path), error.message[:200])
      print("valid:", count)
      """
    let tool = try Tool()
    defer { tool.remove() }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", try tool.write(script, to: "schema.py"), Tool.root.appending(path: "Parsers").path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if output.hasPrefix("skipped:") {
      print(output)
    } else {
      #expect(output == "valid: 187\n")
    }
  }
}
