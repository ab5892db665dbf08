internal import StreaklineCore

/// Words beside the only share of a text that do not say whose it is, but may: `To wynik mojej żony`, `my landlord`, `look at him
/// go`.
///
/// The result is then kept as suspect: it is not counted until the user says that it is theirs. A text with several shares and
/// such words is refused. Everyday words about the author's own game (`phew, close one`) are no such words.
enum DoubtfulWords {
  /// How many characters of a line are shown.
  private static let longestShown = 40

  /// - Returns: The words and their line, counted from 0; `nil` where all of them are everyday ones.
  static func first(_ only: OnlyShare, _ scan: CandidateScan) -> (word: String, line: Int)? {
    let asked = Set(only.lines.map(\.number))
    if let found = UnexplainedWords.first([only.share], scan, isLeftOut: { !asked.contains($0) }),
      !isGuess(found.word), !isOwnVictory(only.lines.first { $0.number == found.line })
    {
      return found
    }
    let line = only.lines.first { !$0.tokens.isEmpty && isDoubtful($0, only.share) }
    return line.map {
      (String(String(decoding: $0.words, as: UTF8.self).prefix(longestShown)), $0.number)
    }
  }

  /// Whether a word is one of five letters, as people guess it: `CRANE`.
  private static func isGuess(_ word: String) -> Bool {
    word.count == 5 && word.allSatisfy { $0.isASCII && $0.isUppercase } && !GivenNames.starts(word)
  }

  /// `Beat my sister!`
  private static func isOwnVictory(_ line: BesideWords.Line?) -> Bool {
    let words = line.map { OnlyShare.words($0.tokens) } ?? []
    return words.count > 2 && words.count < 6 && OnlyShare.beating.contains(words[0].lowercased())
      && SomebodyElse.isOwning(words[1].lowercased())
  }

  private static func isDoubtful(_ line: BesideWords.Line, _ share: BesideWords) -> Bool {
    guard !isOwnVictory(line) else { return false }
    let text = String(decoding: line.words, as: UTF8.self).lowercased().replacing("’", with: "'")
    if signs.contains(where: text.contains) || denials.contains(where: (" " + text).contains) {
      return true
    }
    let words = text.split { !$0.isLetter && $0 != "'" && !$0.isNumber }.map(String.init)
    guard !words.isEmpty else { return false }
    if isToYou(words, text) { return true }
    if words.contains(where: {
      others.contains($0) || SomebodyElse.isThirdPerson($0) || isPerson($0)
    }) {
      return true
    }
    return isRelation(OnlyShare.words(line.tokens)) || isOfPlace(words) || isInitial(words, line)
      || isArticleAndPerson(words) || isGiven(words) || isLost(words)
      || isOtherResult(words, share)
  }

  /// Whether a word is one for a person in a language that bends its words: `żony`, `sąsiadką`, `сестры`, `annemin`.
  static func isPerson(_ word: String) -> Bool {
    stems.contains { word.hasPrefix($0) && word.count <= $0.count + longestEnding }
  }

  private static let longestEnding = 5

  /// `Opa hat es geschafft, ich hab nur zugeguckt`; not `Dinner with Mum`, and not `man, that was hard`.
  private static func isRelation(_ words: [String]) -> Bool {
    words.indices.contains { index in
      let lower = words[index].lowercased()
      return SomebodyElse.isRelation(lower) && !cries.contains(lower)
        && !Mention.isOne(words, index)
    }
  }

  private static let cries = OrdinaryWords.set(
    "man boy dude guy guys girl baby bro sis mate buddy team player captain coach client customer friend friends amigo amigos"
  )

  /// `La del quinto`, `Der von gegenüber`; not `La de hoy`.
  private static func isOfPlace(_ words: [String]) -> Bool {
    guard words.count > 2, demonstratives.contains(words[0]), ofPlaces.contains(words[1]) else {
      return false
    }
    return !words[2...].prefix(2).contains { HeadTime.isDayWord($0) || HeadTime.isMonth($0) }
      && !words[2].allSatisfy(\.isNumber)
  }

  private static let demonstratives = OrdinaryWords.set(
    "la el los las lo der die das de celle celui ceux quella quello il o a den det")
  private static let ofPlaces = OrdinaryWords.set(
    "del de von vom aus du des della dell di do da van uit från fra i")

