/// Words that say what a number counts.
extension DraftToken {
  /// Whether two words are one in the singular and in the plural: `guess` and `guesses`, `try` and `tries`.
  static func isPlural(_ left: DraftToken, of right: DraftToken) -> Bool {
    guard case .word(let mine) = left, case .word(let other) = right else { return false }
    if mine != other, DraftLanguage.isOne(mine, other) { return true }
    guard
      let (short, long) = [(mine, other), (other, mine)].first(where: { $0.0.count < $0.1.count }),
      short.count > 2
    else { return false }
    return ["s", "es"].contains { short + $0 == long }
      || short.last == "y" && short.dropLast() + "ies" == long
  }

  /// The pattern of a word that counts: both its numbers, since the next share may have the other one.
  static func countedPattern(of word: String) -> String? {
    if let known = DraftLanguage.pattern(of: word) { return known }
    guard word.count > 2, word.allSatisfy({ ("a"..."z").contains($0) }) else { return nil }
    if word.hasSuffix("ies") { return word.dropLast(3) + "(?:y|ies)" }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "(?:y|ies)"
    }
    if ["sses", "ches", "shes", "xes"].contains(where: word.hasSuffix) {
      return word.dropLast(2) + "(?:es)?"
    }
    if word.hasSuffix("s"), !word.hasSuffix("ss") { return word.dropLast() + "s?" }
    return word + "(?:e?s)?"
  }

  /// Whether a word says what a number counts: the number stands before it, or one word between them does.
  static func counts(at index: Int, in tokens: [DraftToken]) -> Bool {
    let before = tokens[..<index].filter { $0 != .blank }.suffix(2)
    func isNumber(_ token: DraftToken?) -> Bool { if case .number? = token { true } else { false } }
    if isNumber(before.last) { return true }
    guard before.count == 2, case .word(let word) = tokens[index] else { return false }
    return isNumber(before.first) && before.last?.isLetters == true
      && (word.hasSuffix("s") || guessWords.contains(word))
  }
}
