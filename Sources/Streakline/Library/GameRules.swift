@_exported public import StreaklineCore
internal import StreaklineGames
internal import StreaklineReaders
package import StreaklineRules

/// The games whose shares are understood, one rule file each.
///
/// ```swift
/// let rules = GameRules.builtIn()
/// for record in rules.records(in: "Look: Wordle 1,932 3/6", user: "alice", now: .now) {
///   print(rules.name(of: record.game) ?? record.game, record.day, rules.score(of: record) ?? "no score")
/// }
/// ```
public struct GameRules: Sendable {
  package let ruleSet: RuleSet

  /// The games that come with the library, and the rule files of more folders.
  ///
  /// - Parameter folders: Folders of rule files. Of two files for one game, the one in the later
  ///   folder is used, and any of them replaces the built-in one.
  public static func builtIn(adding folders: [String] = []) -> GameRules {
    GameRules(shipped: BuiltInFiles.folder("Parsers"), adding: folders)
  }

  /// - Parameter shipped: The folder of the built-in games.
  init(shipped: String, adding folders: [String]) {
    self.init(ruleSet: RuleFolders([shipped] + folders, shipped: shipped).ruleSet())
  }

  /// The games of some folders and no others.
  ///
  /// - Parameter folders: Folders of rule files. Of two files for one game, the one in the later
  ///   folder is used.
  public init(folders: [String]) {
    self.init(ruleSet: RuleFolders(folders).ruleSet())
  }

  package init(ruleSet: RuleSet) {
    self.ruleSet = ruleSet
  }

  /// No games at all.
  static let none = GameRules(ruleSet: RuleSet(files: []))

  /// Problems of the rule files that, because of them, are not in use.
  public var problems: [Problem] { ruleSet.problems }

  /// How a game counts, as its rule says; `nil` where it has none.
  package func scoring(of game: String) -> String? { ruleSet.rule(of: game)?.scoring?.rawValue }

  /// Whether a rule has the game, by its slug or its title.
  package func has(_ game: String) -> Bool {
    ruleSet.rule(of: game) != nil
      || ruleSet.rules.contains { $0.name.lowercased() == game.lowercased() }
  }

  /// Throws if a folder or file of rules could not be read.
  package func throwIfUnreadable() throws { try ruleSet.throwIfUnreadable() }

  /// The slugs of all games, such as `wordle`, sorted.
  public var games: [String] { ruleSet.games }

  /// All results in one text, in the order of the text. Stores nothing.
  ///
  /// - Parameters:
  ///   - text: What was pasted or received. It may hold several shares among other words.
  ///   - user: Who played; of a share that the text quotes from somebody whom it names, that is the
  ///     user.
  ///   - sentAt: When the text was sent, if that is known.
  ///   - sentOn: The calendar day where it was sent: the day of a share that prints neither a number
  ///     nor a date. If not given, the day of `sentAt`, or else of `now`, in the machine's zone.
  ///   - now: The current time.
  public func records(
    in text: String, user: String, sentAt: Instant? = nil, sentOn: Day? = nil, now: Instant
  ) -> [Record] {
    let zone = NamedTimeZone.machine
    let message = Message(
      sentAt: sentAt, sentOn: sentOn ?? sentAt.map(zone.day), text: Array(text.utf8),
      source: SourceLocation(name: "-", line: 1))
    var builder = RecordBuilder(user: user, fallbackDay: zone.day(of: now), now: now)
    builder.judges = true
    return InputParser(rules: ruleSet, builder: builder).parse(message).records
  }
}
