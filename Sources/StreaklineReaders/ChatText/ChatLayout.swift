package import StreaklineCore

/// How the lines of a chat export look: where a message begins, who sent it and when.
package protocol ChatLayout {
  /// What begins at a line, as far as can be told without reading who and when. Asked for every line
  /// of the file, so it must be fast; most lines of most files begin a message.
  ///
  /// - Parameters:
  ///   - text: Bytes of the file. From the line's begin on, 32 KiB are there or all that is left;
  ///     what stands before the line may be missing.
  ///   - line: The line without its line feed; a carriage return may stand at its end.
  func beginning(of text: [UInt8], at line: Range<Int>) -> ChatBeginning

  /// Who and when, of a message that begins at an offset; `nil` when it cannot be read after all.
  ///
  /// - Parameter range: The message from its first line to the begin of the next one.
  func header(of text: [UInt8], in range: Range<Int>) -> ChatHeader?

  /// Whose the text before the first message is; `nil` when a file of this layout has no such text.
  var preamble: ChatHeader? { get }
}

extension ChatLayout {
  package var preamble: ChatHeader? { nil }
}

/// Text that is nobody's export: all of it is one message, which does not say who or when.
package struct PlainLayout: ChatLayout {
  package init() {}

  package func beginning(of text: [UInt8], at line: Range<Int>) -> ChatBeginning { .nothing }

  package func header(of text: [UInt8], in range: Range<Int>) -> ChatHeader? { nil }

  package var preamble: ChatHeader? { .unknown }
}

/// What a line of a chat export begins.
package enum ChatBeginning {
  case message
  /// A line by the program: somebody joined, a call was missed.
  case notice
  /// The program's own title or ending, which counts as nothing.
  case frame
  /// The line goes on with what was before it.
  case nothing
}

/// Who sent a message and when, and where its text stands.
package struct ChatHeader {
  package var sender: String?
  package var sentAt: Instant?
  /// Where the text stands in the file's bytes; never outside the message.
  package var body: Range<Int>
  /// The text as it was sent, where the program wrote something between its lines.
  package var text: [UInt8]?
  package var isForwarded = false
  /// Whether nobody wrote it, as is seen only now: a deleted message, a call.
  package var isNotice = false
  /// What is to be said of the file on this occasion, in one clause without a full stop.
  package var remark: String?

  package init(sender: String?, sentAt: Instant?, body: Range<Int>) {
    self.sender = sender
    self.sentAt = sentAt
    self.body = body
  }

  static let unknown = ChatHeader(sender: nil, sentAt: nil, body: 0..<0)
}
