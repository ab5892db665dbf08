/// What a number in a share stands for, as the words around it say.
extension DraftToken {
  /// Whether a result is read from it.
  var isFact: Bool {
    switch self {
    case .number, .fraction, .time, .date, .emoji, .decimal, .maybe: true
    case .blank, .word, .link, .anything, .sign, .tail, .bar: false
    }
  }

  /// Whether a number is the puzzle's: a hash or a word for it stands before it, or the game's name does.
  static func isPuzzleNumber(at index: Int, in tokens: [DraftToken], isFirstLine: Bool) -> Bool {
    let before = tokens[..<index].filter {
      ![.blank, .word("."), .word("\"")].contains($0) && !$0.isDecoration
    }
    if isFirstLine, isOrdinal(index, tokens) { return true }
    guard case .word(let word)? = before.last, !isPartOfDate(index, tokens),
      !isOfEndless(index, tokens)
    else {
      return false
    }
    if ["#", "№", "﹟", "＃", "第"].contains(word) || isPuzzleWord(word) { return true }
    if isTagged(index, tokens) { return true }
    let name = before.drop { !$0.isLetters }
    return isFirstLine && (1...4).contains(name.count) && name.allSatisfy(\.isLetters)
      && !scoreWords.contains(word.lowercased()) && !resultWords.contains(word.lowercased())
      && !scoredWords.contains(word.lowercased())
      && !isFollowedByUnit(index, tokens)
  }

  /// Whether it is an emoji that may stand between a name and the puzzle's number and says nothing of the number:
  /// `Lewdle 🍆💦 1722`. What follows a star, a flame or a die counts something else.
  private var isDecoration: Bool {
    let text: String
    switch self {
    case .emoji(let emoji): text = emoji
    case .word(let word) where EmojiRows.isEmoji(word): text = word
    default: return false
    }
    return !text.unicodeScalars.contains("\u{20E3}")
      && !text.contains { "⭐🏆🔥💡❌💔❎✅🎲🎰".contains($0) || EmojiRows.squares.contains($0) }
  }

  /// Whether a number ends a tag: `#cladder1611`.
  private static func isTagged(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    index > 1 && tokens[index - 1].isLetters && tokens[index - 2] == .word("#")
  }

  /// Whether the word behind a number makes it an ordinal: `1755. nap` is Hungarian for day 1,755.
  private static func isOrdinal(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    let next = tokens[(index + 1)...].first { $0 != .blank && $0 != .word(".") }
    return next.map { DraftLanguage.ordinals.contains($0.lowercased) } ?? false
  }

  /// A word in lower case; empty for other tokens.
  private var lowercased: String {
    if case .word(let word) = self { word.lowercased() } else { "" }
  }

  var isLetters: Bool {
    if case .word(let word) = self { word.contains(where: \.isLetter) } else { false }
  }

  /// Whether another number follows at once after a sign, as in `25/05/17` and `04.08.24`, which no known
  /// format reads.
  private static func isPartOfDate(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    guard tokens.indices.contains(index + 2), [.word("/"), .word(".")].contains(tokens[index + 1])
    else { return false }
    return switch tokens[index + 2] {
    case .number, .decimal, .fraction, .date: true
    default: false
    }
  }

  /// Whether a unit follows, as in `Zag 12 points`.
  private static func isFollowedByUnit(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    let after = tokens[(index + 1)...].first { $0 != .blank }
    guard case .word(let word)? = after else { return false }
    return unitWords.contains(word.lowercased()) || word == "%"
  }

  static func isPuzzleWord(_ word: String) -> Bool {
    ["no", "nr", "n", "nº", "num", "game", "puzzle", "day", "board"].contains(word.lowercased())
  }

