import Foundation
import StreaklineCore
import StreaklineReaders

/// What a reader of a chat makes of it, message by message; the parts of a long message joined.
struct ChatSample {
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

    /// Its place left out.
    var unplaced: Line { Line(sender, sentAt, text) }

    var description: String {
      "\(line.map { "\($0): " } ?? "")\(sender ?? "-") at \(sentAt ?? "-"): \(text.debugDescription)"
    }
  }

  var messages: [Message] = []
  var counts = MessageCounts()
  var problems: [String] = []
  var end = 0

  var lines: [Line] {
    messages.map {
      Line(
        $0.sender, $0.sentAt?.iso, String(decoding: $0.text, as: UTF8.self), line: $0.source.line)
    }
  }

  /// - Parameter candidates: Where shares may begin; everywhere unless told.
  init(
    _ reader: any MessageReader,
    candidates: ([UInt8]) -> [Int] = { Array($0.indices) }
  ) throws {
    var reader = reader
    var isOpen = false
    while let batch = try reader.next(candidates) {
      counts += batch.counts
      problems += batch.problems.map(\.description)
      precondition(batch.end >= end)
      end = batch.end
      for (index, message) in batch.messages.enumerated() {
        var message = message
        let cut = index == batch.messages.count - 1 ? batch.cut : nil
        message.text = cut.map { Array(message.text.prefix($0)) } ?? message.text
        if isOpen, index == 0 {
          messages[messages.count - 1].text += message.text
        } else {
          messages.append(message)
        }
        isOpen = cut != nil
      }
      if batch.cut != nil { reader.consume(upTo: 0) }
    }
  }

  /// The bytes as an input that comes in pieces of at most `chunk` bytes, as through a pipe.
  static func source(_ bytes: [UInt8], chunk: Int = 65_536) -> ByteSource {
    var rest = bytes[...]
    return ByteSource(name: "f", size: bytes.count) { count in
      defer { rest = rest.dropFirst(min(count, chunk)) }
      return Array(rest.prefix(min(count, chunk)))
    }
  }

  static func source(_ text: String) -> ByteSource { source(Array(text.utf8)) }

  /// An export of `Fixtures/exports`.
  static func fixture(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: Self.path(path))))
  }

  static func path(_ path: String) -> String {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    return root.appending(path: "Fixtures/exports/\(path)").path
  }
}
