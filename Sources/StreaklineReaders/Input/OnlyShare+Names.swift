internal import StreaklineCore

/// Names in a line beside the only share of a text.
extension OnlyShare {
  private static let longestLabel = 5
  /// The letters of a guess in games such as Wordle.
  private static let guess = 5
  /// The name in a line that is hardly more than it: `Annika`, `from Annika`, `Annika's Wordle`, `Annika got`.
  func name(_ tokens: [BesideToken]) -> String? {
    let words = Self.words(tokens)
    guard (1...Self.longestLabel).contains(words.count),
      !scan.games.isTitle(words.joined(separator: " "))
    else { return nil }
    if let titled = titled(words, tokens) { return titled }
    let isSentence = BesideFrame.isSentence(tokens) && tokens.last != .mark(".") && words.count > 1
    // Somebody else's message: `Tom: fine`.
    if let colon = tokens.dropLast().firstIndex(of: .mark(":")), (1...2).contains(colon),
      isName(words, 0, isAlone: false)
    {
      return Self.words(Array(tokens[colon...])).first {
        $0.first?.isUppercase == true && isName([$0], 0, isAlone: false)
      }
    }
    // `For Annika:`
    let isHead = tokens.last == .mark(":") && words.count < 3
    return words.indices.first { index in
      isName(words, index, isAlone: tokens.count == 1)
        && (isHead || !isMentioned(words, index, isSentence))
    }.map { words[$0] }
  }

  /// The value of a field for whoever sent something: `sender=ann`.
  func field(_ tokens: [BesideToken]) -> String? {
    let words = Self.words(tokens)
    guard words.count == 2, tokens.count == 3, tokens[1] == .mark("=") || tokens[1] == .mark(":"),
      FieldName(words[0]).senderStrength.map({ $0 > .weak }) ?? false
    else { return nil }
    return isExplained(words[1]) ? nil : words[1]
  }

  /// Whoever has sent or had a result in a sentence: `Annika sent me this one this morning`, `Look at Annika's Wordle`.
  func sender(_ tokens: [BesideToken]) -> String? {
    let words = Self.words(tokens)
    guard words.count <= Self.longestSentence else { return nil }
    let index = words.indices.dropLast().first { index in
      let (word, next) = (words[index], words[index + 1])
      guard word.count > 1, word.first?.isUppercase == true || Self.isRelation(word),
        !isTitle(word),
        GivenNames.starts(word) || Self.isRelation(word) || !isExplained(word)
      else { return false }
      return hasSent(words.dropFirst(index + 1)) || isDoingThis(words[(index + 1)...])
        || index > 0 && Self.whats.contains(words[index - 1].lowercased())
          && PresentedShare.isHaving(next.lowercased())
        || Self.results.contains(next.lowercased()) && word.hasSuffix("s")
          && GivenNames.starts(String(word.dropLast()))
        || Self.isOwners(word) && (isTitle(next) || Self.results.contains(next.lowercased()))
    }
    return index.map { words[$0] }
  }

  /// Whether words begin with a verb such as `sent`, also behind `who just` or `qui m'a`.
  private func hasSent(_ rest: ArraySlice<String>) -> Bool {
    let words = rest.prefix(Self.verbWithin).map { $0.lowercased().replacing("’", with: "'") }
    guard let verb = words.firstIndex(where: PresentedShare.isSending) else { return false }
    return words[..<verb].allSatisfy(Self.linking.contains)
  }

