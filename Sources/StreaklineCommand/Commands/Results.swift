internal import ArgumentParser

/// Results that the store holds.
struct Results: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results", abstract: "List or delete stored results.",
    subcommands: [List.self, Delete.self],
    defaultSubcommand: List.self)
}