  private static let scoreWords =
    ["score", "points", "point", "pts", "total", "result"] + DraftLanguage.points
  static let guessWords =
    ["guesses", "guess", "tries", "try", "attempts", "attempt"] + DraftLanguage.tries
  /// Words before a number that is a result: `I scored 3130 on today's Foo`, `Foo in 11 hops`.
  private static let resultWords: Set<String> = [
    "scored", "got", "earned", "made", "reached", "found", "took", "needed", "used", "in", "with",
    "after", "only",
  ]
  private static let foundThings = ["words", "word", "chips", "coins", "xp"]
  private static let scoredWords = ["scored", "fait", "feito", "hecho", "fatto", "erreicht"]
  private static let unitWords = scoreWords + guessWords + ["seconds", "minutes", "moves", "turns"]

  /// `Score: 150`, `298 pts`, `🏆 285` and a number alone on its line are the score, `with 3 hints` the
  /// hints.
  static func factName(at index: Int, in tokens: [DraftToken]) -> String {
    func word(_ token: DraftToken) -> String? {
      guard case .word(let word) = token, word.count > 2 else { return nil }
      let letters = word.lowercased().filter { ("a"..."z").contains($0) }
      return letters.isEmpty ? nil : letters
    }
    let isLabelled = tokens[..<index].last { $0 != .blank } == .word(":")
    let before = tokens[..<index].compactMap(word).last
    let after = tokens[index...].dropFirst().lazy.compactMap(word).first
    return (isLabelled ? before ?? after : after ?? before) ?? "value"
  }

  /// How surely a number or a fraction is the score: the kinds from the least to the most certain.
  enum ScoreKind: Comparable {
    /// The only number that a share has, in words: `I did it in 12 leaps`.
    case only
    /// A number and one word on a line of their own, `2,860 EP`; a number of things, `in 11 hops`, or of stars, `⭐3`.
    case unit
    /// `Mistakes: 2`, `3 misses`, `Misses: 2/7`.
    case mistakes
    /// A number alone on its line, or alone between signs such as `·`.
    case alone
    /// `3/6` and `3/6 tries`, but not `3/8 clues`, `Found: 3/14` and `❌ 1/4`.
    case fraction
    /// `13 points`, `in 5 tries`, `$150`, `🟥🟨🟩 = 3`.
    case labelled
    /// `Score: 150`, `🏆 285`, `Total 7/9`, `I scored 150`.
    case announced
  }

  /// What makes a number or a fraction a score; `nil` where nothing does.
  ///
  /// - Parameter isFirstLine: There a number alone may as well be the puzzle's, unless the line has a
  ///   hash or a date.
  static func scoreKind(
    at index: Int, in tokens: [DraftToken], isFirstLine: Bool = false
  ) -> ScoreKind? {
    let line = DraftLine.text(tokens)
    let mayBePuzzle = isFirstLine && !line.hasDate && !line.hasMarkedNumber
    switch tokens[index] {
    case .number:
      if isPuzzleNumber(at: index, in: tokens, isFirstLine: mayBePuzzle) { return nil }
      let kind = numberKind(index, tokens)
      return kind == .alone && mayBePuzzle ? nil : kind
    case .fraction: return fractionKind(index, tokens, isFirstLine)
    default: return nil
    }
  }

  /// Whether a word for a score is beside a number.
  static func isScore(at index: Int, in tokens: [DraftToken]) -> Bool {
    let (before, after) = wordsBeside(index, tokens)
    return scoreWords.contains(before) || scoreWords.contains(after)
  }

