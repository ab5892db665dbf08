import Streakline
import StreaklineCore
import StreaklineRules
import Testing

/// What drafts make of lost games, of numbers with words beside them, and of what is better.
@Suite struct DraftedOutcomeTests {
  struct Game: CustomTestStringConvertible {
    var name: String
    var shares: [String]
    var heldBack: String
    var score: Int?
    var completed: Bool?
    /// The start of the draft's line about the scoring.
    var scoring: String

    var testDescription: String { name }
  }

  private static let fewer = "scoring: lowerAttempts "
  private static let more = "scoring: higherIsBetter "
  private static let unsure = "# scoring: "

  private static let lossGames = [
    Game(
      name: "a loss in words, without the score",
      shares: [
        "I cracked Numberle #31 in 3 guesses! 🧠", "Numberle #34 stumped me today! 😅",
        "I cracked Numberle #35 in 4 guesses! 🧠",
      ],
      heldBack: "Numberle #41 stumped me today! 😅", completed: false, scoring: fewer),
    Game(
      name: "other words for a loss than the examples have",
      shares: [
        "Clipday #51 🎉\nYou win! 3 guesses\n🟥🟥🟩", "Clipday #52 😐\nSo close!\n🟥🟥🟥🟥🟥",
        "Clipday #56 🎉\nYou win! 4 guesses\n🟥🟥🟥🟩",
      ],
      heldBack: "Clipday #60 😐\nSo close!\n🟥🟥🟥🟥🟥", completed: false, scoring: fewer),
    Game(
      name: "a skull in place of a tick",
      shares: [
        "Gallowle #90 ✅\nMisses: 2/7\n🟢🟢🔴🟢🔴🟢", "Gallowle #91 ✅\nMisses: 0/7\n🟢🟢🟢🟢🟢",
        "Gallowle #94 💀\nMisses: 7/7\n🔴🔴🟢🔴🔴🔴🟢🔴🔴",
      ],
      heldBack: "Gallowle #98 💀\nMisses: 7/7\n🔴🔴🔴🔴🟢🔴🔴🔴", score: 7, completed: false,
      scoring: fewer),
    Game(
      name: "a group that was not found, beside mistakes",
      shares: [
        "Mapgroups #88\nMistakes: 1\n🟨🟨🟨🟨\n🟩🟩🟦🟩\n🟩🟩🟩🟩\n🟦🟦🟦🟦\n🟪🟪🟪🟪",
        "Mapgroups #89\nMistakes: 4\n🟨🟨🟩🟨\n🟩🟩🟦🟩\n🟪🟩🟩🟩\n🟦🟦🟦🟪",
        "Mapgroups #91\nMistakes: 0\n🟨🟨🟨🟨\n🟩🟩🟩🟩\n🟦🟦🟦🟦\n🟪🟪🟪🟪",
      ],
      heldBack: "Mapgroups #96\nMistakes: 4\n🟨🟪🟩🟨\n🟩🟩🟨🟩\n🟪🟩🟦🟩\n🟦🟨🟦🟪", score: 4,
      completed: false, scoring: fewer),
    Game(
      name: "a cheer that a share with few points lacks",
      shares: [
        "Ropewalk #3\n✅✅✅✅✅💔✅✅✅🎉\nMy Score: 1,970", "Ropewalk #4\n✅✅💔✅💔💔\nMy Score: 320",
        "Ropewalk #6\n✅✅✅✅✅✅✅✅✅🎉\nMy Score: 2,340",
      ],
      heldBack: "Ropewalk #10\n💔💔✅💔\nMy Score: 40", score: 40, completed: nil, scoring: more),
    Game(
      name: "fewer hits than rounds",
      shares: [
        "Bannerpick #210\n4/5\n🟩🟩🟥🟩🟩", "Bannerpick #211\n0/5\n🟥🟥🟥🟥🟥",
        "Bannerpick #212\n5/5\n🟩🟩🟩🟩🟩",
      ],
      heldBack: "Bannerpick #218\n1/5\n🟥🟥🟩🟥🟥", score: 1, completed: nil, scoring: more),
    Game(
      name: "a skull inside a grid, which is a picture",
      shares: [
        "Weaveword #74\n🔵🔵🔵🔵\n🔵🔵🟡🔵\nScore: 12", "Weaveword #75\n🔵💡🔵🔵\n🟡🔵🔵\nScore: 9",
        "Weaveword #76\n🔵💡🟡🔵\n🔵🔵🔵\nScore: 7",
      ],
      heldBack: "Weaveword #80\n🦴🦴🟡🦴\n🦴💀🦴🦴\nScore: 11", score: 11, completed: true,
      scoring: more),
    Game(
      name: "words before the name that differ",
      shares: [
        "I solved Wikiword #1301 in 45 guesses with an accuracy of 62%.",
        "I solved Wikiword #1302 in 131 guesses with an accuracy of 40%.",
        "I gave up on Wikiword #1305 after 210 guesses with an accuracy of 31%.",
      ],
      heldBack: "I gave up on Wikiword #1309 after 90 guesses with an accuracy of 20%.", score: 90,
      completed: false, scoring: fewer),
  ]

