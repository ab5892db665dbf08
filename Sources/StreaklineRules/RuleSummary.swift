package import StreaklineCore

/// A rule file's path and content, as somebody has read it from disk.
package struct RuleFile: Sendable {
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The content; bytes that are not UTF-8, which reading refuses, show as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What tells this content from another one. Not secret: whoever can write the files and the
  /// cache can write rules anyway.
  package var contentKey: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
    var word: UInt64 = 0
    // Another PCRE2, or another version of the checks, may judge the same content otherwise.
    for byte in "1 \(pcre2Version())".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    for (index, byte) in bytes.enumerated() {
      word = word << 8 | UInt64(byte)
      if index & 7 == 7 {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
        word = 0
      }
    }
    hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return String(hash ^ hash >> 32, radix: 16)
  }
}

/// What must be known of a rule before its literal is met: enough to find candidates without
/// reading the file's YAML.
package struct RuleSummary: Hashable, Sendable {
  package let game: String
  package let id: String
  package let literals: [String]
  package let searches: Bool
  package let everyDays: Int

  init(_ rule: RuleDefinition) {
    game = rule.game
    id = rule.id
    literals = rule.literals.map { withoutVariationSelectors($0.value) }
    searches = rule.searches
    everyDays = rule.day.everyDays
  }

  /// Takes a summary out of what `json` gives; `nil` when it is none.
  package init?(json: Value) {
    guard let fields = json.object, let game = fields["game"]?.string,
      let id = fields["id"]?.string, case .list(let literals) = fields["literals"],
      let searches = fields["searches"]?.bool, let everyDays = fields["everyDays"]?.int
    else { return nil }
    self.game = game
    self.id = id
    self.literals = literals.compactMap(\.string)
    self.searches = searches
    self.everyDays = everyDays
  }

  package var json: Value {
    .object([
      "game": .string(game), "id": .string(id), "literals": .list(literals.map(Value.string)),
      "searches": .bool(searches), "everyDays": .int(everyDays),
    ])
  }
}
