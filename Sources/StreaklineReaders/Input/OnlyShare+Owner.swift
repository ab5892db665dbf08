/// Whose the only share of a text is where a line names its game or its result with somebody, or says who has won.
extension OnlyShare {
  /// Whoever is named right after a game or a result: `Wordle van Sanne`, `Ergebnis von Rosa`. There a name is one also
  /// where it is an everyday word.
  func owner(_ tokens: [BesideToken]) -> String? {
    let words = Self.words(tokens)
    guard
      let before = words.indices.dropLast().first(where: { index in
        index > 0 && Self.ofSomebody.contains(words[index].lowercased())
          && (isTitle(words[index - 1]) || Self.resultNouns.contains(words[index - 1].lowercased()))
      })
    else { return nil }
    let name = words[before + 1]
    guard name.count > 1, !share.says([name]), !isTitle(name),
      !Self.occasions.contains(name.lowercased())
    else { return nil }
    let isLast = words.count <= before + 1 + Self.longestName
    return GivenNames.starts(name) || isLast && name.first?.isLowercase == false ? name : nil
  }

  /// How many words a name is, and what may follow it in a short line.
  private static let longestName = 3

  private static let ofSomebody = OrdinaryWords.set(
    "for für para pour per voor för til dla для from by of von van de di da do du od z от від av af fra från par por door della dello"
  )

  private static let resultNouns = OrdinaryWords.set(
    """
    result results score scores share grid solve attempt ergebnis resultat score résultat grille résultats resultado
    resultados puntuación puntaje marcador risultato risultati punteggio pontuação uitslag resultaat poäng wynik wyniki
    результат счёт výsledek eredmény sonuç tulos
    """)

  /// What a game's name is followed by that is nobody: `Wordle de Noël`.
  static let occasions = OrdinaryWords.set(
    """
    noël natal navidad natale weihnachten ostern pâques pascua páscoa pasqua kerst pasen jul påsk påske boże święta
    recuerdo memory hell heute gestern unlimited hier today yesterday tonight france españa italia deutschland nyt
    """)

  /// The person to whom the author has lost, so that the share may be hers: `Lost to Annika again`, `Beaten by my sister`.
  func winner(_ tokens: [BesideToken]) -> String? {
    let words = Self.words(tokens)
    let lower = words.map { $0.lowercased().replacing("’", with: "'") }
    guard words.count <= Self.longestBoast,
      lower.contains(where: {
        Self.losing.contains($0) || Self.beating.contains($0) || $0 == "second"
      })
    else { return nil }
    let isLost = lower.contains(where: Self.losing.contains)
    return words.indices.dropFirst().first { index in
      guard isPerson(words, index) else { return false }
      var before = index - 1
      while before > 0, Self.mayPrecede(lower[before]) { before -= 1 }
      let isTo =
        isLost && (Self.losingTo.contains(lower[before]) || Self.losing.contains(lower[before]))
      let isSecond = before > 0 && lower[before - 1...before] == ["second", "to"]
      return isTo || isSecond || DisowningWords.agents.contains(lower[before])
    }.map { words[$0] }
  }

  /// Whether a word may be between `lost to` and whoever has won: `lost to my own mother`.
  private static func mayPrecede(_ word: String) -> Bool {
    SomebodyElse.isOwning(word) || DisowningWords.articles.contains(word)
      || ["own", "eigenen", "eigene", "propre", "propia", "propria", "własną"].contains(word)
  }

  private func isPerson(_ words: [String], _ index: Int) -> Bool {
    let word = words[index]
    let lower = word.lowercased()
    return GivenNames.starts(word) || SomebodyElse.isRelation(lower)
      || SomebodyElse.isThirdPerson(lower)
      || word.first?.isUppercase == true && !isExplained(word) && !isTitle(word)
  }

  private static let losing = OrdinaryWords.set(
    """
    lost lose losing loses defeated verloren verliere verlor perdu perds perdí perdido pierdo perdi perco perso perdo
    verloor verlies förlorade förlorat förlorar tapte tapt tabte tabt przegrałem przegrałam przegrana проиграл проиграла
    prohrál prohrála yenildim hävisin
    """)
  private static let losingTo = OrdinaryWords.set(
    "to against with gegen an contre face à contra ante con para pra contro mot till til tegen van z ze od s"
  )

  /// The person of whom a line says that she has beaten the author, so that the share may be hers: `Annika beat me again`, `Oma hat
  /// mich geschlagen`.
  func rival(_ tokens: [BesideToken]) -> String? {
    let words = Self.words(tokens)
    let lower = words.map { $0.lowercased().replacing("’", with: "'") }
    guard let first = words.first, words.count <= Self.longestBoast,
      GivenNames.starts(first) || SomebodyElse.isRelation(lower[0])
        || first.first?.isUppercase == true && !isExplained(first) && !isTitle(first),
      let verb = lower.dropFirst().prefix(Self.verbWithin).firstIndex(where: Self.beating.contains)
    else { return nil }
    let isMe = lower[1...].contains { Self.beaten.contains($0) || $0.hasPrefix("m'") }
    return isMe || verb == 1 && Self.winning.contains(lower[1]) && GivenNames.starts(first)
      ? first : nil
  }

  private static let longestBoast = 8
  private static let verbWithin = 5
  static let beaten = OrdinaryWords.set(
    "me us mich uns nous me nos mi ci mij ons mig oss mnie nas меня нас beni bizi minut engem mě nás"
  )
  private static let winning = OrdinaryWords.set(
    "won wins gewinnt gewann gewonnen gagne gagné gana ganó ganha ganhou vince vinto wint won vann vinner vandt vant wygrał "
      + "wygrała выиграл выиграла kazandı vyhrál vyhrála")
  static let beating = winning.union(
    OrdinaryWords.set(
      """
      beat beats beaten crushed crushes destroyed destroys smashed thrashed trounced pipped outdid humbled schlug schlägt
      geschlagen besiegt battu battue bat écrasé venció vence venceu bateu battuto batte verslagen versloeg verslaat slog slår
      slagit slog slo slået slått pokonał pokonała обыграл обыграла победил победила yendi voitti porazil porazila legyőzött
      """))
}