  private static let scoreGames = [
    Game(
      name: "a fraction with a unit",
      shares: [
        "Fairwayle #55\n42/100 yards", "Fairwayle #56\n7/100 yards", "Fairwayle #59\n100/100 yards",
      ],
      heldBack: "Fairwayle #61\n18/100 yards", score: 18, scoring: unsure),
    Game(
      name: "mistakes, and a streak that not all shares have",
      shares: [
        "Gaptown #12\n🔥 Streak: 4\nMistakes: 2\ngaptown.example",
        "Gaptown #13\n🔥 Streak: 5\nMistakes: 0\ngaptown.example",
      ],
      heldBack: "Gaptown #16\nMistakes: 3\ngaptown.example", score: 3, completed: true,
      scoring: fewer),
    Game(
      name: "years off, above a streak",
      shares: ["Whenwasit #220\n📏 34 years off\n🔥 4", "Whenwasit #221\n📏 2 years off\n🔥 5"],
      heldBack: "Whenwasit #226\n📏 118 years off", score: 118, completed: true, scoring: fewer),
    Game(
      name: "a percentage",
      shares: ["Huememory #12\n🎨 87%", "Huememory #13\n🎨 93%", "Huememory #18\n🎨 100%"],
      heldBack: "Huememory #20\n🎨 64%", score: 64, completed: true, scoring: more),
    Game(
      name: "a day without zeros is no fraction",
      shares: [
        "Lettersquare 3/1:\nI solved it in 12m 30s\n📖 3 bonus words",
        "Lettersquare 3/2:\nI solved it in 8m 05s\n📖 1 bonus word",
        "Lettersquare 3/5:\nI solved it in 25m 00s\n📖 7 bonus words",
      ],
      heldBack: "Lettersquare 3/9:\nI solved it in 9m 59s\n📖 2 bonus words", score: 599,
      completed: true, scoring: "scoring: lowerTimeSeconds "),
    Game(
      name: "points beside a time",
      shares: ["Zigzagle #12\nScore: 150\nTime: 2:03", "Zigzagle #13\nScore: 1,150\nTime: 0:44"],
      heldBack: "Zigzagle #15\nScore: 90\nTime: 5:00", score: 90, completed: true, scoring: more),
    Game(
      name: "guesses without a maximum",
      shares: ["Shadele 801 in 7 guesses", "Shadele 803 in 3 guesses"],
      heldBack: "Shadele 807 in 1 guess", score: 1, completed: true, scoring: fewer),
    Game(
      name: "a fraction that may be tries or hits",
      shares: ["Plainle #7 3/6", "Plainle #8 5/6"],
      heldBack: "Plainle #9 2/6", score: 2, completed: nil, scoring: unsure),
    Game(
      name: "steps with a label, beside the fewest that there are",
      shares: [
        "Rungle 512\nCOLD → WARM\nSteps: 5 (par 4)\n🟩⬜⬜⬜\n🟩🟩🟩🟩",
        "Rungle 513\nLION → BEAR\nSteps: 7 (par 5)\n⬜⬜⬜⬜\n🟩🟩🟩🟩",
        "Rungle 515\nSAND → ROCK\nSteps: 4 (par 4)\n🟩⬜⬜⬜\n🟩🟩🟩🟩",
      ],
      heldBack: "Rungle 517\nFIRE → COAL\nSteps: 9 (par 6)\n🟩⬜⬜⬜\n🟩🟩🟩🟩", score: 9,
      completed: true, scoring: fewer),
    Game(
      name: "a time in which it was solved, with mistakes",
      shares: [
        "Ninesquare 2026-02-01\nSolved in 12m 41s with 1 mistake",
        "Ninesquare 2026-02-02\nSolved in 9m 03s with 0 mistakes",
      ],
      heldBack: "Ninesquare 2026-02-08\nSolved in 7m 59s with 3 mistakes", score: 479,
      completed: true, scoring: "scoring: lowerTimeSeconds "),
    Game(
      name: "a time that a lost share lacks",
      shares: [
        "Vaultling 33 🗝️ Escaped in 4:10 | Hints: 1", "Vaultling 34 🗝️ Escaped in 2:58 | Hints: 0",
        "Vaultling 37 🔒 Trapped! | Hints: 3",
      ],
      heldBack: "Vaultling 40 🗝️ Escaped in 3:33 | Hints: 2", score: 213, completed: true,
      scoring: "scoring: lowerTimeSeconds "),
    Game(
      name: "a score with a fraction, above which no other number is the score",
      shares: [
        "Bracketeer #30\n❌ Wrong guesses: 4\nTotal Score: 92.0",
        "Bracketeer #31\n❌ Wrong guesses: 1\nTotal Score: 98.5",
        "Bracketeer #33\n❌ Wrong guesses: 9\nTotal Score: 70.0",
      ],
      heldBack: "Bracketeer #34\n❌ Wrong guesses: 7\nTotal Score: 81.5", score: nil,
      completed: nil, scoring: unsure),
    Game(
      name: "a row of which the last square is the right guess",
      shares: ["Agele #1055\n⬛⬛🟫🟥🟥🟫🟥🟩", "Agele #1056\n⬛🟥🟩", "Agele #1058\n⬛⬛🟫🟥🟥🟫🟥🟥"],
      heldBack: "Agele #1060\n🟫🟥🟥🟩", score: 4, completed: true, scoring: fewer),
  ]

