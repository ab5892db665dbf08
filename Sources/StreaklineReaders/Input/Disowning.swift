/// Words by which people say that a share is not theirs: `not mine`, `a stranger on the internet got this`, `found on
/// Reddit`, `no idea who did this`, and the line `Forwarded` of programs.
enum Disowning {
  private static let longest = 240

  /// What in a line beside a share says so; `nil` where nothing does.
  static func sign(in line: ArraySlice<UInt8>) -> String? {
    // Rows of a grid have no letters.
    guard line.count <= longest, line.contains(where: isLetter) else { return nil }
    if ForwardLine(Array(line), 0..<line.count) != nil { return shown(line) }
    let text = String(decoding: line, as: UTF8.self).lowercased().replacing("’", with: "'")
    let clauses = text.split { ",.;:!?–—()\"…".contains($0) }
      .map { $0.split { !$0.isLetter && $0 != "'" && $0 != "-" }.map(String.init) }
    let words = clauses.flatMap(\.self)
    guard words.contains(where: isHint) || clauses.contains(where: startsWithName) else {
      return nil
    }
    if let phrase = phrase(in: " " + text.replacing("(", with: " ")) { return phrase }
    if let denial = clauses.lazy.compactMap(Self.denial).first { return denial }
    for clause in clauses where isDenial(clause[...]) { return clause.joined(separator: " ") }
    return isOfUnknown(words[...]) || isOthers(words[...]) || isFound(words[...])
      || isByOther(words[...]) || clauses.contains { isOfSubject($0[...]) }
      ? shown(line) : nil
  }

  /// Whether a clause says `not mine` or `no idea who did this`. Its words must be in small letters.
  static func isDenied(_ clause: [String]) -> Bool {
    isDenial(clause[...]) || isOfUnknown(clause[...])
  }

  /// Whether a clause of a line says `not mine`: `by Carl, not me`.
  static func denies(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= longest else { return false }
    let text = String(decoding: line, as: UTF8.self).lowercased().replacing("’", with: "'")
    return text.split { ",.;:!–—()\"…".contains($0) }.contains { clause in
      !clause.contains("?")
        && isDenied(clause.split { !$0.isLetter && $0 != "'" && $0 != "-" }.map(String.init))
    }
  }