  private static func numberKind(_ index: Int, _ tokens: [DraftToken]) -> ScoreKind? {
    let (before, after) = wordsBeside(index, tokens)
    if scoreWords.contains(before) || before == "🏆" || followsScored(index, tokens)
      || isScoreBehindSign(index, tokens)
    {
      return .announced
    }
    if tokens[index].isSigned { return isSignedScore(index, tokens) ? .unit : nil }
    let isLabelled = tokens[..<index].last { $0 != .blank } == .word(":")
    let isWrong = tokens[..<index].contains { ["wrong", "incorrect"].contains($0.lowercased) }
    if isLabelled && isWrong { return .mistakes }
    if isLabelled && (guessWords + moveWords).contains(before)
      || (scoreWords + guessWords).contains(after) || ["$", "€", "£"].contains(before)
      || before == "=" && after != "%" || isOfEndless(index, tokens)
      || countedWord(index, tokens).map(guessWords.contains) ?? false
    {
      return .labelled
    }
    // `Guessed in 3` is followed by one word or another.
    let words = tokens[..<index].suffix(4).filter { $0 != .blank }
    if words.count == 2, words.last == .word("in"), case .word(let word)? = words.first,
      ["guessed", "solved"].contains(word.lowercased())
    {
      return .labelled
    }
    if isPartOfWord(index, tokens) { return nil }
    if isAlone(index, tokens) { return .alone }
    if mistakeWords.contains(before) || mistakeWords.contains(after) { return .mistakes }
    // `🎨 87%`; words beside it would say that it is a rank or a rate.
    if after == "%",
      !tokens.contains(where: { $0.isLetters || $0 == .anything })
        || isPercentBehindNumber(index, tokens)
    {
      return .unit
    }
    let isOfOtherTimes = tokens.contains { token in
      if case .word(let word) = token { otherTimes.contains(word.lowercased()) } else { false }
    }
    return isOfSomethingElse(before, after) || isOfOtherTimes
      ? nil
      : isUnit(index, tokens) || isCount(index, tokens) || isOfWords(index, tokens)
        ? .unit : .only
  }

  /// Whether a word for a score stands before a sign that divides the line: `Score / 7 / Silver`.
  private static func isScoreBehindSign(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    let before = tokens[..<index].filter { $0 != .blank }.suffix(2)
    guard before.count == 2, let word = before.first, let sign = before.last else { return false }
    return scoreWords.contains(word.lowercased)
      && (divides(sign) || [.word("/"), .word("=")].contains(sign))
  }

  /// Whether a signed number is a score as in golf, `Round: -2`: a label of one word stands before it, and nothing says
  /// that it counts something else.
  private static func isSignedScore(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    let before = tokens[..<index].filter { $0 != .blank }
    let (label, unit) = wordsBeside(index, tokens)
    return before.count == 2 && before.last == .word(":") && before[0].isLetters
      && (label == "round" || !isOfSomethingElse(label, unit))
      && !["rating", "elo", "change"].contains(label)
  }

  /// Whether a number of words was found, or of things that games give for points: `61 words`, `640 chips`, but not
  /// `3 words left`.
  private static func isOfWords(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    let after = tokens[(index + 1)...].filter { $0 != .blank }.prefix(2)
    guard let first = after.first, foundThings.contains(first.lowercased) else {
      return false
    }
    return after.count < 2 || !(after.last?.isLetters ?? false) || after.last == .word("found")
  }

  /// Whether a percentage ends a line that has the puzzle's number or a date before it, and no words between:
  /// `#Foo #412 87%`.
  private static func isPercentBehindNumber(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    let after = tokens[(index + 1)...].filter { $0 != .blank }
    let before = tokens[..<index].last { $0 != .blank && $0 != .word(")") }
    guard after == [.word("%")] else { return false }
    return switch before {
    case .number, .date: true
    default: false
    }
  }

  /// Whether `scored` stands before a number, as in `I scored an average of 150`.
  private static func followsScored(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    let words = tokens[..<index].filter { $0 != .blank }.map { token in
      if case .word(let word) = token { word.lowercased() } else { "" }
    }
    let last = words.last { !["an", "a", "average", "total", "of"].contains($0) }
    return last.map { scoredWords.contains($0) } ?? false
  }

  /// The word for what a number counts, where another word stands between them: `3 wrong guesses`.
  private static func countedWord(_ index: Int, _ tokens: [DraftToken]) -> String? {
    let words = tokens[(index + 1)...].filter { $0 != .blank }.prefix(2)
    guard words.count == 2, words.first?.isLetters == true, case .word(let word)? = words.last
    else {
      return nil
    }
    return word.lowercased()
  }

  /// Whether a line has a number and one word, and nothing else.
  private static func isUnit(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    let parts = tokens.filter { $0 != .blank }
    return parts.count == 2 && parts[0] == tokens[index] && parts[1].isLetters
  }

