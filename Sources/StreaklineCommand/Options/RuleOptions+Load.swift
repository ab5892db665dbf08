internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineRules

extension RuleOptions {
  func load() throws -> RuleSet {
    try loadRules(more: folders)
  }

  func allFolders() throws -> [String] {
    currentLocations().folders("Parsers") + folders
  }
}

/// The rules of all folders. Files with errors are reported and left out; a folder or file that cannot
/// be read ends the program.
func loadRules(more folders: [String]) throws -> RuleSet {
  let locations = currentLocations()
  let set = RuleFolders(locations.folders("Parsers") + folders).ruleSet(
    cache: locations.ruleCache)
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
