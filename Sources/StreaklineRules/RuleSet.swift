package import StreaklineCore
internal import Synchronization

/// A rule file's path and content, as somebody has read it from disk.
package struct RuleFile: Sendable {
  package let path: String
  package let text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// All rules that are in use. A rule's patterns are compiled when its literal is first met.
package final class RuleSet: Sendable {
  /// The rules, by game.
  package let rules: [RuleDefinition]
  /// What is wrong with files that are therefore not in use.
  package let problems: [Problem]
  let scanner: LiteralScanner
  /// The rule of each of the scanner's literals, and the literal.
  let literals: [(rule: Int, text: String)]
  private let compiled: [CompiledOnce]

  /// - Parameter files: A later file of the same game wins over an earlier one, so a user's own
  ///   rules come last. A file with an error is left out, and does not hide an earlier one.
  package convenience init(files: [RuleFile]) {
    var rules: [String: RuleDefinition] = [:]
    var problems: [Problem] = []
    for file in files {
      var reader = YAMLReader(path: file.path, text: file.text)
      let rule = reader.rule()
      problems += reader.problems
      if reader.problems.isEmpty {
        rules[rule.game] = rule
      }
    }
    self.init(rules: rules.values.sorted { $0.game < $1.game }, problems: problems)
  }

  package init(rules: [RuleDefinition], problems: [Problem]) {
    var owners: [String: String] = [:]
    var distinct: [RuleDefinition] = []
    var problems = problems
    for rule in rules {
      if let owner = owners[rule.id] {
        problems.append(
          Problem(
            "R003", "the id is \(owner)'s already", at: rule.start,
            help: "give the game an id of its own (uuidgen)"))
      } else {
        owners[rule.id] = rule.game
        distinct.append(rule)
      }
    }
    self.rules = distinct
    self.problems = problems
    literals = distinct.enumerated().flatMap { index, rule in
      rule.literals.map { (index, withoutVariationSelectors($0.value)) }
    }
    scanner = LiteralScanner(literals: literals.map(\.text))
    compiled = distinct.map { _ in CompiledOnce() }
  }

  /// The rule of a game.
  package func rule(of game: String) -> RuleDefinition? {
    rules.first { $0.game == game }
  }

  /// Puzzle days of games that are not daily, by game id (of every mode).
  package func everyDays(of game: String) -> Int {
    rule(of: game)?.day.everyDays ?? 1
  }

  func compiledRule(_ index: Int) -> CompiledRule {
    compiled[index].rule { () -> CompiledRule in
      do {
        return try CompiledRule(rules[index], jit: true)
      } catch {
        preconditionFailure("a rule that was checked does not compile: \(error)")
      }
    }
  }
}

/// A compiled rule that is made when it is first asked for, by whichever thread comes first.
private final class CompiledOnce: Sendable {
  private let made = Mutex<CompiledRule?>(nil)

  func rule(_ make: () -> CompiledRule) -> CompiledRule {
    made.withLock { made in
      if let made { return made }
      let rule = make()
      made = rule
      return rule
    }
  }
}
