import StreaklineCore
import StreaklineRules
import Testing

/// What becomes of a text that several rules match, and of a rule that works too hard.
@Suite struct OverlapTests {
  /// A rule for shares that start with `Gridle #`.
  private func rule(_ game: String, match: String, priority: Int = 100) -> RuleFile {
    let digit = game.utf8.last.map { $0 % 10 } ?? 0
    return RuleFile(
      path: "\(game).yaml",
      text: """
        format: 1
        game: \(game)
        name: \(game)
        id: 1111111\(digit)-2222-4333-8444-555555555555
        record: GameResult
        priority: \(priority)
        begins: ["Gridle #"]
        puzzle: {number: puzzle, anchors: [{number: 1, date: 2026-01-01}]}
        variants:
          - {name: standard, match: '\(match)'}
        fields: {score: {group: score, type: int}, completed: true}
        examples:
          - {name: one, text: "Gridle #7 3/6", expect: {score: 3}}
        """)
  }

  private static let short = ##"Gridle \x20 \#(?<puzzle> \d+ ) \x20 (?<score> [1-6] ) /6"##
  private static let long = short + ##" \n [🟩🟨]+"##
  private static let text = "Gridle #7 3/6\n🟩🟨\n"

  private func reader(_ files: RuleFile...) -> ShareReader {
    let rules = RuleSet(files: files)
    #expect(rules.problems.map(\.rendered) == [])
    return ShareReader(rules: rules)
  }

  private func read(_ reader: ShareReader, _ text: String = text) -> ScanResult {
    reader.read(ShareText(Array(text.utf8)))
  }

  @Test(arguments: [(200, 100), (100, 200), (101, 100)])
  func `of two rules that match the same text the one of higher priority reads it`(
    first: Int, second: Int
  ) {
    let found = read(
      reader(
        rule("game-a", match: Self.short, priority: first),
        rule("game-b", match: Self.short, priority: second)))
    #expect(found.shares.map(\.game) == [first > second ? "game-a" : "game-b"])
    #expect(found.unparsed.isEmpty)
  }

  @Test func `priority counts more than length, and length more than order`() {
    let short = rule("game-a", match: Self.short)
    let long = rule("game-b", match: Self.long)
    #expect(read(reader(short, long)).shares.map(\.game) == ["game-b"])
    let strong = rule("game-a", match: Self.short, priority: 101)
    #expect(read(reader(strong, long)).shares.map(\.game) == ["game-a"])
  }

  @Test func `a text that two rules of one priority claim is a near miss of both`() {
    let found = read(
      reader(rule("game-a", match: Self.short), rule("game-b", match: Self.short)))
    #expect(found.shares.isEmpty)
    let claims = found.unparsed.filter { $0.reason != nil }
    #expect(claims.map(\.game).sorted() == ["game-a", "game-b"])
    #expect(Set(claims.map(\.reason)) == ["claimed by game-a and game-b"])
  }

  @Test func `a conflict over one share does not touch the shares beside it`() {
    let both = reader(
      rule("game-a", match: Self.long), rule("game-b", match: Self.long),
      rule("game-c", match: Self.short, priority: 50))
    let found = read(both, "Gridle #8 4/6\n\n" + Self.text)
    #expect(found.shares.map(\.number) == [8])
    #expect(found.unparsed.filter { $0.reason != nil }.count == 2)
  }

  @Test func `a rule that hits a limit in three texts is suspended, and others go on`() {
    // Each group of letters can be split in exponentially many ways before the last one fails.
    let hard = Self.short + " (?: \\h (?: a | aa )+ z )?+"
    let reader = reader(
      rule("game-a", match: hard, priority: 200), rule("game-b", match: Self.short))
    let slow = "Gridle #7 3/6 " + String(repeating: "a", count: 60) + "!"
    #expect(read(reader).shares.map(\.game) == ["game-a"])
    for round in 1...3 {
      #expect(reader.suspended == [])
      let found = read(reader, slow)
      #expect(found.limitedGames == ["game-a"], "round \(round)")
      #expect(found.shares.map(\.game) == ["game-b"])
    }
    #expect(reader.suspended == ["game-a"])
    let afterwards = read(reader, slow)
    #expect(afterwards.limitedGames == [])
    #expect(afterwards.shares.map(\.game) == ["game-b"])
    #expect(read(reader).shares.map(\.game) == ["game-b"])
  }
}
