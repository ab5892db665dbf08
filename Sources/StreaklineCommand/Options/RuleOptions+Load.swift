internal import ArgumentParser
internal import Foundation
internal import Streakline

extension RuleOptions {
  func load() throws -> GameRules {
    try loadRules(more: folders)
  }

  /// All rule files, those of the user's own folders too.
  func ruleFolders() -> RuleFolders { rulesIn(more: folders) }
}

private func rulesIn(more folders: [String]) -> RuleFolders {
  let locations = currentLocations()
  return RuleFolders(
    locations.ruleFolders(UserSettings.current) + folders,
    shipped: locations.builtIn("Parsers") ?? "",
    locations: locations.ruleSetLocations(UserSettings.current))
}

/// The rules of all folders. Files with errors are reported and left out; a folder or file that cannot
/// be read ends the program.
func loadRules(more folders: [String]) throws -> GameRules {
  let set = try Interruption.endingProgram {
    rulesIn(more: folders).rules(cache: currentLocations().ruleCache)
  }
  try set.throwIfUnreadable()
  for problem in set.problems {
    Output.problem(problem)
  }
  if set.games.isEmpty {
    throw CommandFailure(
      ExitCodes.configuration,
      "there are no rule files", help: "name a folder with --rules DIR, or set STREAKLINE_HOME")
  }
  return set
}