  private static let verbWithin = 5
  private static let linking = OrdinaryWords.set(
    """
    who that has have had just already also me us it this is was qui m'a m'ont nous vient de d' juste l'a te t'a
    hat haben mir uns gerade der die das es che mi ci ha lo me nos lo que ha han acaba de acabou heeft mij ons net die
    har just nyss mig mej oss som mi nam to мне нам мені нам это bana bize
    """)
  private static let longestSentence = 40
  /// Whoever a sentence says the share is from: `This one is from Nora Whitfield, who …`.
  func credited(_ line: String) -> String? {
    let words = line.split { !$0.isLetter && !"'’-".contains($0) }.map(String.init)
    return words.indices.dropLast().first { index in
      guard index > 0, Self.origins.contains(words[index].lowercased()),
        Self.crediting.contains(words[index - 1].lowercased())
      else { return false }
      let names = words.dropFirst(index + 1).prefix { $0.first?.isUppercase == true }
      return names.first.map { GivenNames.starts($0) || Self.isRelation($0) } ?? false
        || names.count > 1 && names.prefix(2).allSatisfy { !isExplained($0) && !isTitle($0) }
    }.map { words[$0 + 1] }
  }

  private static let crediting = OrdinaryWords.set(
    """
    is are was were one this that these comes came sent submitted posted shared played solved courtesy ist sind war kommt
    stammt est sont vient es son viene è sono viene é são vem jest są komt zijn är kommer er kommer olan
    """)

  /// The name behind a dash below the share: `— Nonna Pina, this morning`.
  func signature(_ line: BesideWords.Line) -> String? {
    guard line.place == .after else { return nil }
    let text = String(decoding: line.words, as: UTF8.self).trimmingMarks(" \t*_>")
    guard text.hasPrefix("--") || text.first.map({ "—–―~".contains($0) }) ?? false else {
      return nil
    }
    let name = text.drop { "—–―~- ".contains($0) }.prefix { !",.:;(".contains($0) }
    let words = name.split(whereSeparator: \.isWhitespace).map(String.init)
    guard (1...3).contains(words.count), words[0].first?.isUppercase == true else { return nil }
    return words.first {
      Self.isRelation($0) || GivenNames.starts($0) || !isExplained($0) && !isTitle($0)
    }
  }

  /// Before a name and a verb they say that a share is that person's: `what Lou got`.
  private static let whats: Set<String> = [
    "what", "how", "was", "wie", "que", "qu", "cosa", "come", "cómo", "como", "wat", "hoe", "vad",
    "hva", "hvad", "co", "что",
    "що",
  ]

  private static let results: Set<String> = [
    "result", "results", "score", "wordle", "share", "grid", "game", "puzzle", "ergebnis",
  ]

  /// The name after a title or an initial: `Mrs Berg`, `A. Berg`; or the letter of a team.
  private func titled(_ words: [String], _ tokens: [BesideToken]) -> String? {
    guard words.count > 1, let first = words.first, words[1].first?.isUppercase == true else {
      return nil
    }
    let isInitial = first.count == 1 && first.first?.isUppercase == true && tokens[1] == .mark(".")
    let isTeam = words.count == 2 && words[1].count == 1 && Self.isRelation(first)
    return isInitial || isTeam || Self.addresses.contains(first.lowercased()) ? words[1] : nil
  }

  private static let addresses = OrdinaryWords.set(
    """
    mr mrs ms miss mx dr prof herr frau hr fr madame monsieur mme mlle señor señora signor signora senhor senhora dona don
    meneer mevrouw mevr fru fröken pan pani
    """)

  private func isName(_ words: [String], _ index: Int, isAlone: Bool) -> Bool {
    let word = words[index]
    let next = words.indices.contains(index + 1) ? words[index + 1] : nil
    guard word.count > 1, !share.says([word]), !isTitle(word), Self.mayName(word) else {
      return false
    }
    if BesideName.isSurely(word, before: next) || BesideName.isAddress(word) { return true }
    if index == 0, SomebodyElse.isThirdPerson(word.lowercased()) { return true }
    if Self.isRelation(word) {
      return words.count == 1 || Self.isOwners(word) || isFrom(words, index)
        || next.map(isVerb) ?? false
    }
    guard !isExplained(word) else { return words.count == 1 && GivenNames.starts(word) }
    guard let first = word.first, !first.isLowercase else {
      // `the bill` is a thing.
      if index > 0, Self.articles.contains(words[index - 1].lowercased()) { return false }
      return words.count == 1 && word.count > 2 && !Self.isCry(word) || GivenNames.starts(word)
    }
    guard first.isUppercase else { return Self.isUncasedName(word) }
    // Solvers write their first guess in capitals.
    if word.count == Self.guess, word.allSatisfy(\.isUppercase) { return false }
    // `WFH today` is no name, `TK` may be.
    return isAlone || !word.allSatisfy(\.isUppercase) || next.map(isVerb) ?? false
  }

