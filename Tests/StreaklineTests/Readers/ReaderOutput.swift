import StreaklineCore
import StreaklineReaders

/// Everything that a reader returns, from the first batch to the last. The parts of a long message
/// are joined.
struct ReaderOutput {
  /// A message in short.
  struct Line: Hashable, CustomStringConvertible {
    var sender: String?
    var sentAt: String?
    var text: String
    var line: Int?

    init(_ sender: String?, _ sentAt: String?, _ text: String, line: Int? = nil) {
      self.sender = sender
      self.sentAt = sentAt
      self.text = text
      self.line = line
    }

    /// Without its line number.
    var unplaced: Line { Line(sender, sentAt, text) }

    var description: String {
      "\(line.map { "\($0): " } ?? "")\(sender ?? "-") at \(sentAt ?? "-"): \(text.debugDescription)"
    }
  }

  var messages: [Message] = []
  var results: [ExportedResult] = []
  var streaks: [ExportedStreak] = []
  var counts = MessageCounts()
  var issues: [ReadIssue] = []
  /// Where each batch ends.
  var ends: [Int] = []
  /// Whether no batch ends before the one before it, and each keeps its limits.
  var isOrderly = true

  var end: Int { ends.last ?? 0 }
  var issueLines: [String] { issues.map(\.description) }
  /// The exported records as JSON.
  var records: [String] { results.map { String(json: $0.record.json) } }

  var lines: [Line] {
    messages.map {
      Line(
        $0.sender, $0.sentAt?.iso, String(decoding: $0.text, as: UTF8.self), line: $0.source.line)
    }
  }

  /// `22 3645 Alice Example 2022-03-08T12:07:42Z: Wordle …`, `>` before a forwarded text.
  var longLines: [String] {
    messages.map {
      let text = String(decoding: $0.text, as: UTF8.self)
      return "\($0.source.line) \($0.source.id ?? "-") \($0.sender ?? "nil") "
        + "\($0.sentAt?.iso ?? "nil"):\($0.isForwarded ? ">" : " ")\(text)"
    }
  }

  init(_ reader: any MessageReader) throws {
    var reader = reader
    while let batch = try reader.next() {
      isOrderly =
        isOrderly && batch.end >= end && batch.messages.count <= 1_000
        && batch.messages.dropLast().reduce(0) { $0 + $1.text.count } < 1_048_576
      ends.append(batch.end)
      for message in batch.messages { add(message) }
      results += batch.results
      streaks += batch.streaks
      counts += batch.counts
      issues += batch.issues
    }
  }

  private mutating func add(_ message: Message) {
    guard let part = message.part else { return messages.append(message) }
    let own = message.text.prefix(part.range.count)
    if let last = messages.last?.part, last.message == part.message {
      messages[messages.count - 1].text += own
      messages[messages.count - 1].part = part
    } else {
      messages.append(message)
      messages[messages.count - 1].text = Array(own)
    }
  }
}
