internal import StreaklineFiles
package import StreaklineRules

/// Where the rules in use come from.
package struct RuleOrigins {
  package enum Place: String {
    case builtIn = "built in"
    case set, yours
    case option = "--rules"
  }

  package struct Origin {
    package let place: Place
    /// The file of the same game that is not in use because of this one.
    package let replaced: String?
  }

  /// The paths of all files, by game, in their order.
  private let paths: [String: [String]]
  private let builtIn: String?
  private let own: String
  private let sets: Set<String>

  /// - Parameter folders: All rule files, also those that others replace.
  package init(_ folders: RuleFolders, _ locations: Locations, _ settings: Settings) {
    paths = Dictionary(grouping: folders.files.map(\.path), by: slugOfPath)
    builtIn = locations.builtIn("Parsers")
    own = locations.ownRules
    sets = Set(locations.ruleSets(settings))
  }

  package func origin(of rule: RuleDefinition) -> Origin {
    let folder = folderPath(of: rule.path)
    let place: Place =
      folder == builtIn ? .builtIn : folder == own ? .yours : sets.contains(folder) ? .set : .option
    let earlier = paths[rule.game, default: []].prefix { $0 != rule.path }.last
    return Origin(place: place, replaced: earlier)
  }
}
