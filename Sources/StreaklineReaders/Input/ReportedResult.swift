/// Words directly before a share that report somebody else's result, within somebody's message: `mum says hers is`,
/// `somebody at work got`, `meine Schwester hat mir das geschickt`, `not mine:`.
///
/// People also write of others before a result of their own: `beat mum today`, `my sister will hate me`, `she got 4 but I
/// got`. So everything between the other person and the share must be about having a result or sending it.
struct ReportedResult {
  /// How many words may be between the person and the verb: `somebody at work got`.
  private static let verbWithin = 6

  /// The words of the last sentence before the share, and its commas.
  private let words: [String]
  /// ``words`` in small letters.
  let lower: [String]
  private let isQuestion: Bool
  /// Whether a word is the sender's own name, the name of a game or one that the share has.
  let isKnown: (String) -> Bool

  init(_ line: String, isKnown: @escaping (String) -> Bool) {
    let sentence = Self.lastSentence(line.replacing("’", with: "'"))
    isQuestion = sentence.contains { "?？¿".contains($0) }
    words = sentence.split(whereSeparator: \.isWhitespace).filter { !$0.hasPrefix("#") }
      .flatMap(Self.parts).flatMap(Self.withoutElision)
    lower = words.map { $0.lowercased() }
    self.isKnown = isKnown
  }

  /// The words behind the last mark that ends a sentence, or all where only marks are behind it.
  private static func lastSentence(_ line: String) -> Substring {
    let end = line.lastIndex { $0.isLetter || $0.isNumber } ?? line.startIndex
    let start = line[..<end].lastIndex { ".!?…。！？;".contains($0) }
    return start.map { line[line.index(after: $0)...] } ?? line[...]
  }

  /// `did,` is a word and a comma.
  private static func parts(_ word: Substring) -> [String] {
    var found: [String] = []
    var current = ""
    for character in word {
      if character.isLetter || character.isNumber || character == "'" || character == "-" {
        current.append(character)
        continue
      }
      if !current.isEmpty { found.append(current) }
      current = ""
      if ",，、".contains(character) { found.append(comma) }
    }
    return (current.isEmpty ? found : found + [current]).filter { $0 == comma || $0 != "-" }
  }

  static let comma = ","

  /// `L'Anna` is an article and a name. `l'ha` is neither.
  private static func withoutElision(_ word: String) -> [String] {
    guard word.count > 3, word.lowercased().hasPrefix("l'") else { return [word] }
    let rest = String(word.dropFirst(2))
    return rest.first?.isUppercase == true || SomebodyElse.isRelation(rest) ? ["la", rest] : [word]
  }

  /// Whether the words say so.
  var isOthers: Bool {
    guard !isQuestion, words.contains(where: { $0.contains(where: \.isLetter) }) else {
      return false
    }
    let clause = lower.split(separator: Self.comma).last.map(Array.init) ?? []
    return Disowning.isDenied(clause) || isSubject || isPossessive || isByOther || isInverted
      || isOfPerson || isAtPerson || isUncased
  }

  /// Whether the sentence begins with another person and what that person has done: `Kasia zrobiła to w czterech`. The author
  /// may add that they have not done it (`она угадала с четвёртой, а я вообще нет`), but no result of their own.
  ///
  /// It is asked beside the only share of a text. In a chat people tell of others before they share results of their own.
  var startsWithOther: Bool {
    guard !isQuestion else { return false }
    let start = words.indices.first { index in
      !isArticle(lower[index]) && !Self.titles.contains(lower[index])
        && !DisowningWords.leading.contains(lower[index]) && !HeadTime.isDayWord(lower[index])
    }
    guard let person = start, isPerson(person) || mayBeNamed(person) else { return false }
    let near = lower[(person + 1)...].prefix { $0 != Self.comma }.prefix(Self.verbWithin / 2)
    guard let verb = near.indices.first(where: { isVerb($0, after: person) }) else { return false }
    let rest = lower[(verb + 1)...]
    guard let author = rest.firstIndex(where: isAuthor) else {
      return !rest.contains(where: DisowningWords.games.contains)
        && (rest.first.map(DisowningWords.objects.contains) ?? false
          || rest.contains { $0.allSatisfy(\.isNumber) || Self.numbers.contains($0) })
    }
    return rest[author...].contains(where: DisowningWords.negations.contains)
      || rest[author...].contains("нет")
  }

