package import StreaklineCore

/// A rule file: where it lies, what tells its content from another one, and how to read it.
package struct RuleFile: Sendable {
  package let path: String
  /// The same for the same content, another one for another content: what summaries are kept by.
  package let key: String
  private let read: @Sendable () -> [UInt8]

  /// - Parameters:
  ///   - version: Changes whenever the content does, such as the time of the file's last change.
  ///   - read: Reads the content; called when it is needed.
  package init(path: String, version: String, read: @escaping @Sendable () -> [UInt8]) {
    self.path = path
    self.read = read
    // Another PCRE2, or another version of the checks, may judge the same content otherwise.
    key = "\(Self.checks) \(path) \(version)"
  }

  package init(path: String, text: String) {
    self.init(path: path, version: text) { Array(text.utf8) }
  }

  private static let checks = "1 \(pcre2Version())"

  /// The content; bytes that are not UTF-8, which reading refuses, show as U+FFFD.
  package var text: String { String(decoding: read(), as: UTF8.self) }
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
