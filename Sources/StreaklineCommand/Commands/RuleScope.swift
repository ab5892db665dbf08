internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineRules

/// The rules that are checked, and all rules in use, with which they are compared.
struct RuleScope {
  let set: RuleSet
  let files: [RuleFile]
  let rules: [RuleDefinition]
  let problems: [Problem]

  init(files paths: [String], rules options: RuleOptions) throws {
    let inUse = options.ruleFolders()
    let named = RuleFolders(files: paths)
    let namedGames = Set(RuleSet(files: named.files, checksOwn: false).rules.map(\.game))
    files = inUse.files + named.files
    // Each rule is checked below, with its warnings.
    set = RuleSet(files: files, checksOwn: false)
    if paths.isEmpty {
      rules = set.rules
      problems = inUse.problems + set.problems
    } else {
      rules = set.rules.filter { namedGames.contains($0.game) }
      let paths = Set(paths)
      problems = named.problems + set.problems.filter { paths.contains($0.location.file) }
    }
  }
}

/// Prints the problems and how many there are of each kind.
///
/// - Throws: ``CommandFailure`` when one of them is an error, or a warning where that is asked for.
func report(
  _ problems: [Problem], _ verb: String, _ scope: RuleScope, _ output: OutputOptions, strict: Bool
) throws {
  var seen: Set<Problem> = []
  let problems = problems.filter { seen.insert($0).inserted }
  for problem in problems {
    if output.isJSON {
      Output.json(problem.json)
    } else {
      problem.rendered.split(separator: "\n").forEach { Output.line(String($0)) }
      Output.line("")
    }
  }
  let errors = problems.count { $0.severity == .error }
  let warnings = problems.count - errors
  if !output.quiet {
    let examples = scope.rules.reduce(0) { $0 + $1.examples.count }
    Output.note(
      "\(pluralized(scope.rules.count, "rule file")) \(verb), \(pluralized(examples, "example")): "
        + "\(pluralized(errors, "error")), \(pluralized(warnings, "warning"))")
  }
  if errors > 0 || strict && warnings > 0 {
    throw CommandFailure(ExitCodes.nothing)
  }
}