  /// Whether a word is no everyday one and written as a name is, and a day follows: `Kasia dzisiaj zrobiła`.
  private func mayBeNamed(_ index: Int) -> Bool {
    let next = lower.dropFirst(index + 1).first ?? ""
    return words[index].first?.isUppercase == true && !isKnown(words[index])
      && !BesideName.isExplained(words[index]) && !OrdinaryWords.contain(lower[index])
      && (HeadTime.isDayWord(next) || Self.filling.contains(next))
  }

  /// `my sister got`, `he says his is`, `Rosa asked me to post`.
  private var isSubject: Bool { words.indices.contains { isPerson($0) && isSubject($0) } }

  private func isSubject(_ person: Int) -> Bool {
    let before = lower[..<person]
    if before.contains(where: Self.doubting.contains) { return false }
    // The makers of a game: `They did it again`.
    if lower[person] == "they", lower.contains("again") { return false }
    let isOfMine = [["of", "mine"], ["von", "mir"]].contains(
      Array(lower.dropFirst(person + 1).prefix(2)))
    let isMine = lower.dropFirst(person + 1).first == "μου"
    let rest = person + (isOfMine ? 3 : isMine ? 2 : 1)
    if let asking = lower[rest...].firstIndex(where: Self.asking.contains),
      let posting = lower[asking...].firstIndex(where: Self.posting.contains),
      isAbout(rest..<asking, isSent: true)
    {
      return areOfResult(posting + 1, isSent: true)
    }
    let within = rest..<min(words.count, rest + Self.verbWithin)
    return within.contains { verb in
      guard isVerb(verb, after: person) else { return false }
      let isSent = lower[rest...].contains(where: PresentedShare.isSending)
      return isAbout(rest..<verb, isSent: isSent) && areOfResult(verb + 1, isSent: isSent)
        && (!Self.isWeak(lower[verb]) || lower[verb...].contains(where: Self.isObject))
    }
  }

  /// Whether the words between a person and a verb are nothing but about the person: `at work`, `next door just`.
  private func isAbout(_ range: Range<Int>, isSent: Bool = false) -> Bool {
    lower[range].allSatisfy { word in
      if PresentedShare.receiving.contains(word) { return isSent }
      return !Self.doubting.contains(word) && !DisowningWords.negations.contains(word)
        && !DisowningWords.being.contains(word) && !DisowningWords.owning.contains(word)
        && !DisowningWords.owned.contains(word) && !isAuthor(word) && word != Self.comma
        && !Mention.isSocial(word) && !Self.joining.contains(word)
    }
  }

  /// Whether all words from an index on are about a result.
  private func areOfResult(_ start: Int, isSent: Bool) -> Bool {
    lower.indices.dropFirst(start).allSatisfy { index in
      let word = lower[index]
      if isAuthor(word) || DisowningWords.negations.contains(word) { return false }
      if PresentedShare.receiving.contains(word) { return isSent }
      // `sent me this game` is about the game. `maman a eu 3` is not about the author, as the Portuguese `eu` is.
      if isSent, DisowningWords.games.contains(word) { return false }
      if word == "eu" { return ["a", "l'a"].contains(lower[index - 1]) }
      return word == Self.comma || isOfResult(word) || isKnown(words[index])
    }
  }

  private func isOfResult(_ word: String) -> Bool {
    word.allSatisfy { $0.isNumber || $0 == "-" } || OnlyShare.ofResult.contains(word)
      || DisowningWords.results.contains(word) || DisowningWords.objects.contains(word)
      || SomebodyElse.isPossessive(word) || HeadTime.isDayWord(word)
      || Self.isDoing(word) && word != "beat" || Self.filling.contains(word)
      || Self.numbers.contains(word)
  }