  @Test(arguments: lossGames)
  func `a draft does not count a lost game as completed`(game: Game) throws { try check(game) }

  @Test(arguments: scoreGames)
  func `a draft finds the score, and says which is better or that it is not sure`(
    game: Game
  ) throws {
    try check(game)
  }

  private func check(_ game: Game) throws {
    let id = try #require(UniqueID("11111111-2222-4333-8444-555555555555"))
    let draft = try #require(RuleDraft(game.shares, id: id, day: Day(daysSinceEpoch: 20_000)))
    let file = RuleFile(path: "\(draft.slug).yaml", text: draft.yaml)
    let rules = RuleSet(files: [file])
    let check = RuleCheck(rules: rules, files: [file])
    let errors =
      (rules.problems + rules.rules.flatMap { check.lints(of: $0) + check.failures(of: $0) })
      .filter { $0.severity == .error }
    #expect(errors.map(\.rendered) == [], "\(draft.yaml)")
    #expect(draft.yaml.contains("\n" + game.scoring), "\(draft.yaml)")
    let message = Message(text: Array(game.heldBack.utf8), source: .init(name: "-", line: 1))
    let share = ShareText(message.text)
    let now = Instant(Day(daysSinceEpoch: 21_000))
    let chunk = RecordBuilder(user: "me", fallbackDay: now.day, now: now)
      .chunk(of: ShareReader(rules: rules).read(share), text: share, message: message)
    let record = try #require(chunk.records.first, "\(draft.yaml)")
    #expect(record.fields["score"]?.int == game.score, "\(draft.yaml)")
    #expect(record.completed == game.completed, "\(draft.yaml)")
  }
}
