import StreaklineCore

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
    let type = RecordSchema.standard.types.randomElement(using: &random) ?? .gameResult
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
        case .string, .date, .bytes, .reference: textOrNull()
        case .int, .double: intOrNull()
        case .strings: .list([.string(text())])
        case .object: .object([text(): .string(text())])
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