  private func isAuthor(_ word: String) -> Bool {
    word != "eu" && UnexplainedWords.authors.contains(word.prefix { $0 != "'" }.description)
      || UnexplainedWords.authors.contains(word) && word != "eu" || Self.ownVerbs.contains(word)
  }

  private func isVerb(_ index: Int, after person: Int) -> Bool {
    let word = lower[index]
    // `mamma ha 3`, `maman a 3`
    if word.count < 3 { return index == person + 1 && PresentedShare.isHaving(word) }
    return word != "beat" && Self.isDoing(word)
  }

  private static func isDoing(_ word: String) -> Bool {
    word.count > 2 && PresentedShare.isHaving(word) || PresentedShare.isSending(word)
      || DisowningWords.doing.contains(word) || more.contains(word)
  }

  /// Whether a verb says much else without an object: `mum left`.
  private static func isWeak(_ word: String) -> Bool {
    DisowningWords.auxiliaries.contains(word) && !PresentedShare.isHaving(word)
  }

  private static func isObject(_ word: String) -> Bool {
    DisowningWords.objects.contains(word) || word.contains(where: \.isNumber)
      || DisowningWords.results.contains(word)
  }

  /// Whether a word is another person of whom the sentence may say something, and whom it does not only mention.
  private func isPerson(_ index: Int) -> Bool {
    let word = lower[index]
    guard !isKnown(words[index]), !word.hasSuffix("'ll"), !word.hasSuffix("'d") else {
      return false
    }
    var before = index - 1
    while before >= 0, isArticle(lower[before]) || Self.titles.contains(lower[before]) {
      before -= 1
    }
    let isOfArticle = before < index - 1
    if before >= 0, Self.joining.contains(lower[before]) {
      // `me and mum got` is about the author too.
      if before > 0,
        isAuthor(lower[before - 1]) || DisowningWords.persons.contains(lower[before - 1])
      {
        return false
      }
    } else if before >= 0, Mention.mentioning.contains(lower[before]) {
      // Catalan: `na Maria ha fet`
      return before == 0 && lower[0] == "na" && startsClause(index)
    }
    let base = String(word.prefix { $0 != "'" })
    if SomebodyElse.isOther(base), !SomebodyElse.isPossessive(base) { return true }
    if DisowningWords.strangers.contains(base) { return !Self.nobody.contains(base) }
    if isRelation(base) || isOfArticle && DisowningWords.people.contains(base) {
      return isOfArticle || !DisowningWords.interjections.contains(base)
        || PresentedShare.relatives.contains(base)
    }
    return isName(index)
  }

  private func isRelation(_ base: String) -> Bool {
    SomebodyElse.isRelation(base) || Self.relations.contains(base)
      || base.hasSuffix("s") && SomebodyElse.kin.contains(String(base.dropLast()))
  }

  private func isArticle(_ word: String) -> Bool {
    // `mit` is German for `with` and Danish for `my`.
    SomebodyElse.isOwning(word)
      || DisowningWords.articles.contains(word)
        && (word == "a" || !Mention.mentioning.contains(word))
  }

  private func isName(_ index: Int) -> Bool {
    let word = words[index]
    let next = words.indices.contains(index + 1) ? words[index + 1] : nil
    if BesideName.isSurely(word, before: next) { return true }
    guard
      let verb = lower.dropFirst(index + 1).first(where: { !HeadTime.isDayWord($0) }),
      Self.isDoing(verb) || PresentedShare.isHaving(verb)
    else { return false }
    return GivenNames.starts(word) && !OrdinaryWords.contain(lower[index])
      || startsClause(index) && word.first?.isUppercase == true && !BesideName.isExplained(word)
  }

  /// Whether nothing but an article or a title is before a word: `O Tiago`, `and Herr Huber`.
  private func startsClause(_ index: Int) -> Bool {
    if index == 1, lower[0] == "en" || lower[0] == "na" { return lower.dropFirst(2).first == "ha" }
    return lower[..<index].allSatisfy {
      Self.subjectArticles.contains($0) || Self.titles.contains($0)
        || DisowningWords.leading.contains($0)
    }
  }

