import Foundation
import Streakline
import StreaklineCore
import StreaklineReaders
import StreaklineRules
import Testing

/// Names of people that hold a colon and a blank, as contacts such as `Bo: the second` do.
@Suite struct ColonNameTests {
  private static let three = "Wordle 1,049 3/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩"
  private static let four = "Wordle 1,063 4/6\n\n⬛⬛⬛🟨⬛\n⬛🟩🟨⬛⬛\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩"

  /// Who has the results of a chat whose lines have the stamps of an app.
  private func players(_ messages: [String], _ stamp: (Int) -> String) throws -> [String] {
    let lines = messages.enumerated().map { stamp($0.offset) + $0.element }
    let records = try ChatRecords(lines.joined(separator: "\n") + "\n")
    return records.results.map { $0.components(separatedBy: " wordle ")[0] }
  }

  private static let stamps: [@Sendable (Int) -> String] = [
    { "[\(13 + $0)/5/2024, 9:30:00 p.m.] " }, { "\(13 + $0)/05/2024, 21:30 - " },
    { "[2024-05-\(13 + $0) 21:30:00] " }, { "[2024-05-\(13 + $0), 9:30:00 PM] " },
  ]

  @Test(arguments: stamps.indices)
  func `a name with a colon is the whole name`(form: Int) throws {
    let messages = [
      "Ana: good morning", "Bo: the second: \(Self.three)", "Ana: look:\n\(Self.four)",
      "Bo: the second: well played",
    ]
    #expect(try players(messages, Self.stamps[form]) == ["Bo: the second", "Ana"])
  }

  @Test(arguments: stamps.indices)
  func `two people whose names start alike stay two`(form: Int) throws {
    let messages = [
      "Team: Ana: \(Self.three)", "Team: Bo: \(Self.four)", "Team: Ana: hi", "Team: Bo: hello",
    ]
    #expect(try players(messages, Self.stamps[form]) == ["Team: Ana", "Team: Bo"])
  }

  @Test func `what the program says about the person does not speak against the name`() throws {
    let messages = [
      "Bo: the second joined", "Bo: the second: \(Self.three)", "Bo: the second: hi",
      "Ana: hi: there", "Bo: the second left",
    ]
    #expect(try players(messages, Self.stamps[1]) == ["Bo: the second"])
  }

  @Test(arguments: [
    ["Bo: hi", "Bo: look here: \(three)", "Bo: look here: \(four)"],
    ["Bo: so hard: \(three)"], ["Bo: Today: \(three)", "Bo: Today: \(four)"],
    ["Bo: my score: \(three)", "Bo: my score: \(four)"],
    ["Bo: Wordle: \(three)", "Bo: Wordle: \(four)"],
    ["Bo: close one: \(three)", "Bo: quick one: \(four)"],
  ])
  func `words before a colon that somebody writes are no part of the name`(messages: [String])
    throws
  {
    for stamp in Self.stamps {
      let players = try players(messages, stamp)
      #expect(!players.isEmpty)
      #expect(Set(players) == ["Bo"])
    }
  }

  @Test func `a chat of Signal has such names too`() throws {
    let text = """
      [2024-05-13 21:30:00] Bo: the second: hi\("  ")

      [2024-05-14 21:30:00] Bo: the second: \(Self.three)\("  ")

      [2024-05-17 21:30:00] Ana: look: \(Self.four)\("  ")

      """
    #expect(SignalLayout.recognises(Array(text.utf8)))
    let records = try ChatRecords(text)
    #expect(
      records.results == [
        "Bo: the second wordle 20240503 3 2024-05-14T21:30:00Z",
        "Ana wordle 20240517 4 2024-05-17T21:30:00Z",
      ])
  }

  @Test func `the name is known also where a chat can be read only once`() throws {
    let text =
      "[3/5/2024, 9:30:00 p.m.] Bo: x2: \(Self.three)\n[14/5/2024, 9:30:00 p.m.] Bo: x2: hi\n"
    let input = try Input(
      memorySource(Array(text.utf8)), opening: nil, format: nil, options: .init(),
      scan: CandidateScan(ChatRecords.rules))
    #expect(try ReaderOutput(input.reader).messages.map(\.sender) == ["Bo: x2"])
  }
}
