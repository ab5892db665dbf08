import Foundation
import Streakline
import StreaklineCore
import StreaklineReaders
import StreaklineRules
import Testing

/// What is one person's is read as before, whatever it looks like.
@Suite struct OverRefusalTests {
  /// The number of ways in ``before(_:_:_:)`` in which a pile is written.
  private static let styles = 30

  @Test
  func `random piles of shares are never refused, also with days, numbers and titles before them`()
  {
    var (piles, refused) = (0, [String]())
    for seed in [UInt64(28), 29, 30] {
      var random = SeededRandom(seed: seed)
      for _ in 0..<LongRun.rounds(700, long: 6_700) {
        let pile = pile(&random)
        piles += 1
        if let reason = refusal(of: pile) { refused.append("\(reason): \(pile)") }
      }
    }
    print("piles of shares: \(piles), not read as text: \(refused.count)")
    for pile in refused.prefix(5) { print(pile.replacing("\n", with: "⏎").prefix(2_000)) }
    #expect(refused.isEmpty)
  }

  /// Why a text is not read as plain text, or as what it is read; `nil` where it is.
  private func refusal(of text: String) -> String? {
    do {
      let input = try Input(
        memorySource(Array(text.utf8)), opening: nil, format: nil, options: .init(),
        scan: CandidateScan(ChatRecords.rules))
      return input.format == .text ? nil : "\(input.format)"
    } catch {
      return "\(error)"
    }
  }

  private func pile(_ random: inout SeededRandom) -> String {
    let style = Int.random(in: 0..<Self.styles, using: &random)
    let separator = ["\n", "\n\n", "\n\n\n"].randomElement(using: &random) ?? "\n"
    return examples(&random).enumerated().map { index, example in
      before(example, index, style) + example.text
    }.joined(separator: separator)
  }

  /// One to six shares of which no two are of one puzzle: nobody has two results of it.
  private func examples(_ random: inout SeededRandom) -> [ShareExample] {
    var played: Set<String> = []
    return (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in
      let index = Int.random(in: ShareExample.all.indices, using: &random)
      guard played.isDisjoint(with: Self.puzzles[index]) else { return nil }
      played.formUnion(Self.puzzles[index])
      return ShareExample.all[index]
    }
  }

  /// The puzzles of each example.
  private static let puzzles: [Set<String>] = {
    let reader = WayReader()
    return ShareExample.all.map { example in
      Set(reader.read(example.text).records.map { "\($0.gameId) \($0.day.dateInt)" })
    }
  }()

