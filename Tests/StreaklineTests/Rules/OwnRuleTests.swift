import Foundation
import StreaklineCore
import StreaklineRules
import Testing

/// Rule files of the user's own, beside those that ship with the program.
@Suite struct OwnRuleTests {
  private static let shipped = RuleFile(
    path: "Parsers/gridle.yaml",
    text: gridle(
      fields: "  completed: {found: 'abc', in: rest}", more: "reject: [Gridle is fun]"))

  /// The shipped file under another name and id.
  private func own(_ game: String, _ changes: (String, String)...) -> RuleFile {
    var text = gridle(fields: "  completed: {found: 'abc', in: rest}")
      .replacing("game: gridle", with: "game: \(game)")
    if game != "gridle" { text = text.replacing("11111111", with: "21111111") }
    for (old, new) in changes {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    return RuleFile(path: "own/\(game).yaml", text: text, isOwn: true)
  }

  private func games(_ rules: RuleSet, _ text: String) -> [String] {
    ShareReader(rules: rules).read(ShareText(Array(text.utf8))).shares.map(\.game)
  }

  @Test(arguments: [
    // What `rules check` calls an error, and a part of the sentence.
    ("in: rest}", "in: rset}", "no variant captures a group 'rset'"),
    ("completed: {found: 'abc', in: rest}", "completed: {count: 'abc', in: rest}", "of type bool"),
    ("completed: {found: 'abc', in: rest}", "score: {count: 'abc', in: rest}", "no streak"),
    ("expect: {puzzleNumber: 7}", "expect: {puzzleNumber: 8}", "gives puzzleNumber 7, not 8"),
    ("[^\\n]*", "[a-z]{4}", "does not match"),
  ])
  func `a file of the user's own with an error is not used, with a sentence`(
    mistake: (old: String, new: String, phrase: String)
  ) throws {
    let file = own("ownle", ("Gridle", "Ownle"), (mistake.old, mistake.new))
    let rules = RuleSet(files: [Self.shipped, file])
    #expect(rules.games == ["gridle"])
    let problem = try #require(rules.problems.first)
    #expect(problem.location.file == "own/ownle.yaml")
    #expect(problem.summary.contains(mistake.phrase), "\(problem.rendered)")
    #expect(games(rules, "Gridle #7 abc") == ["gridle"])
  }

  @Test func `a file of the user's own without errors is used`() {
    let rules = RuleSet(files: [Self.shipped, own("ownle", ("Gridle", "Ownle"))])
    #expect(rules.problems.map(\.rendered) == [])
    #expect(games(rules, "Gridle #7 abc\nOwnle #7 abc") == ["gridle", "ownle"])
  }

  @Test func `a broken replacement leaves the built-in rule in use`() {
    let file = own("gridle", ("expect: {puzzleNumber: 7}", "expect: {puzzleNumber: 8}"))
    let rules = RuleSet(files: [Self.shipped, file])
    #expect(rules.problems.map(\.code) == ["R301"])
    #expect(rules.rule(of: "gridle")?.path == "Parsers/gridle.yaml")
    #expect(games(rules, "Gridle #7 abc") == ["gridle"])
  }

  @Test func `a replacement with the built-in game's id is used`() {
    let rules = RuleSet(files: [Self.shipped, own("gridle", ("name: Gridle", "name: Mine"))])
    #expect(rules.problems.map(\.rendered) == [])
    #expect(rules.rule(of: "gridle")?.name == "Mine")
  }

  @Test func `a replacement with another id is not used`() {
    let file = own("gridle", ("11111111", "31111111"))
    let rules = RuleSet(files: [Self.shipped, file])
    #expect(rules.problems.map(\.code) == ["R003"])
    #expect(rules.problems.first?.help?.contains("11111111-2222") == true)
    #expect(rules.rule(of: "gridle")?.path == "Parsers/gridle.yaml")
  }

  @Test(arguments: ["priority: 100", "priority: 1000"])
  func `a rule that reads a built-in game's shares is not used, and both are named`(
    priority: String
  ) throws {
    let file = own("ownle", ("record:", "\(priority)\nrecord:"))
    let rules = RuleSet(files: [Self.shipped, file])
    #expect(rules.games == ["gridle"])
    let texts = rules.problems.map(\.rendered).joined()
    #expect(texts.contains("R303"))
    #expect(texts.contains("gridle") && texts.contains("ownle.yaml"))
    #expect(games(rules, "Gridle #7 abc") == ["gridle"])
  }

  @Test func `of two own rules with one claim the first is used`() {
    let other = own("zwnle", ("21111111", "41111111"))
    let rules = RuleSet(files: [own("ownle"), other])
    #expect(rules.games == ["ownle"])
    #expect(rules.problems.allSatisfy { $0.location.file == "own/zwnle.yaml" })
  }

  @Test func `where a claim shows only in the text, the built-in rule wins and both are named`() {
    let file = own(
      "ownle", (#"(?<rest> [^\n]* )"#, #"(?<rest> x?yz )"#), ("Gridle #7 abc", "Gridle #7 xyz"))
    let strict = RuleFile(
      path: "Parsers/gridle.yaml",
      text: gridle(
        fields: "  completed: {found: 'abc', in: rest}",
        match: ##"Gridle \h \#(?<puzzle> \d+ ) \h (?<rest> abc | yz )"##))
    let rules = RuleSet(files: [strict, file])
    #expect(rules.problems.map(\.rendered) == [])
    let scan = ShareReader(rules: rules).read(ShareText(Array("Gridle #7 yz".utf8)))
    #expect(scan.shares.map(\.game) == ["gridle"])
    #expect(scan.unparsed.map(\.game) == ["ownle"])
    #expect(scan.unparsed.first?.reason == "claimed by gridle and ownle")
  }

  @Test func `what is wrong with an own file is said by each command`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(
      gridle(fields: "  completed: true").replacing("puzzleNumber: 7", with: "puzzleNumber: 8"),
      to: "config/streakline/Parsers/gridle.yaml")
    for _ in 0..<2 {
      let run = try tool.run(["parse", "--output", "json"], input: "Gridle #7 abc\n")
      #expect(run.objects.isEmpty)
      #expect(run.talk.contains("gives puzzleNumber 7, not 8"), "\(run.talk)")
    }
  }
}
