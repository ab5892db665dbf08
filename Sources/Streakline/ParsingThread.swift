internal import Foundation
internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineRules

/// Parses an input on a second thread, a few parts ahead of the thread that receives them.
enum ParsingThread {
  private static let partsAhead = 2
  private static let stackSize = 8 << 20

  private enum Event: Sendable {
    case chunk(ParsedChunk)
    case end(suspended: [String])
    case failure(any Error)
  }

  /// The receiving thread has stopped.
  private struct Abandoned: Error {}

  /// Calls `body` with each part on the calling thread.
  ///
  /// - Returns: Games whose rule was suspended.
  static func run(
    _ messages: any MessageReader, rules: RuleSet, builder: RecordBuilder, forwards: ForwardPolicy,
    space: String,
    _ body: (ParsedChunk) throws -> Void
  ) throws -> [String] {
    let channel = Channel<Event>(capacity: partsAhead)
    // nonisolated(unsafe): from here on only the new thread touches the reader.
    nonisolated(unsafe) let messages = messages
    let thread = Thread {
      do {
        let parser = InputParser(
          rules: rules, builder: builder, forwards: forwards, space: space)
        try unsafe parser.parse(messages) { chunk in
          guard channel.send(.chunk(chunk)) else { throw Abandoned() }
        }
        _ = channel.send(.end(suspended: parser.suspended))
      } catch {
        _ = channel.send(.failure(error))
      }
    }
    thread.stackSize = stackSize
    thread.start()
    defer { channel.close() }
    while true {
      switch channel.next() {
      case .chunk(let chunk): try body(chunk)
      case .end(let suspended): return suspended
      case .failure(let error): throw error
      }
    }
  }
}
