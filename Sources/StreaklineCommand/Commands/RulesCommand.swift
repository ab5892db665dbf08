internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineRules

/// Rule files: what there is, and whether it is right.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List, show, check and test rule files.",
    subcommands: [
      List.self, Show.self, Check.self, Test.self, New.self, Explain.self,
    ], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the games that are recognised.")

    @Flag(help: "Print a page with a sample of every game, in Markdown.")
    var markdown = false

    @OptionGroup var rules: RuleOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let set = try rules.load()
      if markdown {
        Output.write(Array(gamesPage(set.rules).utf8))
        return
      }
      var table = Table(header: ["GAME", "NAME", "RECORD", "LAYOUTS", "FILE"])
      for rule in set.rules {
        if output.isJSON {
          Output.json(summary(rule))
        } else {
          table.add([
            rule.game, rule.name, rule.record.name, String(rule.variants.count), rule.path,
          ])
        }
      }
      if !output.isJSON { table.print() }
    }

    private func summary(_ rule: RuleDefinition) -> Value {
      .object([
        "game": .string(rule.game), "gameId": .string(rule.id), "name": .string(rule.name),
        "record": .string(rule.record.name), "version": .int(rule.version),
        "scoring": rule.scoring.map { .string($0.rawValue) } ?? .null,
        "variants": .list(rule.variants.map { .string($0.name) }), "file": .string(rule.path),
      ])
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print a game's rule file.")

    @Argument(help: "The game's slug, such as wordle.")
    var game: String

    @OptionGroup var rules: RuleOptions

    func run() throws {
      let folders = RuleFolders(try rules.allFolders())
      guard let rule = folders.ruleSet().rule(of: game),
        let file = folders.files.last(where: { $0.path == rule.path })
      else {
        throw CommandFailure(
          ExitCodes.noInput, "there is no rule for '\(escapedForTerminal(game))'")
      }
      Output.note("# \(escapedForTerminal(file.path))")
      for line in try file.text().split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast()
      {
        Output.line(escapedForTerminal(String(line)))
      }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Look for mistakes in rule files.",
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

  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test", abstract: "Try every rule file's examples and rejects.")

    @Argument(help: "Files to test; none tests all that are in use.")
    var files: [String] = []

    @OptionGroup var rules: RuleOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let scope = try RuleScope(files: files, rules: rules)
      let check = RuleCheck(rules: scope.set, files: scope.files)
      let problems = scope.problems + scope.rules.flatMap { check.failures(of: $0) }
      try report(problems, "tested", scope, output, strict: false)
    }
  }
}

/// The rules that a check is about, among all rules that are in use.
private struct RuleScope {
  let set: RuleSet
  let files: [RuleFile]
  let rules: [RuleDefinition]
  let problems: [Problem]

  init(files paths: [String], rules options: RuleOptions) throws {
    let inUse = RuleFolders(try options.allFolders())
    let named = RuleFolders(files: paths)
    let namedGames = Set(named.ruleSet().rules.map(\.game))
    files = inUse.files + named.files
    set = RuleSet(files: files)
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

private func report(
  _ problems: [Problem], _ verb: String, _ scope: RuleScope, _ output: OutputOptions, strict: Bool
) throws {
  var seen: Set<Problem> = []
  let problems = problems.filter { seen.insert($0).inserted }
  for problem in problems {
    if output.isJSON {
      Output.json(problem.json)
    } else {
      Output.line(problem.rendered + "\n")
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
