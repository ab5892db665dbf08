package import StreaklineRules

/// What those ask who write rules.
extension GameRules {
  /// The rules in use, by their games.
  package var definitions: [RuleDefinition] { ruleSet.rules }

  /// A page with a sample of every game, in Markdown.
  package var page: String { gamesPage(ruleSet.rules) }

  /// Which rules look at a text, how far each gets and what it reads.
  package func explanation(of text: String, _ builder: RecordBuilder) -> RuleExplanation {
    RuleExplanation(
      Array(text.utf8), reader: ShareReader(rules: ruleSet), builder: builder)
  }

  /// The version of the library that matches patterns.
  package static var patternLibrary: String { pcre2Version() }
}

extension RuleFolders {
  /// The rules of all files.
  ///
  /// - Parameter cache: A file that keeps rules between runs; without one every file is read.
  package func rules(cache: RuleCache? = nil) -> GameRules {
    GameRules(ruleSet: ruleSet(cache: cache))
  }

  /// The path and the text of the file from which a game's rule is; `nil` without a rule.
  package func file(of game: String) throws -> (path: String, text: String)? {
    guard let rule = ruleSet().rule(of: game),
      let file = files.last(where: { $0.path == rule.path })
    else { return nil }
    return (file.path, try file.text())
  }
}
