package import StreaklineCore
package import StreaklineReaders
package import StreaklineRules

/// Reads inputs and hands on what each part of them yields: read → scan → parse → normalise.
package final class InputParser {
  /// What a part of an input yields.
  package struct Part: Sendable {
    package var yield: RecordBuilder.Yield
    package var counts: MessageCounts
    /// What could not be read, and where.
    package var problems: [ReadProblem]
    /// Streaks that the input claims.
    package var claims: [ClaimedStreak]
    /// Games whose rule hit a limit here.
    package var limited: [String]
    /// Where in the input this part ends; everything before it has been handed on.
    package var end: Int
  }

  private let reader: ShareReader
  private let builder: RecordBuilder

  package init(rules: RuleSet, builder: RecordBuilder) {
    reader = ShareReader(rules: rules)
    self.builder = builder
  }

  /// Games whose rule was suspended because it worked too hard.
  package var suspended: [String] { reader.suspended }

  /// Reads one input to its end, part by part.
  ///
  /// - Parameters:
  ///   - messages: The input, at its begin.
  ///   - body: Takes a part; what it throws ends the reading.
  package func parse(_ messages: any MessageReader, _ body: (Part) throws -> Void) throws {
    var messages = messages
    while let batch = try messages.next({ reader.candidates(in: $0) }) {
      var part = Part(
        yield: .init(), counts: batch.counts, problems: batch.problems, claims: batch.claims,
        limited: [], end: batch.end)
      var end = 0
      for (index, message) in batch.messages.enumerated() {
        let cut = index == batch.messages.count - 1 ? batch.cut : nil
        end = read(message, cut: cut, into: &part)
      }
      for held in batch.results {
        read(held, into: &part)
      }
      try body(part)
      if batch.cut != nil { messages.consume(upTo: end) }
    }
  }

  /// Reads one message that is in memory.
  ///
  /// - Parameter day: The day of a share that prints none, in a message without time; else the one
  ///   that the caller assumes.
  package func parse(_ message: Message, on day: Day? = nil) -> RecordBuilder.Yield {
    var builder = builder
    builder.fallbackDay = day ?? builder.fallbackDay
    let text = ShareText(message.text[...])
    return builder.yield(reader.read(text), text: text, message: message)
  }

  /// - Parameter cut: Shares that begin at or behind this offset are left to the next part.
  /// - Returns: Where the last share ended in the message's text.
  @discardableResult
  private func read(_ message: Message, cut: Int?, into part: inout Part) -> Int {
    let text = ShareText(message.text[...])
    var finding = reader.read(text)
    if let cut {
      finding.shares.removeAll { text.rawStart($0.range.lowerBound) >= cut }
      finding.glimpses.removeAll { text.rawStart($0.range.lowerBound) >= cut }
    }
    builder.add(finding, text: text, message: message, to: &part.yield)
    part.limited += finding.limited
    return finding.shares.map { text.rawEnd($0.range.upperBound) }.max() ?? 0
  }

  /// What a rule reads in the text that an app has kept wins over what the app made of it.
  private func read(_ held: HeldResult, into part: inout Part) {
    let before = part.yield.records.count
    if let message = held.message {
      read(message, cut: nil, into: &part)
    }
    if part.yield.records.count == before {
      part.yield.records.append(held.record)
    }
  }
}
