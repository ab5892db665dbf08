package import StreaklineCore
internal import StreaklineReaders
package import StreaklineRules

/// Reads inputs and hands on what each part of them yields: read → scan → parse → normalise.
package final class InputParser {
  /// What a part of an input yields.
  package struct Part {
    package var yield: RecordBuilder.Yield
    /// Messages that end in this part.
    package var messages: Int
    /// Games whose rule hit a limit here.
    package var limited: [String]
    /// Bytes of the input that have been read.
    package var bytesRead: Int
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
  ///   - path: A file's path, or `-` for standard input.
  ///   - body: Takes a part; what it throws ends the reading.
  package func parse(_ path: String, _ body: (Part) throws -> Void) throws {
    let source = try ByteSource(path: path)
    var windows = PlainTextReader(source, overlap: 2 * ShareReader.longestShare)
    var isFirst = true
    while let window = try windows.next() {
      guard reader.mayHoldShare(window.message.text) else {
        try body(
          Part(yield: .init(), messages: isFirst ? 1 : 0, limited: [], bytesRead: source.offset))
        isFirst = false
        windows.consume(upTo: 0)
        continue
      }
      let text = ShareText(window.message.text[...])
      var finding = reader.read(text)
      finding.shares.removeAll { text.rawStart($0.range.lowerBound) >= window.cut }
      finding.glimpses.removeAll { text.rawStart($0.range.lowerBound) >= window.cut }
      let end = finding.shares.map { text.rawEnd($0.range.upperBound) }.max() ?? 0
      try body(
        Part(
          yield: builder.yield(finding, text: text, message: window.message),
          messages: isFirst ? 1 : 0, limited: finding.limited, bytesRead: source.offset))
      isFirst = false
      windows.consume(upTo: end)
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
}
