internal import StreaklineCore

/// What the rules in use mean for each other. Each part is made once, when the first rule that is checked
/// needs it: compared one by one, some thousand rules would take minutes.
final class OtherGames {
  /// An example of a game that another game's rule reads as its own.
  struct TakenExample {
    let game: String
    let example: String
  }

  /// A share as people paste it next to others.
  struct Neighbour {
    let game: String
    let text: String
  }

  /// Games whose shares differ in shape: rows of emoji, a line with a time, lines of words with numbers.
  private static let neighbourGames = ["wordle", "linkedin-queens", "time-guessr"]

  private let rules: RuleSet
  private let reader: ShareReader

  /// - Parameter reader: Reads by `rules`.
  init(_ rules: RuleSet, _ reader: ShareReader) {
    self.rules = rules
    self.reader = reader
  }

  /// The examples that the user's own rules take from other games, by the game of the rule.
  private(set) lazy var takenExamples: [String: [TakenExample]] = foundTakenExamples()

  /// Shares of games that ship with the program.
  private(set) lazy var neighbours: [Neighbour] = Self.neighbourGames.compactMap { game in
    rules.rule(of: game)?.examples.first.map { Neighbour(game: game, text: $0.text) }
  }

  private lazy var gamesByName = Dictionary(grouping: rules.rules) { Self.key(of: $0.name) }
    .mapValues { $0.map(\.game) }

  /// The games with a name, however its letters and blanks are written.
  func games(named name: String) -> [String] { gamesByName[Self.key(of: name)] ?? [] }

  private static func key(of name: String) -> String {
    // What is invisible makes no other name.
    let visible = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    return normalFormC(String(String.UnicodeScalarView(visible))).lowercased().split(
      whereSeparator: \.isWhitespace
    ).joined(separator: " ")
  }

  private func foundTakenExamples() -> [String: [TakenExample]] {
    var takenExamples: [String: [TakenExample]] = [:]
    for rule in rules.rules {
      for example in rule.examples {
        let text = ShareText(Array(example.text.utf8))
        let rivals = Set(reader.candidates(in: text).map(\.game)).filter { game in
          game != rule.game && rules.index(of: game).map(rules.isOwn) == true
        }
        guard !rivals.isEmpty else { continue }
        let found = reader.read(text)
        let tied = Set(found.unparsed.filter { $0.reason != nil }.map(\.game))
        let readers = Set(found.shares.map(\.game))
        let takers = readers.contains(rule.game) ? tied : tied.union(readers)
        for rival in rivals.intersection(takers) {
          takenExamples[rival, default: []].append(
            TakenExample(game: rule.game, example: example.name))
        }
      }
    }
    return takenExamples
  }
}
