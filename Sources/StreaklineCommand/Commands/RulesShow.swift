internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineRules

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
      let folders = rules.ruleFolders()
      guard let rule = folders.ruleSet().rule(of: game),
        let file = folders.files.last(where: { $0.path == rule.path })
      else {
        throw CommandFailure(
          ExitCodes.noInput, "there is no rule for '\(game)'")
      }
      Output.note("# \(file.path)")
      Output.content(try file.text())
    }
  }
}
