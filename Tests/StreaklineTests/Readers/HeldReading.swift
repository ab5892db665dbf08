import Foundation
import StreaklineCore
import StreaklineReaders

/// What a reader of an export makes of it, in one piece.
struct HeldReading {
  var results: [ExportedResult] = []
  var claims: [ExportedStreak] = []
  var counts = MessageCounts()
  var problems: [String] = []
  var ends: [Int] = []

  /// Exports as programs write them.
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/exports")

  /// The records as JSON.
  var records: [String] { results.map { String(json: $0.record.json) } }

  init(reading reader: some MessageReader) throws {
    var reader = reader
    while let batch = try reader.next({ _ in [0] }) {
      results += batch.results
      claims += batch.claims
      counts += batch.counts
      problems += batch.problems.map(\.description)
      ends.append(batch.end)
    }
  }

  /// The bytes as an input that is read in pieces of at most `chunk` bytes.
  static func source(_ bytes: [UInt8], name: String = "f", chunk: Int = 65_536) -> ByteSource {
    var rest = bytes[...]
    return ByteSource(name: name, size: bytes.count) { count in
      defer { rest = rest.dropFirst(min(count, chunk)) }
      return Array(rest.prefix(min(count, chunk)))
    }
  }

  static func source(_ text: String, name: String = "f", chunk: Int = 65_536) -> ByteSource {
    source(Array(text.utf8), name: name, chunk: chunk)
  }
}

/// Records with texts that are hard to write down.
struct OddRecords {
  var random: SeededRandom
  private static let scalars: [Unicode.Scalar] = [
    "\"", "\"", "'", ",", ";", "\t", "\n", "\r", "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "\u{A0}",
    "\u{202E}", "\u{2028}", "\u{FEFF}", "\u{301}", "e", "é", "=", "+", "-", "@", "\u{FF1D}", "|",
    "%",
    "\\", "{", "}", "0", "a", " ", "🟩", "👩", "\u{200D}", "💻", "\u{10FFFF}", "\u{FFFD}",
  ]

  mutating func record() -> Record {
    let type = RecordType.builtIn.randomElement(using: &random) ?? .gameResult
    var values: Fields = [
      "gameName": textOrNull(), "mode": textOrNull(), "variant": textOrNull(),
      "puzzleNumber": intOrNull(), "suspect": textOrNull(), "sharedText": textOrNull(),
      "playedAt": Bool.random(using: &random) ? .null : .string("2026-03-01T12:00:00Z"),
      "parsedData": .object(
        Bool.random(using: &random) ? [:] : ["a": .string(text()), text() + "b": .string("")]),
      "source": SourceLocation(
        name: text(), line: Int.random(in: 1...9_999_999, using: &random),
        id: Bool.random(using: &random) ? nil : text()
      ).json,
    ]
    for field in type.fields {
      values[field.name] =
        switch field.kind {
        case .bool: Bool.random(using: &random) ? .bool(.random(using: &random)) : .null
        case .string: textOrNull()
        case .int, .double: intOrNull()
        }
    }
    return Record(
      type: type, userId: text(), game: "g" + text(), gameId: text(),
      day: Day(daysSinceEpoch: Int.random(in: -700_000...2_900_000, using: &random)), values: values
    )
  }

  private mutating func text() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      text.unicodeScalars.append(Self.scalars.randomElement(using: &random) ?? "a")
    }
    return text
  }

  private mutating func textOrNull() -> Value {
    Bool.random(using: &random) ? .null : .string(text())
  }

  private mutating func intOrNull() -> Value {
    Bool.random(using: &random)
      ? .null : .int(Int.random(in: Int.min...Int.max, using: &random))
  }
}
