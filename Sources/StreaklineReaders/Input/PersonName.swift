/// Tells what may be somebody's name in a text that people write.
enum PersonName {
  private static let longest = 40
  private static let mostParts = 4

  /// Whether words may be a name: one to four words with large letters first, or one in small letters.
  /// `Ana de Souza` is one, too; words of ``noNames`` are in none.
  static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: " ")
    guard (1...mostParts).contains(parts.count), name.utf8.count <= longest,
      let first = name.first, first.isLetter || "+@_".contains(first),
      !name.unicodeScalars.contains(where: { $0.properties.isEmojiPresentation }),
      !name.contains(where: { "/#?!…=()[]{}\"%&;".contains($0) }),
      parts.count == 1 || !first.isASCII
        || !first.isLowercase
          && parts.dropFirst().allSatisfy({
            $0.first?.isLowercase == false || particles.contains(String($0))
          })
    else { return false }
    guard !isAddress(name) || name.contains("@") else { return false }
    let words = name.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }
    return !words.contains { word in
      let base = word.prefix { $0 != "'" && $0 != "’" }
      return noNames.contains(String(base)) || HeadTime.isDayWord(String(base))
    }
  }

  /// Whether a name ends as the address of a game does.
  static func isAddress(_ name: String) -> Bool {
    let lower = name.lowercased()
    return addressEndings.contains { lower.hasSuffix($0) }
  }

  /// Whether a word is part of no name. It must be in small letters.
  static func isNoName(_ word: String) -> Bool {
    noNames.contains(word)
  }

  /// Endings of addresses of games, which shares have in a line of their own.
  private static let addressEndings = [
    ".com", ".net", ".org", ".io", ".app", ".fun", ".quest", ".fr", ".game", ".games", ".wtf",
    ".in", ".horse",
    ".ooo", ".dev", ".me", ".co", ".uk", ".gg", ".xyz", ".info", ".site", ".online", ".today",
    ".nl", ".de",
    ".eu", ".ca", ".au", ".club", ".world", ".art", ".link", ".page", ".ai", ".us", ".tv",
  ]

  /// Words in small letters within a name.
  private static let particles: Set<String> = [
    "de", "da", "do", "dos", "del", "di", "du", "la", "le", "van", "von", "der", "den", "ter",
    "bin", "al",
    "el", "y", "e",
  ]

  /// Words that are nobody's name: what people write before a share of their own.
  private static let noNames = Set(
    """
    january february march april june july august september october november december tomorrow tonight
    morning noon afternoon evening night midnight breakfast brunch lunch dinner supper snack tea bedtime bed
    bath shower coffee gym school office commute class lecture meeting break walk run sleep wake woke up
    airport flight plane hotel church park beach car metro tube subway tram toilet waiting holiday now later
    day week month year date time round game games puzzle puzzles score scores result results total final
    level easy medium hard expert mini daily weekly first second third fourth fifth sixth last next one two
    three four five six edit update note notes ps p also then and but so todo done my mine our your this that
    here todays streak best worst win wins loss lost won archive bonus warmup practice new old nyt linkedin
    title subject re fwd fw aw http https link url source via from to cc sent answer spoiler hint hints guess
    guesses attempt attempts try part step no yes ok okay geo word words music movie film math maths sport
    sports quiz trivia logic number numbers home work train bus phone web app hello hi hey am pm at on in the
    a i we it question info warning example text original copy paste play played playing moves points rank
    phew yay ugh wow whew woohoo woo finally nice oops meh great good bad lucky luck close tough damn argh oof
    yikes hooray boo haha lol omg cool awesome perfect terrible almost barely just still again another more
    got finished completed complete solved started start failed nailed thanks sorry not very really too only
    super pretty quick slow fast fun love hate better clean brutal genius sunny rainy early late
    busy tired gut fertig geschafft endlich juhu mist morgen abend mittag nacht frühstück spiel ergebnis
    matin soir midi enfin fini mañana tarde noche listo hecho mattina sera fatto manhã noite feito
    mo di mi do fr sa so message messages body content caption msg nachricht texte texto testo
    did that there what let who where how quote
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