  /// Whether a byte may be one of a letter. Pictures have none.
  static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 || (0xC3...0xE1).contains(byte)
      || (0xE3...0xED).contains(byte)
  }

  /// Whether a word is in all that ``sign(in:)`` finds. Most lines have none.
  private static func isHint(_ word: String) -> Bool {
    DisowningWords.hints.contains(word) || isPerson(word) || SomebodyElse.isOther(word)
  }

  private static func startsWithName(_ clause: [String]) -> Bool {
    clause.count > 2 && GivenNames.starts(clause[0])
  }

  private static func denial(_ clause: [String]) -> String? {
    DisowningWords.denials.first { denial in
      let words = denial.split(separator: " ").map(String.init)
      return [0, 1].contains { rest in
        clause.dropLast(rest).suffix(words.count).elementsEqual(words)
      }
    }
  }

  private static func phrase(in text: String) -> String? {
    DisowningWords.phrases.first { phrase in
      // `Tom: not played yet` is about Tom.
      text.firstRange(of: " " + phrase).map { !text[..<$0.lowerBound].contains(":") } ?? false
    }
  }

  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line, as: UTF8.self).trimmingMarks(" \t\r")
  }

  /// `not mine`, `das war nicht ich`, `not my result`, but neither `not my day` nor `not me again in six`.
  private static func isDenial(_ clause: ArraySlice<String>) -> Bool {
    let words = DisowningWords.self
    guard let not = clause.firstIndex(where: words.negations.contains),
      !clause.contains(where: words.questions.contains)
    else { return false }
    var rest = clause[(not + 1)...].drop(while: words.linking.contains)
    guard let own = rest.popFirst() else {
      // `dat was ik niet`, `bu benim değil`
      let before = clause[..<not]
      guard let own = before.last, clause.count <= shortClause else { return false }
      return words.owned.contains(own)
        || words.persons.contains(own) && before.contains(where: words.being.contains)
    }
    if rest.isEmpty {
      return words.owned.contains(own) || words.persons.contains(own) && clause.count <= shortClause
    }
    // `not mine but look`
    if words.owned.contains(own), rest.first.map(ReportedResult.joining.contains) ?? false {
      return true
    }
    let noun = rest.drop(while: words.linking.contains)
    return words.owning.contains(own) && noun.count <= wordsAfterNoun
      && noun.first.map(words.results.contains) ?? true
  }

  private static let shortClause = 5
  private static let wordsAfterNoun = 3

  /// `no idea who did this`, `weiß nicht von wem das ist`, `author unknown`.
  private static func isOfUnknown(_ clause: ArraySlice<String>) -> Bool {
    let words = DisowningWords.self
    if clause.contains(where: words.unknown.contains),
      clause.contains(where: words.authors.contains)
    {
      return true
    }
    // `Wordle from a stranger`
    if clause.last.map(words.strangers.contains) ?? false,
      clause.contains(where: words.origins.contains)
    {
      return true
    }
    guard let who = clause.firstIndex(where: words.whose.contains),
      clause[..<who].contains(where: words.knowing.contains),
      clause[..<who].contains(where: { words.negations.contains($0) || words.lacking.contains($0) })
    else { return false }
    return isThis(clause[(who + 1)...])
  }

  /// Whether words speak of the share and not of the game.
  private static func isThis(_ rest: ArraySlice<String>) -> Bool {
    rest.contains(where: DisowningWords.these.contains)
      && !rest.contains(where: DisowningWords.games.contains)
  }

  /// `a stranger on the internet got this`, `the lady next door solved it`, `someone's Wordle`; not `somebody helped me`.
  private static func isOthers(_ all: ArraySlice<String>) -> Bool {
    let words = DisowningWords.self
    if all.contains(where: words.anonymous.contains) { return true }
    return all.indices.contains { index in
      // `oh man, this …` is about nobody.
      let isStranger = words.strangers.contains(base(all[index]))
      guard
        isStranger || index > 0 && isPerson(all[index]) && words.articles.contains(all[index - 1])
      else { return false }
      let rest = all[(index + 1)...]
      if all[index].contains("'"), let next = rest.first,
        isStranger,
        words.results.contains(next) || words.games.contains(next)
      {
        return true
      }
      // `with my sister, then I got this` is about the author.
      let verb = rest.prefix(verbWithin).firstIndex {
        isDoing($0) || isStranger && PresentedShare.isSending($0)
      }
      return isThis(rest)
        && verb.map { !rest[..<$0].contains(where: UnexplainedWords.authors.contains) } ?? false
    }
  }

  /// `lady next door solved it`, `boss got this one`, `Annika from work did it`: somebody else, in whatever place, is the
  /// subject of a clause about the share. `man, got it` is about the author.
  private static func isOfSubject(_ clause: ArraySlice<String>) -> Bool {
    let words = DisowningWords.self
    let start = clause.drop { words.leading.contains($0) || SomebodyElse.isOwning($0) }
    guard let first = start.first,
      isPerson(first) && !words.interjections.contains(first) || GivenNames.starts(first)
        || SomebodyElse.isOther(first) && !words.articles.contains(first)
        || words.articles.contains(first) && start.dropFirst().first.map(isPerson) ?? false,
      let verb = start.dropFirst().prefix(verbWithin).firstIndex(where: {
        isDoing($0) && !words.auxiliaries.contains($0)
      }),
      !start[..<verb].contains(where: isAuthor),
      !start.contains(where: words.games.contains)
    else { return false }
    let rest = start[(verb + 1)...]
    return start.dropFirst().contains(where: words.objects.contains)
      || words.solving.contains(start[verb])
        && rest.allSatisfy { words.results.contains($0) || HeadTime.isDayWord(base($0)) }
  }

  private static func isAuthor(_ word: String) -> Bool {
    UnexplainedWords.authors.contains(word) || DisowningWords.persons.contains(word)
  }

  /// `solved by the lady next door`, `gelöst von meiner Nachbarin`.
  private static func isByOther(_ all: ArraySlice<String>) -> Bool {
    let words = DisowningWords.self
    guard all.contains(where: isDoing) else { return false }
    return all.indices.contains { index in
      guard words.agents.contains(all[index]) else { return false }
      let who = all[(index + 1)...].prefix(3)
      return who.contains(where: isPerson) && !who.contains(where: isAuthor)
    }
  }

  private static let verbWithin = 6

  private static func base(_ word: String) -> String { String(word.prefix { $0 != "'" }) }

  /// Whether a word is for somebody who is not named.
  private static func isPerson(_ word: String) -> Bool {
    let base = base(word)
    return DisowningWords.strangers.contains(base) || DisowningWords.people.contains(base)
      || SomebodyElse.isRelation(base)
  }

  private static func isDoing(_ word: String) -> Bool {
    word.count > 2 && PresentedShare.isHaving(word)
      || DisowningWords.doing.contains(word)
  }

  /// `found this grid on the internet`, `copied from a website`; not `found this game on Reddit`.
  private static func isFound(_ all: ArraySlice<String>) -> Bool {
    let words = DisowningWords.self
    guard let taken = all.firstIndex(where: words.taking.contains),
      !all.contains(where: words.games.contains)
    else { return false }
    return all[(taken + 1)...].contains(where: words.sources.contains)
  }
}
