import Foundation
import StreaklineReaders
import StreaklineRules
import Testing

/// What is one person's is read as before, whatever it looks like.
@Suite struct OverRefusalTests {
  @Test
  func `random piles of shares are never refused, also with days, numbers and labels before them`()
  {
    var random = SeededRandom(seed: 28)
    var (piles, refused) = (0, [String]())
    for _ in 0..<LongRun.rounds(2_000, long: 20_000) {
      let pile = pile(&random)
      piles += 1
      do {
        let input = try Input(
          memorySource(Array(pile.utf8)), opening: nil, format: nil, options: .init(),
          scan: CandidateScan { ChatRecords.rules.candidates(in: $0, $1) })
        if input.format != .text { refused.append("\(input.format): \(pile)") }
      } catch {
        refused.append("\(error): \(pile)")
      }
    }
    print("piles of shares: \(piles), not read as text: \(refused.count)")
    for pile in refused.prefix(5) { print(pile.replacing("\n", with: "⏎").prefix(2_000)) }
    #expect(refused.isEmpty)
  }

  private func pile(_ random: inout SeededRandom) -> String {
    let count = Int.random(in: 1...6, using: &random)
    let style = Int.random(in: 0..<24, using: &random)
    let separator = ["\n", "\n\n", "\n\n\n"].randomElement(using: &random) ?? "\n"
    return (0..<count).map { index in
      let example = ShareExample.all.randomElement(using: &random) ?? ShareExample.all[0]
      return before(example, index, style) + example.text
    }.joined(separator: separator)
  }

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
    switch style {
    case 11: return "0\(index + 3):15 - "
    case 12: return "Today 0\(index + 3):15\n"
    case 13: return "\(["morning", "lunch", "evening", "night", "noon", "later"][index])\n"
    case 14: return "\(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][index]) 08:00 "
    // Two titles that their shares do not print are refused: nothing tells them from people's names.
    case 15: return example.text.lowercased().contains(name.lowercased()) ? "\(name) - " : ""
    case 16: return "\(["Yay", "Phew", "Finally", "Relaxed", "Whoops", "Yes"][index]) "
    case 17: return "\(["Done!", "Not bad.", "Wow…", "Ugh!", "Easy?", "OK,"][index]) "
    case 18: return "[1\(index):05] "
    default: return ""
    }
  }

  @Test(arguments: [
    "Round 1: 290\nRound 2: 310\nScore: 85\nWordle 1,063 3/6",
    "Wordle: Wordle 1,063 3/6\nConnections: Connections\nPuzzle #342\n🟨🟨🟨🟨",
    "Monday: Wordle 1,063 3/6\nTuesday: Wordle 1,064 4/6",
    "Today: Wordle 1,063 3/6\nYesterday: Wordle 1,062 4/6",
    "Mum: how are you?\nTom: fine\nWordle 1,063 3/6",
    "Easy: Wordle 1,063 3/6\nHard: Wordle 1,064 4/6",
    "Question: is it hard?\n\nAnswer: yes\n\nWordle 1,063 3/6",
    "name: streakline\nversion: 1\nWordle 1,063 3/6",
    "> Wordle 1,063 3/6\n> \n> 🟩🟩🟩🟩🟩",
    "phew\nTuesday 8:00 PM\nok\nWednesday 8:00 PM\nWordle 1,063 3/6",
    "| Wordle 1,063 3/6 | Wordle 1,064 4/6 |", "Me: Wordle 1,063 3/6",
  ])
  func `an ordinary text is read`(text: String) throws {
    #expect(try ChatRecords(text) == ChatRecords(text, format: .text))
  }
}