  private static let articles = OrdinaryWords.set(
    "the a an my our your this that der die das den dem ein eine le la les un une des el los las una il lo de het een en ett"
  )

  /// Discord's `<@1234>` mentions somebody.
  private static func mayName(_ word: String) -> Bool {
    word.first == "+" || word.contains(where: \.isLetter)
  }

  private func isVerb(_ word: String) -> Bool { BesideName.isVerb(word.lowercased()) }

  /// Whether a letter is there three times in a row: `aaargh`.
  static func isCry(_ word: String) -> Bool {
    zip(word, zip(word.dropFirst(), word.dropFirst(2))).contains { $0 == $1.0 && $0 == $1.1 }
  }

  /// Whether a word of a script without large letters may be a name: a short one, or one with the title of a person.
  static func isUncasedName(_ word: String) -> Bool {
    if titles.contains(where: word.hasSuffix) || isRelatives(word) { return true }
    let hasEnding = word.unicodeScalars.contains { (0x3041...0x3096).contains($0.value) }
    return word.count <= longestUncased && !hasEnding
  }

  /// `母の結果`, `엄마가`
  private static func isRelatives(_ word: String) -> Bool {
    uncasedRelations.contains { relation in
      guard let range = word.firstRange(of: relation) else { return false }
      return word[range.upperBound...].first.map { "のがもよか的也가이의".contains($0) } ?? true
    }
  }

  private static let uncasedRelations = [
    "母", "父", "姉", "兄", "妹", "弟", "妻", "夫", "娘", "息子", "彼女", "彼氏", "友達", "友人", "妈", "爸", "姐", "哥",
    "老婆", "老公", "奶奶", "爷爷", "朋友", "엄마", "아빠", "언니", "누나", "오빠", "동생", "할머니", "친구", "남편", "아내",
  ]
  private static let longestUncased = 4
  private static let titles = ["さん", "ちゃん", "くん", "君", "様", "氏", "님", "씨", "先生"]

  /// Whether somebody is only mentioned: `with Annika`, `Annika helped me`.
  private func isMentioned(_ words: [String], _ index: Int, _ isSentence: Bool) -> Bool {
    if isFrom(words, index) || words.contains(where: { Self.praising.contains($0.lowercased()) }) {
      return false
    }
    if isDoingThis(words[(index + 1)...]) { return false }
    if Mention.isOne(words, index) || isOwnerOfThing(words, index) { return true }
    guard words.count > 2, !isSentence else { return isSentence }
    let next = words.dropFirst(index + 1)
    let rest = next.first.map(isVerb) ?? false ? next.dropFirst() : next
    // `Annika got this in 3`, and not `Annika had surgery` or `Annika helped me`.
    return rest.contains { word in
      !Self.ofResult.contains(word.lowercased()) && !PresentedShare.isHaving(word.lowercased())
        && (word.first?.isLowercase == true || isExplained(word))
    }
  }

  /// `Annika left this`
  private func isDoingThis(_ rest: ArraySlice<String>) -> Bool {
    let next = rest.prefix(2).map { $0.lowercased() }
    return next.count == 2 && DisowningWords.doing.contains(next[0])
      && DisowningWords.pointing.contains(next[1])
  }

