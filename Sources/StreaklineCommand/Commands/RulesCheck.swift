internal import ArgumentParser
internal import StreaklineRules

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
      let scope = try RuleScope(files: files, rules: rules)
      let check = RuleCheck(rules: scope.set, files: scope.files)
      let problems =
        scope.problems + scope.rules.flatMap { check.lints(of: $0) + check.failures(of: $0) }
      try report(problems, "checked", scope, output, strict: strict)
    }
  }
}
