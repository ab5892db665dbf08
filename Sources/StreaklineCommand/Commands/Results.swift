internal import ArgumentParser

/// Results that the store holds.
struct Results: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results", abstract: "List, add, edit or delete stored results.",
    discussion: """
      Examples:
        streakline results --game wordle --from 2026-01-01
        streakline results add wordle 1234 4/6
        streakline results delete 'me|20241104|550e8400-e29b-41d4-a716-446655440000'
      """,
    subcommands: [List.self, Add.self, Edit.self, Delete.self],
    defaultSubcommand: List.self)
}
