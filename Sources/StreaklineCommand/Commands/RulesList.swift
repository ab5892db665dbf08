internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

extension RulesCommand {
  /// The games that are recognised.
  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the games that are recognised.",
      discussion: """
        FROM says where a rule comes from: built in, from a set that `rules:` in config.yaml names, yours, or
        from a folder of --rules, and of these its version. SOURCE is what its file says of where it is kept.

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
        Output.content(set.page)
        return
      }
      let origins = RuleOrigins(
        rules.ruleFolders(), currentLocations(), UserSettings.current)
      let areAllBuiltIn = set.definitions.allSatisfy { origins.origin(of: $0).place == .builtIn }
      var table = Table(
        header: ["GAME", "NAME", "RECORD", "FROM"] + (areAllBuiltIn ? [] : ["SOURCE", "FILE"]),
        names: areAllBuiltIn ? [0, 1] : [0, 1, 4, 5])
      for rule in set.definitions {
        let origin = origins.origin(of: rule)
        if output.isJSON {
          Output.json(summary(rule, origin))
        } else {
          table.add(row(rule, origin, areAllBuiltIn: areAllBuiltIn))
        }
      }
      if !output.isJSON { table.print() }
    }

    private func row(_ rule: RuleDefinition, _ origin: RuleOrigins.Origin, areAllBuiltIn: Bool)
      -> [String]
    {
      let isBuiltIn = origin.place == .builtIn
      let place =
        origin.place.rawValue + (isBuiltIn ? "" : ", version \(rule.version)")
        + (origin.replaced == nil ? "" : ", replaces another")
      let row = [rule.game, rule.name, rule.record.name, place]
      return areAllBuiltIn ? row : row + [rule.source ?? "", isBuiltIn ? "" : rule.path]
    }

    private func summary(_ rule: RuleDefinition, _ origin: RuleOrigins.Origin) -> Value {
      .object([
        "game": .string(rule.game), "gameId": .string(rule.id), "name": .string(rule.name),
        "record": .string(rule.record.name), "version": .int(rule.version),
        "scoring": rule.scoring.map { .string($0.rawValue) } ?? .null,
        "variants": .list(rule.variants.map { .string($0.name) }), "file": .string(rule.path),
        "from": .string(origin.place.rawValue), "source": rule.source.map(Value.string) ?? .null,
        "replaces": origin.replaced.map(Value.string) ?? .null,
      ])
    }
  }
}
