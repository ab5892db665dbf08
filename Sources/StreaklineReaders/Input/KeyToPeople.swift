/// Finds the line of a text that says whose each share is: `In order: Anna, Ben`, `1 = Anna`,
/// `The Wordle is Tom's, the Connections Lea's.`
///
/// A line that only mentions people (`Coffee with Anna and Tom`) does not say so.
struct KeyToPeople {
  private let games: GameKnowledge
  /// The names that follow a short sign in the lines read so far: `Anna` in `1 = Anna`.
  private var signed: Set<String> = []

  private static let longestLine = 200
  private static let longestSign = 6
  private static let order: Set<String> = [
    "order", "first", "second", "third", "then", "top", "bottom", "left", "right", "odd", "even",
    "upper", "lower",
    "reihenfolge", "erst", "zuerst", "dann", "oben", "unten", "links", "rechts", "premier",
    "première", "deuxième",
    "puis", "ensuite", "primero", "primera", "segundo", "segunda", "luego", "primeiro", "primeira",
    "depois", "primo",
    "prima", "secondo", "seconda", "poi", "eerste", "tweede", "eerst", "respectively",
  ]

  /// - Parameter games: Tells which words are titles of games.
  init(_ games: GameKnowledge) {
    self.games = games
  }

  /// Whether a line says whose each share is, alone or together with the lines read before it.
  mutating func isComplete(with line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= Self.longestLine else { return false }
    let text = String(decoding: line, as: UTF8.self).replacing("’", with: "'")
    let words = text.split { !$0.isLetter && $0 != "'" }.map(String.init)
    let people = Set(words.filter(Self.isPerson).map(Self.base))
    guard !people.isEmpty else { return isSigned(text) }
    let order = Set(words.map { $0.lowercased() }).intersection(Self.order)
    if people.count > 1 {
      let titles = Set(words.map { $0.lowercased() }.filter(games.isTitle))
      if !order.isEmpty || titles.count > 1 { return true }
      if text.count(where: { $0 == "=" }) > 1 || text.count(where: { $0 == "|" }) > 1 {
        return true
      }
    }
    let capitals = words.dropFirst().filter { $0.first?.isUppercase == true }
    if order.count > 1, Set(capitals).count > 1 { return true }
    let isList =
      words.count > 1
      && words.allSatisfy { $0.first?.isUppercase == true || Self.between.contains($0) }
    if isList, text.contains("   ") || words.contains(where: Self.between.contains) { return true }
    let owners = words.filter { $0.hasSuffix("'s") && $0.first?.isUppercase == true }
    return Set(owners).count > 1 || isSigned(text)
  }

  private static let between: Set<String> = ["vs", "versus", "gegen", "contre", "contra", "contro"]

  /// Whether a line has a name after a short sign, and an earlier one has another name. One of the names must be a
  /// common first name or a relative's.
  private mutating func isSigned(_ text: String) -> Bool {
    let trimmed = text.drop { $0.isWhitespace }
    let isEquation = trimmed.contains(" = ")
    let sign = trimmed.prefix { isEquation ? $0 != "=" : !$0.isLetter }
    let rest = trimmed.dropFirst(sign.count).drop { !$0.isLetter }
    let name = rest.prefix { $0.isLetter }
    guard !sign.isEmpty, isEquation || sign.count <= Self.longestSign,
      name.first?.isUppercase == true || sign == "#" && GivenNames.starts(String(name)),
      isEquation || rest.count == name.count || rest.dropFirst(name.count).first == ","
    else { return false }
    signed.insert(name.lowercased())
    return signed.count > 1
      && signed.contains { GivenNames.starts($0) || PresentedShare.relatives.contains($0) }
  }

  private static func base(_ word: String) -> String {
    String(word.lowercased().prefix { $0 != "'" })
  }

  private static func isPerson(_ word: String) -> Bool {
    word.first?.isUppercase == true && GivenNames.starts(word)
  }
}