  /// `here is hers`, `mum's result`, `her score`; not `better than hers`, `mum's asleep`.
  private var isPossessive: Bool {
    guard let owner = words.indices.last(where: isOwner) else { return false }
    let start = lower[..<owner].reversed().drop(while: isArticle).first
    if let start, Mention.mentioning.contains(start) && !Self.joining.contains(start) {
      return false
    }
    let isPresented = lower[..<owner].allSatisfy {
      $0 == Self.comma || isArticle($0) || PresentedShare.presenting.contains($0)
        || DisowningWords.leading.contains($0)
    }
    return isPresented && !lower[..<owner].contains(where: isAuthor)
      && lower[(owner + 1)...].allSatisfy(isOfPossessed)
  }

  private func isOwner(_ index: Int) -> Bool {
    let word = lower[index]
    if SomebodyElse.isPossessive(word), word != "his" { return true }
    let next = lower.dropFirst(index + 1).first
    if word == "his" { return next.map(isOfPossessed) ?? true }
    if Self.possessing.contains(word) {
      return next.map { DisowningWords.results.contains($0) } ?? false
    }
    guard OnlyShare.isOwners(word), !isKnown(words[index]) else { return false }
    let base = String(word.prefix { $0 != "'" })
    return SomebodyElse.isRelation(base) || DisowningWords.strangers.contains(base)
      || BesideName.isSurely(words[index], before: nil)
  }

  private func isOfPossessed(_ word: String) -> Bool {
    DisowningWords.results.contains(word) || DisowningWords.being.contains(word)
      || HeadTime.isDayWord(word) || Self.possessed.contains(word)
      || word.allSatisfy(\.isNumber)
  }

  /// `solved by my boss`, `fatto da mia sorella`.
  private var isByOther: Bool {
    lower.indices.dropFirst().contains { index in
      guard DisowningWords.agents.contains(lower[index]),
        DisowningWords.solving.contains(lower[index - 1]) || Self.done.contains(lower[index - 1])
          || PresentedShare.isSending(lower[index - 1]),
        !lower.contains(where: isAuthor)
      else { return false }
      return isPersonOfResult(lower[(index + 1)...])
    }
  }

  /// `voici le score de maman`, `Ergebnis von meiner Oma`.
  private var isOfPerson: Bool {
    lower.indices.dropFirst().contains { index in
      guard DisowningWords.results.contains(lower[index - 1]), Self.of.contains(lower[index]),
        !lower.contains(where: isAuthor),
        !lower[..<index].contains(where: DisowningWords.owning.contains)
      else { return false }
      return isPersonOfResult(lower[(index + 1)...])
    }
  }

  /// `у мамы 3`
  private var isAtPerson: Bool {
    guard let at = lower.firstIndex(of: "у"), !lower.contains(where: isAuthor) else { return false }
    let isStart = lower[..<at].allSatisfy {
      DisowningWords.leading.contains($0) || HeadTime.isDayWord($0)
    }
    let who = lower[(at + 1)...].drop(while: Self.genitiveOwning.contains)
    return isStart && who.first.map(Self.genitives.contains) ?? false
      && areOfResult(who.startIndex + 1, isSent: false)
  }

  /// `me lo mandó mi hermana`: the person is after the verb.
  private var isInverted: Bool {
    guard let verb = lower.lastIndex(where: Self.inverted.contains),
      !lower.contains(where: isAuthor)
    else { return false }
    return isPersonOfResult(lower[(verb + 1)...])
  }

  /// Whether words start with a person and go on with nothing but words for a result.
  private func isPersonOfResult(_ rest: ArraySlice<String>) -> Bool {
    let who = rest.drop(while: isArticle)
    guard let person = who.first,
      isRelation(person) || DisowningWords.strangers.contains(person) || GivenNames.starts(person)
    else { return false }
    return !isKnown(person) && areOfResult(who.startIndex + 1, isSent: false)
  }
}
