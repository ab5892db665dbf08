internal import ArgumentParser
internal import Streakline

extension RulesCommand {
  /// Every rule file's examples and rejects.
  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test", abstract: "Test every rule file with its examples and rejects.",
      discussion: """
        Examples:
          streakline rules test
          streakline rules test mygame.yaml
        """)

    @Argument(help: "Files to test; none tests all that are in use.")
    var files: [String] = []

    @OptionGroup var rules: RuleOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let scope = RuleScope(files: files, inUse: rules.ruleFolders())
      try report(scope.failures(), "tested", scope, output, strict: false)
    }
  }
}
