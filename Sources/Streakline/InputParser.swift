package import StreaklineCore
package import StreaklineReaders
package import StreaklineRules

/// Reads inputs and hands on what each part of them yields: read → scan → parse → normalise.
package final class InputParser {
  private let reader: ShareReader
  private let builder: RecordBuilder
  private let skipsForwards: Bool

  /// - Parameter skipsForwards: Whether what somebody passed on is nobody's result.
  package init(rules: RuleSet, builder: RecordBuilder, skipsForwards: Bool = false) {
    reader = ShareReader(rules: rules)
    self.builder = builder
    self.skipsForwards = skipsForwards
  }

  /// Games whose rule was suspended because it worked too hard.
  package var suspended: [String] { reader.suspended }

  /// Reads one input to its end, part by part.
  ///
  /// - Parameters:
  ///   - messages: The input, at its begin.
  ///   - body: Takes a part; what it throws ends the reading.
  package func parse(_ messages: any MessageReader, _ body: (ParsedChunk) throws -> Void) throws {
    var messages = messages
    // Whether a message that goes on has been counted as one that holds a share.
    var isCounted = false
    while let batch = try messages.next({ reader.candidates(in: $0) }) {
      var chunk = ParsedChunk(end: batch.end)
      chunk.issues = batch.problems
      chunk.exportedStreaks = batch.claims
      chunk.statistics.counts = batch.counts
      var end = 0
      for (index, message) in batch.messages.enumerated() {
        let cut = index == batch.messages.count - 1 ? batch.cut : nil
        isCounted = isCounted && index == 0 && batch.isContinued
        let before = chunk.statistics.withShares
        end = read(message, cut: cut, isCounted: isCounted, into: &chunk)
        isCounted = isCounted || chunk.statistics.withShares > before
      }
      for held in batch.results {
        read(held, into: &chunk)
      }
      try body(chunk)
      if batch.cut != nil { messages.consume(upTo: end) }
    }
  }

  /// Reads one message that is in memory.
  ///
  /// - Parameter day: The day of a share that prints none, in a message without time; else the one
  ///   that the caller assumes.
  package func parse(_ message: Message, on day: Day? = nil) -> ParsedChunk {
    var builder = builder
    builder.fallbackDay = day ?? builder.fallbackDay
    let text = ShareText(message.text[...])
    return builder.chunk(of: reader.read(text), text: text, message: message)
  }

  /// - Parameters:
  ///   - cut: Shares that begin at or behind this offset are left to the next part.
  ///   - isCounted: Whether an earlier part of the message held a share.
  /// - Returns: Where the last share ended in the message's text.
  @discardableResult
  private func read(
    _ message: Message, cut: Int? = nil, isCounted: Bool = false, into chunk: inout ParsedChunk
  ) -> Int {
    if skipsForwards, message.isForwarded {
      chunk.statistics.forwards += 1
      return 0
    }
    let text = ShareText(message.text[...])
    var finding = reader.read(text)
    if let cut {
      finding.shares.removeAll { text.rawStart($0.range.lowerBound) >= cut }
      finding.glimpses.removeAll { text.rawStart($0.range.lowerBound) >= cut }
    }
    let before = (chunk.records.count, chunk.nearMisses.count)
    builder.add(finding, text: text, message: message, to: &chunk)
    chunk.limitedGames += finding.limited
    if chunk.records.count > before.0 {
      chunk.statistics.withShares += isCounted ? 0 : 1
    } else if chunk.nearMisses.count > before.1 {
      chunk.statistics.withMisses += isCounted ? 0 : 1
    }
    return finding.shares.map { text.rawEnd($0.range.upperBound) }.max() ?? 0
  }

  /// What a rule reads in the text that an app has kept wins over what the app made of it.
  private func read(_ held: ExportedResult, into chunk: inout ParsedChunk) {
    let before = chunk.records.count
    if let message = held.message {
      read(message, into: &chunk)
    }
    if chunk.records.count == before, builder.wants(held.record) {
      chunk.records.append(held.record)
      chunk.statistics.withShares += 1
    }
  }
}
