package import StreaklineCore
internal import StreaklineRules

/// The rules that are checked or tested, and all rules in use, with which they are compared.
package struct RuleScope {
  private let check: RuleCheck
  private let rules: [RuleDefinition]
  /// What is wrong with the files themselves.
  private let problems: [Problem]

  /// - Parameters:
  ///   - paths: The files to look at; none looks at all that are in use.
  ///   - inUse: The files that are in use.
  package init(files paths: [String], inUse: RuleFolders) {
    let named = RuleFolders(files: paths)
    let namedGames = Set(RuleSet(files: named.files, checksOwn: false).rules.map(\.game))
    let files = inUse.files + named.files
    // Each rule is checked below, with its warnings.
    let set = RuleSet(files: files, checksOwn: false)
    check = RuleCheck(rules: set, files: files)
    if paths.isEmpty {
      rules = set.rules
      problems = inUse.problems + set.problems
    } else {
      rules = set.rules.filter { namedGames.contains($0.game) }
      let paths = Set(paths)
      problems = named.problems + set.problems.filter { paths.contains($0.location.file) }
    }
  }

  package var ruleCount: Int { rules.count }
  package var exampleCount: Int { rules.reduce(0) { $0 + $1.examples.count } }

  /// The mistakes in the files, each once.
  package func mistakes() -> [Problem] {
    once(problems + rules.flatMap { check.lints(of: $0) + check.failures(of: $0) })
  }

  /// The examples and rejects that are not read as the files say, each once.
  package func failures() -> [Problem] {
    once(problems + rules.flatMap { check.failures(of: $0) })
  }

  private func once(_ problems: [Problem]) -> [Problem] {
    var seen: Set<Problem> = []
    return problems.filter { seen.insert($0).inserted }
  }
}
