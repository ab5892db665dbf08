import Foundation
import Streakline
import StreaklineCore
import StreaklineRules
import Testing

@Suite struct RuleFileTests {
  private static let good = ##"""
    format: 1
    game: gridle
    name: Gridle
    id: 11111111-2222-4333-8444-555555555555
    record: GameResult
    begins: ["Gridle #"]
    puzzle: {number: puzzle, anchors: [{number: 1, date: 2026-01-01}]}
    variants:
      - name: standard
        match: |
          Gridle \h \#(?<puzzle> \d+ ) \h
          (?<guesses> [1-6X] ) /6
    fields:
      score: {group: guesses, type: int, map: {X: null}}
      completed: {found: '[1-6]', in: guesses}
    examples:
      - name: solved
        text: "Gridle #7 3/6"
        expect: {puzzleNumber: 7, dateInt: 20260107, score: 3, completed: true}
    reject:
      - Gridle is fun
      - "Gridle #7 9/6"
    """##

  private func problems(_ text: String, path: String = "gridle.yaml", others: [RuleFile] = [])
    -> [Problem]
  {
    let files = others + [RuleFile(path: path, text: text)]
    let rules = RuleSet(files: files)
    let check = RuleCheck(rules: rules, files: files)
    let found = rules.rules.flatMap { check.lints(of: $0) + check.failures(of: $0) }
    return (rules.problems + found).filter { $0.location.file == path }
  }

  @Test func `a good file has no problem`() {
    #expect(problems(Self.good).map(\.rendered) == [])
  }

  /// What is replaced in the good file, by what, and the problem that must be reported: its code,
  /// line and column.
  private static let mistakes: [(String, String, String, Int, Int)] = [
    ("record:", "recrod:", "R001", 5, 1),
    ("{group: guesses, type: int", "{group: guesses, tipe: int", "R001", 14, 27),
    ("in: guesses}", "in: guesses, type: int}", "R001", 15, 50),
    ("game: gridle", "game: gridel", "R002", 2, 7), ("game: gridle", "game: Gridle!", "R002", 2, 7),
    ("name: Gridle\n", "name: [Gridle\n", "R004", 4, 3),
    ("name: Gridle\n", "name: &a Gridle\n", "R005", 3, 7),
    ("name: Gridle\n", "name: !!str Gridle\n", "R005", 3, 7),
    ("record: GameResult", "record: GameResults", "R006", 5, 9),
    ("record: GameResult", "record: CompletionEvent", "R006", 5, 9),
    ("id: 11111111-2222-4333-8444-555555555555", "id: 1234", "R006", 4, 5),
    ("date: 2026-01-01", "date: 1/1/26", "R006", 7, 54),
    ("type: int", "type: integer", "R006", 14, 33),
    ("number: 1, ", "", "R007", 7, 36), ("name: Gridle\n", "", "R007", 1, 1),
    ("format: 1", "format: 2", "R008", 1, 9), (#""Gridle #""#, #""G #""#, "R009", 6, 10),
    (#"(?<guesses> [1-6X] )"#, #"(?<guesses> [1-6X] "#, "R101", 12, 29),
    ("(?<guesses>", "(?<GUESSES>", "R201", 14, 18), ("in: guesses", "in: gueses", "R201", 15, 35),
    ("'[1-6]'", #""\x31""#, "R103", 15, 23), (##"\#(?<puzzle>"##, "#(?<puzzle>", "R104", 11, 17),
    (##"Gridle \h \#"##, ##"My Gridle \h \#"##, "R105", 11, 9),
    (
      "completed: {found: '[1-6]', in: guesses}", "completed: {group: guesses, type: int}", "R203",
      15, 3
    ),
    ("score: 3", "score: 4", "R301", 17, 5), ("Gridle #7 3/6", "Gridle #7 3/5", "R301", 17, 5),
    (#""Gridle #7 9/6""#, #""Gridle #7 4/6""#, "R304", 22, 5),
    ("\"Gridle #7 3/6\"", "\"Girdle #7 3/6\"", "R305", 17, 5),
    ("20260107", "20260108", "R306", 17, 5),
    (##"Gridle \h \#(?<puzzle> \d+ ) \h"##, ##"(?<puzzle> \d+ )? \h*"##, "R301", 17, 5),
  ]

  @Test(arguments: mistakes)
  func `a mistake is reported with code and place`(
    mistake: (old: String, new: String, code: String, line: Int, column: Int)
  ) throws {
    #expect(Self.good.contains(mistake.old))
    let text = Self.good.replacing(mistake.old, with: mistake.new, maxReplacements: 1)
    let found = problems(text)
    let problem = try #require(found.first { $0.code == mistake.code }, "\(found.map(\.rendered))")
    #expect(problem.location.line == mistake.line, "\(problem.rendered)")
    #expect(problem.location.column == mistake.column, "\(problem.rendered)")
    #expect(problem.rendered.contains("--> gridle.yaml:\(mistake.line):\(mistake.column)"))
  }

  @Test func `a literal hash that is not escaped is pointed at`() {
    let text = Self.good.replacing(##"\#(?<puzzle> \d+ ) \h"##, with: ##"\#(?<puzzle> \d+ ) #\h"##)
    let problem = problems(text).first { $0.code == "R104" }
    #expect(problem?.location.line == 11)
    #expect(problem?.location.column == 36)
  }

  @Test(arguments: [##"#(?<puzzle> \d+ ) \h"##, ##"# (?<puzzle> \d+ ) \h"##])
  func `a hash that hides a group is named in place of the group that is missing`(pattern: String) {
    let text = Self.good.replacing(##"\#(?<puzzle> \d+ ) \h"##, with: pattern)
    #expect(problems(text).map(\.code) == ["R104"])
  }

  @Test func `a backslash that YAML does not know is a matter of quotes`() {
    let text = Self.good.replacing("'[1-6]'", with: ##""\d""##)
    let problem = problems(text).first { $0.code == "R103" }
    #expect(problem?.location.line == 15)
    #expect(problem?.help?.contains("single quotes") == true)
  }

  @Test func `a remark of the draft is a warning`() {
    let text = Self.good.replacing("record: GameResult", with: "record: GameResult     # CHECK")
    #expect(problems(text).contains { $0.code == "R307" && $0.severity == .warning })
  }

  @Test func `a group that nothing reads is a warning`() {
    let text = Self.good.replacing("(?<guesses>", with: "(?<unused> \\h? ) (?<guesses>")
    let problem = problems(text).first { $0.code == "R202" }
    #expect(problem?.severity == .warning)
    #expect(problem?.location.line == 12)
  }

  @Test func `a group in capitals is refused, they are the shared sub-patterns'`() {
    let text = Self.good.replacing("(?<guesses>", with: "(?<LINE> \\h? ) (?<guesses>")
    #expect(problems(text).contains { $0.code == "R102" })
    let defined = Self.good.replacing("variants:", with: "define: {TIME: x}\nvariants:")
    #expect(problems(defined).contains { $0.code == "R102" })
  }

  @Test func `an id that another rule has is reported`() {
    let other = Self.good.replacing("gridle", with: "another").replacing("Gridle", with: "Another")
    let found = problems(Self.good, others: [RuleFile(path: "another.yaml", text: other)])
    #expect(found.contains { $0.code == "R003" })
  }

  @Test func `a layout that no example shows is a warning`() {
    let text = Self.good.replacing(
      "fields:",
      with:
        "  - {name: other, match: 'Gridle \\h extra (?<puzzle> \\d+ ) (?<guesses> \\d )'}\nfields:")
    #expect(problems(text).contains { $0.code == "R302" && $0.severity == .warning })
  }

  @Test func `an example that another game claims is reported`() {
    let other = Self.good.replacing("gridle", with: "another").replacing(
      "name: Gridle", with: "name: Another"
    )
    .replacing("11111111", with: "21111111")
    let found = problems(Self.good, others: [RuleFile(path: "another.yaml", text: other)])
    #expect(found.contains { $0.code == "R303" })
  }

  @Test func `a pattern that matches nothing at all is refused`() {
    let text = Self.good.replacing(
      ##"Gridle \h \#(?<puzzle> \d+ ) \h"##, with: ##"(?<puzzle> \d* )"##
    )
    .replacing("(?<guesses> [1-6X] ) /6", with: "(?<guesses> [1-6X]? )")
    #expect(problems(text).contains { $0.code == "R402" })
  }

  @Test func `fields that refer to each other in a circle are refused`() {
    let text = Self.good.replacing("fields:", with: "fields:\n  a: {field: b}\n  b: {field: a}")
    #expect(problems(text).contains { $0.code == "R203" && $0.summary.contains("circle") })
  }

  @Test(arguments: [
    "", "- a", "just text", "\u{0}", "a: {b: [}", String(repeating: "[", count: 50_000),
    "a: &x [1]\nb: [*x, *x]", "<<: {a: 1}", String(repeating: "# x\n", count: 70_000),
    "format: 1\nformat: 1", "[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]",
    "x: [" + String(repeating: "1, ", count: 10_001) + "1]",
  ])
  func `hostile files are refused with a problem and never crash`(text: String) {
    let start = ContinuousClock.now
    #expect(!problems(text).isEmpty)
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test func `what matched up to here is shown for an example that fails`() throws {
    let text = Self.good.replacing("Gridle #7 3/6", with: "Gridle #7 3/5")
    let problem = try #require(problems(text).first { $0.code == "R301" })
    #expect(problem.rendered.contains("    Gridle #7 3/5\n"))
    #expect(problem.rendered.contains(#"^ variant "standard" matched up to here (line 1)"#))
  }

  @Test func `a problem is drawn with line, caret and help`() throws {
    let text = Self.good.replacing("{group: guesses, type: int", with: "{grup: guesses, type: int")
    let problem = try #require(problems(text).first)
    #expect(
      problem.rendered == """
        error[R001]: unknown key 'grup'
          --> gridle.yaml:14:11
           |
        14 |   score: {grup: guesses, type: int, map: {X: null}}
           |           ^
          = help: did you mean 'group'?
        """)
  }

  @Test func `every rule file that ships passes its own check`() {
    let folders = RuleFolders([Tool.root.appending(path: "Parsers").path])
    let rules = folders.ruleSet()
    let check = RuleCheck(rules: rules, files: folders.files)
    let found =
      rules.problems + rules.rules.flatMap { check.lints(of: $0) + check.failures(of: $0) }
    #expect(found.map(\.rendered) == [])
    #expect(rules.rules.count == folders.files.count)
  }
}