  private func before(_ example: ShareExample, _ index: Int, _ style: Int) -> String {
    let day = 3 + index
    let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][index]
    switch style {
    case 0: return "\(weekday): "
    case 1: return "\(index + 1). "
    case 2: return "2024-05-0\(day) "
    case 3: return "0\(day)/05/2024: "
    case 4: return "Day \(index + 1): "
    case 5: return "\(weekday) \(day) May\n"
    case 6: return "May \(day), 2024\n"
    case 7: return "1\(index):05 "
    case 8: return "\(["Morning", "Lunch", "Evening", "Night", "Noon", "Later"][index]): "
    case 9: return "\(["Easy", "Medium", "Hard", "Bonus", "Mini", "Last"][index]): "
    case 10: return "- "
    default: return beforeLikeAHead(example, index, style)
    }
  }

  /// What looks like the head of a message, and is none: a time, words, or the game's name.
  private func beforeLikeAHead(_ example: ShareExample, _ index: Int, _ style: Int) -> String {
    let name = ShareExample.titles[example.game] ?? example.game
    let time = "0\(index + 3):15"
    switch style {
    case 11: return "\(time) - "
    case 12: return "Today \(time)\n"
    case 13: return "\(["morning", "lunch", "evening", "night", "noon", "later"][index])\n"
    case 14: return "\(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][index]) 08:00 "
    case 15: return "\(name) - "
    case 16: return "\(["Yay", "Phew", "Finally", "Relaxed", "Whoops", "Yes"][index]) "
    case 17: return "\(["Done!", "Not bad.", "Wow…", "Ugh!", "Easy?", "OK,"][index]) "
    case 18: return "[1\(index):05] "
    case 19: return "\(name)\n"
    case 20: return "\(name): "
    case 21: return "\(name) \(time)\n"
    case 22: return "\(time) \(name)\n"
    case 23: return "\(name)\n\(time)\n"
    case 24: return "## \(name)\n\n"
    case 25:
      return "\(["Relaxed", "Whoops", "Brutal", "Kitchen", "Nailed it", "So close"][index])\n"
    case 26: return "\(example.game)\n"
    default: return ""
    }
  }

  /// What one author writes above or below a share.
  private static let comments = [
    "phew", "so close!", "third time lucky", "ugh, that was hard", "Not my day", "lucky guess",
    "Finally!",
    "better than yesterday", "no idea what that was", "Easy one today.", "I nearly lost my streak",
    "Phew 😅",
    "geschafft!", "das war knapp", "Heute schwer", "enfin !", "pas mal", "por fin", "muy difícil",
    "che fatica",
    "almost gave up", "2 hints, sorry", "on the train", "before coffee", "Wow", "two in a row 🔥",
    "meh",
  ]

  private static let headings: [[String]] = [
    ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"],
    [
      "lundi 6 mai", "mardi 7 mai", "mercredi 8 mai", "jeudi 9 mai", "vendredi 10 mai",
      "samedi 11 mai",
    ],
    ["3 de mayo", "4 de mayo", "5 de mayo", "6 de mayo", "7 de mayo", "8 de mayo"],
    ["5月3日", "5月4日", "5月5日", "5月6日", "5月7日", "5月8日"],
    ["3 мая", "4 мая", "5 мая", "6 мая", "7 мая", "8 мая"],
    ["понедельник", "вторник", "среда", "четверг", "пятница", "суббота"],
    ["måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag"],
    [
      "Maandag 3 mei:", "Dinsdag 4 mei:", "Woensdag 5 mei:", "Donderdag 6 mei:", "Vrijdag 7 mei:",
      "Zaterdag 8 mei:",
    ],
  ]

  @Test
  func
    `piles with one author's comments are nearly all read, and those below days of any language`()
  {
    var random = SeededRandom(seed: 31)
    var (piles, refused) = (0, [String]())
    for round in 0..<LongRun.rounds(600, long: 4_000) {
      let pile = examples(&random).enumerated().map { index, example in
        let comment = Self.comments.randomElement(using: &random) ?? ""
        return switch round % 4 {
        case 0: comment + "\n" + example.text
        case 1: example.text + "\n" + comment
        case 2: example.text + " " + comment
        default: Self.headings[round / 4 % Self.headings.count][index] + "\n" + example.text
        }
      }.joined(separator: round % 8 < 4 ? "\n\n" : "\n")
      piles += 1
      if let reason = refusal(of: pile) { refused.append("\(reason): \(pile)") }
    }
    print("piles with comments or days: \(piles), not read as text: \(refused.count)")
    for pile in refused.prefix(8) { print(pile.replacing("\n", with: "⏎").prefix(2_000)) }
    #expect(refused.count * 50 <= piles)
  }

  @Test(arguments: [
    "Round 1: 290\nRound 2: 310\nScore: 85\nWordle 1,063 3/6",
    "Wordle: Wordle 1,063 3/6\nConnections: Connections\nPuzzle #342\n🟨🟨🟨🟨",
    "Monday: Wordle 1,063 3/6\nTuesday: Wordle 1,064 4/6",
    "Today: Wordle 1,063 3/6\nYesterday: Wordle 1,062 4/6",
    "Easy: Wordle 1,063 3/6\nHard: Wordle 1,064 4/6",
    "Question: is it hard?\n\nAnswer: yes\n\nWordle 1,063 3/6",
    "> Wordle 1,063 3/6\n> \n> 🟩🟩🟩🟩🟩",
    "phew\nTuesday 8:00 PM\nok\nWednesday 8:00 PM\nWordle 1,063 3/6",
    "| Wordle 1,063 3/6 | Wordle 1,064 4/6 |", "Me: Wordle 1,063 3/6",
    "Travle Italia 08:15\n#travle_ita #12 +1\n\nGamedle 09:15\nWordle 1,063 3/6",
    "Travle USA\n#travle_usa #400 +1\nQueens\nWordle 1,063 3/6",
    "Relaxed\nWordle 1,063 3/6\n\nBrutal\nConnections\nPuzzle #342\n🟨🟨🟨🟨",
    "Wordle 1,063 3/6\nPhew\n\nWordle 1,064 4/6\nUgh",
    "Your group is on a 2 day streak! 🔥 Here are yesterday's results:\n👑 3/6: @ann\n4/6: @bob",
  ])
  func `an ordinary text is read`(text: String) throws {
    #expect(try ChatRecords(text) == ChatRecords(text, format: .text))
  }
}
