package import StreaklineCore
package import StreaklineReaders
package import StreaklineRules

/// Reads inputs and returns the records and near misses of each part: read → scan → parse →
/// normalise.
package final class InputParser {
  /// A chunk is returned after this number of records, even if the reader's batch holds more.
  private static let maxRecords = 4_096
  private let reader: ShareReader
  private let builder: RecordBuilder
  private let skipsForwards: Bool
  /// The message that was read last.
  private var current = CurrentMessage()

  /// Notes about a message, from those of its parts that were read.
  private struct CurrentMessage {
    /// ``MessagePart/message``; `nil` for a message that was read whole.
    var number: Int?
    /// Where its last share ends, as an offset like those of ``MessagePart/range``.
    var end = 0
    var hasShares = false
    var hasMisses = false
    /// Whether it was left out because it was forwarded.
    var isLeftOut = false
  }

  /// Memory that is used for one message after another, so that most messages need no new memory.
  private struct Work: ~Copyable {
    var text = ShareText()
    var scan = ScanResult()
    var writer = RecordWriter()
  }

  /// - Parameter skipsForwards: Whether forwarded messages are left out.
  package init(rules: RuleSet, builder: RecordBuilder, skipsForwards: Bool = false) {
    reader = ShareReader(rules: rules)
    self.builder = builder
    self.skipsForwards = skipsForwards
  }

  /// Games whose rule was suspended because it hit its limits too often.
  package var suspended: [String] { reader.suspended }

  /// Reads one input to its end, part by part.
  ///
  /// - Parameters:
  ///   - messages: The input, at its start.
  ///   - body: Receives a part; what it throws ends the reading.
  package func parse(_ messages: any MessageReader, _ body: (ParsedChunk) throws -> Void) throws {
    var messages = messages
    var end = 0
    var number = 0
    var work = Work()
    while let batch = try messages.next() {
      var chunk = ParsedChunk(end: batch.end)
      chunk.issues = batch.issues
      chunk.exportedStreaks = batch.streaks
      chunk.statistics.counts = batch.counts
      // A batch of many shares is returned in several chunks. Their ends differ, so that an
      // interrupted import knows which of them it has stored.
      func makeRoom() throws {
        guard work.writer.count >= Self.maxRecords, end + 1 < batch.end else { return }
        end += 1
        chunk.end = end
        chunk.records = work.writer.finish()
        try reader.rules.throwIfUnreadable()
        try body(chunk)
        chunk = ParsedChunk(end: batch.end)
      }
      for message in batch.messages {
        number -= 1
        for part in message.parts(number: number) {
          try makeRoom()
          read(part, into: &chunk, &work)
        }
      }
      for result in batch.results {
        number -= 1
        for part in result.message?.parts(number: number) ?? [] {
          try makeRoom()
          read(part, into: &chunk, &work)
        }
        // What a rule reads in the text is preferred to the result that the app made of it.
        if result.message == nil || !current.hasShares, builder.wants(result.record) {
          work.writer.append(result.record)
          chunk.statistics.withShares += 1
        }
      }
      end = batch.end
      chunk.records = work.writer.finish()
      // If a rule cannot be read, its shares must not be kept as near misses.
      try reader.rules.throwIfUnreadable()
      try body(chunk)
    }
  }

  /// Reads one message that is in memory.
  ///
  /// - Parameters:
  ///   - user: The sender of a message that names none; `nil` for the user that the caller assumes.
  ///   - day: The day of a share that prints none, in a message without time; `nil` for the one
  ///     that the caller assumes.
  package func parse(_ message: Message, of user: String? = nil, on day: Day? = nil) -> ParsedChunk
  {
    var builder = builder
    builder.user = user ?? builder.user
    builder.fallbackDay = day ?? builder.fallbackDay
    let text = ShareText(message.text)
    return builder.chunk(of: reader.read(text), text: text, message: message)
  }

  /// Reads a message, or a part of one: the shares that start in the part's range and after the
  /// last share of the part before.
  private func read(
    _ message: Message, into chunk: inout ParsedChunk, _ work: inout Work
  ) {
    if message.part == nil || message.part?.message != current.number {
      current = CurrentMessage(number: message.part?.message)
    }
    if skipsForwards, message.isForwarded {
      chunk.statistics.forwards += current.isLeftOut ? 0 : 1
      current.isLeftOut = true
      return
    }
    let message = message.dropping(before: current.end)
    work.text.read(message.text)
    reader.read(work.text, into: &work.scan)
    if let range = message.part?.range {
      work.scan.removeAll(from: range.count, of: work.text)
      // Shares are in order and do not overlap.
      let end = work.scan.shares.last.map { work.text.rawEnd($0.range.upperBound) }
      current.end = max(current.end, range.lowerBound + (end ?? 0))
    }
    let before = (records: work.writer.count, misses: chunk.nearMisses.count)
    builder.add(work.scan, text: work.text, message: message, to: &work.writer, &chunk)
    chunk.limitedGames += work.scan.limitedGames
    count(
      hasShares: work.writer.count > before.records,
      hasMisses: chunk.nearMisses.count > before.misses, &chunk.statistics)
  }

  /// Counts the current message once, whatever the number of its parts.
  private func count(
    hasShares: Bool, hasMisses: Bool, _ statistics: inout MessageStatistics
  ) {
    let before = current
    current.hasShares = before.hasShares || hasShares
    current.hasMisses = before.hasMisses || hasMisses
    for (message, change) in [(before, -1), (current, 1)] {
      if message.hasShares {
        statistics.withShares += change
      } else if message.hasMisses {
        statistics.withMisses += change
      }
    }
  }
}

extension Message {
  /// The message without the text that an earlier part has read.
  ///
  /// - Parameter end: An offset like those of ``MessagePart/range``.
  fileprivate func dropping(before end: Int) -> Message {
    guard let part, part.range.lowerBound < end else { return self }
    let count = min(end - part.range.lowerBound, text.count)
    var rest = self
    rest.text = Array(text[count...])
    rest.source.line += text[..<count].lineFeedCount
    rest.part?.range = end..<max(end, part.range.upperBound)
    return rest
  }
}
