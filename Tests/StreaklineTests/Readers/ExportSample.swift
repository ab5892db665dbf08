import Foundation
import StreaklineCore

@testable import StreaklineReaders

/// The formats that hold a chat as JSON.
enum JSONExport: CaseIterable, Sendable {
  case telegram, discord, slack, messenger, signal

  func reader(_ source: ByteSource, options: ReaderOptions = .init()) -> any MessageReader {
    switch self {
    case .telegram: TelegramReader(source, options: options)
    case .discord: DiscordReader(source, options: options)
    case .slack: SlackReader(source, options: options)
    case .messenger: MessengerReader(source, options: options)
    case .signal: SignalJSONReader(source, options: options)
    }
  }

  func recognises(_ head: [UInt8]) -> Bool {
    switch self {
    case .telegram: TelegramReader.recognises(head)
    case .discord: DiscordReader.recognises(head)
    case .slack: SlackReader.recognises(head)
    case .messenger: MessengerReader.recognises(head)
    case .signal: SignalJSONReader.recognises(head)
    }
  }

  /// The formats that take an input that begins so for theirs.
  static func recognising(_ head: [UInt8]) -> [JSONExport] {
    allCases.filter { $0.recognises(head) }
  }
}

/// All that a reader gave, from the first batch to the last.
struct Export {
  var messages: [Message] = []
  var counts = MessageCounts()
  var problems: [ReadIssue] = []
  var batches = 0
  var end = 0
  /// Whether every batch began where the one before ended, or behind, and kept its limits.
  var isOrderly = true

  init(_ reader: any MessageReader, all: Bool = false) throws {
    var reader = reader
    while let batch = try reader.next(all ? { $0.isEmpty ? [] : [0] } : Self.candidates) {
      batches += 1
      isOrderly =
        isOrderly && batch.end >= end && batch.messages.count <= 1_000
        && batch.messages.dropLast().reduce(0) { $0 + $1.text.count } < 1_048_576
      end = batch.end
      messages += batch.messages
      counts += batch.counts
      problems += batch.problems
    }
  }

  /// Where a text has `Wordle`, `#Worldle` or the digest's first words.
  static func candidates(_ text: [UInt8]) -> [Int] {
    text.indices.filter { index in
      needles.contains { text[index] == $0[0] && text[index...].starts(with: $0) }
    }
  }

  private static let needles = ["Wordle", "#Worldle", "Your group"].map { Array($0.utf8) }

  /// `22 3645 Alice Example 2022-03-08T12:07:42Z: Wordle …`, `>` before a forwarded text.
  var lines: [String] {
    messages.map {
      let text = String(decoding: $0.text, as: UTF8.self)
      return "\($0.source.line) \($0.source.id ?? "-") \($0.sender ?? "nil") "
        + "\($0.sentAt?.iso ?? "nil"):\($0.isForwarded ? ">" : " ")\(text)"
    }
  }

  var problemLines: [String] { problems.map(\.description) }
}

/// A file of `Fixtures/exports`.
func exportFixture(_ path: String) throws -> [UInt8] {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  return try Array(Data(contentsOf: root.appending(path: "Fixtures/exports/\(path)")))
}

func exportSource(_ path: String, chunk: Int = 262_144) throws -> ByteSource {
  memorySource(try exportFixture(path), name: path, chunk: chunk)
}

/// Files in memory.
struct MemoryTree: FileTree {
  let name: String
  var files: [String: [UInt8]]
  /// Files that cannot be opened.
  var broken: Set<String> = []

  var paths: [String] { (Array(files.keys) + broken).sorted() }

  func open(_ path: String) throws(InputError) -> ByteSource {
    guard let bytes = files[path] else {
      throw .unreadable("\(name)/\(path)", reason: "the checksum is wrong")
    }
    return memorySource(bytes, name: "\(name)/\(path)")
  }
}
