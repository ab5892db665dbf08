internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

extension RulesCommand {
  /// Mistakes in rule files.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Find mistakes in rule files.",
      discussion: """
        Examples:
          streakline rules check
          streakline rules check mygame.yaml
        """)

    @Argument(help: "Files to check; none checks all that are in use.")
    var files: [String] = []

    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @OptionGroup var rules: RuleOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let scope = RuleScope(files: files, inUse: rules.ruleFolders())
      try report(scope.mistakes(), "checked", scope, output, strict: strict)
    }
  }
}

/// Prints the problems and how many there are of each kind.
///
/// - Throws: ``CommandFailure`` when one of them is an error, or a warning where that is asked for.
func report(
  _ problems: [Problem], _ verb: String, _ scope: RuleScope, _ output: OutputOptions, strict: Bool
) throws {
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
    Output.note(
      "\(pluralized(scope.ruleCount, "rule file")) \(verb), \(pluralized(scope.exampleCount, "example")): "
        + "\(pluralized(errors, "error")), \(pluralized(warnings, "warning"))")
  }
  if errors > 0 || strict && warnings > 0 {
    throw CommandFailure(ExitCodes.nothing)
  }
}
