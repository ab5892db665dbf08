internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineRules

extension RulesCommand {
  /// The games that are recognised.
  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the games that are recognised.",
      discussion: """
        The file of a rule is shown unless the rule is built in.

        Examples:
          streakline rules list
          streakline rules list --output json
        """)

    @Flag(help: "Print a page with a sample of every game, in Markdown.")
    var markdown = false

    @OptionGroup var rules: RuleOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      let set = try rules.load()
      if markdown {
        Output.content(gamesPage(set.rules))
        return
      }
      let builtIn = currentLocations().folders("Parsers").first.map { "\($0)/" }
      var table = Table(header: ["GAME", "NAME", "RECORD", "FILE"], names: [0, 1, 3])
      for rule in set.rules {
        if output.isJSON {
          Output.json(summary(rule))
        } else {
          table.add([
            rule.game, rule.name, rule.record.name,
            builtIn.map(rule.path.hasPrefix) == true ? "" : rule.path,
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
}
