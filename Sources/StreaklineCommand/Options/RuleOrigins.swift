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

  private let files: [RuleFile]
  private let builtIn: String?
  private let own: String
  private let sets: Set<String>

  /// - Parameter files: All rule files, also those that others replace.
  init(_ files: [RuleFile]) {
    let locations = currentLocations()
    self.files = files
    builtIn = locations.builtIn("Parsers")
    own = locations.ownRules
    sets = Set(locations.ruleSets(UserSettings.current))
  }

  func origin(of rule: RuleDefinition) -> Origin {
    let folder = folderPath(of: rule.path)
    let place: Place =
      folder == builtIn ? .builtIn : folder == own ? .yours : sets.contains(folder) ? .set : .option
    let name = "/\(rule.game).yaml"
    let earlier = files.prefix { $0.path != rule.path }.last { $0.path.hasSuffix(name) }
    return Origin(place: place, replaced: earlier?.path)
  }
}
