import StreaklineCore
import StreaklineReaders

/// A WhatsApp chat as a test sees it: all of its messages, whether they hold a share or not.
struct WhatsAppSample {
  let output: ReaderOutput
  var messages: [Message] { output.messages }
  var counts: MessageCounts { output.counts }
  var issues: [ReadIssue] { output.issues }

  static func bytes(_ name: String) throws -> [UInt8] {
    try Fixture.bytes("whatsapp/\(name).txt")
  }

  /// A file of `Fixtures/exports/whatsapp`.
  init(_ name: String, _ options: ReaderOptions = ReaderOptions()) throws {
    try self.init(Self.bytes(name), options)
  }

  init(_ bytes: [UInt8], _ options: ReaderOptions = ReaderOptions()) throws {
    try self.init({ Self.source(bytes) }, isReopened: true, options)
  }

  /// - Parameter isReopened: Whether the chat can be read twice; a pipe cannot.
  init(
    _ open: @escaping () -> ByteSource, isReopened: Bool, _ options: ReaderOptions = ReaderOptions()
  ) throws {
    let reopen = { () throws(InputError) in open() }
    output = try ReaderOutput(
      WhatsApp.reader(
        open(), reopen: isReopened ? reopen : nil, options: options, scan: .atLines))
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
