package import StreaklineCore

/// The layout of a chat export in lines: where a message starts, who sent it and when.
package protocol ChatLayout {
  /// What starts at a line, without reading the sender and the time. Called for every line of the
  /// file, so it must be fast; in most files most lines start a message.
  ///
  /// - Parameters:
  ///   - text: Bytes of the file: from the start of the line on, 32 KiB or all that is left. What
  ///     is before the line may be missing.
  ///   - line: The line without its line feed; it may end with a carriage return.
  func beginning(of text: [UInt8], at line: Range<Int>) -> ChatBeginning

  /// The sender and the time of a message; `nil` when they cannot be read after all.
  ///
  /// - Parameter range: The message from its first line to the start of the next message.
  func header(of text: [UInt8], in range: Range<Int>) -> ChatHeader?

  /// The sender of text before the first message; `nil` when files of this layout have no such
  /// text.
  var preamble: ChatHeader? { get }

  /// ``Message/doubt`` of the messages.
  var doubt: String? { get }
}

extension ChatLayout {
  package var preamble: ChatHeader? { nil }
  package var doubt: String? { nil }
}

/// Text that is not an export: all of it is one message without sender and time.
package struct PlainLayout: ChatLayout {
  package let doubt: String?

  package init(doubt: String? = nil) {
    self.doubt = doubt
  }

  package func beginning(of text: [UInt8], at line: Range<Int>) -> ChatBeginning { .nothing }

  package func header(of text: [UInt8], in range: Range<Int>) -> ChatHeader? { nil }

  package var preamble: ChatHeader? { .unknown }
}

/// What starts at a line of a chat export.
package enum ChatBeginning {
  case message
  /// A line by the program: somebody joined, a call was missed.
  case notice
  /// What the program shows in place of a message that somebody has deleted, or above it.
  case deleted
  /// The program's own title or ending, which is not counted.
  case frame
  /// Nothing: the line continues the previous message.
  case nothing
}

/// Who sent a message and when, and where its text is.
package struct ChatHeader {
  package var sender: String?
  package var sentAt: Instant?
  /// The calendar day where it was sent.
  package var sentOn: Day?
  /// The range of the text in the file's bytes; never outside the message.
  package var body: Range<Int>
  /// The text as it was sent, if the program wrote something between its lines; else `nil`.
  package var text: [UInt8]?
  /// What few messages have: one pointer, so that copying a header stays cheap.
  private var rare: Rare?
  package var isEdited = false
  /// ``Message/dayProblem``.
  package var dayProblem: DayProblem?
  /// Whether the program wrote it, as only the whole header shows: a deleted message, a call.
  package var isNotice = false
  /// An issue of the file that is reported with this message, in one clause without a full stop.
  package var remark: String?

  package init(sender: String?, sentAt: Instant?, sentOn: Day? = nil, body: Range<Int>) {
    self.sender = sender
    self.sentAt = sentAt
    self.sentOn = sentOn
    self.body = body
  }

  /// The author of a text that the sender forwarded; `nil` for the sender's own words.
  package var origin: MessageOrigin? {
    get { if case .origin(let origin)? = rare { origin } else { nil } }
    set { rare = newValue.map(Rare.origin) }
  }

  private indirect enum Rare {
    case origin(MessageOrigin)
  }

  static let unknown = ChatHeader(sender: nil, sentAt: nil, body: 0..<0)
}