  /// `Anna's birthday`, and not `Anna's grid`.
  private func isOwnerOfThing(_ words: [String], _ index: Int) -> Bool {
    guard Self.isOwners(words[index]), let thing = words.dropFirst(index + 1).first,
      thing.first?.isLowercase == true, isExplained(thing)
    else { return false }
    return !Self.ofResult.contains(thing) && !DisowningWords.results.contains(thing)
  }

  private func isFrom(_ words: [String], _ index: Int) -> Bool {
    let before = words[..<index].suffix(2).map { $0.lowercased() }
    return before.contains(where: Self.origins.contains)
  }

  private static func isRelation(_ word: String) -> Bool {
    let lower = word.lowercased()
    return SomebodyElse.isRelation(String(lower.prefix { $0 != "'" && $0 != "’" }))
  }

  static func isOwners(_ word: String) -> Bool {
    word.hasSuffix("'s") || word.hasSuffix("’s") || word.hasSuffix("s'") || word.hasSuffix("s’")
  }

  /// Whoever is named after words such as `look what`: `look what Mum managed`, `mira lo que hizo Ana`.
  func presented(_ tokens: [BesideToken]) -> String? {
    let words = Self.words(tokens)
    let lower = words.map { $0.lowercased() }
    guard let look = lower.prefix(3).firstIndex(where: Self.looking.contains),
      let what = lower.dropFirst(look + 1).prefix(2).firstIndex(where: Self.what.contains)
    else { return nil }
    return words.dropFirst(what + 1).prefix(4).first { word in
      Self.isRelation(word) || SomebodyElse.isThirdPerson(word.lowercased())
        || GivenNames.starts(word) || word.first?.isUppercase == true && !isExplained(word)
    }
  }

  // Words.

  static func words(_ tokens: [BesideToken]) -> [String] {
    tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
  }

  func isTitle(_ words: String) -> Bool {
    let bytes = Array(words.utf8)
    return scan.games.isTitle(words) || scan.isPresent(in: bytes, 0..<bytes.count)
  }

  func isExplained(_ word: String) -> Bool {
    BesideName.isExplained(word) || Mention.isSocial(word.lowercased())
      || HeadTime.isUnit(word)
      || HeadTime.isPeriod(word)
      || word.contains("-")
        && word.split(separator: "-").allSatisfy {
          $0.count < 2 || BesideName.isExplained(String($0))
        }
  }

  /// What is said to somebody about a result of theirs.
  private static let praising = OrdinaryWords.set(
    """
    congrats congratulations wow bravo kudos done glückwunsch gratuliere respekt félicitations chapeau enhorabuena felicidades
    complimenti parabéns gefeliciteerd grattis tillykke gratulerer brawo gratulacje поздравляю браво tebrikler
    """)
  private static let origins = OrdinaryWords.set(
    "from by via von vom van de da di do du d' par por od от від av af fra från door af della dello"
  )
  /// What is said of a result after who had it.
  static let ofResult = OrdinaryWords.set(
    """
    this it that one in with today yesterday again too also only just now the here wordle puzzle game result score tries
    two three four five six all none first second third try attempt turn effort go time share grid solve guess guesses win loss streak best board one's got did
    das es heute gestern auch wieder mit in ça le la aujourd'hui esto hoy el oggi questo isto hoje o dit het vandaag det
    """)
  private static let looking = OrdinaryWords.set(
    """
    look see check guess behold schau schaut guck guckt sieh seht regarde regardez mira mirad miren guarda guardate olha
    olhem vejam veja kijk zie se titta kolla zobacz patrz zobaczcie смотри смотрите гляди подивись podívej podívejte nézd
    uite bak bakın katso lihat δες κοίτα
    """)
  private static let what = OrdinaryWords.set(
    "what who how was wer wie ce que qu' quoi lo cosa che o wat hvad hva vad co jak что что как що ce mit ne mitä apa τι"
  )
}
