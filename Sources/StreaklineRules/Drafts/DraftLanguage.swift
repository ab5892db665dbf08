/// Words of shares in other languages than English, in lower case, for what a number counts.
enum DraftLanguage {
  /// Tries and moves: Portuguese, Spanish, French, German, Italian, Dutch, Swedish, Norwegian, Danish, Polish, Russian,
  /// Korean, Japanese.
  static let tries = [
    "tentativas", "tentativa", "palpites", "palpite", "intentos", "intento", "essais", "essai",
    "tentatives", "tentative", "versuche", "versuchen", "versuch", "tentativi", "tentativo",
    "pogingen", "poging", "beurten", "försök", "forsøk", "forsøg", "próby", "prób", "próba",
    "попыток", "попытки", "попытка", "попытку", "coups", "coup", "mouvements", "mouvement",
    "movimentos", "movimento", "movimientos", "movimiento", "jogadas", "jogada", "jugadas",
    "jugada", "zügen", "züge", "mosse", "mossa", "zetten", "ruchów", "ruchy", "ходов", "хода",
    "횟수", "시도", "번", "回", "手",
  ]
  static let points = [
    "pontos", "ponto", "pontuação", "puntos", "punto", "puntuación", "puntaje", "punkte", "punkten",
    "punkt", "punti", "punteggio", "punten", "poäng", "poeng", "очков", "очки",
  ]
  static let hints = [
    "dicas", "dica", "pistas", "pista", "indices", "indice", "hinweise", "hinweis", "tipps", "tipp",
    "indizi", "indizio", "подсказок", "подсказки",
  ]
  static let mistakes = [
    "erros", "erro", "errores", "fautes", "faute", "erreurs", "erreur", "fehler", "errori",
    "errore",
    "fouten", "fout", "fel", "feil", "fejl", "ошибок", "ошибки",
  ]

  /// Words behind a number that make it an ordinal, as `th` does in English: Korean, Japanese, Chinese, Hungarian.
  static let ordinals = ["번째", "日目", "回目", "期", "nap"]
  /// `in` before a number that counts something.
  static let inWords = ["in", "en", "em", "på", "w", "за"]

  /// A pattern for the singular and the plural of a word of these lists, which differ only at their end.
  static func pattern(of word: String) -> String? {
    guard (tries + points + hints + mistakes).contains(word.lowercased()), word.count > 3 else {
      return nil
    }
    return "(?i: \(word.prefix(max(4, word.count - 2))) \\p{L}{0,3} )"
  }

  /// Whether two words are forms of one, such as `Versuch` and `Versuche`.
  static func isOne(_ left: String, _ right: String) -> Bool {
    [tries, points, hints, mistakes].contains { words in
      words.contains(left.lowercased()) && words.contains(right.lowercased())
    } && left.lowercased().prefix(4) == right.lowercased().prefix(4)
  }
}
