internal import ArgumentParser

/// Lists, shows and checks rule files.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List, show, add, check, test, draft and explain rule files.",
    discussion: """
      Examples:
        streakline rules
        streakline rules show wordle
        streakline rules check
      """,
    subcommands: [
      List.self, Show.self, Add.self, Check.self, Test.self, New.self, Explain.self,
    ], defaultSubcommand: List.self)
}
