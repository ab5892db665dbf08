import Foundation
import Streakline
import StreaklineCore
import StreaklineRules
import Testing

/// Drafts for games that are not in the box, tried on a share that they were not made from.
@Suite struct DraftedGameTests {
  /// What the held-back share says.
  struct Facts: Equatable, CustomStringConvertible {
    var number: Int?
    var score: Int?
    var completed = true

    var description: String { "number \(number ?? -1), score \(score ?? -1), \(completed)" }
  }

  struct Game: CustomTestStringConvertible {
    var name: String
    var shares: [String]
    var heldBack: String
    var facts: Facts

    var testDescription: String { name }
  }

  /// As printed by games, from tests of public score bots: wordleparse (Crosswordle) and
  /// shawnz/daily-tracker (Smush, RNGdle); the others follow the code of the games that makes the shares.
  private static let games = [
    Game(
      name: "seconds alone",
      shares: [
        "Daily Crosswordle 45: 11m 41s https://crosswordle.vercel.app/?daily=1\n\n⬜🟨⬜🟨⬜\n🟩🟩🟩🟩🟩",
        "Daily Crosswordle 70: 3m 11s https://crosswordle.vercel.app/?daily=1\n\n🟨⬜⬜⬜⬜\n🟩🟩🟩🟩🟩",
      ],
      heldBack:
        "Daily Crosswordle 61: 45s https://crosswordle.vercel.app/?daily=1\n\n🟩⬜🟩⬜🟩\n🟩🟩🟩🟩🟩",
      facts: Facts(number: 61, score: 45)),
    Game(
      name: "badges after the score",
      shares: [
        "hankgreen.com/smush · Sep 14\n298 pts · ★★ pangram first\n🟩🟨🥞\n🥞⭐🥞\n🥞🥞🟨",
        "hankgreen.com/smush · Sep 14\n1240 pts · ★★ pangram first · clean plate · ICE COLD 🧊 · 3-day streak\n🥞🥞🥞\n🥞⭐🥞\n🥞🥞🥞",
      ],
      heldBack: "hankgreen.com/smush · Sep 14\n57 pts · 2-day streak\n🟩🟨🟩\n🟨⭐🟩\n🟩🥞🟩",
      facts: Facts(score: 57)),
    Game(
      name: "a list of which each share has other lines",
      shares: [
        "RNGdle 🎲 982702\n\n⬜ COMMON • Bottom 8%\n\n⬜ 🎰 Lucky Seven (Divisible)\n⬜ 👻 Ghost\n⬜ 💨 Oxygen (8)\n+8 more\n\n2,860 EP\nhttps://rngdle.com",
        "RNGdle 🎲 276297\n\n🟦 RARE • Top 11%\n\n🟦 🎼 Metronome\n⬜ 🎰 Lucky Seven (Divisible)\n⬜ 👯 Two Pair\n+10 more\n\n20,817 EP\nhttps://rngdle.com",
      ],
      heldBack:
        "RNGdle 🎲 100374\n\n⬜ COMMON\n\n🟩 🕳️ Deep Void\n⬜ 💧 Hydrogen (1)\n⬜ 🔋 Lithium (3)\n+9 more\n\n5,096 EP\nhttps://rngdle.com",
      facts: Facts(score: 5_096)),
    Game(
      name: "a question with another number",
      shares: [
        "I scored an average of 4120 over 10 rounds in today's EthnoGuessr! Can you beat my score of 4890 points on round 3? Play now at https://hbd.gg/play/!",
        "I scored an average of 3655 over 10 rounds in today's EthnoGuessr! Can you beat my score of 5000 points on round 7? Play now at https://hbd.gg/play/!",
      ],
      heldBack:
        "I scored an average of 987 over 10 rounds in today's EthnoGuessr! Can you beat my score of 2310 points on round 1? Play now at https://hbd.gg/play/!",
      facts: Facts(score: 987)),
    Game(
      name: "the only number of a sentence",
      shares: ["Eg klarte dagens Former på 12 trekk!", "Eg klarte dagens Former på 9 trekk!"],
      heldBack: "Eg klarte dagens Former på 17 trekk!", facts: Facts(score: 17)),
    Game(
      name: "one guess where others had several",
      shares: [
        "Compondus #41\n✅ 1️⃣ ✅ 2️⃣ ✅\n🎯 3 wrong guesses\ncompound-games.com",
        "Compondus #44\n✅ ✅ ✅ ✅ ✅\n🎯 0 wrong guesses\ncompound-games.com",
      ],
      heldBack: "Compondus #47\n✅ ✅ 1️⃣ ✅ ✅\n🎯 1 wrong guess\ncompound-games.com",
      facts: Facts(number: 47, score: 1)),
    Game(
      name: "a fraction in a sentence, and a time",
      shares: [
        "🎵 Paatify #18\nI guessed today's Tamil song in 2/5 hints! ⏱️ 0:23\n\n🟥🟩⬛⬛⬛",
        "🎵 Paatify #21\nI guessed today's Tamil song in 4/5 hints! ⏱️ 1:02\n\n🟥🟥🟥🟩⬛",
      ],
      heldBack: "🎵 Paatify #25\nI guessed today's Tamil song in 1/5 hints! ⏱️ 0:09\n\n🟩⬛⬛⬛⬛",
      facts: Facts(number: 25, score: 1)),
    Game(
      name: "an amount of money",
      shares: [
        "🏦 WordBank Daily #63\n🥇 Gold — $2,450 banked",
        "🏦 WordBank Daily #66\n🥉 Bronze — $820 banked",
      ],
      heldBack: "🏦 WordBank Daily #70\n🥈 Silver — $1,515 banked",
      facts: Facts(number: 70, score: 1_515)),
    Game(
      name: "a row that ends with the right guess",
      shares: ["Minrle #204 👑\n\n🟥🟥🟨✅", "Minrle #207 👑\n\n🟥🟥🟨🟥🟥🟥❌"],
      heldBack: "Minrle #210 👑\n\n🟨✅", facts: Facts(number: 210, score: 2)),
    Game(
      name: "another emoji after a loss",
      shares: [
        "Wordboi #15 3/6 🎉\n\n⬜🟧⬜⬜🟩\n⬜🟩🟧⬜🟩\n🟩🟩🟩🟩🟩",
        "Wordboi #16 2/6 🎉\n\n⬜🟧⬜⬜🟩\n🟩🟩🟩🟩🟩",
      ],
      heldBack:
        "Wordboi #19 X/6 💩\n\n⬜🟧⬜⬜🟩\n⬜🟩🟧⬜🟩\n⬜🟩🟧⬜🟩\n⬜🟩🟩⬜🟩\n⬜🟩🟩⬜🟩\n⬜🟩🟩🟩🟩",
      facts: Facts(number: 19, completed: false)),
    Game(
      name: "seconds with a fraction",
      shares: [
        "I completed Daily Seanle #55 in 34.56 seconds! Can you do better: https://dailyseanle.com",
        "I completed Daily Seanle #58 in 12.07 seconds! Can you do better: https://dailyseanle.com",
      ],
      heldBack:
        "I completed Daily Seanle #60 in 101.30 seconds! Can you do better: https://dailyseanle.com",
      facts: Facts(number: 60, score: 101)),
    Game(
      name: "a rank beside the time",
      shares: [
        "⚡ QuizQuest Daily Zip #31\n⏱ 45s | 🎯 25/25 Cells | ⭐⭐⭐ | 🏆 Rank #3 of 120\n\n🟩🟩🟩\n🟩🟩🟩",
        "⚡ QuizQuest Daily Zip #34\n⏱ 102s | 🎯 36/36 Cells | ⭐\n\n🟩🟩🟩\n🟩🟩🟩",
      ],
      heldBack:
        "⚡ QuizQuest Daily Zip #36\n⏱ 28s | 🎯 25/25 Cells | ⭐⭐⭐ | 🏆 Rank #1 of 98\n\n🟩🟩🟩\n🟩🟩🟩",
      facts: Facts(number: 36, score: 28)),
    Game(
      name: "other words after the score",
      shares: [
        "Real or Fake? #41\n🟩🟥🟩🟩🟩\n4/5 — Sharp eye\nMonday, May 4, 2026",
        "Real or Fake? #44\n🟩🟥🟥🟩🟥\n2/5 — Fooled\nThursday, May 7, 2026",
      ],
      heldBack: "Real or Fake? #45\n🟩🟩🟩🟩🟩\n5/5 — Perfect\nFriday, May 8, 2026",
      facts: Facts(number: 45, score: 5)),
    Game(
      name: "a label behind which a sign stands",
      shares: [
        "Cardtime / Daily for Oct 23 2026\n\n🟩🟥🟩🟩\n\nScore / 6 / Bronze",
        "Cardtime / Daily for Nov 2 2026\n\n🟩🟩🟩🟩\n\nScore / 7 / Silver",
      ],
      heldBack: "Cardtime / Daily for Nov 17 2026\n\n🟩🟥🟥🟩\n\nScore / 4 / Bronze",
      facts: Facts(score: 4)),
    Game(
      name: "a mark for each round below the other",
      shares: [
        "Trivet 11/20/2025:\n\n✅\n✅\n❌\n✅\n✅\n(4 / 5)",
        "Trivet 11/21/2025:\n\n❌\n✅\n❌\n✅\n❌\n(2 / 5)",
      ],
      heldBack: "Trivet 12/03/2025:\n\n❌\n❌\n❌\n❌\n❌\n(0 / 5)", facts: Facts(score: 0)),
    Game(
      name: "a number before its word, and a date with blanks",
      shares: [
        "Szólap - 1755. nap, 2026. 10. 22. - 4/6\n\n⬜🟨⬜⬜⬜\n🟨⬜⬜🟩⬜\n⬜🟩⬜🟩🟩\n🟩🟩🟩🟩🟩",
        "Szólap - 1757. nap, 2026. 10. 24. - 2/6\n\n⬜⬜⬜⬜🟨\n🟩🟩🟩🟩🟩",
      ],
      heldBack:
        "Szólap - 1776. nap, 2026. 11. 12. - X/6\n\n⬜🟨⬜⬜⬜\n⬜⬜🟩⬜🟨\n🟨⬜⬜🟩⬜\n⬜🟩⬜🟩🟩\n⬜🟩🟩⬜🟩\n⬜🟩🟩⬜🟩",
      facts: Facts(number: 1_776, completed: false)),
    Game(
      name: "tries in French",
      shares: [
        "J'ai trouvé le mot #Cachot #87 en mode classique en 4 coups ⚔️\n🟩🟥🟧🟩\n🟥🟥🟧🟩",
        "J'ai trouvé le mot #Cachot #88 en mode classique en 1 coup ⚔️\n🟩🟩🟩🟩",
      ],
      heldBack: "J'ai trouvé le mot #Cachot #104 en mode classique en 8 coups ⚔️\n🟩🟥🟧🟩\n🟥🟥🟧🟩",
      facts: Facts(number: 104, score: 8)),
    Game(
      name: "a name that is a letter and a number",
      shares: [
        "D20 #123\nScore: 85/100\n\n🟩🟨🟨🟥\n🟨🟩🟨🟧", "D20 #124\nScore: 62/100\n\n🟧🟨🟥🟥\n🟨🟥🟨🟧",
      ],
      heldBack: "D20 #141\nScore: 100/100\n\n🟩🟩🟩🟩\n🟩🟩🟩🟩",
      facts: Facts(number: 141, score: 100)),
    Game(
      name: "words that were found",
      shares: [
        "Wortnest 04.11.2026:\n📖 61 words (+7 bonus words)\n🎯 In the top 6% by bonus words",
        "Wortnest 05.11.2026:\n📖 38 words (+12 bonus words)\n🎯 In the top 3% by bonus words",
      ],
      heldBack:
        "Wortnest 22.11.2026:\n📖 84 words (+2 bonus words)\n🎯 In the top 47% by bonus words",
      facts: Facts(score: 84)),
    Game(
      name: "strokes under and over par",
      shares: [
        "Letter Links ⛳ #318\nRound: -2 (34)\n3️⃣4️⃣4️⃣3️⃣5️⃣", "Letter Links ⛳ #319\nRound: +3 (39)\n4️⃣5️⃣4️⃣4️⃣5️⃣",
      ],
      heldBack: "Letter Links ⛳ #334\nRound: -5 (31)\n3️⃣3️⃣4️⃣3️⃣4️⃣",
      facts: Facts(number: 334, score: -5)),
    Game(
      name: "points beside the name, guesses and a bar below",
      shares: [
        "wickLE #87 — 640/1000 [***··]\n▓▓▓▓▓▓░░░░\nHints: 2 | Guesses: 3",
        "wickLE #88 — 925/1000 [*····]\n▓▓▓▓▓▓▓▓▓░\nHints: 0 | Guesses: 1",
      ],
      heldBack: "wickLE #103 — 120/1000 [*****]\n▓░░░░░░░░░\nHints: 5 | Guesses: 6",
      facts: Facts(number: 103, score: 120)),
    Game(
      name: "percent with a fraction and without one",
      shares: [
        "Tinta n. 77 🎨\nSomiglianza: 93,4%\n🟦🟦🟦🟦⬜", "Tinta n. 78 🎨\nSomiglianza: 71,8%\n🟦🟦🟦⬜⬜",
      ],
      heldBack: "Tinta n. 95 🎨\nSomiglianza: 100%\n🟦🟦🟦🟦🟦", facts: Facts(number: 95)),
    Game(
      name: "moves in keycaps",
      shares: [
        "GATHER October 5, 2026\n\n🎉 I solved it in 1️⃣4️⃣ moves",
        "GATHER October 6, 2026\n\n🎉 I solved it in 9️⃣ moves",
      ],
      heldBack: "GATHER October 10, 2026\n\n🎉 I solved it in 2️⃣3️⃣ moves",
      facts: Facts(score: 23)),
    Game(
      name: "a percentage behind number and date",
      shares: [
        "#Plotter #412 (04.10.2026) 87%\n🟩🟩🟩🟩⬜", "#Plotter #413 (05.10.2026) 64%\n🟩🟩🟩⬜⬜",
      ],
      heldBack: "#Plotter #417 (09.10.2026) 92%\n🟩🟩🟩🟩🟩",
      facts: Facts(number: 417, score: 92)),
    Game(
      name: "chips beside what each game has won",
      shares: [
        "🎰 Gamblet #153\n\n🃏 Blackjack (+350)\n♠️ 5-Card Poker (-100)\n\n🏆 Finished with 2,340 chips (Top 12%)",
        "🎰 Gamblet #154\n\n🃏 Blackjack (-200)\n♠️ 5-Card Poker (-160)\n\n📉 Finished with 640 chips",
      ],
      heldBack:
        "🎰 Gamblet #158\n\n🃏 Blackjack (+75)\n♠️ 5-Card Poker (+450)\n\n💰 Finished with 1,225 chips (Top 41%)",
      facts: Facts(number: 158, score: 1_225)),
    Game(
      name: "what somebody has scored, in French",
      shares: [
        "Aujourd'hui j'ai fait 1186 – Moyenne 593 à Precisi ! – https://precisi.example/",
        "Aujourd'hui j'ai fait 742 – Moyenne 371 à Precisi ! – https://precisi.example/",
      ],
      heldBack: "Aujourd'hui j'ai fait 1654 – Moyenne 827 à Precisi ! – https://precisi.example/",
      facts: Facts(score: 1_654)),
    Game(
      name: "more rows than any share before",
      shares: [
        "Antiletter #1710 · 5 guesses\n⬜⬜🟨\n⬜🟨⬜\n⬜🟨🟨\n⬜🟨🟨\n🟥🟥🟥",
        "Antiletter #1711 · 3 guesses\n⬜⬜🟨\n⬜🟨⬜\n🟥🟥🟥",
      ],
      heldBack: "Antiletter #1717 · 11 guesses\n" + String(repeating: "⬜🟨⬜\n", count: 10) + "🟥🟥🟥",
      facts: Facts(number: 1_717, score: 11)),
    Game(
      name: "an emoji between name and number",
      shares: ["Figgle 🍇💦 1722 4/6\n\n⬛🟨⬛\n🟩🟩🟩", "Figgle 🍇💦 1723 x/6\n\n⬛⬛⬛\n🟨⬛🟨"],
      heldBack: "Figgle 🍇💦 1726 2/6\n\n⬛⬛🟨\n🟩🟩🟩", facts: Facts(number: 1_726, score: 2)),
    Game(
      name: "a number that ends a tag",
      shares: [
        "✅ 10/10\n🚀 52 seconds\n\n#ladders #ladders1611\n\nhttps://playladders.com",
        "✅ 7/10\n\n#ladders #ladders1612\n\nhttps://playladders.com",
      ],
      heldBack: "✅ 10/10\n🚀 41 seconds\n\n#ladders #ladders1614\n\nhttps://playladders.com",
      facts: Facts(number: 1_614, score: 10)),
    Game(
      name: "a time beside what helped",
      shares: [
        "I solved #DotJoint #142 in 1:47\nNo assists used!\n🔴🔵\n🔵🔴",
        "I solved #DotJoint #143 in 3:32\nDrops 1/3 · Skips 0/2\n🔴🔵\n🔵🔴",
      ],
      heldBack: "I solved #DotJoint #146 in 0:58\nNo assists used!\n🔴🔵\n🔵🔴",
      facts: Facts(number: 146, score: 58)),
    Game(
      name: "another emoji before a full score",
      shares: ["Football Trivia #373\n⚽️⚽️❌⚽️\n\n🏆 7/10", "Football Trivia #374\n❌⚽️❌⚽️\n\n🏆 4/10"],
      heldBack: "Football Trivia #377\n⚽️⚽️⚽️⚽️\n\n🐐 10/10",
      facts: Facts(number: 377, score: 10)),
    Game(
      name: "a name that starts with a number",
      shares: ["6mal5.com 🇩🇪 1929 4/6\n\n🟨⬛🟨\n🟩🟩🟩", "6mal5.com 🇩🇪 1930 X/6\n\n⬛⬛⬛\n🟨⬛⬛"],
      heldBack: "6mal5.com 🇩🇪 1933 5/6\n\n⬛⬛🟨\n🟩🟩🟩", facts: Facts(number: 1_933, score: 5)),
    Game(
      name: "a number between Japanese words",
      shares: [
        "ことのはゲーム 第1722回  4/10\n⬜⬜🟨\n⬜🟩⬜\n⬜🟩🟨\n🟩🟩🟩", "ことのはゲーム 第1724回  X/10\n⬜⬜⬜\n⬜🟨⬜",
      ],
      heldBack: "ことのはゲーム 第1731回  2/10\n⬜⬜🟨\n🟩🟩🟩", facts: Facts(number: 1_731, score: 2)),
    Game(
      name: "a number behind nº",
      shares: [
        "J'ai trouvé #cementage nº1677 en 74 coups !\n🥳\n🔥5️⃣",
        "J'ai trouvé #cementage nº1680 en 25 coups !\n🥳\n🥵",
      ],
      heldBack: "J'ai trouvé #cementage nº1686 en 236 coups !\n🥳\n😱",
      facts: Facts(number: 1_686, score: 236)),
    Game(
      name: "flags in a grid",
      shares: [
        "Endgamer #713 3/5\n\n🟩⬜⬜⬜⬜\n🟩🟩⬜⬜🇺🇦\n🟩🟩🟩🟩🟩",
        "Endgamer #714 X/5\n\n⬜🟨⬜⬜⬜\n🟩⬜🇺🇦⬜⬜\n🟩⬜🟨⬜🟩\n🟩🟩⬜⬜🟩\n🟩🟩⬜🇺🇦🟩",
      ],
      heldBack: "Endgamer #718 X/5\n\n🟩⬜⬜⬜🇺🇦\n🟩🟨⬜⬜⬜\n🟩🟩🟩⬜⬜\n🟩🟩🟩🇺🇦⬜\n🟩🟩🟩⬜⬜",
      facts: Facts(number: 718, completed: false)),
  ]

