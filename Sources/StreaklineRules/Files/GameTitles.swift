/// The names of games as people write them before a share: `Travle Italia`, `Queens`, `Gamedle Artwork`.
struct GameTitles: Sendable {
  /// Words that some names have in front, and people leave out.
  private static let brands: Set<String> = ["linkedin", "nyt", "daily", "the"]
  /// A shorter name before other words may be a person's: `Time` before `Timo`.
  private static let shortestBeforeWords = 4

  /// Names in small letters, without anything but letters and digits.
  private let names: Set<String>

  init(_ rules: [RuleDefinition]) {
    var names: Set<String> = []
    for rule in rules {
      for title in [rule.name, rule.game] + Self.host(rule.homepage) {
        // `Connections: Sports Edition` is also called by what is before the colon.
        let parts = title.split { ":(".contains($0) }.map { Self.words(String($0)) }
        for words in [Self.words(title)] + parts {
          names.insert(words.joined())
          names.insert(words.drop { Self.brands.contains($0) }.joined())
        }
      }
    }
    self.names = names.filter { !$0.isEmpty }
  }

  /// Whether words are a game's name, alone or with words after it that say which of its puzzles it is.
  func has(_ text: String) -> Bool {
    let words = Self.words(text)
    if names.contains(words.joined())
      || names.contains(words.drop { Self.brands.contains($0) }.joined())
    {
      return true
    }
    // Only a blank ends the game's name: `wordle_queen` is what a person calls herself.
    let parts = text.split(separator: " ")
    return parts.indices.dropFirst().contains { end in
      let name = Self.words(parts[..<end].joined(separator: " ")).joined()
      return name.count >= Self.shortestBeforeWords && names.contains(name)
    }
  }

  /// The host of a game's page without its ending: `gamedle` of `https://www.gamedle.wtf/classic`.
  private static func host(_ page: String?) -> [String] {
    guard let page, let start = page.firstRange(of: "://")?.upperBound else { return [] }
    let parts = page[start...].prefix { $0 != "/" }.split(separator: ".")
    return parts.count == 2 ? [String(parts[0])] : []
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
