/// What a number in a share stands for, as the words around it say.
extension DraftToken {
  /// Whether a result is read from it.
  var isFact: Bool {
    switch self {
    case .number, .fraction, .time, .date, .emoji, .decimal: true
    case .blank, .word, .link, .anything, .sign: false
    }
  }

  /// Whether a number is the puzzle's: a hash or a word for it stands before it, or the game's name does.
  static func isPuzzleNumber(at index: Int, in tokens: [DraftToken], isFirstLine: Bool) -> Bool {
    let before = tokens[..<index].filter { $0 != .blank && $0 != .word(".") }
    guard case .word(let word)? = before.last else { return false }
    if ["#", "№"].contains(word) || puzzleWords.contains(word.lowercased()) { return true }
    let name = before.drop { !$0.isLetters }
    return isFirstLine && (1...4).contains(name.count) && name.allSatisfy(\.isLetters)
      && !scoreWords.contains(word.lowercased()) && !isFollowedByUnit(index, tokens)
  }

  private var isLetters: Bool {
    if case .word(let word) = self { word.first?.isLetter == true } else { false }
  }

  /// Whether a unit follows, as in `Zag 12 points`.
  private static func isFollowedByUnit(_ index: Int, _ tokens: [DraftToken]) -> Bool {
    let after = tokens[(index + 1)...].first { $0 != .blank }
    guard case .word(let word)? = after else { return false }
    return unitWords.contains(word.lowercased()) || word == "%"
  }

  private static let puzzleWords = ["no", "nr", "n", "num", "game", "puzzle", "day", "board"]
  private static let scoreWords = ["score", "points", "point", "pts", "total", "result"]
  private static let guessWords = ["guesses", "guess", "tries", "try", "attempts", "attempt"]
  private static let unitWords = scoreWords + guessWords + ["seconds", "minutes", "moves", "turns"]

  /// `Score: 150`, `298 pts`, `🏆 285` and a number alone on its line are the score, `with 3 hints` the
  /// hints.
  static func factName(at index: Int, in tokens: [DraftToken]) -> String {
    func word(_ token: DraftToken) -> String? {
      guard case .word(let word) = token, word.count > 2 else { return nil }
      let letters = word.lowercased().filter { ("a"..."z").contains($0) }
      return letters.isEmpty ? nil : letters
    }
    if isScore(at: index, in: tokens) { return "score" }
    let isLabelled = tokens[..<index].last { $0 != .blank } == .word(":")
    let before = tokens[..<index].compactMap(word).last
    let after = tokens[index...].dropFirst().lazy.compactMap(word).first
    return (isLabelled ? before ?? after : after ?? before) ?? "value"
  }

  /// Whether a fraction is the score: `3/6` and `3/6 tries` are, `3/8 clues` is not.
  static func isScoreFraction(at index: Int, in tokens: [DraftToken]) -> Bool {
    guard case .word(let word)? = tokens[(index + 1)...].first(where: { $0 != .blank }),
      word.first?.isLetter == true
    else { return true }
    return (scoreWords + guessWords + ["correct", "right"]).contains(word.lowercased())
  }

  static func isScore(at index: Int, in tokens: [DraftToken]) -> Bool {
    let before = tokens[..<index].last { $0 != .blank && $0 != .word(":") }
    let after = tokens[(index + 1)...].first { $0 != .blank }
    if tokens.filter({ $0 != .blank }).count == 1 { return true }
    if case .word(let word)? = before, scoreWords.contains(word.lowercased()) || word == "🏆" {
      return true
    }
    if case .word(let word)? = after {
      return (scoreWords + guessWords).contains(word.lowercased())
    }
    // `Guessed in 3` is followed by one word or another.
    let words = tokens[..<index].suffix(4).filter { $0 != .blank }
    return words.count == 2 && words.last == .word("in")
      && [.word("Guessed"), .word("guessed"), .word("Solved"), .word("solved")].contains(
        words.first)
  }
}

extension DraftLine {
  /// Whether a number of the line is labelled as the score.
  var hasScoreLabel: Bool {
    guard case .text(let tokens) = self else { return false }
    return tokens.indices.contains { index in
      guard case .number = tokens[index] else { return false }
      return DraftToken.isScore(at: index, in: tokens)
    }
  }

  /// Whether a number of the line has a hash or a word before it that makes it the puzzle's.
  var hasMarkedNumber: Bool {
    guard case .text(let tokens) = self else { return false }
    return tokens.indices.contains { index in
      guard case .number = tokens[index] else { return false }
      return DraftToken.isPuzzleNumber(at: index, in: tokens, isFirstLine: false)
    }
  }

  func hasDate(of format: String) -> Bool {
    guard case .text(let tokens) = self else { return false }
    return tokens.contains { token in
      if case .date(_, let other) = token { other == format } else { false }
    }
  }

  /// The line with dates whose first number is the day.
  func withDayFirst() -> DraftLine {
    guard case .text(let tokens) = self else { return self }
    return .text(
      tokens.map { token in
        guard case .date(let text, let format) = token, format.hasPrefix("M/d") else {
          return token
        }
        return .date(text, format: format.replacing("M/d", with: "d/M"))
      })
  }
}