  @Test(arguments: games)
  func `a draft reads a share that it was not made from`(game: Game) throws {
    let id = try #require(UniqueID("11111111-2222-4333-8444-555555555555"))
    let draft = try #require(RuleDraft(game.shares, id: id, day: Day(daysSinceEpoch: 20_000)))
    let file = RuleFile(path: "\(draft.slug).yaml", text: draft.yaml)
    let rules = RuleSet(files: [file])
    let check = RuleCheck(rules: rules, files: [file])
    let errors =
      (rules.problems + rules.rules.flatMap { check.lints(of: $0) + check.failures(of: $0) })
      .filter { $0.severity == .error }
    #expect(errors.map(\.rendered) == [], "\(draft.yaml)")
    let message = Message(text: Array(game.heldBack.utf8), source: .init(name: "-", line: 1))
    let share = ShareText(message.text)
    let now = Instant(Day(daysSinceEpoch: 21_000))
    let chunk = RecordBuilder(user: "me", fallbackDay: now.day, now: now)
      .chunk(of: ShareReader(rules: rules).read(share), text: share, message: message)
    let record = try #require(chunk.records.first, "\(draft.yaml)")
    let number = record.fields["parsedData"]?.object?["puzzleNumber"]?.text.flatMap(Int.init)
    let facts = Facts(
      number: record.fields["puzzleNumber"]?.int ?? number, score: record.fields["score"]?.int,
      completed: record.completed ?? true)
    #expect(facts == game.facts, "\(draft.yaml)")
    #expect(chunk.records.count == 1)
  }

