import Foundation
import StreaklineCore
import StreaklineReaders
import StreaklineRules
import Testing

@testable import Streakline

/// A message of any length and of any format is read in parts, each share once.
@Suite struct MessagePartTests {
  private static let rules: RuleSet = RuleFolders([Tool.root.appending(path: "Parsers").path])
    .ruleSet()

  private func chunks(_ reader: (CandidateScan) -> any MessageReader) throws -> [ParsedChunk] {
    let now = Instant(Day(daysSinceEpoch: 20_500))
    let parser = InputParser(
      rules: Self.rules, builder: RecordBuilder(user: "me", fallbackDay: now.day, now: now))
    var chunks: [ParsedChunk] = []
    try parser.parse(reader(CandidateScan(Self.rules))) {
      chunks.append($0)
    }
    return chunks
  }

  private static let shares = (0..<9_000).map { number in
    "Wordle \(number + 1) X/6 \(String(repeating: "-", count: 40))\n"
  }

  @Test func `a huge message of a JSON export is returned in small parts`() throws {
    let text = Self.shares.joined().replacing("\n", with: "\\n")
    let message =
      "{\"messages\":[{\"id\":1,\"type\":\"message\",\"date\":\"2024-06-13T10:00:00\",\"from\":\"Ann\",\"from_id\":\"user1\",\"text\":\"\(text)\"}]}"
    let chunks = try chunks { scan in
      TelegramReader(memorySource(message), options: .init(), scan: scan)
    }
    let numbers = chunks.flatMap(\.records).compactMap { $0.fields["puzzleNumber"]?.int }
    #expect(numbers == Array(1...9_000))
    #expect(chunks.allSatisfy { $0.records.count < 9_000 })
    #expect(chunks.count > 1)
    #expect(Set(chunks.map(\.end)).count == chunks.count)
    #expect(chunks.last?.end == message.utf8.count)
    #expect(chunks.reduce(0) { $0 + $1.statistics.withShares } == 1)
  }

  @Test func `a huge text gives the same records as its shares one by one`() throws {
    let text = Self.shares.joined()
    let chunks = try chunks { scan in
      ChatTextReader(memorySource(text), layout: PlainLayout(), scan: scan)
    }
    let records = chunks.flatMap(\.records)
    #expect(records.compactMap { $0.fields["puzzleNumber"]?.int } == Array(1...9_000))
    let lines = records.compactMap { $0.fields["source"]?.object?["line"]?.int }
    #expect(lines == Array(1...9_000))
    #expect(chunks.reduce(0) { $0 + $1.statistics.withShares } == 1)
    #expect(chunks.reduce(0) { $0 + $1.statistics.counts.messages } == 1)
  }

  @Test func `a text of bytes that start no character is cut all the same`() {
    let message = Message(
      text: [UInt8](repeating: 0x80, count: 1_000_000), source: .init(name: "f", line: 1))
    let parts = message.parts(number: 1)
    #expect(parts.count == 4)
    #expect(parts.compactMap(\.part?.range.count).reduce(0, +) == 1_000_000)
  }
}