  /// `you did this`, `your Wordle`, `how did you do that?`; not `How did you all do?`, and not `see you tomorrow`.
  private static func isToYou(_ words: [String], _ text: String) -> Bool {
    if text.contains("?") {
      return words.contains(where: UnexplainedWords.you.contains)
        && words.contains { $0 == "that" || DisowningWords.pointing.contains($0) }
    }
    if UnexplainedWords.you.contains(words[0]), words.count > 1,
      PresentedShare.isHaving(words[1]) || yourVerbs.contains(words[1])
    {
      return true
    }
    return zip(words, words.dropFirst()).contains { word, next in
      yours.contains(word)
        && (DisowningWords.results.contains(next) || DisowningWords.games.contains(next))
    } || words.count == 1 && yours.contains(words[0])
  }

  private static let yourVerbs = OrdinaryWords.set(
    "were was solved did win won beat played finished hast bist warst as es eres fuiste hai sei hebt bent har var"
  )
  private static let yours = OrdinaryWords.set(
    """
    your yours dein deine deiner deins ton ta tes tien tienne tuyo tuya tuo tua jouw din ditt dine twój twoja twoje твой твоя твоё
    senin
    """)

  /// `L.`
  private static func isInitial(_ words: [String], _ line: BesideWords.Line) -> Bool {
    words.count == 1 && words[0].count == 1 && line.words.last == UInt8(ascii: ".")
      && words[0].first?.isLetter == true
  }

  /// `der Kleine`, `the better half`
  private static func isArticleAndPerson(_ words: [String]) -> Bool {
    guard (2...3).contains(words.count), let last = words.last,
      DisowningWords.articles.contains(words[0]) || SomebodyElse.isOwning(words[0])
    else { return false }
    return adjectives.contains(last)
  }

  private static let adjectives = OrdinaryWords.set(
    "half love dear darling sweetheart one little kleine kleiner große großer alte alter liebste schatz petit petite grand chéri chérie peque pequeño pequeña amor amore piccolo piccola kleintje lieve lief älskling"
  )

  /// `gave me this`, `slacked me his`, `via Slack`, `from the group`; not `before the office`.
  private static func isGiven(_ words: [String]) -> Bool {
    zip(words, words.dropFirst()).contains { word, next in
      receiving.contains(word) && DisowningWords.pointing.contains(next)
        || origins.contains(word) && groups.contains(next)
    }
      || zip(words, words.dropFirst(2)).contains {
        origins.contains($0) && groups.contains($1)
      }
  }

  /// `er hat mich geschlagen`, `beat me by two`.
  private static func isLost(_ words: [String]) -> Bool {
    words.contains(where: OnlyShare.beating.contains)
      && words.contains(where: OnlyShare.beaten.contains)
  }

  /// `I needed six` beside a share with another result.
  private static func isOtherResult(_ words: [String], _ share: BesideWords) -> Bool {
    guard let first = words.first(where: { $0 != "und" && $0 != "and" }), let last = words.last,
      words.count < 7,
      mine.contains(first) || UnexplainedWords.authors.contains(String(first.prefix { $0 != "'" })),
      let number = numbers[last] ?? (last.count == 1 ? Int(last) : nil)
    else { return false }
    return share.hasOtherResult(than: number)
  }