  @Test func `the day of the first share tells whether day or month stands first`() throws {
    let id = try #require(UniqueID("11111111-2222-4333-8444-555555555555"))
    let shares = ["Paraula 05/10/2026\n187 punts", "Paraula 06/10/2026\n58 punts"]
    for (month, format) in [(10, "d/M/yyyy"), (5, "M/d/yyyy")] {
      let day = try #require(Day(year: 2026, month: month, day: month == 10 ? 5 : 10))
      let draft = try #require(RuleDraft(shares, id: id, day: day))
      #expect(draft.yaml.contains("formats: [\"\(format)\"]"), "\(draft.yaml)")
    }
  }

  @Test func `a share with a skull before another emoji is not taken for a won one`() throws {
    let id = try #require(UniqueID("11111111-2222-4333-8444-555555555555"))
    let shares = ["#Crawl 2026-11-03\n🧝 14xp ⛩️ 271", "#Crawl 2026-11-06\n🧝 5xp ☠️👻 118"]
    let draft = try #require(RuleDraft(shares, id: id, day: Day(daysSinceEpoch: 20_000)))
    #expect(!draft.yaml.contains("value: true"), "\(draft.yaml)")
  }

  @Test func `a number that is the same in all shares, or that is a streak, is no score`() throws {
    let id = try #require(UniqueID("11111111-2222-4333-8444-555555555555"))
    for shares in [
      ["Loopy #3: all 12 lanterns lit", "Loopy #4: all 12 lanterns lit"],
      ["Loopy #3\n🔥 4 day streak", "Loopy #4\n🔥 5 day streak"],
      ["Loopy #3\nTop 12% of players", "Loopy #4\nTop 40% of players"],
    ] {
      let draft = try #require(RuleDraft(shares, id: id, day: Day(daysSinceEpoch: 20_000)))
      #expect(!draft.yaml.contains("  score:"), "\(draft.yaml)")
    }
  }
}