  /// Whether there is no limit to what a number counts: `6/∞`.
  private static func isOfEndless(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    Array(tokens[(index + 1)...].prefix(2)) == [.word("/"), .word("∞")]
  }

  /// Whether a number says how many stars there are, or how many things it took: `in 11 hops`.
  private static func isCount(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    let (before, after) = wordsBeside(index, tokens)
    return before == "⭐"
      || DraftLanguage.inWords.contains(before) && after.count > 2 && after.hasSuffix("s")
  }

  /// Whether the words beside a number say that it is no score: a streak, a rank, hints.
  private static func isOfSomethingElse(_ before: String, _ after: String) -> Bool {
    let others = otherThings + ["%", "#", "№", "+", "-", "/"]
    return others.contains(before) || others.contains(after)
  }

  /// Words for a number that is of one round, or of all games.
  private static let otherTimes = ["first", "last", "best", "average", "avg", "record"]
  private static let mistakeWords =
    ["mistakes", "mistake", "misses", "miss", "errors", "error"] + DraftLanguage.mistakes
  private static let otherThings =
    [
      "streak", "racha", "série", "serie", "day", "days", "jours", "días", "dias", "tage", "giorni",
      "rank", "top", "level", "round", "hint", "hints", "clue", "clues", "more", "left",
      "remaining",
      "players", "player", "lives", "life", "🔥", "❌", "💔", "💡",
    ] + DraftLanguage.hints
  private static let moveWords = ["moves", "move", "steps", "step", "turns", "strokes"]

  private static func fractionKind(
    _ index: Int, _ tokens: [DraftToken], _ isFirstLine: Bool
  ) -> ScoreKind? {
    let (before, after) = wordsBeside(index, tokens)
    if scoreWords.contains(before) || before == "🏆" { return .announced }
    if (scoreWords + guessWords + ["correct", "right"]).contains(after) || before == "in" {
      return .fraction
    }
    // `Rank #3 of 120`, `3/8 clues` and `❌ 1/4` count something else.
    if otherThings.contains(before) || otherThings.contains(after)
      || ["#", "№", "❎"].contains(before)
    {
      return nil
    }
    if mistakeWords.contains(before) || mistakeWords.contains(after) { return .mistakes }
    // `42/100 yards` and, below the first line, `Found: 3/14` are the score where nothing else may be it.
    if after.first?.isLetter == true { return .unit }
    let isLabelled = tokens[..<index].last { $0 != .blank } == .word(":")
    return isLabelled && !isFirstLine && !(guessWords + moveWords).contains(before)
      ? .unit : .fraction
  }

  /// The words next to a token, in lower case. A colon between the token and the word before it is
  /// ignored.
  private static func wordsBeside(
    _ index: Int, _ tokens: [DraftToken]
  ) -> (before: String, after: String) {
    func text(_ token: DraftToken?) -> String {
      if case .word(let word)? = token { word.lowercased() } else { "" }
    }
    return (
      text(tokens[..<index].last { $0 != .blank && $0 != .word(":") }),
      text(tokens[(index + 1)...].first { $0 != .blank })
    )
  }

  /// Whether a token is a sign between two parts of a line, such as `·`.
  static func divides(_ token: DraftToken) -> Bool {
    if case .word(let word) = token { "·|•—–→⋅-".contains(word) } else { false }
  }

  /// Whether a number belongs to a word, as in `5-Card Poker`.
  private static func isPartOfWord(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    tokens.indices.contains(index + 2) && tokens[index + 1] == .word("-")
      && tokens[index + 2].isLetters
  }

  /// Whether nothing but signs that divide a line is beside a number.
  private static func isAlone(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    if isPartOfWord(index, tokens) { return false }
    let before = tokens[..<index].last { $0 != .blank }
    let after = tokens[(index + 1)...].first { $0 != .blank }
    return before.map(divides) ?? true && after.map(divides) ?? true
  }
}
