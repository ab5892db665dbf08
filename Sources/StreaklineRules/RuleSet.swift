package import StreaklineCore
internal import StreaklineYAML
internal import Synchronization

/// All rules that are in use.
///
/// A rule's YAML is read and its patterns are compiled when its literal is first met, where a
/// summary of the file's content is known from an earlier run.
package final class RuleSet: Sendable {
  /// What is wrong with files that are therefore not in use.
  package let problems: [Problem]
  /// Summaries of the files that are right, by their keys: what a later run may be given.
  package let summaries: [String: RuleSummary]
  let scanner: LiteralScanner
  /// The rule of each of the scanner's literals, and the literal.
  let literals: [(rule: Int, text: String, keyLength: Int)]
  private let slots: [LazyRule]
  private let indexOfGame: [String: Int]

  /// - Parameters:
  ///   - files: A later file of the same game wins over an earlier one, so a user's own rules come
  ///     last. A file with an error is left out, and does not hide an earlier one.
  ///   - known: Summaries by the files' keys. A file whose key is known is not read now.
  ///   - others: What is wrong with files that could not even be read.
  package init(
    files: [RuleFile], known: [String: RuleSummary] = [:], problems others: [Problem] = []
  ) {
    var slots: [String: LazyRule] = [:]
    var owners: [String: String] = [:]
    var problems = others
    var summaries: [String: RuleSummary] = [:]
    for file in files {
      let key = file.key
      guard let slot = Self.slot(file, known[key], &problems) else { continue }
      summaries[key] = slot.summary
      // Who copies a rule and forgets the id must not take the other game's place.
      if let owner = owners[slot.summary.id], owner != slot.summary.game {
        problems.append(Self.repeatedID(of: owner, in: file))
        continue
      }
      owners[slot.summary.id] = slot.summary.game
      slots[slot.summary.game] = slot
    }
    var distinct = slots.values.sorted { $0.summary.game < $1.summary.game }
    do {
      scanner = try LiteralScanner(literals: distinct.flatMap(\.summary.literals))
    } catch {
      // Without a scan nothing is found, which must not look like texts without shares.
      problems.append(
        Problem("R011", "no rule can be used: \(error.reason)", at: .init(file: "rules")))
      distinct = []
      scanner = LiteralScanner()
    }
    self.slots = distinct
    self.problems = problems
    self.summaries = summaries
    literals = distinct.enumerated().flatMap { index, slot in
      slot.summary.literals.map { (index, $0, LiteralScanner.key(of: $0).count) }
    }
    indexOfGame = Dictionary(
      uniqueKeysWithValues: distinct.enumerated().map { ($1.summary.game, $0) })
  }

  /// The slugs of all games, sorted.
  package var games: [String] { slots.map(\.summary.game) }

  /// All rules, by game. Reads those that have not been read yet.
  package var rules: [RuleDefinition] { slots.map(\.definition) }

  /// The rule of a game.
  package func rule(of game: String) -> RuleDefinition? {
    indexOfGame[game].map { slots[$0].definition }
  }

  /// Days between two puzzles of a game.
  package func everyDays(of game: String) -> Int {
    indexOfGame[game].map { slots[$0].summary.everyDays } ?? 1
  }

  /// Positions in a range of a text, as it was received, at which a share may start; most texts
  /// have none.
  package func candidates(in received: [UInt8], _ range: Range<Int>) -> [Int] {
    scanner.candidates(in: received, range)
  }

  var count: Int { slots.count }
  func index(of game: String) -> Int? { indexOfGame[game] }
  func game(_ index: Int) -> String { slots[index].summary.game }
  func searches(_ index: Int) -> Bool { slots[index].summary.searches }
  func compiledRule(_ index: Int) -> CompiledRule { slots[index].compiled }

  /// The file's rule, or `nil` when it has errors, which are added to the problems.
  private static func slot(
    _ file: RuleFile, _ known: RuleSummary?, _ problems: inout [Problem]
  ) -> LazyRule? {
    if let known, slugOfPath(file.path) == known.game { return LazyRule(file, known, nil) }
    var reader = YAMLReader(path: file.path, text: file.text)
    let rule = reader.rule()
    problems += reader.problems
    return reader.problems.isEmpty ? LazyRule(file, RuleSummary(rule), rule) : nil
  }

  private static func repeatedID(of owner: String, in file: RuleFile) -> Problem {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    let index = lines.firstIndex { $0.hasPrefix("id:") } ?? 0
    return Problem(
      "R003", "the id is \(owner)'s already",
      at: .init(file: file.path, line: index + 1, column: 5), sourceLine: String(lines[index]),
      help: "give the game an id of its own (uuidgen)")
  }
}

/// A rule that is read and compiled when it is first asked for, by whichever thread comes first.
private final class LazyRule: Sendable {
  let file: RuleFile
  let summary: RuleSummary
  private let made: Mutex<(definition: RuleDefinition?, compiled: CompiledRule?)>

  init(_ file: RuleFile, _ summary: RuleSummary, _ definition: RuleDefinition?) {
    self.file = file
    self.summary = summary
    made = Mutex((definition, nil))
  }

  var definition: RuleDefinition {
    made.withLock { made in
      let rule = made.definition ?? read()
      made.definition = rule
      return rule
    }
  }

  var compiled: CompiledRule {
    let rule = definition
    return made.withLock { made in
      if let compiled = made.compiled { return compiled }
      // A rule that was checked compiles; one that a lying cache has let in matches nothing.
      let compiled = (try? CompiledRule(rule, jit: true)) ?? CompiledRule(withoutVariants: rule)
      made.compiled = compiled
      return compiled
    }
  }

  /// A summary is made only of a file without problems. Should the cache lie nevertheless, a rule
  /// without variants matches nothing.
  private func read() -> RuleDefinition {
    var reader = YAMLReader(path: file.path, text: file.text)
    let rule = reader.rule(isChecked: true)
    return reader.problems.isEmpty ? rule : RuleDefinition(path: file.path, game: summary.game)
  }
}
