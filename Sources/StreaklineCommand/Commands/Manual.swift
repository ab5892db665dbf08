internal import ArgumentParser
internal import Streakline

/// The page for `man`: the help of every command.
struct Manual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page, in the form that man reads.",
    discussion: """
      Example:
        streakline manual > ~/.local/share/man/man1/streakline.1
      """)

  private static let columns = 78

  func run() throws {
    let lines = [
      ".TH STREAKLINE 1 \"\" \"streakline \(programVersion)\"", ".SH NAME",
      "streakline \\- \(Root.configuration.abstract)", ".SH COMMANDS",
    ]
    Output.content((lines + Self.section(Root.self, "streakline")).joined(separator: "\n") + "\n")
  }

  /// The help of a command and of those below it.
  private static func section(_ command: any ParsableCommand.Type, _ name: String) -> [String] {
    let help = Root.helpMessage(for: command, columns: columns)
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(escaped)
    return [".SS \(name)", ".nf"] + lines + [".fi"]
      + command.configuration.subcommands.flatMap { subcommand in
        section(subcommand, "\(name) \(subcommand.configuration.commandName ?? "")")
      }
  }

  /// A line without what man takes for its own commands.
  private static func escaped(_ line: Substring) -> String {
    let text = String(line).replacing("\\", with: "\\e")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