  private static let mine: Set<String> = [
    "mine", "meins", "mienne", "mío", "mia", "meu", "mijne", "mitt", "moje",
  ]
  private static let numbers = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "zwei": 2, "drei": 3, "vier": 4,
    "fünf": 5, "sechs": 6, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "dos": 2, "tres": 3,
    "cuatro": 4, "cinco": 5, "seis": 6, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6,
  ]

  private static let receiving: Set<String> = ["me", "mir", "mij", "mig", "meg", "us", "uns", "mi"]
  private static let origins: Set<String> = [
    "from", "via", "aus", "del", "dal", "dalla", "du", "uit", "från", "fra", "z", "ze", "из",
  ]
  private static let groups = OrdinaryWords.set(
    """
    group chat whatsapp slack discord teams reddit twitter gruppe familiengruppe groupe grupo gruppo groep gruppen grupy
    группы чата channel forum feed office work class
    """)

  /// Words for somebody who is not named, wherever they stand in a sentence.
  private static let others = OrdinaryWords.set(
    """
    someone somebody anyone's everyone's nobody's someone's somebody's another's him himself herself themselves their theirs
    jemand jemandem jemanden ihm ihn ihres seines seins fremd quelqu'un celui celle alguien alguém qualcuno iemand någon noen
    nogen ktoś kogoś кто-то его её ему birisi joku valaki někdo hän onun hij zijn hem haar hans hennes hendes jego jej jemu
    dele dela deles suyo suya ajeno mine's er elle ella lui lei zij han hon hun она он ela ele
    """)

  /// What stands for another person in writing without blanks, and for `not mine` in other languages.
  private static let signs = [
    "not me btw", "not me but", "not me,", "not mine", "better half", "other half",
    "bessere hälfte",
    "media naranja", "bukan", "不是我", "不是本人", "他", "她", "老公", "老婆", "妈", "媽", "爸",
    "朋友", "同事", "老板", "老闆", "姐", "妹", "哥", "弟",
    "妻", "夫の", "母", "父", "友達", "友人", "上司", "同僚", "先輩", "後輩", "娘", "息子", "さん", "ちゃん", "くん", "君の",
    "じゃない", "ではない",
    "엄마", "아빠", "언니", "누나", "오빠", "동생", "친구", "아내", "남편", "상사", "제 거 아님", "내 거 아님", "내꺼 아님",
    "ليس لي", "ليست لي", "לא שלי", "nicht von mir", "मेरा नहीं", "μου δεν", "δεν είναι δικό",
  ]

  /// Words that are said beside another's result, each after a blank.
  private static let denials = [
    " did not do", " didn't do", " did not play", " didn't play", " never play", " only watched",
    " not played", " one of us",
    " for me:", " me:", " me?", " received:", " fwd:", " fw:", " re:",
    " subject:", " the winner", " champion of",
    " in-law", " via ", " screenshot from", " repost", " promoted", " new message", " not-mine",
    " n o t ", " the one to beat",
    " mine was", " forwarded", " nicht gespielt", " nur zugeguckt", " pas joué", " no jugué",
    " non ho giocato", " niet gespeeld",
  ]

  /// Beginnings of words for people, in languages that bend them.
  private static let stems = [
    // Polish.
    "żon", "męż", "mąż", "siostr", "brat", "mam", "tat", "bab", "dziad", "córk", "syn", "teściow",
    "teść", "sąsiad", "koleg",
    "koleżan", "kumpel", "kumpl", "szef", "znajom", "przyjaci", "wuj", "cioci", "wnuk", "wnucz",
    "chłopak", "dziewczyn", "kuzyn",
    // Czech and Slovak.
    "manžel", "sestr", "bratr", "mám", "tát", "babič", "děd", "dcer", "tchyn", "soused", "kamarád",
    "šéf", "přítel", "strejd",
    // Russian and Ukrainian.
    "жен", "муж", "сестр", "брат", "мам", "пап", "бабушк", "дед", "дочк", "дочер", "сын", "тёщ",
    "тещ", "свекров", "сосед",
    "коллег", "подруг", "друг", "шеф", "начальни", "тёт", "тет", "дяд", "внук", "внуч", "чоловік",
    "дружин", "подружк", "приятел",
    // Turkish.
    "annem", "babam", "karım", "kocam", "eşim", "kardeşim", "ablam", "abim", "ağabeyim", "arkadaş",
    "komşu", "patronum", "oğlum",
    "kızım", "teyzem", "halam", "amcam", "dayım", "dedem", "ninem", "kuzenim",
    // Finnish and Hungarian.
    "vaimo", "miehe", "aviomie", "äiti", "äidi", "isä", "isoäi", "mummo", "sisko", "velje", "ystäv",
    "kaveri", "kollega",
    "naapuri", "pomo", "poik", "tytt", "anyu", "anyá", "apu", "apá", "férj", "feleség", "nővér",
    "húg", "bátyá", "öcs", "barát",
    "főnök", "szomszéd",
  ]
}
