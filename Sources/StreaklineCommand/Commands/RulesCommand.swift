internal import ArgumentParser

/// Rule files: what there is, and whether it is right.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List, show, check, test, draft and explain rule files.",
    subcommands: [
      List.self, Show.self, Check.self, Test.self, New.self, Explain.self,
    ], defaultSubcommand: List.self)
}
