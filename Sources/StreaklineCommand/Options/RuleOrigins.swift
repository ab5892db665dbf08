internal import Streakline
internal import StreaklineFiles
internal import StreaklineRules

/// Where the rules in use come from.
struct RuleOrigins {
  enum Place: String {
    case builtIn = "built in"
    case set, yours
    case option = "--rules"
  }

  struct Origin {
    let place: Place
    /// The file of the same game that is not in use because of this one.
    let replaced: String?
  }

  /// The paths of all files, by game, in their order.
  private let paths: [String: [String]]
  private let builtIn: String?
  private let own: String
  private let sets: Set<String>

  /// - Parameter files: All rule files, also those that others replace.
  init(_ files: [RuleFile]) {
    let locations = currentLocations()
    paths = Dictionary(grouping: files.map(\.path), by: slugOfPath)
    builtIn = locations.builtIn("Parsers")
    own = locations.ownRules
    sets = Set(locations.ruleSets(UserSettings.current))
  }

  func origin(of rule: RuleDefinition) -> Origin {
    let folder = folderPath(of: rule.path)
    let place: Place =
      folder == builtIn ? .builtIn : folder == own ? .yours : sets.contains(folder) ? .set : .option
    let earlier = paths[rule.game, default: []].prefix { $0 != rule.path }.last
    return Origin(place: place, replaced: earlier)
  }
}
