import StreaklineCore
import StreaklineReaders

/// A WhatsApp chat as a test sees it: all of its messages, whether they hold a share or not.
struct WhatsAppSample {
  var messages: [Message] = []
  var counts = MessageCounts()
  var problems: [ReadIssue] = []

  static func bytes(_ name: String) throws -> [UInt8] {
    try exportFixture("whatsapp/\(name).txt")
  }

  /// A file of `Fixtures/exports/whatsapp`.
  init(_ name: String, _ options: ReaderOptions = ReaderOptions()) throws {
    try self.init(Self.bytes(name), options)
  }

  init(_ bytes: [UInt8], _ options: ReaderOptions = ReaderOptions()) throws {
    try self.init({ Self.source(bytes) }, isReopened: true, options)
  }

  /// - Parameters:
  ///   - isReopened: Whether the chat can be read twice; a pipe cannot.
  ///   - taken: Where the last share ends in a part of a long message.
  init(
    _ open: @escaping () -> ByteSource, isReopened: Bool,
    _ options: ReaderOptions = ReaderOptions(),
    taken: (Message) -> Int = { _ in 0 }
  ) throws {
    let reopen = { () throws(InputError) in open() }
    var reader = try WhatsApp.reader(
      open(), reopen: isReopened ? reopen : nil, options: options)
    var end = 0
    while let batch = try reader.next(Self.lines) {
      messages += batch.messages
      counts += batch.counts
      problems += batch.problems
      precondition(batch.end >= end, "a batch ends before the one before it")
      end = batch.end
      if batch.cut != nil { reader.consume(upTo: batch.messages.last.map(taken) ?? 0) }
    }
  }

  /// Each line may begin a share.
  private static func lines(_ bytes: [UInt8]) -> [Int] {
    [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  /// The chat in chunks of a size.
  static func source(_ bytes: [UInt8], chunk: Int = 65_536) -> ByteSource {
    memorySource(bytes, name: "chat.txt", chunk: chunk)
  }

  /// `2024-06-13T21:25:00Z Anna: text`, one a message.
  var lines: [String] { messages.map(Self.line) }

  static func line(_ message: Message) -> String {
    let text = String(decoding: message.text, as: UTF8.self)
    return "\(message.sentAt?.iso ?? "-") \(message.sender ?? "-"): \(text)"
  }
}
