internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

extension RulesCommand {
  /// A game's rule file.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print a game's rule file.",
      discussion: """
        Example:
          streakline rules show wordle
        """)

    @Argument(help: "The game's slug, such as wordle.")
    var game: String

    @OptionGroup var rules: RuleOptions

    func run() throws {
      guard let (path, text) = try rules.ruleFolders().file(of: game) else {
        throw CommandFailure(
          ExitCodes.noInput, "there is no rule for '\(game)'")
      }
      Output.note("# \(path)")
      Output.content(text)
    }
  }
}
