import Foundation
import StreaklineCore
import StreaklineReaders
import StreaklineRules
import Testing

@testable import Streakline

/// No value in an export stops the program, whatever it is.
@Suite struct MutationSweepTests {
  private static let rules: RuleSet = RuleFolders([Tool.root.appending(path: "Parsers").path])
    .ruleSet()

  /// Reads an input as the program does, in this process.
  private func read(_ sample: MutationSample) {
    let (bytes, rules) = (sample.bytes, Self.rules)
    let now = Instant(Day(daysSinceEpoch: 20_500))
    let parser = InputParser(
      rules: rules, builder: RecordBuilder(user: "me", fallbackDay: now.day, now: now))
    do {
      let input = try Input(
        memorySource(bytes), opening: { () throws(InputError) in memorySource(bytes) }, format: nil,
        options: ReaderOptions(dateOrder: .dayFirst),
        scan: CandidateScan(rules))
      var end = 0
      var counts = MessageCounts()
      try parser.parse(input.reader) { chunk in
        #expect(chunk.end >= end, "\(sample.name)")
        #expect(chunk.records.count <= 5_000, "\(sample.name)")
        end = chunk.end
        counts += chunk.statistics.counts
      }
      #expect(min(counts.messages, counts.notices, counts.unreadable) >= 0, "\(sample.name)")
      #expect(end <= bytes.count, "\(sample.name)")
    } catch {
      #expect(error is InputError, "\(sample.name): \(error)")
    }
  }

  @Test func `a few hundred exports with a value replaced are read or refused`() throws {
    let samples = try MutationSample.all()
    #expect(samples.count > 5_000)
    for index in stride(from: 0, to: samples.count, by: 41) { read(samples[index]) }
    var random = SeededRandom(seed: 8)
    for _ in 0..<50 { read(try MutationSample.pair(&random)) }
  }

  @Test(.long) func `every export with any value replaced is read or refused`() throws {
    for sample in try MutationSample.all() { read(sample) }
  }

  @Test(.long, arguments: 1...4 as ClosedRange<UInt64>)
  func `exports with two values replaced are read or refused`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<1_000 { read(try MutationSample.pair(&random)) }
  }

  @Test func `the program ends with the code for what it read`() throws {
    let samples = try MutationSample.all()
    let tool = try Tool()
    defer { tool.remove() }
    for index in stride(from: 20, to: samples.count, by: LongRun.isOn ? 20 : 800) {
      let run = try tool.run(["parse", "--date-order", "dmy"], input: Data(samples[index].bytes))
      #expect([0, 1, 65].contains(run.status), "\(samples[index].name): \(run.status) \(run.talk)")
      #expect(run.status == 0 || !run.talk.isEmpty)
    }
  }

  @Test(arguments: [
    "{\"messages\":[1]}", "{\"messages\":[[]],\"type\":1,\"id\":2}", "{\"messages\":[null,{}]}",
    "{\"messages\":[\"a\",{\"id\":1}],\"name\":{}}", "[[1],2]", "[1,{\"type\":0}]",
  ])
  func `a list of messages that holds no messages does not crash the program`(text: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["parse"], input: text)
    #expect(run.status == 1)
    read(MutationSample(name: text, bytes: Array(text.utf8)))
  }
}
