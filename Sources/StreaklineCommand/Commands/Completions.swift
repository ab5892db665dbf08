internal import ArgumentParser

/// A script that completes commands and options in a shell.
struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print a completion script for bash, zsh or fish.",
    discussion: """
      Example:
        streakline completions zsh > ~/.zfunc/_streakline
      """)

  @Argument(help: "bash, zsh or fish.") var shell: String

  func run() throws {
    guard let shell = CompletionShell(rawValue: shell) else {
      throw ValidationError("'\(shell)' is not one of bash, zsh, fish")
    }
    Output.content(Root.completionScript(for: shell) + "\n")
  }
}
