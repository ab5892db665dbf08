internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

extension RulesCommand {
  /// Puts a rule file that somebody has shared into the user's folder.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Check a rule file that somebody has shared, and use it from now on.",
      discussion: """
        The file goes into your folder of rules, under its game's name, if it has no mistake and reads
        its own examples. Over a game that is there already, built in or your own, it goes with --replace
        only. To go back, remove the file.

        Examples:
          streakline rules add gridle.yaml
          curl https://example.org/gridle.yaml | streakline rules add -
        """)

    @Argument(help: "The rule file; - reads standard input.") var file: String
    @Flag(help: "Put it in place of the rule that the game has.") var replace = false
    @OptionGroup var rules: RuleOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let text = try SmallInput(path: file).text
      let locations = currentLocations()
      let folders = rules.ruleFolders()
      if let error = folders.unreadable { throw error }
      guard
        let addition = RuleAddition(text, name: file, into: locations.ownRules, beside: folders)
      else { throw refusal(RuleAddition.problems(of: text, name: file)) }
      let isError = addition.problems.contains { $0.severity == .error }
      guard let rule = addition.rule, !isError else { throw refusal(addition.problems) }
      addition.problems.forEach(Output.problem)
      if !replace, let replaced = addition.replaced, !replaced.isOwn, try replaced.text() == text {
        throw CommandFailure(
          ExitCodes.nothing, "\(file) is the built-in rule of \(addition.game); nothing was added",
          help: "--replace keeps this version of it when the built-in one changes")
      }
      try write(text, addition, rule)
      report(addition, rule)
    }

    private func refusal(_ problems: [Problem]) -> CommandFailure {
      problems.forEach(Output.problem)
      return CommandFailure(ExitCodes.nothing, "\(file) was not added")
    }

    private func write(_ text: String, _ addition: RuleAddition, _ rule: RuleDefinition) throws {
      if !replace, let replaced = addition.replaced, try replaced.text() != text {
        throw CommandFailure(
          ExitCodes.nothing,
          "there is a rule of \(addition.game) already: \(replaced.isOwn ? replaced.path : "the built-in one")",
          help: "--replace puts \(file), version \(rule.version), in its place")
      }
      do {
        try addition.write(text)
      } catch {
        throw CommandFailure(ExitCodes.cannotWrite, error.description)
      }
    }

    private func report(_ addition: RuleAddition, _ rule: RuleDefinition) {
      if output.isJSON {
        Output.json(
          .object([
            "game": .string(addition.game), "name": .string(rule.name),
            "version": .int(rule.version), "source": rule.source.map(Value.string) ?? .null,
            "file": .string(addition.path),
            "replaced": addition.replaced.map { .string($0.path) } ?? .null,
          ]))
      } else if !output.quiet {
        let source = rule.source.map { " from \($0)" } ?? ""
        Output.line("\(rule.name), version \(rule.version)\(source): \(addition.path)")
        Output.note("streakline reparse reads near misses of it again")
      }
    }
  }
}
